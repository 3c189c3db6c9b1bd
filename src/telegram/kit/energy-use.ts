/** What delivered Energy is enough for, and what a wallet must be set to so that it is used. */
import { feeLimitsSun, leastOf, type Sends } from "../../domain/usdt.js";
import type { Messages } from "../text/messages.js";

interface Of {
  /** What the number of transfers is of; the wallets' own unless given. */
  readonly counted?: readonly Sends[];
  /** Elsewhere on the card, for how many transfers it is. */
  readonly isSaid?: boolean;
  /** What the network burns for a unit of Energy; undefined when it is not known. */
  readonly priceSun: number | undefined;
}

/** Of each wallet. */
export function useLines(
  sends: readonly Sends[],
  { counted = sends, isSaid = false, priceSun }: Of,
  { batch, trx }: Messages,
): string[] {
  const limitLine = ({ eachSun, mostSun }: ReturnType<typeof feeLimitsSun>) =>
    batch.feeLimit(trx(eachSun), mostSun > eachSun ? trx(mostSun) : undefined);
  const least = leastOf(counted);
  if (least.transfers === 0) return [];
  const all = leastOf(sends);
  const hasOther = all.transfers > least.transfers || all.firstTransfers > least.firstTransfers;
  return [
    ...(isSaid ? [] : [batch.energyFor(least, sends.length, hasOther)]),
    ...(priceSun === undefined ? [] : [limitLine(feeLimitsSun(sends, counted, priceSun))]),
  ];
}
