/** Payouts: what is due, the money with each step, deaths that give it back, and forks that do not. */
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { startAt } from "../../src/engine/legs/follow-chain.js";
import { readNextPayoutTimestamp, readPayoutList } from "../../src/engine/payouts/payout-lists.js";
import {
  assertPayoutsPossible,
  declarePayoutDead,
  nextPayoutAttempt,
  payoutExpired,
  payoutRefused,
  payoutSent,
  payoutSigned,
} from "../../src/engine/payouts/payouts.js";
import { readEarners } from "../../src/engine/payouts/seller-payouts.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  earn,
  earners,
  payoutRow,
  sellers,
  signedPayout,
  startPayout,
  TRX,
} from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { fork, mine, solidify, solidifyFailures } from "../support/steps.js";

/** What a seller has, the desk's revenue, and the world outside, in TRX. */
const money = (desk: Desk, seller: Address) => ({
  earned: desk.balanceSun(`earned:${seller}`) / TRX,
  revenue: desk.balanceSun("revenue") / TRX,
});

/** A payout of 40 TRX, 39.5 of them to the seller, signed and not sent. */
async function started() {
  const desk = await openDesk();
  const [seller] = (await sellers(desk, 40)) as [Address];
  const id = await startPayout(desk, seller);
  const { txid } = payoutRow(desk, id);
  return { desk, seller, id, txid };
}

async function sent() {
  const one = await started();
  await one.desk.commit(() => payoutSent(one.id));
  return one;
}

async function included() {
  const one = await sent();
  await mine(one.desk, [one.txid]);
  return one;
}

const WHOLE = { earned: 40, revenue: 0 };
const OUT = { earned: 0, revenue: 0.5 };

describe("due", () => {
  test("is the whole balance less the fee, from the minimum on", async () => {
    const desk = await openDesk();
    const [a, b, c, d] = await sellers(desk, 10, 9.999999, 0, 250);
    const { due, below } = await earners(desk);
    const now = { waits: null, dueAt: null };
    expect(due).toEqual([
      { seller: a, earnedSun: 10 * TRX, amountSun: 9.5 * TRX, feeSun: TRX / 2, ...now },
      { seller: d, earnedSun: 250 * TRX, amountSun: 249.5 * TRX, feeSun: TRX / 2, ...now },
    ]);
    expect(below.map(({ seller }) => seller)).toEqual([b]);
    expect([...due, ...below].map(({ seller }) => seller)).not.toContain(c);
  });

  test("is nobody with a payout under way, and who waited longest comes first", async () => {
    const desk = await openDesk();
    const [a, b, c] = (await sellers(desk, 20, 20, 20)) as [Address, Address, Address];
    const id = await startPayout(desk, a);
    await desk.commit(() => earn(a, sun(30 * TRX), desk.clock.nowMs + 50));
    expect((await earners(desk)).due.map(({ seller }) => seller)).toEqual([b, c]);
    await mine(desk, [payoutRow(desk, id).txid]);
    await solidify(desk);
    expect((await earners(desk)).due.map(({ seller }) => seller)).toEqual([b, c, a]);
  });

  test("is not the paying account itself", async () => {
    const desk = await openDesk();
    const [a] = (await sellers(desk, 20)) as [Address];
    expect((await readEarners(desk.engine, a)).due).toEqual([]);
  });
});

describe("a payout", () => {
  test("takes the money with its signed bytes, the fee to the desk", async () => {
    const { desk, seller, id } = await started();
    expect(money(desk, seller)).toEqual(OUT);
    expect(payoutRow(desk, id)).toMatchObject({
      state: "signed",
      attempts: 1,
      amount_sun: 39.5 * TRX,
      fee_sun: TRX / 2,
    });
  });

  test("is paid once its block is solidified", async () => {
    const { desk, seller, id } = await included();
    expect(payoutRow(desk, id)).toMatchObject({ state: "included", finished_at: null });
    await solidify(desk, desk.chain.head.number - 1);
    expect(payoutRow(desk, id).state).toBe("included");
    await solidify(desk);
    expect(payoutRow(desk, id)).toMatchObject({ state: "paid", finished_at: desk.clock.nowMs });
    expect(money(desk, seller)).toEqual(OUT);
    const { payouts } = await readPayoutList(desk.engine, { seller, limit: 1 });
    expect(payouts).toMatchObject([{ amountSun: 39.5 * TRX, feeSun: 0.5 * TRX }]);
  });

  test("may reach its block before the answer to its broadcast", async () => {
    const { desk, id, txid } = await started();
    await mine(desk, [txid]);
    await desk.commit(() => payoutSent(id));
    expect(payoutRow(desk, id).state).toBe("included");
  });

  test("is one at a time, with money that is there, and a timestamp of its own", async () => {
    const desk = await openDesk();
    const [a, b, c] = (await sellers(desk, 40, 40, 40)) as [Address, Address, Address];
    const twice = [
      await signedPayout(desk, a),
      await signedPayout(desk, a, { txid: "a".repeat(64) }),
    ];
    const later = await signedPayout(desk, a, {
      txid: "b".repeat(64),
      timestampMs: desk.moment.headTimestampMs + 5,
    });
    const stored = await Promise.all(
      twice.map((signed) => desk.database.commit(() => payoutSigned(signed, 1))),
    );
    expect(stored.map((row) => row?.id)).toEqual([twice[0]?.id, undefined]);
    await desk.commit(() => earn(a, sun(40 * TRX), desk.clock.nowMs + 50));
    expect(await desk.commit(() => payoutSigned(later, 1))).toBeUndefined();
    const tooMuch = await signedPayout(desk, b, { amountSun: sun(40 * TRX) });
    expect(await desk.commit(() => payoutSigned(tooMuch, 1))).toBeUndefined();
    const { timestampMs } = await signedPayout(desk, c);
    const sameTime = await signedPayout(desk, c, { timestampMs: timestampMs - 1 });
    expect(await desk.commit(() => payoutSigned(sameTime, 1))).toBeUndefined();
    expect(desk.rows("SELECT count(*) AS n FROM payout")).toEqual([{ n: 1 }]);
    expect(money(desk, b).earned).toBe(40);
  });

  test("may have any timestamp after one that a wrong clock had put far ahead", async () => {
    const desk = await openDesk();
    const [a, b, c] = (await sellers(desk, 40, 40, 40)) as [Address, Address, Address];
    const headMs = desk.chain.head.timestampMs;
    const ahead = await signedPayout(desk, a, { timestampMs: headMs + 365 * 86_400_000 });
    await desk.commit(() => payoutSigned(ahead, 1));
    for (const seller of [b, c]) {
      const timestampMs = await readNextPayoutTimestamp(desk.engine, headMs);
      expect(timestampMs).toBeLessThan(headMs + 60_000);
      const signed = await signedPayout(desk, seller, { timestampMs });
      expect(await desk.commit(() => payoutSigned(signed, 1))).toMatchObject({ seller });
    }
  });

  test("without a fee moves none", async () => {
    const desk = await openDesk();
    const [seller] = (await sellers(desk, 40)) as [Address];
    const whole = { amountSun: sun(40 * TRX), feeSun: sun(0) };
    const signed = await signedPayout(desk, seller, whole);
    await desk.commit(() => payoutSigned(signed, 1));
    expect(money(desk, seller)).toEqual({ earned: 0, revenue: 0 });
    await desk.commit(() => payoutExpired(signed.id, 1));
    expect(money(desk, seller)).toEqual(WHOLE);
  });
});

describe("dead, and the money back with the fee", () => {
  test("not when a node refuses it: the bytes go out again, and the refusal is known until they are taken", async () => {
    const { desk, seller, id, txid } = await started();
    await desk.commit(() => payoutRefused(id, "owner_balance"));
    expect(payoutRow(desk, id)).toMatchObject({ state: "signed", refusal: "owner_balance" });
    expect(money(desk, seller)).toEqual(OUT);
    expect((await earners(desk)).due).toEqual([]);
    expect(await desk.commit(() => nextPayoutAttempt(id))).toBeDefined();
    await desk.commit(() => payoutSent(id));
    expect(payoutRow(desk, id)).toMatchObject({ state: "sent", refusal: null });
    await desk.commit(() => payoutRefused(id, "other"));
    await mine(desk, [txid]);
    expect(payoutRow(desk, id)).toMatchObject({ state: "included", refusal: null });
    await desk.commit(() => payoutRefused(id, "other"));
    expect(payoutRow(desk, id).refusal).toBeNull();
  });

  test("when it failed in its block, once that is final", async () => {
    const { desk, seller, id, txid } = await sent();
    await mine(desk, [txid], false);
    await fork(desk);
    expect(await desk.commit(() => nextPayoutAttempt(id))).toBeDefined();
    await mine(desk, [txid], false);
    expect(money(desk, seller)).toEqual(OUT);
    expect(await desk.commit(() => nextPayoutAttempt(id))).toBeUndefined();
    await solidifyFailures(desk);
    expect(payoutRow(desk, id)).toMatchObject({
      state: "dead",
      death_reason: "failed in its block",
    });
    expect(money(desk, seller)).toEqual(WHOLE);
  });

  test("when it has expired, and not once it is in a block", async () => {
    const { desk, seller, id } = await sent();
    expect(await desk.commit(() => payoutExpired(id, 7))).toBe(true);
    expect(await desk.commit(() => payoutExpired(id, 8))).toBe(false);
    expect(money(desk, seller)).toEqual(WHOLE);
    expect(await desk.commit(() => nextPayoutAttempt(id))).toBeUndefined();
    const there = await included();
    expect(await there.desk.commit(() => payoutExpired(there.id, 7))).toBe(false);
    expect(await there.desk.commit(() => nextPayoutAttempt(there.id))).toBeUndefined();
    expect(money(there.desk, there.seller)).toEqual(OUT);
  });
});

test("the operator may declare one dead by name, once its time is over", async () => {
  const { desk, seller, id } = await sent();
  const how = { reason: "no explorer has it", decidedBy: "Ann" };
  const declare = () => declarePayoutDead(desk.engine, id, how);
  await expect(declare()).rejects.toThrow(/may be in a block until/);
  const { id: block, number, timestampMs } = desk.chain.head;
  const solid = { id: block, number: number + 1, timestampMs: timestampMs + 121_000 };
  desk.engine.chainClock.sawSolid(solid);
  await expect(declare()).rejects.toThrow(/in a block that the desk has not read/);
  await mine(desk, [], true, 121_000);
  expect(await declare()).toMatchObject({
    state: "dead",
    deathReason: "declared dead by Ann: no explorer has it",
  });
  expect(money(desk, seller)).toEqual(WHOLE);
  await expect(declare()).rejects.toThrow(/is dead: it cannot be declared dead/);
});

describe("a fork", () => {
  test("sends the same bytes again, with the money out, and pays once", async () => {
    const { desk, seller, id, txid } = await included();
    await fork(desk);
    expect(payoutRow(desk, id)).toMatchObject({ state: "sent", txid, block_number: null });
    expect(money(desk, seller)).toEqual(OUT);
    const [incident] = readNow(desk.database, () => latestIncidents(1));
    expect(incident?.text).toContain("0 delegations and 1 payouts are sent again");
    await mine(desk, [txid]);
    await solidify(desk);
    expect(payoutRow(desk, id).state).toBe("paid");
    expect(desk.rows("SELECT count(*) AS n FROM transfer WHERE id LIKE '%:pay'")).toEqual([
      { n: 1 },
    ]);
  });

  test("before the payout's block leaves it where it is", async () => {
    const { desk, id } = await included();
    await mine(desk);
    await fork(desk);
    expect(payoutRow(desk, id).state).toBe("included");
  });

  test("that killed it gives the money back", async () => {
    const { desk, seller, id } = await included();
    await fork(desk);
    await desk.commit(() => payoutExpired(id, 7));
    expect(money(desk, seller)).toEqual(WHOLE);
  });

  test("in a gap too long to read is for the one who asks: the payout stays included", async () => {
    const { desk, id } = await included();
    const block = desk.chain.mine();
    await desk.commit(() => startAt(block));
    expect(payoutRow(desk, id).state).toBe("included");
  });
});

describe("nothing is paid out", () => {
  const codeOf = (desk: Desk) => {
    try {
      assertPayoutsPossible(desk.engine);
      return "open";
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };

  test("while the desk is halted, ends, or does not see the chain; a pause is about orders", async () => {
    const desk = await openDesk();
    const { gates } = desk.engine;
    expect(codeOf(desk)).toBe("open");
    gates.hold("pause", "upgrade");
    expect(codeOf(desk)).toBe("open");
    desk.clock.monotonicMs += 31_000;
    expect(codeOf(desk)).toBe("CHAIN_UNAVAILABLE");
    gates.haltFor("a test");
    expect(codeOf(desk)).toBe("DESK_HALTED");
    gates.shutDown();
    expect(codeOf(desk)).toBe("SHUTTING_DOWN");
  });

  test("and what is out is settled all the same", async () => {
    const { desk, seller, id, txid } = await sent();
    desk.engine.gates.haltFor("a test");
    await mine(desk, [txid]);
    await solidify(desk);
    expect(payoutRow(desk, id).state).toBe("paid");
    expect(money(desk, seller)).toEqual(OUT);
  });
});
