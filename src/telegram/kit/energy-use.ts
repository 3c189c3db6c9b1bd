/** What delivered Energy is enough for, and what a wallet must be set to so that it is used. */
import { type EnergyUse, feeLimitSun } from "../../domain/usdt.js";
import type { Messages } from "../text/messages.js";

interface Of {
  readonly wallets: number;
  /** Elsewhere on the card, for how many transfers it is. */
  readonly isSaid?: boolean;
  /** What the network burns for a unit of Energy; undefined when it is not known. */
  readonly priceSun: number | undefined;
}

export function useLines(
  use: EnergyUse,
  { wallets, isSaid = false, priceSun }: Of,
  { batch, trx }: Messages,
): string[] {
  if (use.transfers === 0) return [];
  return [
    ...(isSaid ? [] : [batch.energyFor(use, wallets)]),
    ...(priceSun === undefined ? [] : [batch.feeLimit(trx(feeLimitSun(use, priceSun)))]),
  ];
}
