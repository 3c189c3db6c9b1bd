/** Stake for TRON_POWER, which the network's new resource model keeps apart from all other stake. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { craft } from "./crafted.js";
import { type Json, OTHER, RECEIVER, type Rig, rig } from "./support.js";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
});

afterAll(() => chain.close());

const TRX = 1_000_000;

async function freeze(resource: number, trx: number): Promise<Json> {
  const owner = Buffer.from(chain.tronweb.address.toHex(RECEIVER), "hex");
  const parameter = { owner_address: owner, frozen_balance: trx * TRX, resource };
  const { hex } = await craft(chain, { name: "FreezeBalanceV2Contract", parameter });
  const verdict = await chain.post("/wallet/broadcasthex", { transaction: hex });
  await chain.mine();
  return verdict;
}

const account = () => chain.post("/wallet/getaccount", { address: RECEIVER, visible: true });
const resources = (address = RECEIVER) =>
  chain.post("/wallet/getaccountresource", { address, visible: true });

test("stake of another resource gives no power", async () => {
  expect(await account()).not.toHaveProperty("old_tron_power");
  expect(await freeze(1, 10)).toMatchObject({ code: "SUCCESS" });
  expect(await resources()).not.toHaveProperty("tronPowerLimit");
  expect(await account()).toMatchObject({ old_tron_power: -1 });
  expect(await resources(chain.owner)).not.toHaveProperty("tronPowerLimit");
});

test("stake for TRON_POWER does, and weighs on its own", async () => {
  const before = await resources();
  expect(await freeze(2, 5)).toMatchObject({ code: "SUCCESS" });
  expect(await freeze(2, 2)).toMatchObject({ code: "SUCCESS" });
  const { tronPowerLimit, TotalTronPowerWeight, ...rest } = await resources();
  expect({ tronPowerLimit, TotalTronPowerWeight }).toEqual({
    tronPowerLimit: 7,
    TotalTronPowerWeight: 7,
  });
  expect(rest).toMatchObject({
    EnergyLimit: before.EnergyLimit,
    TotalEnergyWeight: before.TotalEnergyWeight,
    TotalNetWeight: before.TotalNetWeight,
  });
  expect((await account()).frozenV2).toEqual([
    {},
    { type: "ENERGY", amount: 10 * TRX },
    { type: "TRON_POWER", amount: 7 * TRX },
  ]);
  expect(await resources(OTHER)).toMatchObject({ TotalTronPowerWeight: 7 });
});

test("a resource that there is not", async () => {
  expect(await freeze(3, 5)).toMatchObject({
    code: "CONTRACT_VALIDATE_ERROR",
    message:
      "Contract validate error : ResourceCode error, " +
      "valid ResourceCode[BANDWIDTH、ENERGY、TRON_POWER]",
  });
});
