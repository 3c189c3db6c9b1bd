/** Legs of the pool: from planned to reclaimed, and every way on which one dies. */
import { expect } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { legId } from "../../../src/domain/ids.js";
import { sun } from "../../../src/domain/money.js";
import type { Moment } from "../../../src/engine/context.js";
import { networkRead } from "../../../src/engine/legs/compensate.js";
import {
  applyBlock,
  applySolid,
  dropFork,
  legNotLate,
  settleFound,
} from "../../../src/engine/legs/follow-chain.js";
import {
  judgeReclaim,
  lockExtended,
  nextReclaimAttempt,
  ownerTookBack,
  type RecordOnChain,
  reclaimDead,
  reclaimRefused,
  reclaimSigned,
  reclaimsSent,
  takeReclaimTimestamp,
} from "../../../src/engine/legs/reclaim-leg.js";
import { giveUpUnsigned, replanAll } from "../../../src/engine/legs/replan.js";
import { legExpired, legFailed, legRefused } from "../../../src/engine/legs/settle-leg.js";
import {
  legsSent,
  legsSigned,
  movePlannedLegsAway,
  nextAttempt,
  readyToSign,
} from "../../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { setPause } from "../../../src/store/owners.js";
import { type Desk, openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { NETWORK } from "../../support/network.js";
import { hashOf } from "../../support/paper-chain.js";
import {
  deliver,
  legOf,
  lookNow,
  mineAll,
  passRentals,
  reclaim,
  recordOf,
  send,
  sign,
  solidify,
} from "../../support/steps.js";

const TRX = 1_000_000;
const TWO_OWNERS = { ownersUnits: [900_000, 800_000] };

export const later = (moment: Moment, ms: number): Moment => ({
  ...moment,
  at: moment.at + ms,
  dueAt: moment.dueAt + ms,
});

/** A block with all that is signed or sent, not followed yet. */
export function nextBlock(desk: Desk, success = true) {
  const txids = desk.legs("state IN ('signed','sent')").flatMap(({ txid }) => txid ?? []);
  const block = desk.chain.mine(txids.map((txid) => ({ txid, success })));
  desk.engine.chainClock.sawHead(block);
  return block;
}

export const expires = (faulty: Faulty, desk: Desk, legId: string) =>
  faulty(desk, legExpired, legId, legOf(desk, legId).txid ?? "", desk.moment);

async function fromPlannedToReclaimed(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order({ resourceAmount: 150_000 });
  const [first, second] = [legId(id, 1), legId(id, 2)];
  const { owner, receiver, resource } = legOf(desk, first);
  const ready = await faulty(desk, readyToSign, [{ legId: first, lockEnd: 0 }], desk.moment);
  expect(ready).toHaveLength(1);
  const signed = ready.map((entry) => ({
    ...entry,
    ...{ txid: hashOf("first"), hex: "00", expiresAt: desk.moment.headTimestampMs + 1 },
  }));
  for (const { txid, stakeSun } of signed) {
    desk.chain.signed.set(txid, { kind: "delegate", owner, receiver, resource, stakeSun });
  }
  await faulty(desk, legsSigned, signed);
  await faulty(desk, nextAttempt, first);
  await sign(desk);
  await faulty(desk, legsSent, [first, second]);
  expect(await faulty(desk, applyBlock, nextBlock(desk), desk.moment)).toMatchObject({ legs: 2 });
  expect(desk.orderRow(id).status).toBe("completed");
  expect(await faulty(desk, applySolid, desk.chain.head, desk.moment)).toBe(2);
  await passRentals(desk);
  await takenBack(faulty, desk, first);
  expect(desk.states(id)).toEqual(["reclaimed", "solidified"]);
}

async function ofOneRecord(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const ids = [await desk.order(), await desk.order()].map((id) => `${id}.1`);
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  await takenBack(faulty, desk, ...ids);
  expect(ids.map((id) => legOf(desk, id).state)).toEqual(["reclaimed", "reclaimed"]);
}

async function takenBack(faulty: Faulty, desk: Desk, ...ids: string[]): Promise<void> {
  const legs = ids.map((id) => legOf(desk, id));
  const legIds = legs.map(({ id }) => id);
  const [leg, { id: legId }] = [must(legs[0], "a leg"), must(legs.at(-1), "a leg")];
  const states = () => new Set(ids.map((id) => legOf(desk, id).state));
  const { headTimestampMs } = desk.moment;
  const { unlockedSun, lockedSun } = recordOf(desk, leg.id);
  const lockExpiresAt = headTimestampMs + 1;
  const locked = { unlockedSun: lockedSun, lockedSun: unlockedSun, lockExpiresAt };
  const judged = (record: RecordOnChain) =>
    faulty(desk, judgeReclaim, legIds, record, lookNow(desk));
  expect(await judged(locked)).toEqual({ step: "locked" });
  await faulty(desk, lockExtended, legId, headTimestampMs - 1);
  const taken = await judged(recordOf(desk, leg.id));
  if (taken.step !== "reclaim") throw new Error(`it is not due: ${taken.step}`);
  const timestampMs = await faulty(desk, takeReclaimTimestamp, leg, headTimestampMs);
  const bytes = { txid: hashOf(`${timestampMs}`), hex: "00", expiresAt: 1 };
  expect(await faulty(desk, reclaimSigned, taken, bytes)).toBe(true);
  expect(await faulty(desk, reclaimRefused, bytes.txid)).toBe(true);
  expect(states()).toEqual(new Set(["solidified"]));
  await desk.commit(() => reclaimSigned(taken, bytes));
  await faulty(desk, nextReclaimAttempt, bytes.txid);
  await faulty(desk, reclaimsSent, [bytes.txid]);
  expect(states()).toEqual(new Set(["reclaim_sent"]));
  expect(await faulty(desk, reclaimDead, bytes.txid)).toBe(true);
  await reclaim(desk, ...ids);
  await mineAll(desk);
  await faulty(desk, applySolid, desk.chain.head, desk.moment);
}

async function whatTheOwnerTookBack(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  const { id: legId } = legOf(desk, `${id}.1`);
  const nothing = { ...recordOf(desk, legId), unlockedSun: sun(0) };
  const judged = await faulty(desk, judgeReclaim, [legId], nothing, lookNow(desk, 60_000));
  expect(judged).toEqual({ step: "gone" });
  expect(await faulty(desk, ownerTookBack, `${id}.1`, nothing)).toBe(true);
}

async function deaths(faulty: Faulty): Promise<void> {
  const desk = await openDesk(TWO_OWNERS);
  const { engine, customerId } = desk;
  const first = await desk.order();
  await sign(desk);
  await faulty(desk, legRefused, `${first}.1`, "owner_capacity", desk.moment);
  expect(desk.states(first)).toEqual(["dead", "planned"]);
  await sign(desk);
  await faulty(desk, legRefused, `${first}.2`, "receiver_is_contract", desk.moment);
  expect(desk.orderRow(first).status).toBe("cancelled");

  const second = await desk.order();
  await sign(desk);
  await cancelOrder(engine, { customerId }, second);
  await expires(faulty, desk, `${second}.1`);

  const third = await desk.order();
  await sign(desk);
  await faulty(desk, legRefused, `${third}.1`, "other", desk.moment);
  await faulty(desk, replanAll, desk.engine, { after: "" }, later(desk.moment, 300_000));
  expect(desk.orderRow(third).status).toBe("cancelled");
  expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });

  const late = legOf(desk, `${third}.1`);
  await desk.commit(() =>
    applyBlock(desk.chain.mine([{ txid: late.txid ?? "", success: true }]), desk.moment),
  );
  await faulty(desk, legNotLate, late);
  const { head } = desk.chain;
  const found = { ...head, parentTimestampMs: head.timestampMs - 3_000 };
  await faulty(desk, settleFound, late.txid ?? "", true, found, desk.moment);
  await faulty(desk, applySolid, head, desk.moment);

  for (const reason of ["permission", "owner_bandwidth", "lock"] as const) {
    const other = await openDesk(TWO_OWNERS);
    const id = await other.order();
    await sign(other);
    const toldMs = reason === "lock" ? 60_000 : undefined;
    await faulty(other, legRefused, `${id}.1`, reason, other.moment, toldMs);
    expect(other.states(id)).toEqual(["dead", "planned"]);
  }
}

async function neverSigned(faulty: Faulty): Promise<void> {
  const desk = await openDesk(TWO_OWNERS);
  const id = await desk.order();
  const late = later(desk.moment, 300_000);
  await giveUpUnsigned(desk.engine, desk.moment);
  expect(desk.states(id)).toEqual(["planned"]);
  await faulty(desk, giveUpUnsigned, desk.engine, late);
  expect(desk.states(id)).toEqual(["dead"]);
  expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
}

async function fellShort(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ ownersUnits: [200_000] });
  const id = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  const { engine } = desk;
  const heavier = { totalLimit: 180_000_000_000, totalWeight: 19_800_000_000 };
  const ratios = { ...NETWORK.ratios, energy: heavier };
  const begin = engine.network.begin(desk.chain.head.number);
  await faulty(desk, networkRead, engine, { ...NETWORK, ratios }, begin);
  expect(desk.legs(`order_id = '${id}'`)).toMatchObject([
    { short_units: 5_910 },
    { state: "planned", units: 5_910, compensates: `${id}.1` },
  ]);
  await sign(desk);
  await faulty(desk, legRefused, `${id}.2`, "other", desk.moment);
  expect(desk.moneySun.available).toBe(1_000 * TRX - (65_000 - 5_910) * 60);
}

async function failedInABlockAndMovedAway(faulty: Faulty): Promise<void> {
  const desk = await openDesk(TWO_OWNERS);
  const id = await desk.order();
  await sign(desk);
  await send(desk);
  await faulty(desk, applyBlock, nextBlock(desk, false), desk.moment);
  await faulty(desk, dropFork, desk.chain.drop(1), desk.moment);
  const block = nextBlock(desk, false);
  await desk.commit(() => applyBlock(block, desk.moment));
  const failed = legOf(desk, `${id}.1`);
  await faulty(desk, legFailed, failed.id, failed.txid ?? "", desk.moment);
  const { owner } = legOf(desk, `${id}.2`);
  await desk.commit(() => setPause(owner, "test"));
  expect(await faulty(desk, movePlannedLegsAway, desk.engine, owner, desk.moment)).toBe(1);
  expect(desk.states(id)).toEqual(["dead", "dead", "planned"]);
  await sign(desk);
  const txid = legOf(desk, `${id}.3`).txid ?? "";
  const next = nextBlock(desk);
  const inclusion = { ...next, parentTimestampMs: next.timestampMs - 3_000 };
  await desk.commit(() => applyBlock({ ...next, transactions: [] }, desk.moment));
  await faulty(desk, settleFound, txid, true, inclusion, desk.moment);
  expect(desk.orderRow(id).status).toBe("completed");
}

export const legs: Stories = {
  "from planned to reclaimed": fromPlannedToReclaimed,
  "several of one record, taken back together": ofOneRecord,
  "what the owner took back": whatTheOwnerTookBack,
  "parts that are never signed": neverSigned,
  "stake that falls short": fellShort,
  "deaths: planned anew, given up, after a cancel, hopeless": deaths,
  "a failure in a block, and a paused owner": failedInABlockAndMovedAway,
};
