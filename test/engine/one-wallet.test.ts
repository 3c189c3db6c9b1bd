/** One wallet that orders again and again: every delegation is locked, and no stake is held for nothing. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Duration, durationMs } from "../../src/domain/duration.js";
import type { LegRow } from "../../src/store/legs.js";
import { type Desk, openDesk } from "../support/desk.js";
import { byForm } from "../support/forms.js";
import { StakeRecord } from "../support/locked-record.js";
import { BLOCK_MS } from "../support/paper-chain.js";
import { auditedOnce, mine, mineAll, send, sign } from "../support/steps.js";

const MINUTE_MS = 60_000;

/** Lets time pass until just before the next order. */
async function pass(desk: Desk, ms: number): Promise<void> {
  if (ms > BLOCK_MS) await mine(desk, [], true, ms - BLOCK_MS);
}

/** The records of all delegations, each in the order of its blocks. */
function recordsOf(desk: Desk): StakeRecord[] {
  const records = new Map<string, StakeRecord>();
  const locked = desk.legs("locked = 1 AND delegated_at IS NOT NULL");
  for (const leg of locked.sort((a, b) => at(a) - at(b) || a.id.localeCompare(b.id))) {
    const record = records.get(leg.owner) ?? new StakeRecord();
    const lock = { units: leg.units, durationMs: durationMs(leg.duration) };
    record.take({ ...lock, atMs: at(leg), parentMs: at(leg) - BLOCK_MS });
    records.set(leg.owner, record);
  }
  return [...records.values()];
}

const at = (leg: LegRow) => leg.delegated_at ?? 0;

/** So many owners as a share of a tenth needs for one wallet: 1 / 0.1 + 1. */
const OWNERS = Array.from({ length: 11 }, () => 100_000_000);

describe(`an equal order every 5 minutes, over ${OWNERS.length} owners`, () => {
  test.each(byForm<Duration[]>(["1h"], ["15m", "1h", "1d", "30d"]))(
    "of %s is always locked, and no lock is held beyond the bounds",
    { timeout: byForm(60_000, 600_000) },
    async (duration) => {
      const desk = await openDesk({ ownersUnits: OWNERS, creditTrx: 1e9 });
      const orders = byForm(3, 48) * 12;
      await auditedOnce(desk, async () => {
        for (let made = 0; made < orders; made += 1) {
          await desk.order({ duration });
          await sign(desk);
          await send(desk);
          await mineAll(desk);
          await pass(desk, 5 * MINUTE_MS - BLOCK_MS);
        }
      });
      expect(desk.legs("locked = 0 OR overran = 1")).toEqual([]);
      expect(desk.legs("locked = 1")).toHaveLength(orders);
      expect(recordsOf(desk).length).toBeLessThanOrEqual(OWNERS.length);
    },
  );
});

test("a hundred orders within a minute are all locked by four owners", async () => {
  const desk = await openDesk({ ownersUnits: OWNERS.slice(0, 4), creditTrx: 1e9 });
  await auditedOnce(desk, async () => {
    for (let block = 0; block < 20; block += 1) {
      for (let count = 0; count < 5; count += 1) {
        await desk.order();
        await sign(desk);
      }
      await send(desk);
      await mineAll(desk);
    }
  });
  expect(desk.legs("locked = 0 OR overran = 1")).toEqual([]);
  recordsOf(desk);
});

/** What a customer tries who wants much stake for long and pays for little, or for short. */
const tricks = fc.record({
  resourceAmount: fc.constantFrom(32_000, 65_000, 1_000_000),
  duration: fc.constantFrom<Duration>("15m", "1h", "3h", "1d", "3d", "30d"),
  afterMs: fc
    .oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2_400 }))
    .map((blocks) => blocks * BLOCK_MS),
  /** What is signed waits so long for its block. */
  waitsMs: fc.constantFrom(0, 0, 27_000, 87_000),
});

test("whatever else one wallet orders, it holds no more than a tenth beyond what it paid for", {
  timeout: byForm(60_000, 600_000),
}, async () => {
  const orders = fc.array(tricks, { minLength: 6, maxLength: 24 });
  await fc.assert(
    fc.asyncProperty(orders, async (all) => {
      const desk = await openDesk({ ownersUnits: OWNERS.slice(0, 3), creditTrx: 1e9 });
      await auditedOnce(desk, async () => {
        for (const { resourceAmount, duration, afterMs, waitsMs } of all) {
          await pass(desk, afterMs);
          await desk.order({ resourceAmount, duration });
          if (waitsMs > 0) {
            await sign(desk);
            await mine(desk, [], true, waitsMs);
          }
          await sign(desk);
          await send(desk);
          const expired = desk.legs(`transaction_expires_at <= ${desk.chain.head.timestampMs}`);
          const open = desk.legs("state = 'sent'").map(({ txid }) => txid ?? "");
          await mine(
            desk,
            open.filter((txid) => !expired.some((leg) => leg.txid === txid)),
          );
        }
      });
      let [held, paid] = [0, 0];
      for (const { beyond } of recordsOf(desk)) {
        held += beyond.held;
        paid += beyond.paid;
      }
      expect(held).toBeLessThanOrEqual(paid / 10);
      expect(desk.legs("overran = 1")).toEqual([]);
      await desk.close();
    }),
    { numRuns: byForm(4, 50), endOnFailure: true },
  );
});
