/** Payouts as `--json` gives them: money in TRX. */
import { toTrx } from "../domain/money.js";
import type { Payout } from "../domain/payout.js";
import type { Earner, PayoutRun } from "../engine/sellers/payout-lists.js";

export type ShownPayout = ReturnType<typeof shownPayout>;

export function shownPayout(payout: Payout) {
  return {
    payoutId: payout.id,
    seller: payout.seller,
    amount: toTrx(payout.amountSun),
    fee: toTrx(payout.feeSun),
    state: payout.state,
    txid: payout.txid,
    createdAt: payout.createdAt,
    finishedAt: payout.finishedAt,
    deathReason: payout.deathReason,
  };
}

export type ShownEarner = ReturnType<typeof shownEarner>;

function shownEarner({ seller, earnedSun }: Earner) {
  return { seller, earned: toTrx(earnedSun) };
}

export type ShownRun = ReturnType<typeof shownRun>;

export function shownRun({ account, started, open, belowMinimum, waiting, problem }: PayoutRun) {
  return {
    account,
    started: started.map(shownPayout),
    open: open.map(shownPayout),
    belowMinimum: belowMinimum.map(shownEarner),
    waiting: waiting.map(shownEarner),
    problem,
  };
}
