/** Deposits of a rig: a key of its own, with what the desk takes and at which rate. */
import { HDKey } from "@scure/bip32";
import { USDT_CONTRACT } from "tron-sandbox";
import { address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import type { Deposits, Engine } from "../../../src/engine/context.js";
import { confirmDepositKey, depositKeysOf } from "../../../src/engine/deposits/addresses.js";
import { readUsdtRates, setUsdtRate } from "../../../src/engine/deposits/deposits.js";

const ACCOUNT = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/44'/195'/0'");

export const DEPOSITS: Deposits = {
  network: "sandbox",
  keys: depositKeysOf(ACCOUNT.publicExtendedKey),
  terms: {
    usdtContract: address(USDT_CONTRACT),
    minimumTrxSun: sun(1_000_000),
    minimumUsdtUnits: 1_000_000,
    sweepTo: undefined,
  },
};

export async function openDeposits(engine: Engine): Promise<void> {
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  const [rate] = await readUsdtRates(engine, 1);
  if (!rate) await setUsdtRate(engine, sun(3_200_000), "test");
}
