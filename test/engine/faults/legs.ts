/** Legs of the pool: from planned to reclaimed, and every way on which one dies. */
import { expect } from "vitest";
import {
  applyBlock,
  applySolid,
  backToSent,
  dropFork,
  legNotLate,
  settleFound,
  startAt,
} from "../../../src/engine/legs/follow-chain.js";
import { mendForks } from "../../../src/engine/legs/mend-forks.js";
import { locksRead } from "../../../src/engine/legs/open-work.js";
import { missedRead } from "../../../src/engine/legs/private-stake.js";
import {
  judgeReclaim,
  lockExtended,
  nextReclaimAttempt,
  reclaimDead,
  reclaimRefused,
  reclaimSent,
  reclaimSigned,
  takeReclaimTimestamp,
} from "../../../src/engine/legs/reclaim-leg.js";
import { replanAll } from "../../../src/engine/legs/replan.js";
import { legExpired, legFailed, legRefused } from "../../../src/engine/legs/settle-leg.js";
import {
  legSent,
  legsSent,
  legsSigned,
  movePlannedLegsAway,
  nextAttempt,
  readyToSign,
} from "../../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { setPause } from "../../../src/store/owners.js";
import { readPrivateStake } from "../../../src/store/stake-acts.js";
import { type Desk, openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { hashOf } from "../../support/paper-chain.js";
import { book, manual } from "../../support/sellers.js";
import {
  deliver,
  fork,
  legOf,
  mineAll,
  passRentals,
  reclaim,
  send,
  sign,
  solidify,
} from "../../support/steps.js";

const TRX = 1_000_000;
const TWO_OWNERS = { ownersUnits: [900_000, 800_000] };

/** A block with all that is signed or sent, not followed yet. */
function nextBlock(desk: Desk, success = true) {
  const txids = desk.legs("state IN ('signed','sent')").flatMap(({ txid }) => txid ?? []);
  const block = desk.chain.mine(txids.map((txid) => ({ txid, success })));
  desk.engine.chainClock.sawHead(block);
  return block;
}

/** What the chain holds of a leg's owner and receiver when nothing is locked. */
const unlocked = (desk: Desk, legId: string) => {
  const { owner, resource, receiver } = legOf(desk, legId);
  const unlockedSun = desk.chain.stakeOut(owner, resource, receiver);
  return { unlockedSun, lockedSun: 0, lockExpiresAt: 0 } as Parameters<typeof judgeReclaim>[1];
};

const expires = (faulty: Faulty, desk: Desk, legId: string) =>
  faulty(desk, legExpired, legId, legOf(desk, legId).txid ?? "", desk.moment);

async function fromPlannedToReclaimed(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order({ resourceAmount: 150_000 });
  const [first, second] = [`${id}.1`, `${id}.2`];
  const { owner, receiver, resource } = legOf(desk, first);
  const { ready } = await faulty(desk, readyToSign, owner, [first], new Map(), desk.moment);
  const signed = ready.map((entry) => ({
    ...entry,
    ...{ txid: hashOf("first"), hex: "00", expiresAt: desk.moment.headTimestampMs + 1 },
  }));
  for (const { txid, stakeSun } of signed) {
    desk.chain.signed.set(txid, { kind: "delegate", owner, receiver, resource, stakeSun });
  }
  await faulty(desk, legsSigned, signed);
  await faulty(desk, nextAttempt, first);
  await faulty(desk, legSent, first);
  await sign(desk);
  await faulty(desk, legsSent, [first, second]);
  expect(await faulty(desk, applyBlock, nextBlock(desk), desk.moment)).toMatchObject({ legs: 2 });
  expect(desk.orderRow(id).status).toBe("completed");
  await faulty(desk, locksRead, [{ legId: first, lockExpiresAt: desk.clock.nowMs + 3_600_000 }]);
  expect(await faulty(desk, applySolid, desk.chain.head, desk.moment)).toBe(2);
  await passRentals(desk);
  await takenBack(faulty, desk, first);
  expect(desk.states(id)).toEqual(["reclaimed", "solidified"]);
}

async function takenBack(faulty: Faulty, desk: Desk, legId: string): Promise<void> {
  const { headTimestampMs } = desk.moment;
  const leg = legOf(desk, legId);
  const soon = { ...unlocked(desk, legId), lockExpiresAt: headTimestampMs + 1 };
  const locked = { ...soon, unlockedSun: soon.lockedSun, lockedSun: soon.unlockedSun };
  expect(await faulty(desk, judgeReclaim, legId, locked, headTimestampMs)).toBe("locked");
  await faulty(desk, lockExtended, legId, headTimestampMs - 1);
  const timestampMs = await faulty(desk, takeReclaimTimestamp, leg, headTimestampMs);
  const bytes = { txid: hashOf(`${timestampMs}`), hex: "00", expiresAt: 1 };
  const refused = await faulty(desk, reclaimSigned, leg, bytes);
  expect(await faulty(desk, reclaimRefused, legId, bytes.txid)).toBe(true);
  expect(legOf(desk, legId).state).toBe("solidified");
  await desk.commit(() => reclaimSigned(leg, bytes));
  await faulty(desk, nextReclaimAttempt, legId);
  await faulty(desk, reclaimSent, refused);
  expect(await faulty(desk, reclaimDead, legId, bytes.txid)).toBe(true);
  await desk.commit(() => locksRead([{ legId, lockExpiresAt: headTimestampMs - 1 }]));
  await reclaim(desk, legId);
  await mineAll(desk);
  await faulty(desk, applySolid, desk.chain.head, desk.moment);
}

async function whatTheOwnerTookBack(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  const nothing = { ...unlocked(desk, `${id}.1`), unlockedSun: 0 } as ReturnType<typeof unlocked>;
  const now = desk.moment.headTimestampMs;
  expect(await faulty(desk, judgeReclaim, `${id}.1`, nothing, now, now - 60_000)).toBe("released");
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
  await cancelOrder(engine, customerId, second);
  await expires(faulty, desk, `${second}.1`);

  const third = await desk.order();
  await sign(desk);
  await faulty(desk, legRefused, `${third}.1`, "other", desk.moment);
  const later = { ...desk.moment, at: desk.moment.at + 300_000 };
  expect(await faulty(desk, replanAll, later)).toMatchObject([{ status: "cancelled" }]);
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
    await faulty(other, legRefused, `${id}.1`, reason, other.moment);
    expect(other.states(id)).toEqual(["dead", "planned"]);
  }
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
  expect(await faulty(desk, movePlannedLegsAway, owner, desk.moment)).toBe(1);
  expect(desk.states(id)).toEqual(["dead", "dead", "planned"]);
  await sign(desk);
  const txid = legOf(desk, `${id}.3`).txid ?? "";
  const next = nextBlock(desk);
  const inclusion = { ...next, parentTimestampMs: next.timestampMs - 3_000 };
  await desk.commit(() => applyBlock({ ...next, transactions: [] }, desk.moment));
  await faulty(desk, settleFound, txid, true, inclusion, desk.moment);
  expect(desk.orderRow(id).status).toBe("completed");
}

async function forks(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ policy: { completion: "solidified" } });
  const open = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  await faulty(desk, dropFork, desk.chain.drop(1), desk.moment);
  await expires(faulty, desk, `${open}.1`);
  expect(desk.states(open)).toEqual(["dead", "planned"]);

  const other = await openDesk();
  const final = await other.order();
  await deliver(other);
  await fork(other);
  await expires(faulty, other, `${final}.1`);
  await faulty(other, mendForks, other.moment);
  await sign(other);
  await faulty(other, applyBlock, nextBlock(other), other.moment);
  await fork(other);
  await expires(faulty, other, `${final}.2`);
  const late = { ...other.moment, at: other.moment.at + 600_000 };
  await faulty(other, mendForks, late);
  expect(other.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  await solidify(other);
}

async function gaps(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order();
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  await reclaim(desk, `${id}.1`);
  await mineAll(desk);
  for (let block = 0; block < 3; block += 1) nextBlock(desk);
  await faulty(desk, startAt, desk.chain.head);
  expect(legOf(desk, `${id}.1`)).toMatchObject({ state: "reclaim_signed", reclaim_block: null });
  const lost = await desk.order();
  await deliver(desk);
  await desk.snapshot();
  await faulty(desk, backToSent, legOf(desk, `${lost}.1`));
  expect(desk.states(lost)).toEqual(["sent"]);
}

async function missedBlocks(faulty: Faulty): Promise<void> {
  const { desk } = await book([[50, 500_000]]);
  const id = await desk.order(manual({ duration: "1h" }));
  await deliver(desk);
  await solidify(desk);
  const { owner, receiver, resource } = legOf(desk, `${id}.1`);
  const acts = ([1, 2, 3] as const).map((stakeSun) => {
    const stake = { kind: "delegate", owner, receiver, resource, stakeSun } as const;
    const txid = hashOf(`private ${stakeSun}`);
    desk.chain.signed.set(txid, stake);
    return { txid, success: true, stake };
  });
  for (const act of acts.slice(0, 2)) desk.chain.mine([act]);
  const { moment } = desk;
  await faulty(desk, startAt, desk.chain.head);
  await faulty(desk, applyBlock, desk.chain.mine(acts.slice(2)), moment);
  const missed = desk.chain.blocks.slice(0, -1);
  await faulty(desk, missedRead, missed.slice(0, -1));
  expect(await faulty(desk, missedRead, missed.slice(-1))).toBeUndefined();
  await faulty(desk, applySolid, desk.chain.head, moment);
  const leg = legOf(desk, `${id}.1`);
  expect(desk.database.read(() => readPrivateStake(leg))).toBe(6);
  await faulty(desk, dropFork, desk.chain.drop(1), moment);
}

export const legs: Stories = {
  "from planned to reclaimed": fromPlannedToReclaimed,
  "what the owner took back himself": whatTheOwnerTookBack,
  "deaths: planned anew, given up, after a cancel, hopeless": deaths,
  "a failure in a block, and a paused owner": failedInABlockAndMovedAway,
  "forks: dropped, replaced, refunded": forks,
  "gaps too long to read": gaps,
  "blocks that were missed": missedBlocks,
};
