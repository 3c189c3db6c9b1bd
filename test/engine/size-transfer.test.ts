/** How much Energy a transfer of USDT needs: by the contract, by the recipient, by the rule; less what the sender holds. */
import { expect, test } from "vitest";
import type { TransferReads } from "../../src/engine/chain-reads.js";
import { sizeTransfer } from "../../src/engine/receivers/size-transfer.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

const FROM = addressOf(1);
const TO = addressOf(2);
const USDT = addressOf(3);
const NOTHING = { energy: 0, bandwidth: 0 };

const gone = () => Promise.reject(new Error("the node is away"));
const tried = (energyUnits: number) => ({ success: true, energyUnits, resultHex: "" });
const reverted = { success: false, energyUnits: 900, resultHex: "" };
const holds = (last: string) => ({
  success: true,
  energyUnits: 500,
  resultHex: last.padStart(64, "0"),
});

async function sized(reads: Partial<TransferReads>, inactive: string[] = []) {
  const desk = await openDesk();
  desk.lookUp = async (address) => (inactive.includes(address) ? undefined : { contract: false });
  const world: TransferReads = {
    usdt: USDT,
    resources: async () => ({ limit: NOTHING, used: NOTHING, freeBandwidth: 600 }),
    tryContract: async () => undefined,
    ...reads,
  };
  return sizeTransfer({ ...desk.engine, transferReads: world }, FROM, TO);
}

test.each([
  ["tried", tried(64_285), undefined, { triedUnits: 64_285, neededUnits: 65_000 }],
  ["tried", tried(130_285), undefined, { triedUnits: 130_285, neededUnits: 131_000 }],
  ["tried", tried(140_100), undefined, { triedUnits: 140_100, neededUnits: 141_000 }],
  ["holdsSome", reverted, holds("f4240"), { neededUnits: 65_000 }],
  ["holdsNone", reverted, holds("0"), { neededUnits: 131_000 }],
  ["usual", reverted, { ...holds("1"), resultHex: "" }, { neededUnits: 65_000 }],
  ["usual", undefined, undefined, { neededUnits: 65_000 }],
])("a size that is %s", async (basis, transfer, balance, size) => {
  const asked: string[] = [];
  const result = await sized({
    tryContract: async ({ contract, owner, selector }) => {
      expect([contract, owner]).toEqual([USDT, FROM]);
      asked.push(selector);
      return selector.startsWith("transfer") ? transfer : balance;
    },
  });
  expect(result).toMatchObject({ basis, ...size, heldUnits: 0, rentUnits: size.neededUnits });
  expect(asked).toEqual(
    ["transfer(address,uint256)", "balanceOf(address)"].slice(0, transfer?.success ? 1 : 2),
  );
});

test("a node that fails at contracts, or a network without USDT, leaves the rule", async () => {
  expect(await sized({ tryContract: gone })).toMatchObject({ basis: "usual", rentUnits: 65_000 });
  const unasked = { usdt: undefined, tryContract: () => expect.unreachable() };
  expect(await sized(unasked, [TO])).toMatchObject({ basis: "notActivated", rentUnits: 131_000 });
});

test("what the sender holds unused need not be rented", async () => {
  const holding = (limit: number, used: number) => ({
    resources: async () => ({
      limit: { energy: limit, bandwidth: 5 },
      used: { energy: used, bandwidth: 0 },
      freeBandwidth: 600,
    }),
  });
  expect(await sized(holding(30_000, 10_000))).toMatchObject({
    heldUnits: 20_000,
    rentUnits: 45_000,
  });
  expect(await sized(holding(65_000, 0))).toMatchObject({ heldUnits: 65_000, rentUnits: 0 });
  expect(await sized(holding(10, 20))).toMatchObject({ heldUnits: 0, rentUnits: 65_000 });
});

test.each([
  ["unused stake", { limit: 345, used: 0, free: 0 }, 0],
  ["what is free today", { limit: 0, used: 0, free: 345 }, 0],
  ["neither: the two do not add up", { limit: 344, used: 0, free: 344 }, 1_000],
  ["used up stake", { limit: 1_000, used: 656, free: 10 }, 1_000],
])("the Bandwidth of a transfer from %s", async (_, { limit, used, free }, bandwidthUnits) => {
  const resources = async () => ({
    limit: { energy: 0, bandwidth: limit },
    used: { energy: 0, bandwidth: used },
    freeBandwidth: free,
  });
  expect(await sized({ resources })).toMatchObject({ rentUnits: 65_000, bandwidthUnits });
});

test("a sender who is not activated, and a node that is away, are no guess", async () => {
  expect(await sized({}, [FROM])).toBeUndefined();
  await expect(sized({ resources: gone })).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  const { engine } = await openDesk();
  const unconnected = sizeTransfer(engine, FROM, TO);
  await expect(unconnected).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
});
