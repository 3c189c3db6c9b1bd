/** Deposits that wait: what lets them wait, who ends it, once; what leaves while less is there than the desk owes; and those too small to be told of each time. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import type { Doubt, IncomingMoney } from "../../src/domain/deposit.js";
import { sun } from "../../src/domain/money.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { bookDeposits, readDeposits } from "../../src/engine/deposits/deposits.js";
import {
  approveDeposit,
  readReview,
  refuseDeposit,
  undoDeposit,
} from "../../src/engine/deposits/review.js";
import { applyScanned, noteSeen, type ScannedBlock } from "../../src/engine/deposits/scan.js";
import { passScanned } from "../../src/engine/deposits/unread-block.js";
import { applyBlock } from "../../src/engine/legs/follow-chain.js";
import type { PassedBlock } from "../../src/engine/not-read.js";
import { noteCover, readOwed, releaseCover } from "../../src/engine/operating/cover.js";
import { assertPayoutsPossible } from "../../src/engine/payouts/payouts.js";
import { availableOf, EXTERNAL, move } from "../../src/store/ledger.js";
import {
  BESIDE,
  DEPOSITS,
  depositRows,
  money,
  payingDesk,
  scan,
  solidOf,
  solidWith,
  usdt,
} from "../support/deposits.js";
import type { Desk } from "../support/desk.js";
import { botKnows } from "../support/withdrawals.js";

const TRX = 1_000_000n;
/** 100 TRX within an hour. */
const BOUND = { ...DEPOSITS.terms, reviewAboveSun: sun(100_000_000) };

const scanBound = (desk: Desk, ...blocks: ScannedBlock[]) =>
  desk.commit(() => applyScanned(blocks, BOUND, desk.engine.now()));

const doubtful = (to: Address, doubt: Doubt, change: Partial<IncomingMoney> = {}) => ({
  ...money(to, change),
  doubt,
});

const availableSun = (desk: Desk) => desk.moneySunOf(desk.customerId).available;
const trx = (to: Address, amount: bigint) => money(to, { amount: amount * TRX });

/** A reading that found enough, or not. */
const read = (shortTrx: number, coversWaiting = shortTrx === 0) => ({
  ...{ shortfallSun: sun(shortTrx * 1_000_000), coversWaiting, lastBlock: 9 },
});

const idsOf = async (desk: Desk) => (await readReview(desk.engine)).map((one) => one.depositId);

describe("what is not proven waits, and holds up nothing", () => {
  test.each<Doubt>(["unsigned", "several_signatures", "permission", "contract"])(
    "%s",
    async (doubt) => {
      const { desk, address } = await payingDesk();
      const after = money(address);
      await scan(desk, solidWith(desk, doubtful(address, doubt)), solidWith(desk, after));
      expect(availableSun(desk)).toBe(50_000_000);
      expect(await readReview(desk.engine)).toMatchObject([
        { status: "review", reason: doubt, creditedSun: 0 },
      ]);
    },
  );

  test("a block that the desk has not followed, and that not all hosts in step have", async () => {
    const { desk, address } = await payingDesk();
    await scan(desk, { ...solidWith(desk, usdt(address)), isAgreed: false });
    expect(await readReview(desk.engine)).toMatchObject([{ status: "review", reason: "block" }]);
  });

  test("a block that it followed counts, whatever hosts say; another at that height is of another chain", async () => {
    const { desk, address } = await payingDesk();
    const block = desk.chain.mine();
    await desk.commit(() => applyBlock(block, desk.moment));
    const other = { ...solidOf(block, [money(address)]), id: "f".repeat(64) };
    expect(await scan(desk, other)).toMatchObject({ foreign: true, credited: 0 });
    expect(availableSun(desk)).toBe(0);
    expect(desk.rows("SELECT kind FROM incident")).toEqual([{ kind: "deposit-chain" }]);
    await scan(desk, { ...solidOf(block, [money(address)]), isAgreed: false });
    expect(availableSun(desk)).toBe(50_000_000);
  });
});

test("what the operator's own accounts beside the desk send waits, in TRX and USDT", async () => {
  const { desk, address } = await payingDesk();
  const [from, after] = [BESIDE, money(address)];
  await scan(desk, solidWith(desk, money(address, { from }), usdt(address, { from }), after));
  const waiting = await readReview(desk.engine);
  expect(waiting.map(({ asset }) => asset).sort()).toEqual(["TRX", "USDT"]);
  expect(waiting).toMatchObject([{ reason: "own" }, { reason: "own" }]);
  expect(availableSun(desk)).toBe(50_000_000);
});

test("a block that no node gives is passed only as the one that was followed there", async () => {
  const { desk } = await payingDesk();
  const block = desk.chain.mine();
  await desk.commit(() => applyBlock(block, desk.moment));
  const pass = (told: PassedBlock) =>
    desk.commit(() => passScanned(told, "no node gives it", desk.engine.now()));
  expect(await pass({ ...block, id: "f".repeat(64) })).toBe(false);
  expect(await scan(desk, solidOf(block, []))).toMatchObject({ foreign: false });
  const next = desk.chain.mine();
  await desk.commit(() => applyBlock(next, desk.moment));
  expect(await pass(next)).toBe(true);
});

describe("the operator", () => {
  async function waiting() {
    const { desk, address } = await payingDesk();
    const one = { ...usdt(address), doubt: "block" } as const;
    const block = solidWith(desk, one);
    await scan(desk, block);
    return { desk, block, one, id: must((await idsOf(desk))[0], "a deposit that waits") };
  }

  test("approves by name: credited once, with the rate of its block", async () => {
    const { desk, id, one } = await waiting();
    expect(await approveDeposit(desk.engine, id, "Ann")).toMatchObject({
      ...{ status: "credited", creditedSun: 64_000_000, decidedBy: "Ann" },
    });
    desk.assertSound();
    const again = approveDeposit(desk.engine, id, "Ann");
    await expect(again).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
    await scan(desk, solidWith(desk, one));
    expect(availableSun(desk)).toBe(64_000_000);
  });

  test("refuses: it is not credited, whoever reads its block again", async () => {
    const { desk, id, one } = await waiting();
    const decision = { by: "Ann", reason: "no explorer shows it" };
    expect(await refuseDeposit(desk.engine, id, decision)).toMatchObject({
      ...{ status: "refused", reason: "no explorer shows it", decidedBy: "Ann" },
    });
    await scan(desk, solidWith(desk, one));
    expect(availableSun(desk)).toBe(0);
    const again = refuseDeposit(desk.engine, id, decision);
    await expect(again).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
    const unknown = approveDeposit(desk.engine, "0".repeat(24), "Bob");
    await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("approves by name what was refused", async () => {
    const { desk, id } = await waiting();
    await refuseDeposit(desk.engine, id, { by: "Ann", reason: "no explorer shows it" });
    expect(await approveDeposit(desk.engine, id, "Bob")).toMatchObject({ decidedBy: "Bob" });
    expect(availableSun(desk)).toBe(64_000_000);
    desk.assertSound();
  });

  test("`deposit book` decides nothing that a name decides, and says what does", async () => {
    const { desk, id, one, block } = await waiting();
    const shown = { blockNumber: block.number, blockTimestampMs: block.timestampMs, money: [one] };
    const booked = () => bookDeposits(desk.engine, one.txid, shown);
    const decision = { by: "Ann", reason: "no explorer shows it" };
    await expect(booked()).rejects.toThrow(/is review: .*`desk deposit approve/);
    await refuseDeposit(desk.engine, id, decision);
    await expect(booked()).rejects.toThrow(/Ann has refused it: `desk deposit approve/);
    await approveDeposit(desk.engine, id, "Bob");
    await undoDeposit(desk.engine, id, decision);
    await expect(booked()).rejects.toThrow(/for good: .*`desk customer credit .* --paid`/);
    expect(availableSun(desk)).toBe(0);
    desk.assertSound();
  });

  test("takes back what was credited wrongly, by name and for good, where it is there", async () => {
    const { desk, id, one } = await waiting();
    await approveDeposit(desk.engine, id, "Ann");
    const decision = { by: "Bob", reason: "paid by ourselves" };
    await desk.commit(() =>
      move({
        ...{ id: "debit:7", from: availableOf(desk.customerId), to: EXTERNAL, at: 1 },
        ...{ amountSun: sun(1_000_000), kind: "correction" },
      }),
    );
    const short = undoDeposit(desk.engine, id, decision);
    await expect(short).rejects.toThrow(/has brought 64 TRX, and .* has 63 TRX available/);
    await scan(
      desk,
      solidWith(desk, money(must(depositRows(desk)[0], "a row").address as Address)),
    );
    expect(await undoDeposit(desk.engine, id, decision)).toMatchObject({
      ...{ status: "undone", creditedSun: 0, reason: "paid by ourselves", decidedBy: "Bob" },
    });
    desk.assertSound();
    expect(availableSun(desk)).toBe(49_000_000);
    await scan(desk, solidWith(desk, one));
    expect(availableSun(desk)).toBe(49_000_000);
    const again = undoDeposit(desk.engine, id, decision);
    await expect(again).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
  });
});

describe("above the bound of an hour", () => {
  test("a deposit waits for cover, also in parts, and of several customers together", async () => {
    const { desk, address } = await payingDesk();
    const other = await createCustomer(desk.engine, "Another");
    const to = await depositAddressFor(desk.engine, other.customerId);
    await scanBound(desk, solidWith(desk, trx(address, 60n), trx(address, 40n)));
    await scanBound(desk, solidWith(desk, trx(address, 1n), trx(to, 2n)));
    expect(availableSun(desk)).toBe(100_000_000);
    expect(desk.moneySunOf(other.customerId).available).toBe(0);
    expect(await readReview(desk.engine)).toMatchObject([{ reason: "cover" }, { reason: "cover" }]);
  });

  test("the hour is over by chain time and by wall time, not by one of them", async () => {
    const { desk, address } = await payingDesk();
    const later = (laterMs: number, amount: bigint) =>
      solidOf(desk.chain.mine([], laterMs), [trx(address, amount)]);
    await scanBound(desk, later(3_000, 100n));
    // Blocks far apart that are read at once, after a stop.
    await scanBound(desk, later(3_700_000, 30n));
    expect(availableSun(desk)).toBe(100_000_000);
    // A clock that has jumped ahead.
    desk.clock.nowMs += 3_700_000;
    await scanBound(desk, later(3_000, 90n));
    expect(availableSun(desk)).toBe(190_000_000);
    desk.clock.nowMs += 3_700_000;
    await scanBound(desk, later(3_000, 20n));
    expect(availableSun(desk)).toBe(190_000_000);
    await scanBound(desk, later(3_700_000, 20n));
    expect(availableSun(desk)).toBe(210_000_000);
  });

  test("a clean reading that has counted it credits it, once; no other does", async () => {
    const { desk, address } = await payingDesk();
    const { engine } = desk;
    await scanBound(desk, solidWith(desk, trx(address, 101n), doubtful(address, "contract")));
    const owed = await readOwed(engine);
    expect(owed).toMatchObject({ waitingSun: 101_000_000, availableSun: 0 });
    await noteCover(engine, read(0, false), owed.waitingIds);
    await noteCover(engine, read(5), owed.waitingIds);
    // It came after the books were read.
    await noteCover(engine, read(0), []);
    expect(availableSun(desk)).toBe(0);
    expect(await noteCover(engine, read(0), owed.waitingIds)).toBe(1);
    expect(await noteCover(engine, read(0), owed.waitingIds)).toBe(0);
    desk.assertSound();
    expect(availableSun(desk)).toBe(101_000_000);
    expect(depositRows(desk)).toContainEqual(
      expect.objectContaining({ status: "credited", decided_by: "cover" }),
    );
    expect(await readReview(engine)).toMatchObject([{ reason: "contract" }]);
  });

  test("0 is no bound", async () => {
    const { desk, address } = await payingDesk();
    await scan(desk, solidWith(desk, trx(address, 1_000_000n)));
    expect(availableSun(desk)).toBe(1e12);
  });
});

describe("while less is there than the desk owes", () => {
  const isHeld = (desk: Desk) => {
    try {
      assertPayoutsPossible(desk.engine);
      return false;
    } catch (error) {
      expect(error).toMatchObject({
        code: "DESK_HALTED",
        message: expect.stringContaining("desk cover release"),
      });
      return true;
    }
  };

  test("nothing leaves, over restarts, until a reading is clean", async () => {
    const { desk } = await payingDesk();
    await noteCover(desk.engine, read(7), []);
    expect(isHeld(desk)).toBe(true);
    await desk.restart();
    expect(isHeld(desk)).toBe(true);
    await noteCover(desk.engine, read(0), []);
    expect(isHeld(desk)).toBe(false);
    await desk.restart();
    expect(isHeld(desk)).toBe(false);
  });

  test("a release by name lets it go on for the sum seen, and not for more", async () => {
    const { desk } = await payingDesk();
    const release = (trx: number) =>
      releaseCover(desk.engine, { sumSun: sun(trx * 1_000_000), by: "Ann" });
    const early = release(7);
    await expect(early).rejects.toMatchObject({ code: "NOT_FOUND" });
    await noteCover(desk.engine, read(7), []);
    await expect(release(6.999999)).rejects.toMatchObject({
      details: [
        { path: "SUM", message: expect.stringContaining("the 7 TRX that are missing now") },
      ],
    });
    expect(isHeld(desk)).toBe(true);
    await release(7);
    expect(isHeld(desk)).toBe(false);
    await noteCover(desk.engine, read(6), []);
    await desk.restart();
    expect(isHeld(desk)).toBe(false);
    await noteCover(desk.engine, read(8), []);
    expect(isHeld(desk)).toBe(true);
    expect(desk.rows("SELECT kind, text FROM incident WHERE kind = 'cover-released'")).toEqual([
      { kind: "cover-released", text: expect.stringMatching(/^Ann lets .* 7 TRX are missing/) },
    ]);
    await noteCover(desk.engine, read(0), []);
    await noteCover(desk.engine, read(1), []);
    expect(isHeld(desk)).toBe(true);
  });
});

const DAY_MS = 86_400_000;

test("below a hundredth of the minimum each is listed, and the first of a day is told of", async () => {
  const { desk, address } = await payingDesk();
  await desk.commit(() => botKnows(desk.customerId));
  const told = () =>
    desk
      .rows("SELECT payload FROM outbox ORDER BY id")
      .map(({ payload }) => JSON.parse(String(payload)));
  const [first, second] = [money(address, { amount: 9_999n }), money(address, { amount: 1n })];
  await scan(desk, solidWith(desk, first, second, usdt(address, { amount: 9_999n })));
  await scan(desk, solidWith(desk, money(address, { amount: 1n })));
  expect(told()).toMatchObject([{ status: "below_minimum", amount: "9999", asset: "TRX" }]);
  const { deposits } = await readDeposits(desk.engine, { customerId: desk.customerId, limit: 20 });
  expect(deposits.map(({ status }) => status)).toEqual(Array(4).fill("below_minimum"));

  // A hundredth and more is told of each time.
  await scan(
    desk,
    solidWith(desk, money(address, { amount: 10_000n }), money(address, { amount: 10_000n })),
  );
  expect(told()).toHaveLength(3);
  desk.clock.nowMs += DAY_MS;
  await scan(desk, solidWith(desk, money(address, { amount: 1n }), money(address, { amount: 1n })));
  expect(told()).toHaveLength(4);
});

test("none is told of before it is solid", async () => {
  const { desk, address } = await payingDesk();
  await desk.commit(() => botKnows(desk.customerId));
  const { txid, from } = money(address);
  const seen = (id: string, amountSun: number) => ({
    ...{ txid: id, success: true, tokenCall: undefined },
    transfer: { from, to: address, amountSun },
  });
  const head = desk.chain.mine();
  const transactions = [seen(txid, 1), seen(`${txid.slice(1)}0`, 2_000_000)];
  await desk.commit(() => noteSeen({ ...head, transactions } as never, DEPOSITS.terms, 1));
  expect(desk.rows("SELECT status FROM deposit")).toHaveLength(2);
  expect(desk.rows("SELECT key FROM outbox")).toHaveLength(1);
});
