/** What the books owe, for `desk cover`, and the incident while too little is there. */
import type { Address } from "../../domain/address.js";
import type { Cover, Owed } from "../../domain/cover.js";
import { formatTrx } from "../../domain/money.js";
import { depositCursor, listDepositAddresses, usdtRateAt } from "../../store/deposits.js";
import { openIncident, openIncidentOf, rewriteIncident } from "../../store/incidents.js";
import { accountTotals } from "../../store/ledger.js";
import { findPayout, openPayouts, type PayoutRow } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

/** The books at one moment. */
export interface OwedBooks extends Omit<Owed, "payoutsSun"> {
  /** Not yet in a solid block then. */
  readonly payouts: readonly PayoutRow[];
  readonly addresses: readonly Address[];
  /** Solid block up to which deposits were credited. */
  readonly creditedUpTo: number;
  /** SUN for a USDT, in force then. */
  readonly rateSun: number | undefined;
}

export function readOwed({ database, chainClock }: Engine): Promise<OwedBooks> {
  return database.read(function* (): Phase<OwedBooks> {
    const totals = yield* accountTotals();
    const of = (kind: string) => totals.find((row) => row.kind === kind)?.balance_sun ?? 0;
    return {
      availableSun: of("available"),
      heldSun: of("held"),
      earnedSun: of("earned"),
      giftsSun: totals.reduce((sum, { gift_sun }) => sum + gift_sun, 0),
      payouts: yield* openPayouts(),
      addresses: (yield* listDepositAddresses()).map(({ address }) => address),
      creditedUpTo: (yield* depositCursor())?.block_number ?? 0,
      rateSun: yield* usdtRateAt(chainClock.nextBlockMs()),
    };
  });
}

/** What of these payouts has not left the account by that solid block. */
export function readPayoutsLeft(
  { database }: Engine,
  payouts: readonly PayoutRow[],
  solidBlock: number,
): Promise<number> {
  return database.read(function* (): Phase<number> {
    let leftSun = 0;
    for (const { id, amount_sun } of payouts) {
      const { block_number = null } = (yield* findPayout(id)) ?? {};
      if (block_number === null || block_number > solidBlock) leftSun += amount_sun;
    }
    return leftSun;
  });
}

/** Opens an incident when too little is there, and closes it when there is enough again. */
export async function noteCover(
  { database, now }: Engine,
  { shortfallSun, lastBlock }: Pick<Cover, "shortfallSun" | "lastBlock">,
): Promise<void> {
  const at = now();
  await database.commit(function* (): Phase<void> {
    const open = yield* openIncidentOf("cover-short");
    if (shortfallSun > 0 && !open) {
      yield* openIncident(
        "cover-short",
        `At solid block ${lastBlock} the desk owes ${formatTrx(shortfallSun)} TRX more than is there. \`desk cover\` shows where.`,
        at,
      );
    }
    if (shortfallSun === 0 && open) {
      yield* rewriteIncident(open.id, `${open.text} Over: there is enough again.`, at);
    }
  });
}
