/** Keys of deposits: confirmed by typing their first address, and retired when they are lost. */
import { HDKey } from "@scure/bip32";
import { expect, test } from "vitest";
import { depositsWaitFor } from "../../src/boot/deposits.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { Engine } from "../../src/engine/context.js";
import {
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
  readDepositKeys,
  retireDepositKey,
  takesDeposits,
} from "../../src/engine/deposits/addresses.js";
import { bookDeposits, readDepositOffer } from "../../src/engine/deposits/deposits.js";
import { approveDeposit, readReview } from "../../src/engine/deposits/review.js";
import { applyScanned } from "../../src/engine/deposits/scan.js";
import { applyBlock } from "../../src/engine/legs/follow-chain.js";
import { noteCover, readOwed } from "../../src/engine/operating/cover.js";
import { insertTelegramUser } from "../../src/store/chat/telegram-users.js";
import { run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import {
  accountXpub,
  DEPOSITS,
  depositRows,
  money,
  payingDesk,
  scan,
  solidWith,
  XPUB,
} from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";

const OLD = DEPOSITS.keys.hash;
const NEW = depositKeysOf(accountXpub(5));

/** The desk with another DEPOSIT_XPUB. */
const withKey = (desk: Desk, keys = NEW): Engine => ({
  ...desk.engine,
  deposits: { ...DEPOSITS, keys },
});

/** A customer had an address of a key that is retired now, for one that is confirmed. */
async function retired() {
  const { desk, address } = await payingDesk();
  const engine = withKey(desk);
  await retireDepositKey(engine, OLD, "Ann");
  await confirmDepositKey(engine, NEW.first);
  return { desk, engine, address };
}

const waiting = async (engine: Engine) =>
  (await readReview(engine)).map(({ address, reason }) => ({ address, reason }));

test("the first address of a key is not told to who types another", async () => {
  const desk = await openDesk({ deposits: DEPOSITS });
  expect(await depositsWaitFor(desk.engine)).toBe("m/44'/195'/0'/0/0");
  const refused = await confirmDepositKey(desk.engine, addressOf(3)).catch(String);
  expect(refused).toMatch(/is not the first address of DEPOSIT_XPUB: .* at m\/44'\/195'\/0'\/0\/0/);
  expect(refused).not.toContain(DEPOSITS.keys.first);
});

test("what comes to an address of a retired key waits, and is credited by name", async () => {
  const { desk, engine, address } = await retired();
  await scan(desk, solidWith(desk, money(address)));
  expect(await waiting(engine)).toEqual([{ address, reason: "retired" }]);
  expect(desk.moneySunOf(desk.customerId).available).toBe(0);
  const [one] = await readReview(engine);
  await approveDeposit(engine, must(one, "a deposit").depositId, "Ann");
  expect(desk.moneySunOf(desk.customerId).available).toBe(50_000_000);
});

test("so does what the operator books by its transaction", async () => {
  const { desk, engine, address } = await retired();
  const small = money(address, { amount: 5n });
  await scan(desk, solidWith(desk, small));
  const shown = { blockNumber: 2, blockTimestampMs: engine.now(), money: [small] };
  const booked = bookDeposits(engine, small.txid, shown);
  await expect(booked).rejects.toThrow(/waits for a decision: `desk deposit approve/);
  expect(await waiting(engine)).toEqual([{ address, reason: "retired" }]);
});

test("it is not told of as on its way", async () => {
  const { desk, address } = await retired();
  const { txid } = money(address);
  const transfer = { from: addressOf(0xf00), to: address, amountSun: sun(5_000_000) };
  await desk.commit(() =>
    applyBlock(desk.chain.mine([{ txid, success: true, transfer }]), desk.moment),
  );
  expect(depositRows(desk)).toEqual([]);
});

test("what waited for cover there waits for the operator, and cover does not count its addresses", async () => {
  const { desk, address } = await payingDesk();
  const bound = { ...DEPOSITS.terms, reviewAboveSun: sun(1) };
  await desk.commit(() => applyScanned([solidWith(desk, money(address))], bound, 1));
  const engine = withKey(desk);
  const { addresses, waitingIds } = await readOwed(engine);
  expect(addresses).toEqual([address]);
  await retireDepositKey(engine, OLD, "Ann");
  expect(await readOwed(engine)).toMatchObject({
    ...{ addresses: [], retiredAddresses: 1, waitingIds: [], waitingSun: 0 },
  });
  const clean = { shortfallSun: sun(0), lastBlock: 2, coversWaiting: true };
  expect(await noteCover(engine, clean, waitingIds)).toBe(0);
  expect(await waiting(engine)).toEqual([{ address, reason: "retired" }]);
});

test("its customers are told once, and have an address of the key in use", async () => {
  const { desk, address } = await payingDesk();
  const { customerId } = desk;
  await desk.commit(() => insertTelegramUser(77, customerId, "en", 1));
  const engine = withKey(desk);
  await retireDepositKey(engine, OLD, "Ann");
  await retireDepositKey(engine, OLD, "Bob");
  expect(desk.rows("SELECT chat_id, payload FROM outbox")).toEqual([
    { chat_id: 77, payload: JSON.stringify({ event: "addressRetired", address }) },
  ]);
  desk.clock.nowMs += 1_000;
  await confirmDepositKey(engine, NEW.first);
  const fresh = await depositAddressFor(engine, customerId);
  expect(fresh).not.toBe(address);
  expect(await readDepositOffer(engine, customerId)).toMatchObject({
    address: fresh,
    retired: [address],
  });
  const kept = { account: 0, addresses: 1, retiredBy: "Ann", isInUse: false };
  expect(await readDepositKeys(engine)).toMatchObject([
    { keyHash: OLD, ...kept },
    { keyHash: NEW.hash, account: 5, addresses: 1, retiredBy: null, isInUse: true },
  ]);
});

test("a key that is not known, or in use, however it is written, is not retired", async () => {
  const { desk } = await payingDesk();
  const retire = (engine: Engine, hash: string) => retireDepositKey(engine, hash, "Ann");
  await expect(retire(desk.engine, OLD)).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
  const receiving = depositKeysOf(HDKey.fromExtendedKey(XPUB).deriveChild(0).publicExtendedKey);
  const engine = withKey(desk, receiving);
  await expect(retire(engine, OLD)).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
  await expect(retire(engine, "0".repeat(16))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a retired key stays retired, whoever writes to the table", async () => {
  const { desk } = await retired();
  for (const sql of [
    "UPDATE deposit_key SET retired_at = NULL, retired_by = NULL",
    "DELETE FROM deposit_key",
  ]) {
    await expect(desk.commit(() => run(sql))).rejects.toThrow(/retired|never deleted/);
  }
});

test("a retired key is not taken again, however it is written, nor asked for to be confirmed, nor shown", async () => {
  const { desk, engine } = await retired();
  expect(await takesDeposits(desk.engine)).toBe(false);
  expect(await depositsWaitFor(engine)).toBeUndefined();
  const receiving = depositKeysOf(HDKey.fromExtendedKey(XPUB).deriveChild(0).publicExtendedKey);
  for (const keys of [DEPOSITS.keys, receiving]) {
    expect(await depositsWaitFor(withKey(desk, keys))).toBeUndefined();
    const confirmed = confirmDepositKey(withKey(desk, keys), keys.first);
    await expect(confirmed).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
    const offer = readDepositOffer(withKey(desk, keys), desk.customerId);
    await expect(offer).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});
