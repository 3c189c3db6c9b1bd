/** What owners delegate by themselves to a receiver of ours: it stays theirs, and what they take of ours is noticed. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { privateStakeSun } from "../../src/domain/transaction-acts.js";
import { startAt } from "../../src/engine/legs/follow-chain.js";
import { missedRead } from "../../src/engine/legs/private-stake.js";
import {
  judgeReclaim,
  ownerTookBack,
  type ReclaimStep,
} from "../../src/engine/legs/reclaim-leg.js";
import { readNotRead } from "../../src/engine/not-read.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { missedBlocks, readPrivateStake } from "../../src/store/stake-acts.js";
import { type Desk, openDesk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";
import { readNow } from "../support/read-now.js";
import { book, manual } from "../support/sellers.js";
import {
  deliver,
  fork,
  legOf,
  lookNow,
  mine,
  mineAll,
  passRentals,
  reclaim,
  recordOf,
  solidify,
} from "../support/steps.js";

let made = 0;

/** What the leg's owner does with their own key, in units of the leg's stake: above 0 they delegate, below they take back. */
function sign(desk: Desk, legId: string, parts: number): string {
  const { owner, receiver, resource, stake_sun } = legOf(desk, legId);
  const kind = parts > 0 ? "delegate" : "undelegate";
  const stakeSun = Math.abs(parts) * (stake_sun ?? 0);
  made += 1;
  const txid = hashOf(`private ${made}`);
  desk.chain.signed.set(txid, { kind, owner, receiver, resource, stakeSun });
  return txid;
}

async function act(desk: Desk, legId: string, ...parts: number[]): Promise<void> {
  for (const part of parts) await mine(desk, [sign(desk, legId, part)]);
}

/** Judged by the chain, after a minute in which it was the same. */
async function judge(desk: Desk, id: string): Promise<ReclaimStep["step"] | "released"> {
  const { id: legId } = legOf(desk, id);
  const record = recordOf(desk, legId);
  const look = lookNow(desk, 60_000);
  const { step } = await desk.commit(() => judgeReclaim([legId], record, look));
  if (step !== "gone") return step;
  return (await desk.commit(() => ownerTookBack(legId, record))) ? "released" : step;
}

const privateParts = (desk: Desk, legId: string) => {
  const leg = legOf(desk, legId);
  return readNow(desk.database, () => readPrivateStake(leg)) / (leg.stake_sun ?? 1);
};

/** A delivered leg whose rental is over, with what its owner did meanwhile. */
async function ended(isSolid: boolean, ...parts: number[]) {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const legId = `${await desk.order()}.1`;
  await deliver(desk);
  await solidify(desk);
  await act(desk, legId, ...parts);
  await passRentals(desk);
  if (isSolid) await solidify(desk);
  return { desk, legId };
}

describe.each([
  ["not final yet", false],
  ["final", true],
])("with what its owner did %s, a leg", (_, isSolid) => {
  test.each<[string, number[], ReclaimStep["step"] | "released", number]>([
    ["nothing", [], "reclaim", 0],
    ["delegated privately", [1], "reclaim", 1],
    ["delegated privately and took a part of that back", [1, -0.5], "reclaim", 0.5],
    ["delegated privately and took that back", [1, -1], "reclaim", 0],
    ["took ours", [-1], "released", 0],
    ["took ours and delegated the same privately", [-1, 1], "released", 1],
    ["took ours and delegated more privately", [-1, 3], "released", 3],
    ["took a part of ours and delegated that privately", [-0.5, 0.5], "released", 0.5],
    ["took theirs and a part of ours", [1, -1.5], "released", 0],
    ["took theirs and ours, and delegated both privately", [1, -2, 2], "released", 2],
  ])("whose owner %s", async (_title, parts, step, own) => {
    const { desk, legId } = await ended(isSolid, ...parts);
    expect(privateParts(desk, legId)).toBe(own);
    expect(await judge(desk, legId)).toBe(step);
  });
});

test("more than the whole record holds is no stake of the owner's: a block was told wrong", async () => {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const legId = `${await desk.order()}.1`;
  await deliver(desk);
  await solidify(desk);
  const told = recordOf(desk, legId);
  await act(desk, legId, 1_000_000);
  await passRentals(desk);
  const judged = () => judgeReclaim([legOf(desk, legId).id], told, lookNow(desk, 60_000));
  expect(await desk.commit(judged)).toMatchObject({ step: "reclaim" });
});

test("the oldest of two ended legs is let go when the owner took one, the other is taken back", async () => {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const old = `${await desk.order()}.1`;
  await deliver(desk);
  const young = `${await desk.order()}.1`;
  await deliver(desk);
  await solidify(desk);
  await act(desk, young, -1, 1);
  await passRentals(desk);
  expect(await judge(desk, old)).toBe("released");
  expect(await judge(desk, young)).toBe("reclaim");
});

test("what the owner had delegated before ours, which nobody followed, is counted as taken back first", async () => {
  const desk = await openDesk({ ownersUnits: [900_000] });
  const first = `${await desk.order()}.1`;
  await deliver(desk);
  await solidify(desk);
  await act(desk, first, 1);
  await passRentals(desk);
  await reclaim(desk, first);
  await mineAll(desk);
  await solidify(desk);
  // Nothing of ours is out there: what they delegate is not followed, nor remembered.
  await forgetOld(desk.engine);
  expect(privateParts(desk, first)).toBe(0);
  const second = `${await desk.order()}.1`;
  await deliver(desk);
  await solidify(desk);
  await act(desk, second, -0.5);
  await passRentals(desk);
  expect(await judge(desk, second)).toBe("reclaim");
});

test("what an owner does where nothing of ours is out makes what was known of it stale, so it is forgotten", async () => {
  const { desk, legId } = await ended(true, 1);
  await reclaim(desk, legId);
  await mineAll(desk);
  await solidify(desk);
  expect(legOf(desk, legId).state).toBe("reclaimed");
  await act(desk, legId, -1);
  expect(privateParts(desk, legId)).toBe(0);
});

test("what a fork drops was not done", async () => {
  const { desk, legId } = await ended(false, -1, 1);
  await fork(desk, 3);
  await passRentals(desk);
  expect(privateParts(desk, legId)).toBe(0);
  expect(await judge(desk, legId)).toBe("reclaim");
});

test("what is known is never more than what is the owner's own, and exact once that was nothing", () => {
  const change = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(fc.nat({ max: 200 }), fc.array(change), (ownSun, changes) => {
      const known = privateStakeSun(0, changes);
      const really = privateStakeSun(ownSun, changes);
      expect(known).toBeLessThanOrEqual(really);
      const wasNothing = changes.some(
        (_, at) => !privateStakeSun(ownSun, changes.slice(0, at + 1)),
      );
      if (wasNothing) expect(known).toBe(really);
    }),
  );
});

describe("after a gap", () => {
  /** A seller's leg, and blocks that the desk did not follow. */
  async function gap() {
    const { desk } = await book([[50, 500_000]]);
    const legId = `${await desk.order(manual({ duration: "1h" }))}.1`;
    await deliver(desk);
    await solidify(desk);
    return { desk, legId };
  }

  /** Blocks that the desk passes over, with what the owner does in them. */
  async function pass(desk: Desk, legId: string, parts: readonly number[]): Promise<void> {
    for (const part of parts) {
      const txid = sign(desk, legId, part);
      const stake = desk.chain.signed.get(txid);
      desk.chain.mine([{ txid, success: true, ...(stake && { stake }) }]);
    }
    const { head } = desk.chain;
    desk.engine.chainClock.sawHead(head);
    await desk.commit(() => startAt(head));
  }

  const readGap = async (desk: Desk, most = Number.POSITIVE_INFINITY) => {
    const { next, last } = (await desk.engine.database.read(missedBlocks)) ?? { next: 0, last: -1 };
    const blocks = desk.chain.blocks.filter(
      ({ number }) => number >= next && number <= Math.min(last, next + most - 1),
    );
    return desk.commit(() => missedRead(blocks, desk.engine.now()));
  };

  test("the missed blocks are read in their order before what came later counts", async () => {
    const { desk, legId } = await gap();
    await pass(desk, legId, [1, 1, -1]);
    // Followed, and final, before what was missed is read: only in this order it takes ours.
    await act(desk, legId, -2, 1);
    await solidify(desk);
    expect(await desk.engine.database.read(missedBlocks)).toBeDefined();
    expect(await readGap(desk, 2)).toBeDefined();
    await solidify(desk);
    expect(await readGap(desk)).toBeUndefined();
    expect(await desk.engine.database.read(missedBlocks)).toBeUndefined();
    await solidify(desk);
    expect(privateParts(desk, legId)).toBe(1);
    await passRentals(desk);
    expect(await judge(desk, legId)).toBe("released");
  });

  test("blocks that were followed and not final are read again: a fork may have replaced them", async () => {
    const { desk, legId } = await gap();
    await act(desk, legId, 1);
    desk.chain.drop(1);
    await pass(desk, legId, [-1, 1]);
    await readGap(desk);
    expect(privateParts(desk, legId)).toBe(1);
    await passRentals(desk);
    expect(await judge(desk, legId)).toBe("released");
  });

  test("a missed transaction that names an owner and cannot be read is noted, and reading goes on", async () => {
    const { desk, legId } = await gap();
    const { owner: account } = legOf(desk, legId);
    const unreadable = { reason: "its bytes are no transaction", addresses: [account] };
    const txid = hashOf("missed and odd");
    desk.chain.mine([{ txid, success: true, unreadable }]);
    await pass(desk, legId, [1]);
    expect(await readGap(desk)).toBeUndefined();
    expect(await readNotRead(desk.engine, 10)).toMatchObject([{ reader: "stake", txid, account }]);
  });

  test("what is summed up already is not counted again", async () => {
    const { desk, legId } = await gap();
    await act(desk, legId, 1);
    await solidify(desk);
    await pass(desk, legId, [1]);
    await pass(desk, legId, [1]);
    await readGap(desk);
    await solidify(desk);
    expect(privateParts(desk, legId)).toBe(3);
  });

  test("nothing is missed where no seller's leg lives, and what was known is forgotten", async () => {
    const { desk, legId } = await ended(true, 1);
    await pass(desk, legId, [-1]);
    expect(await desk.engine.database.read(missedBlocks)).toBeUndefined();
    expect(privateParts(desk, legId)).toBe(0);
    expect(await judge(desk, legId)).toBe("reclaim");
  });
});
