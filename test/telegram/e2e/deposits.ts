/** Deposits of a rig: of a real contract, at a rate. */
import { USDT_CONTRACT } from "tron-sandbox";
import { address } from "../../../src/domain/address.js";
import type { AddressLog, Deposits, Engine } from "../../../src/engine/context.js";
import { confirmDepositKey } from "../../../src/engine/deposits/addresses.js";
import { readUsdtRates, setUsdtRate } from "../../../src/engine/deposits/usdt-rates.js";
import { DEPOSITS, RATE_SUN } from "../../support/deposits.js";

interface Chosen {
  readonly addressLog?: AddressLog | undefined;
  readonly rateLastsMs?: number | undefined;
}

export function rigDeposits({ addressLog, rateLastsMs }: Chosen): Deposits {
  const { terms } = DEPOSITS;
  const chosen = {
    usdtContract: address(USDT_CONTRACT),
    rateLastsMs: rateLastsMs ?? terms.rateLastsMs,
  };
  return { ...DEPOSITS, log: addressLog, terms: { ...terms, ...chosen } };
}

export async function openDeposits(engine: Engine): Promise<void> {
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  const [rate] = await readUsdtRates(engine, 1);
  if (!rate) await setUsdtRate(engine, RATE_SUN, "test");
}
