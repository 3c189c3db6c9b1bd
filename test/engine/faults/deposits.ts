/** Deposits: from the key of the addresses to what is credited, seen, forgotten, and booked by hand. */
import { expect } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { givenLine } from "../../../src/domain/deposit-address.js";
import { sun } from "../../../src/domain/money.js";
import type { AddressLog } from "../../../src/engine/context.js";
import {
  completeLog,
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
  keepInLog,
  retireDepositKey,
} from "../../../src/engine/deposits/addresses.js";

import { claimAddress, importAddresses } from "../../../src/engine/deposits/claim.js";
import { bookDeposits } from "../../../src/engine/deposits/deposits.js";
import {
  approveDeposit,
  readReview,
  refuseDeposit,
  undoDeposit,
} from "../../../src/engine/deposits/review.js";
import { applyScanned, scanFrom, scanGoesOn } from "../../../src/engine/deposits/scan.js";
import {
  depositsInTime,
  depositsLate,
  passScanned,
  readUnreadBlocks,
  scanAgain,
} from "../../../src/engine/deposits/unread-block.js";
import {
  confirmUsdtRate,
  creditRatedAtStart,
  setUsdtRate,
} from "../../../src/engine/deposits/usdt-rates.js";
import { watchUnknown } from "../../../src/engine/deposits/watched.js";
import { applyBlock } from "../../../src/engine/legs/follow-chain.js";
import { noteCover, readOwed, releaseCover } from "../../../src/engine/operating/cover.js";

import { confirmRestore } from "../../../src/engine/operating/restore.js";
import { insertTelegramUser } from "../../../src/store/chat/telegram-users.js";

import { addressOf } from "../../support/addresses.js";
import {
  accountXpub,
  DEPOSITS,
  money,
  payingDesk,
  RATE_SUN,
  solidWith,
  usdt,
} from "../../support/deposits.js";
import { openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";

async function paidIn(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS });
  const { engine, customerId } = desk;
  await faulty(desk, scanFrom, desk.chain.head);
  await faulty(desk, confirmDepositKey, engine, DEPOSITS.keys.first);
  await faulty(desk, setUsdtRate, engine, RATE_SUN, "test");
  desk.clock.nowMs += 1_000;
  const address = await faulty(desk, depositAddressFor, engine, customerId);
  const at = engine.now();
  const brought = [money(address), usdt(address), money(address, { amount: 5n })];
  const block = solidWith(desk, ...brought);
  await faulty(desk, applyScanned, [block], DEPOSITS.terms, at);
  expect(desk.moneySunOf(customerId).available).toBe(114_000_000);
  const foreign = { ...solidWith(desk), parentId: "f".repeat(64) };
  await faulty(desk, applyScanned, [foreign], DEPOSITS.terms, at);
  await faulty(desk, scanGoesOn, at);
  const [, , small = money(address)] = brought;
  const shown = { blockNumber: 2, blockTimestampMs: at, money: [small] };
  await faulty(desk, bookDeposits, engine, small.txid, shown);
  expect(desk.moneySunOf(customerId).available).toBe(114_000_005);
}

async function lapsed(faulty: Faulty): Promise<void> {
  const deposits = { ...DEPOSITS, terms: { ...DEPOSITS.terms, rateLastsMs: 1 } };
  const { desk, address } = await payingDesk({ deposits });
  const { engine } = desk;
  const block = solidWith(desk, usdt(address));
  await faulty(desk, applyScanned, [block], deposits.terms, engine.now());
  await faulty(desk, confirmUsdtRate, engine, "test");
  expect(desk.moneySun.available).toBe(64_000_000);
  await faulty(desk, creditRatedAtStart, engine);
}

async function passed(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS });
  const { engine, customerId } = desk;
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  await desk.commit(() => scanFrom(desk.chain.head));
  const address = await depositAddressFor(engine, customerId);
  const at = engine.now();
  const block = solidWith(desk, money(address));
  expect(await faulty(desk, passScanned, block, "no node gives it", at)).toBe(true);
  expect(await readUnreadBlocks(engine)).toEqual([block.number]);
  await faulty(desk, depositsLate, 21, "no node gives it", at);
  await faulty(desk, depositsInTime, at);
  expect(await faulty(desk, scanAgain, block, DEPOSITS.terms, at)).toBe(1);
  expect(await readUnreadBlocks(engine)).toEqual([]);
  expect(await faulty(desk, scanAgain, block, DEPOSITS.terms, at)).toBe(0);
}

async function seen(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS });
  await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
  await desk.commit(() => scanFrom(desk.chain.head));
  const address = await depositAddressFor(desk.engine, desk.customerId);
  const { txid } = money(address);
  const transfer = { from: addressOf(0xf00), to: address, amountSun: RATE_SUN };
  const block = desk.chain.mine([{ txid, success: true, transfer }]);
  await faulty(desk, applyBlock, block, desk.moment);
  expect(desk.rows("SELECT status FROM deposit")).toEqual([{ status: "seen" }]);
}

async function reviewed(faulty: Faulty): Promise<void> {
  const { desk, address } = await payingDesk();
  const { engine, customerId } = desk;
  const unproven = () => ({ ...money(address), doubt: "unsigned" }) as const;
  const bound = { ...DEPOSITS.terms, reviewAboveSun: sun(1) };
  const block = solidWith(desk, unproven(), unproven(), money(address));
  await faulty(desk, applyScanned, [block], bound, engine.now());
  const [first, second] = (await readReview(engine)).filter(({ reason }) => reason !== "cover");
  await faulty(desk, approveDeposit, engine, must(first, "a deposit").depositId, "Ann");
  const decision = { by: "Ann", reason: "a test" };
  await faulty(desk, refuseDeposit, engine, must(second, "a deposit").depositId, decision);
  const short = { shortfallSun: sun(3), lastBlock: 1, coversWaiting: false };
  await faulty(desk, noteCover, engine, short, []);
  await faulty(desk, releaseCover, engine, { sumSun: sun(3), by: "Ann" });
  const { waitingIds } = await readOwed(engine);
  const clean = { shortfallSun: sun(0), lastBlock: 2, coversWaiting: true };
  await faulty(desk, noteCover, engine, clean, waitingIds);
  expect(desk.moneySunOf(customerId).available).toBe(100_000_000);
  await faulty(desk, undoDeposit, engine, must(first, "a deposit").depositId, decision);
  expect(desk.moneySunOf(customerId).available).toBe(50_000_000);
}

async function logged(faulty: Faulty): Promise<void> {
  const { desk, address } = await payingDesk();
  const given = { customerId: desk.customerId, name: "test", index: 1, address };
  let works = false;
  const log: AddressLog = {
    ...{ path: "addresses.log", holds: () => false, read: () => [] },
    append: async () => {
      if (!works) throw new Error("the disk is full");
    },
  };
  const engine = { ...desk.engine, deposits: { ...DEPOSITS, log } };
  const refused = () => faulty(desk, keepInLog, engine, given);
  await expect(refused()).rejects.toMatchObject({ code: "BUSY" });
  works = true;
  await faulty(desk, keepInLog, engine, given);
  expect(desk.rows("SELECT kind FROM incident WHERE closed_at IS NULL")).toEqual([]);
  works = false;
  expect(await faulty(desk, completeLog, engine)).toBe("the disk is full");
}

async function keysChanged(faulty: Faulty): Promise<void> {
  const { desk, address } = await payingDesk();
  const { customerId } = desk;
  await desk.commit(() => insertTelegramUser(77, customerId, "en", 1));
  const { hash } = DEPOSITS.keys;
  const engine = { ...desk.engine, deposits: { ...DEPOSITS, keys: depositKeysOf(accountXpub(5)) } };
  await faulty(desk, retireDepositKey, engine, hash, "Ann");
  await faulty(desk, applyScanned, [solidWith(desk, money(address))], DEPOSITS.terms, engine.now());
  const [waits] = await readReview(engine);
  await faulty(desk, approveDeposit, engine, must(waits, "a deposit").depositId, "Ann");
  expect(desk.moneySunOf(customerId).available).toBe(50_000_000);
}

async function claimed(faulty: Faulty): Promise<void> {
  const { desk } = await payingDesk();
  const { engine, customerId } = desk;
  await confirmRestore(engine, { takenAt: 1, block: 1 });
  expect(await faulty(desk, watchUnknown, engine)).toBe(1_000);
  const [two, three] = [DEPOSITS.keys.addressAt(2), DEPOSITS.keys.addressAt(3)];
  const block = solidWith(desk, money(two), money(three), money(three, { amount: 5n }));
  await faulty(desk, applyScanned, [block], DEPOSITS.terms, engine.now());
  await faulty(desk, claimAddress, engine, { address: two, customerId, by: "Ann" });
  expect(desk.moneySunOf(customerId).available).toBe(50_000_000);
  const other = engine.newId();
  const line = givenLine({ customerId: other, name: "Other", index: 3, address: three });
  expect(await faulty(desk, importAddresses, engine, line)).toMatchObject({ created: [other] });
  expect(desk.moneySunOf(other).available).toBe(50_000_000);
}

export const deposits: Stories = {
  logged,
  claimed,
  "keys changed": keysChanged,
  "paid in": paidIn,
  "seen at the head": seen,
  "not read": passed,
  "without a rate": lapsed,
  reviewed,
};
