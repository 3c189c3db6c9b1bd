/** A way to the node that repeats a broadcast and gives back how the second copy ended: what the first copy did counts, once. */

import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { BroadcastOutcome, Chain } from "../../src/chain/port.js";
import { everyNth, longTest } from "../support/forms.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { allPaid, assertPaidOnce, earnedTrx, PAID_TRX, paying, payouts, run } from "./paying.js";
import { ALICE, BOB, RENTAL_MS, type Rig, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  isPending,
  legs,
  mineUntil,
  reclaimed,
  solidified,
} from "./steps.js";

const HALF_RENTAL_MS = 450_000;
/** After it a refused undelegation is looked at again. */
const RETRY_MS = 30_000;

type Reason = Extract<BroadcastOutcome, { kind: "rejected" }>["reason"];

/** Sends the first bytes for real and says that they were refused. */
function refusing(reason: Reason, priority = "broadcast") {
  const copies = { refused: 0 };
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async broadcast(...call) {
      const outcome = await chain.broadcast(...call);
      if (call[2] !== priority || copies.refused > 0) return outcome;
      copies.refused += 1;
      return { kind: "rejected", reason, code: "CONTRACT_VALIDATE_ERROR", message: "refused" };
    },
  });
  return { wrapChain, copies };
}

const REASONS: readonly Reason[] = [
  "owner_capacity",
  "receiver_is_contract",
  "lock",
  "permission",
  "other",
];

describe.each<Reason>(everyNth(REASONS, 3))("%s:", (reason) => {
  test("an order is delivered and taken back once", async () => {
    const { wrapChain, copies } = refusing(reason);
    const rig = await startRig({ wrapChain });
    const orderId = await rig.desk.order(ALICE);
    await until("it is refused", () => copies.refused > 0);
    await delivered(rig, orderId);
    await reclaimed(rig);
    expect(legs(rig)).toMatchObject([{ order_id: orderId, state: "reclaimed", attempts: 1 }]);
    expect(rig.desk.logLines.filter((line) => line.includes("leg refused"))).toHaveLength(1);
    await assertBooksMatchChain(rig);
  });
});

test("it counts while another broadcast of its round takes long, and its bytes stay unsent", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sent: string[] = [];
  const rig = await startRig({
    owners: 1,
    wrapChain: (chain) => ({
      ...chain,
      async broadcast(...call) {
        sent.push(call[0].txid);
        if (sent.length === 1) {
          return {
            kind: "rejected",
            reason: "reference_block",
            code: "TAPOS_ERROR",
            message: "refused",
          };
        }
        await released;
        return chain.broadcast(...call);
      },
    }),
  });
  // Before the desk stops, which waits for what is held back.
  onTestFinished(release);
  await rig.desk.order([ALICE, BOB]);
  await until("both are on their way", () => sent.length === 2);
  await rounds(rig, "resender", 3);
  const [refused = ""] = sent;
  const ofRefused = () => legs(rig).find(({ txid }) => txid === refused);
  expect(ofRefused()).toMatchObject({ state: "signed", attempts: 1 });
  await rig.mine(2);
  await until("it is dead", () => ofRefused()?.state === "dead");
  expect(sent.filter((txid) => txid === refused)).toHaveLength(1);
  release();
  await mineUntil(rig, "both are delivered", () => rig.desk.finished.length === 2);
  await assertBooksMatchChain(rig);
});

test("a seller is paid once, however often payouts are run", async () => {
  const { wrapChain } = refusing("owner_balance");
  const desk = await paying([ALICE], { wrapChain });
  const { rig } = desk;
  const { started, problem } = await run(rig);
  expect(started).toMatchObject([{ seller: ALICE, state: "signed", deathReason: null }]);
  expect(problem).toMatch(/^the node refuses transfers of T/);
  expect(await run(rig)).toMatchObject({ started: [], open: [{ seller: ALICE }] });
  expect(earnedTrx(rig, ALICE)).toBe(0);
  await allPaid(rig);
  await run(rig);
  await allPaid(rig);
  expect(await payouts(rig)).toMatchObject([{ state: "paid" }]);
  expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
  await assertPaidOnce(desk);
});

test("a block that holds the payout before the answer comes ends no run", async () => {
  const { wrapChain } = refusing("owner_balance");
  const desk = await paying([ALICE, BOB], {
    wrapChain: (chain) => {
      const wrapped = wrapChain(chain);
      return {
        ...wrapped,
        async broadcast(...call) {
          const outcome = await wrapped.broadcast(...call);
          if (outcome.kind === "rejected") await includePending(desk.rig);
          return outcome;
        },
      };
    },
  });
  expect(await run(desk.rig)).toMatchObject({ started: [{}, {}], waiting: [], problem: null });
  await allPaid(desk.rig);
  expect(await desk.received(ALICE, BOB)).toEqual([PAID_TRX, PAID_TRX]);
  await assertPaidOnce(desk);
});

test("a stop in between forgets the refusal: the same bytes go out again, and count once", async () => {
  const { wrapChain, copies } = refusing("owner_capacity");
  const rig = await startRig({ wrapChain });
  const orderId = await rig.desk.order(ALICE);
  await until("it is refused", () => copies.refused > 0 && legs(rig)[0]?.state === "signed");
  await rig.stopDesk();
  await rig.startDesk();
  await until("it is sent again", () => legs(rig)[0]?.state === "sent");
  await delivered(rig, orderId);
  await solidified(rig);
  expect(legs(rig)).toMatchObject([{ state: "solidified" }]);
  await assertBooksMatchChain(rig);
});

longTest("it counts no more after a gap: a block of it may hold the bytes", async () => {
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const { wrapChain, copies } = refusing("owner_capacity");
  const rig = await startRig({
    wrapChain: (chain) => ({
      ...wrapChain(chain),
      inclusion: async (txid) => {
        await asked;
        return chain.inclusion(txid);
      },
    }),
  });
  // Before the desk stops, which waits for what is held back.
  onTestFinished(ask);
  const orderId = await rig.desk.order(ALICE, { duration: "3h" });
  await until("it is refused", () => copies.refused > 0);
  await until("its bytes are out", isPending(rig));
  await rig.mine(1_100);
  await followed(rig);
  await rounds(rig, "resender", 3);
  expect(legs(rig)).toMatchObject([{ state: "signed" }]);
  ask();
  await delivered(rig, orderId);
  expect(legs(rig)).toHaveLength(1);
  await assertBooksMatchChain(rig);
});

longTest("an undelegation taken all the same takes nothing from the next rental", async () => {
  const { wrapChain } = refusing("other", "reclaim");
  const rig = await startRig({ wrapChain, owners: 1 });
  const first = await rig.desk.order(ALICE);
  await delivered(rig, first);
  await solidified(rig);
  await rig.mine(1, HALF_RENTAL_MS);
  await followed(rig);
  const second = await rig.desk.order(ALICE);
  await delivered(rig, second);
  await rig.mine(1, HALF_RENTAL_MS + 3_000);
  await until("the first one's bytes are out", isPending(rig));
  await rig.mine();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + RETRY_MS);
  onTestFinished(() => clock.mockRestore());
  const stateOf = (orderId: string) => rig.desk.readLegs(orderId)[0]?.state;
  await mineUntil(rig, "the first one is let go", () => stateOf(first) === "released");
  expect(stateOf(second)).toBe("solidified");
  expect(await rig.energyOf(ALICE)).toBeGreaterThanOrEqual(65_000);
  await rig.mine(1, 2 * HALF_RENTAL_MS);
  await mineUntil(rig, "the second one is taken back", () => stateOf(second) === "reclaimed");
  expect(await rig.energyOf(ALICE)).toBe(0);
});

/** What happens to the first of two. */
const WAYS: readonly [string, (rig: Rig) => Promise<unknown>, (rig: Rig) => Promise<unknown>][] = [
  ["both arrive", async () => {}, async () => {}],
  ["the first one's answer is lost", losesAnswer, async () => {}],
  ["a block has the first before the second comes", async () => {}, (rig) => rig.mine()],
];

function losesAnswer(rig: Rig): Promise<unknown> {
  return rig.broadcastFault({ kind: "accept-then-drop" });
}

/** Sends the bytes twice, as a load balancer that tries again, and says what the second one's answers were. */
function repeating(rig: () => Rig, before: (typeof WAYS)[0][1], between: (typeof WAYS)[0][2]) {
  const answers: string[] = [];
  // One after the other: a fault that is meant for one's first must not meet another's second.
  let last: Promise<unknown> = Promise.resolve();
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    broadcast(...call) {
      const twice = last.then(async () => {
        await before(rig());
        await chain.broadcast(...call);
        await between(rig());
        const second = await chain.broadcast(...call);
        answers.push(second.kind);
        return second;
      });
      last = twice.catch(() => {});
      return twice;
    },
  });
  return { wrapChain, answers };
}

/** Makes a block for what waits for one: a block may come between the two broadcasts as well. */
async function included(rig: Rig, what: string, isSo: () => boolean): Promise<void> {
  await until(what, async () => {
    if (isSo()) return true;
    if (await isPending(rig)()) await rig.mine();
    return false;
  });
}

test.each(everyNth(WAYS, 2))(
  "%s: an order is delivered and taken back once",
  async (_, before, between) => {
    const { wrapChain, answers } = repeating(() => rig, before, between);
    const rig = await startRig({ wrapChain });
    for (const receiver of [ALICE, BOB]) await rig.desk.order(receiver);
    await included(rig, "both are delivered", () => areDelivered(legs(rig)));
    await solidified(rig);
    await rig.mine(1, RENTAL_MS);
    const areBack = () => legs(rig).every(({ reclaim_block }) => reclaim_block !== null);
    await included(rig, "both are taken back", areBack);
    await rig.mine(SOLID_LAG_BLOCKS + 1);
    await until("that is solid", () => legs(rig).every(({ state }) => state === "reclaimed"));
    expect(legs(rig)).toMatchObject([{ state: "reclaimed" }, { state: "reclaimed" }]);
    expect(new Set(answers)).toEqual(new Set(["seen"]));
    await assertBooksMatchChain(rig);
  },
);

test.each(everyNth([...WAYS.slice(1), ...WAYS.slice(0, 1)], 3))(
  "%s: a seller is paid once",
  async (_, before, between) => {
    const { wrapChain, answers } = repeating(() => desk.rig, before, between);
    const desk = await paying([ALICE], { wrapChain });
    await run(desk.rig);
    await allPaid(desk.rig);
    expect(await desk.received(ALICE)).toEqual([PAID_TRX]);
    expect(new Set(answers)).toEqual(new Set(["seen"]));
    await assertPaidOnce(desk);
  },
);
