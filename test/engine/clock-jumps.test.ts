/** A wall clock that jumps ahead while the chain does not: what ends by wall time does not end by that. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { closeOverdue } from "../../src/engine/book/match-book.js";
import { repairAfterForks } from "../../src/engine/legs/repair-after-forks.js";
import { giveUpUnsigned, replanAll } from "../../src/engine/legs/replan.js";
import { forgetOld } from "../../src/engine/operating/forget-old.js";
import { assertPayoutsPossible } from "../../src/engine/payouts/payouts.js";
import { noteFirstDue } from "../../src/engine/payouts/seller-payouts.js";
import { readDueWithdrawals } from "../../src/engine/withdrawals/read-withdrawals.js";
import { messageSent } from "../../src/store/chat/outbox.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { earners, sellers, TRX } from "../support/payouts.js";
import { manual, openSeller } from "../support/sellers.js";
import { deliver, fork, kill, mine, sign } from "../support/steps.js";
import { POLICY } from "../support/terms.js";
import { ownMoney, withdraw } from "../support/withdrawals.js";

const DAY_MS = 86_400_000;

test("a resting order, an order that is planned anew or waits to be signed, a fork's loss and an answer outlive it", async () => {
  const desk = await openDesk({ ownersUnits: [65_000], chainFollowsWallClock: true });
  await openSeller(desk, { units: 20_000, minPrice: 60 });
  const delivered = await desk.order({ receiver: [addressOf(1)] });
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${delivered}.1`, "expired");
  const key = "an order";
  const { orders, orderIds } = await desk.create({ receiver: [addressOf(2)] }, key);
  const [replanned = ""] = orderIds;
  await sign(desk);
  await kill(desk, `${replanned}.1`, "owner_capacity");
  const resting = await desk.order(manual({ receiver: [addressOf(3)], price: 50 }));

  const look = async () => {
    const { engine, moment } = desk;
    await closeOverdue(engine);
    await giveUpUnsigned(engine, moment);
    await replanAll(engine, { after: "" }, moment);
    await repairAfterForks(engine, moment);
    await forgetOld(engine);
    desk.assertSound();
  };
  desk.clock.nowMs += 5 * DAY_MS;
  await look();
  expect(desk.orderRow(resting).status).toBe("processing");
  expect(desk.orderRow(replanned).status).toBe("processing");
  expect(desk.orderRow(delivered).refunded_sun).toBe(0);
  expect(await desk.create({ receiver: [addressOf(2)] }, key)).toMatchObject({
    orders,
    replayed: true,
  });

  // Now the chain says so too.
  await mine(desk, [], true, 5 * DAY_MS);
  await look();
  expect(desk.orderRow(resting).status).toBe("cancelled");
  expect(desk.orderRow(replanned).status).toBe("cancelled");
  expect(desk.orderRow(delivered).refunded_sun).toBe(3_900_000);
  expect(desk.rows("SELECT * FROM batch WHERE idempotency_key IS NOT NULL")).toEqual([]);
});

describe("what leaves", () => {
  const HOUR_MS = 3_600_000;
  const own = (terms = {}) =>
    ownMoney({ newAddressMs: 24 * HOUR_MS, ...terms }, { chainFollowsWallClock: true });
  const whyNothing = (desk: Desk) => {
    try {
      assertPayoutsPossible(desk.engine);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  /** Time passes for this machine and the chain alike. */
  const pass = (desk: Desk, ms: number) => mine(desk, [], true, ms);

  test("a new address waits its day by the chain, too, and nothing is paid while the clock is in doubt", async () => {
    const desk = await own();
    const made = await withdraw(desk);
    await desk.commit(() => messageSent(1, 1, desk.clock.nowMs));
    await pass(desk, HOUR_MS);
    desk.clock.nowMs += DAY_MS;
    for (let at = 0; at < 100; at += 1) await pass(desk, 3_000);
    // The chain is in step, so the clock is wrong: legs that are paid for are signed.
    expect(desk.engine.chainClock.signingProblem()).toBeUndefined();
    expect(whyNothing(desk)).toMatch(/^Nothing is paid out now: .* s behind this machine's clock/);
    expect((await readDueWithdrawals(desk.engine)).due).toEqual([]);
    desk.clock.nowMs -= DAY_MS;
    await pass(desk, 3_000);
    expect(whyNothing(desk)).toBeUndefined();
    expect((await readDueWithdrawals(desk.engine)).due).toEqual([]);
    await pass(desk, DAY_MS);
    expect((await readDueWithdrawals(desk.engine)).due).toMatchObject([{ id: made.id }]);
  });

  test("nothing is paid as soon as a clock has jumped back, and a wait that begins then lasts its day", async () => {
    const desk = await own();
    await pass(desk, HOUR_MS);
    const chainMs = desk.chain.head.timestampMs;
    desk.clock.nowMs -= DAY_MS;
    expect(whyNothing(desk)).toMatch(/ s behind the chain's/);
    expect((await withdraw(desk)).dueAt).toBe(chainMs + DAY_MS);
  });

  test("a wait begins by a clock that is behind neither while no block is believed, nor before one was seen", async () => {
    const desk = await own();
    const chainMs = desk.chain.head.timestampMs;
    desk.clock.nowMs -= DAY_MS;
    // Blocks are in doubt by such a clock; the time since the last one goes on.
    desk.clock.monotonicMs += HOUR_MS;
    expect((await withdraw(desk)).dueAt).toBe(chainMs + HOUR_MS + DAY_MS);
    await desk.restart();
    await expect(withdraw(desk)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  });

  test("the first payout of a seller waits by the chain, too", async () => {
    const desk = await openDesk({
      policy: { payouts: { ...POLICY.payouts, firstWaitMs: DAY_MS } },
      chainFollowsWallClock: true,
    });
    const [seller] = (await sellers(desk, 40)) as [Address];
    await desk.commit(() => noteFirstDue([seller], desk.engine.chainClock.beginsMs() ?? 0));
    desk.clock.nowMs += DAY_MS;
    expect(await earners(desk)).toMatchObject({ due: [], held: [{ waits: "first payout" }] });
    await pass(desk, DAY_MS);
    expect(await earners(desk)).toMatchObject({ due: [{ seller }], held: [] });
  });

  test("a clock that jumps ahead begins no new day of a limit", async () => {
    const desk = await own({ customerDaySun: sun(15 * TRX) });
    expect((await withdraw(desk)).status).toBe("waiting");
    desk.clock.nowMs += DAY_MS;
    expect((await withdraw(desk)).status).toBe("approval");
    await pass(desk, DAY_MS);
    desk.clock.nowMs -= DAY_MS;
    expect((await withdraw(desk)).status).toBe("waiting");
  });

  test("what was asked for by a clock that was behind counts on the chain's day", async () => {
    const desk = await own({ customerDaySun: sun(15 * TRX) });
    await pass(desk, 3 * DAY_MS);
    desk.clock.nowMs -= 2 * DAY_MS;
    expect((await withdraw(desk)).status).toBe("waiting");
    desk.clock.nowMs += 2 * DAY_MS;
    expect((await withdraw(desk)).status).toBe("approval");
  });
});

test("a clock that is set back is named as what keeps orders out, not a node that answers", async () => {
  const desk = await openDesk({ chainFollowsWallClock: true });
  const { chainClock, gates } = desk.engine;
  desk.clock.nowMs -= DAY_MS;
  expect(chainClock.sawHead(desk.chain.mine())).toBe(false);
  // The follower reads no further.
  gates.follows(() => false);
  expect(gates.chainProblem()).toMatch(/ahead of this machine's clock/);
});
