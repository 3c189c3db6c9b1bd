/** When a payout is paid: once every host in step says so of its final block. */
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Inclusion } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import type { Payout } from "../../src/domain/payout.js";
import { readUnsettled } from "../../src/engine/legs/open-work.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { DEATH_MARGIN_MS } from "../../src/workers/context.js";
import { settleInFinalBlock } from "../../src/workers/payout-proof.js";
import { openDesk } from "../support/desk.js";
import { payoutRow, sellers, startPayout, TRX } from "../support/payouts.js";
import { mine } from "../support/steps.js";

const EARNED_TRX = 40;

type Told = "success" | "failure" | "elsewhere" | "unknown";

/** A payout that a block holds, and what hosts in step tell of it, at a time when it has expired or not. */
async function inBlock({ late = false } = {}) {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, EARNED_TRX)) as [Address];
  const id = await startPayout(desk, seller);
  const { txid } = payoutRow(desk, id);
  if (late) await desk.commit(() => payoutExpired(id, 1));
  await mine(desk, [txid]);
  const { number: blockNumber, timestampMs: blockTimestampMs } = desk.chain.head;
  const inclusions: Record<Told, Inclusion | undefined> = {
    success: { blockNumber, blockTimestampMs, success: true },
    failure: { blockNumber, blockTimestampMs, success: false },
    elsewhere: { blockNumber: blockNumber + 1, blockTimestampMs, success: true },
    unknown: undefined,
  };
  const settle = async (hosts: readonly Told[], isExpired = false) => {
    const { payouts, latePayouts } = await readUnsettled(desk.engine);
    const payout: Payout = must([...payouts, ...latePayouts][0], "it is open");
    const timestampMs = payout.expiresAt + (isExpired ? DEATH_MARGIN_MS : 0);
    const witnesses = hosts.map((told) => ({
      solidHead: async () => ({ number: blockNumber + 100, id: "", timestampMs }),
      inclusion: async () => inclusions[told],
      solidInclusion: async () => inclusions[told],
      solidified: async () => told !== "unknown",
    }));
    const context = {
      ...{ engine: desk.engine, logger: pino({ enabled: false }), disagreements: new Map() },
      chain: { several: { witnesses: () => witnesses } },
      monotonicMs: () => performance.now(),
    };
    await settleInFinalBlock(context as never, payout);
    const { state, block_number, failed_block, late_block } = payoutRow(desk, id);
    return { state, block_number, failed_block, late_block };
  };
  const earnedTrx = () => desk.balanceSun(`earned:${seller}`) / TRX;
  return { blockNumber, settle, earnedTrx };
}

test("once all of them say so", async () => {
  const { blockNumber, settle } = await inBlock();
  expect(await settle(["success", "success"])).toMatchObject({
    ...{ state: "paid", block_number: blockNumber },
  });
});

test.each<[string, Told[]]>([
  ["one says that it failed", ["success", "failure"]],
  ["one does not know it", ["success", "unknown"]],
  ["they have it in another block", ["elsewhere", "elsewhere"]],
  ["none knows it yet", ["unknown", "unknown"]],
  ["none is in step", []],
])("not while %s", async (_, hosts) => {
  const { blockNumber, settle } = await inBlock();
  expect(await settle(hosts)).toMatchObject({ state: "included", block_number: blockNumber });
});

test("what failed there by the word of all waits for its expiry, and its money stays out", async () => {
  const { blockNumber, settle, earnedTrx } = await inBlock();
  expect(await settle(["failure", "failure"])).toMatchObject({
    ...{ state: "sent", block_number: null, failed_block: blockNumber },
  });
  expect(earnedTrx()).toBe(0);
});

test("what none of them has known until its time was over is in no block, and its money stays out", async () => {
  const { settle, earnedTrx } = await inBlock();
  expect(await settle(["unknown", "unknown"], true)).toMatchObject({
    ...{ state: "sent", block_number: null, failed_block: null },
  });
  expect(earnedTrx()).toBe(0);
});

test("after it counted as dead, its money is taken again by the word of all alone", async () => {
  const { blockNumber, settle, earnedTrx } = await inBlock({ late: true });
  expect(await settle(["success", "unknown"])).toMatchObject({ late_block: blockNumber });
  expect(earnedTrx()).toBe(EARNED_TRX);
  expect(await settle(["success", "success"])).toMatchObject({ state: "dead", late_block: null });
  expect(earnedTrx()).toBeLessThan(1);
});

test("nothing is taken where none has known it until its time was over", async () => {
  const { settle, earnedTrx } = await inBlock({ late: true });
  expect(await settle(["unknown", "unknown"], true)).toMatchObject({ late_block: null });
  expect(earnedTrx()).toBe(EARNED_TRX);
});
