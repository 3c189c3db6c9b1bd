/** Deposits of a rig: of a real contract, at a rate. */
import { USDT_CONTRACT } from "tron-sandbox";
import { address } from "../../../src/domain/address.js";
import type { Deposits, Engine } from "../../../src/engine/context.js";
import { confirmDepositKey } from "../../../src/engine/deposits/addresses.js";
import { readUsdtRates, setUsdtRate } from "../../../src/engine/deposits/deposits.js";
import { DEPOSITS, RATE_SUN } from "../../support/deposits.js";

export const RIG_DEPOSITS: Deposits = {
  ...DEPOSITS,
  terms: { ...DEPOSITS.terms, usdtContract: address(USDT_CONTRACT) },
};

export async function openDeposits(engine: Engine): Promise<void> {
  await confirmDepositKey(engine, RIG_DEPOSITS.keys.first);
  const [rate] = await readUsdtRates(engine, 1);
  if (!rate) await setUsdtRate(engine, RATE_SUN, "test");
}
