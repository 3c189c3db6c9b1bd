/** The end of a rental: when stake is taken back, how much of it, and what the chain's record decides. */

import { describe, expect, test } from "vitest";
import type { LegId } from "../../src/domain/ids.js";
import { sun } from "../../src/domain/money.js";
import { readLegs } from "../../src/engine/legs/open-work.js";
import {
  judgeReclaim,
  lockExtended,
  nextReclaimAttempt,
  ownerTookBack,
  type RecordOnChain,
  reclaimRefused,
  reclaimSigned,
  reclaimsSent,
} from "../../src/engine/legs/reclaim-leg.js";
import { legsEndedBefore } from "../../src/store/leg-lists.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  deliver,
  dropReclaim,
  fork,
  legOf,
  lookNow,
  mine,
  mineAll,
  passRentals,
  reclaim,
  sendReclaims,
  solidify,
  solidifyFailures,
} from "../support/steps.js";

/** A delivered order whose rental has just ended. */
async function ended() {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  const leg = legOf(desk, `${id}.1`);
  return { desk, legId: leg.id, stakeSun: leg.stake_sun ?? sun(0) };
}

const record = (unlocked: number, locked = 0, lockExpiresAt = 0): RecordOnChain => ({
  unlockedSun: sun(unlocked),
  lockedSun: sun(locked),
  lockExpiresAt,
});

async function judge(desk: Desk, legId: LegId, seen: RecordOnChain, missingForMs = 0) {
  const look = lookNow(desk, missingForMs);
  return (await desk.commit(() => judgeReclaim([legId], seen, look))).step;
}

test("a rental ends strictly after its last moment, by chain time", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  const end = legOf(desk, `${id}.1`).expires_at ?? 0;
  expect(await readLegs(desk.engine, () => legsEndedBefore(end, 10))).toEqual([]);
  expect(
    (await readLegs(desk.engine, () => legsEndedBefore(end + 1, 10))).map((leg) => leg.id),
  ).toEqual([`${id}.1`]);
});

describe("the chain's record", () => {
  test("with enough unlocked stake allows it", async () => {
    const { desk, legId, stakeSun } = await ended();
    expect(await judge(desk, legId, record(stakeSun))).toBe("reclaim");
    expect(legOf(desk, legId).state).toBe("solidified");
  });

  test("with enough stake whose lock is over allows it", async () => {
    const { desk, legId, stakeSun } = await ended();
    const over = desk.moment.headTimestampMs - 1;
    expect(await judge(desk, legId, record(0, stakeSun, over))).toBe("reclaim");
  });

  test("with a lock that was extended makes it wait until then", async () => {
    const { desk, legId, stakeSun } = await ended();
    const later = desk.moment.headTimestampMs + 30_000;
    const end = legOf(desk, legId).expires_at;
    expect(await judge(desk, legId, record(0, stakeSun, later))).toBe("locked");
    // One record may be wrong.
    expect(legOf(desk, legId).expires_at).toBe(end);
    await desk.commit(() => lockExtended(legId, later));
    expect(legOf(desk, legId).expires_at).toBe(later);
  });

  test("with a lock that ends this very moment makes it wait", async () => {
    const { desk, legId, stakeSun } = await ended();
    const { headTimestampMs } = desk.moment;
    expect(await judge(desk, legId, record(0, stakeSun, headTimestampMs))).toBe("locked");
  });

  test("with less than the leg's stake for a minute tells that the owner took it back", async () => {
    const { desk, legId, stakeSun } = await ended();
    expect(await judge(desk, legId, record(stakeSun - 1))).toBe("missing");
    expect(await judge(desk, legId, record(stakeSun - 1), 59_999)).toBe("missing");
    expect(legOf(desk, legId).state).toBe("solidified");
    expect(await judge(desk, legId, record(stakeSun - 1), 60_000)).toBe("gone");
    // A node that leaves it out of its newest answers may have it in the solidified state.
    const release = (solid?: RecordOnChain) => desk.commit(() => ownerTookBack(legId, solid));
    expect(await release(record(stakeSun))).toBe(false);
    expect(legOf(desk, legId).state).toBe("solidified");
    expect(await release(record(stakeSun - 1))).toBe(true);
    expect(legOf(desk, legId).state).toBe("released");
    expect(await release(record(stakeSun - 1))).toBe(false);
    expect(await judge(desk, legId, record(stakeSun))).toBe("wait");
  });
});

describe("a reclaim", () => {
  test("whose leg has moved on while it was signed is not stored, and must not be sent", async () => {
    const { desk, legId, stakeSun } = await ended();
    const bytes = { txid: "a".repeat(64), hex: "00", expiresAt: 1 };
    await reclaim(desk, legId);
    const before = legOf(desk, legId);
    const taken = { legIds: [legId], stakeSun };
    expect(await desk.commit(() => reclaimSigned(taken, bytes))).toBe(false);
    expect(legOf(desk, legId)).toEqual(before);
  });

  test("that died leaves the leg waiting, to be taken back anew with other bytes", async () => {
    const { desk, legId } = await ended();
    await reclaim(desk, legId);
    const first = legOf(desk, legId).reclaim_txid;
    await sendReclaims(desk);
    expect(await dropReclaim(desk, legId)).toBe(true);
    expect(legOf(desk, legId)).toMatchObject({
      state: "solidified",
      reclaim_txid: null,
      reclaim_hex: null,
      reclaim_attempts: 0,
    });
    await reclaim(desk, legId);
    expect(legOf(desk, legId).reclaim_txid).not.toBe(first);
  });

  test("that failed in its block does so too, once that is final", async () => {
    const { desk, legId } = await ended();
    await reclaim(desk, legId);
    const txid = legOf(desk, legId).reclaim_txid ?? "";
    await mine(desk, [txid], false);
    expect(legOf(desk, legId).state).toBe("reclaim_signed");
    expect(await desk.commit(() => nextReclaimAttempt(txid))).toBe(false);
    expect(await desk.commit(() => reclaimRefused(txid))).toBe(false);
    await fork(desk);
    expect(await desk.commit(() => nextReclaimAttempt(txid))).toBe(true);
    await mine(desk, [txid], false);
    await solidifyFailures(desk);
    expect(legOf(desk, legId)).toMatchObject({ state: "solidified", reclaim_failed_block: null });
  });

  test("that is in a block is neither dead nor sent again", async () => {
    const { desk, legId } = await ended();
    await reclaim(desk, legId);
    const txid = String(legOf(desk, legId).reclaim_txid);
    await mineAll(desk);
    expect(await dropReclaim(desk, legId)).toBe(false);
    expect(await desk.commit(() => nextReclaimAttempt(txid))).toBe(false);
    await solidify(desk);
    expect(legOf(desk, legId).state).toBe("reclaimed");
  });

  test("counts every attempt, and is sent once", async () => {
    const { desk, legId } = await ended();
    await reclaim(desk, legId);
    const txid = String(legOf(desk, legId).reclaim_txid);
    await desk.commit(() => nextReclaimAttempt(txid));
    expect(legOf(desk, legId).reclaim_attempts).toBe(2);
    await desk.commit(() => reclaimsSent([txid]));
    await desk.commit(() => reclaimsSent([txid]));
    expect(legOf(desk, legId).state).toBe("reclaim_sent");
  });
});

describe("legs of one record that end together", () => {
  async function endedTogether() {
    const desk = await openDesk({ ownersUnits: [900_000] });
    const ids = [await desk.order(), await desk.order(), await desk.order()].map((id) => `${id}.1`);
    await deliver(desk);
    await solidify(desk);
    await passRentals(desk);
    const stakeSun = legOf(desk, ids[0] ?? "").stake_sun ?? 0;
    const legs = () => ids.map((id) => legOf(desk, id));
    const judged = (unlocked: number, locked = 0, lockedForMs = 0) => {
      const until = desk.moment.headTimestampMs + lockedForMs;
      const legIds = legs().map(({ id }) => id);
      const seen = record(unlocked, locked, until);
      return desk.commit(() => judgeReclaim(legIds, seen, lookNow(desk, 60_000)));
    };
    return { desk, ids, stakeSun, legs, judged };
  }

  test("go back as far as their record allows", async () => {
    const { ids, stakeSun, judged } = await endedTogether();
    const all = { step: "reclaim", stakeSun: 3 * stakeSun };
    expect(await judged(3 * stakeSun)).toMatchObject({ ...all, legIds: ids });
    expect(await judged(stakeSun, 2 * stakeSun, -1)).toMatchObject(all);
    const first = { step: "reclaim", stakeSun, legIds: ids.slice(0, 1) };
    expect(await judged(2 * stakeSun - 1, stakeSun + 1, 1)).toMatchObject(first);
    expect(await judged(stakeSun - 1, 2 * stakeSun + 1, 1)).toEqual({ step: "locked" });
    expect(await judged(3 * stakeSun - 1)).toEqual({ step: "gone" });
  });

  test("are not judged by a record that a block has followed upon", async () => {
    const { desk, ids, stakeSun } = await endedTogether();
    const look = lookNow(desk);
    await mine(desk, []);
    const legIds = ids.map((id) => legOf(desk, id).id);
    const old = () => judgeReclaim(legIds, record(3 * stakeSun), look);
    expect(await desk.commit(old)).toEqual({ step: "old" });
  });

  test("take every step together, and what is on its way is not taken twice", async () => {
    const { desk, ids, stakeSun, legs, judged } = await endedTogether();
    const [first = "", second = "", third = ""] = ids;
    await reclaim(desk, first, second);
    const states = () => legs().map(({ state }) => state);
    expect(legs().map((leg) => leg.reclaim_part)).toEqual([0, 1, 0]);
    expect(legs().filter(({ reclaim_hex }) => reclaim_hex !== null)).toHaveLength(1);
    // A lock keeps all but what is being taken back.
    expect(await judged(2 * stakeSun, stakeSun, 1)).toEqual({ step: "wait" });
    await sendReclaims(desk);
    expect(states()).toEqual(["reclaim_sent", "reclaim_sent", "solidified"]);
    await dropReclaim(desk, second);
    expect(states()).toEqual(["solidified", "solidified", "solidified"]);
    await reclaim(desk, second, third);
    await mineAll(desk);
    expect(legs().map((leg) => leg.reclaim_block)).toEqual([
      null,
      expect.any(Number),
      expect.any(Number),
    ]);
    await fork(desk);
    expect(legs().map((leg) => leg.reclaim_block)).toEqual([null, null, null]);
    await mineAll(desk);
    await solidify(desk);
    expect(states()).toEqual(["solidified", "reclaimed", "reclaimed"]);
  });

  test("none of which is stored when one has moved on, or other stake was signed for", async () => {
    const { desk, ids, stakeSun, legs } = await endedTogether();
    const bytes = { txid: "a".repeat(64), hex: "00", expiresAt: 1 };
    const [first = "", second = ""] = ids;
    const legIds = [first, second].map((id) => legOf(desk, id).id);
    const more = { legIds, stakeSun: sun(3 * stakeSun) };
    await expect(desk.database.commit(() => reclaimSigned(more, bytes))).rejects.toThrow("more or");
    await reclaim(desk, second);
    const before = legs();
    const taken = { legIds, stakeSun: sun(2 * stakeSun) };
    expect(await desk.commit(() => reclaimSigned(taken, bytes))).toBe(false);
    expect(legs()).toEqual(before);
  });
});
