/** What timers and starts ask for again and again is found in an index that holds little else, however old the desk is. */
import { expect, test } from "vitest";
import { openDraftsAtStep } from "../../src/store/drafts.js";
import { legsIncluded } from "../../src/store/leg-lists.js";
import { openPayouts } from "../../src/store/payouts.js";
import { all, type Phase, type Statement } from "../../src/store/phase.js";
import { openDesk } from "../support/desk.js";

/** How SQLite reads the tables of all statements of a phase. */
async function readsOf(phase: Phase<unknown>): Promise<string[]> {
  const { database } = await openDesk();
  const reads: string[] = [];
  for (let step = phase.next(); !step.done; step = phase.next([])) {
    const { sql, params }: Statement = step.value;
    const plan = database.read(() =>
      all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params),
    );
    reads.push(...plan.map(({ detail }) => detail).filter((one) => /^(SCAN|SEARCH)/.test(one)));
  }
  return reads;
}

test.each([
  ["payouts under way", openPayouts, ["SCAN payout USING INDEX payout_open"]],
  ["legs in blocks", legsIncluded, ["SCAN leg USING INDEX leg_included"]],
  ["open drafts", () => openDraftsAtStep("confirm"), ["SCAN draft USING INDEX draft_open"]],
])("%s are read without those that are over", async (_, phase, reads) => {
  expect(await readsOf(phase())).toEqual(reads);
});
