/** Deposits: whose address it is, what solid blocks credit and what they do not, once, and in order. */
import { HDKey } from "@scure/bip32";
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import {
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
  takesDeposits,
} from "../../src/engine/deposits/addresses.js";
import { bookDeposits, readDeposits } from "../../src/engine/deposits/deposits.js";
import { scanFrom, scanGoesOn } from "../../src/engine/deposits/scan.js";
import { setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { applyBlock, dropFork } from "../../src/engine/legs/follow-chain.js";
import { approveWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { depositCursor, insertDepositAddress } from "../../src/store/deposits.js";
import { listOwners } from "../../src/store/owners.js";
import { addressOf } from "../support/addresses.js";
import {
  DEPOSITS,
  depositRows,
  money,
  PAYOUT_ACCOUNT,
  payingDesk,
  RATE_SUN,
  SWEEP_TO,
  scan,
  solidOf,
  solidWith,
  USDT,
  usdt,
  XPUB,
} from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";
import { payoutRow } from "../support/payouts.js";
import { readNow } from "../support/read-now.js";
import { paidIn, payWithdrawal, withdraw } from "../support/withdrawals.js";

const wrong = (path: string) => ({ code: "VALIDATION_FAILED", details: [{ path }] });

describe("an address", () => {
  test("is the customer's own, the next of the key, the same for ever", async () => {
    const { desk, address } = await payingDesk();
    expect(address).toBe(DEPOSITS.keys.addressAt(1));
    expect(await depositAddressFor(desk.engine, desk.customerId)).toBe(address);
    await desk.restart();
    expect(await depositAddressFor(desk.engine, desk.customerId)).toBe(address);
    const { customerId } = await createCustomer(desk.engine, "Another");
    expect(await depositAddressFor(desk.engine, customerId)).toBe(DEPOSITS.keys.addressAt(2));
  });

  test("is none that an older version gave out by the hash of an id", async () => {
    const desk = await openDesk({ deposits: DEPOSITS });
    await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
    const older = (index: number, created_at: number) =>
      insertDepositAddress({
        ...{ address: DEPOSITS.keys.addressAt(index), customer_id: desk.customerId, created_at },
        ...{ key_hash: DEPOSITS.keys.hash, key_index: index },
      });
    await desk.database.commit(() => older(2 ** 31 - 1, 1));
    await desk.database.commit(() => older(1, 2));
    const { customerId } = await createCustomer(desk.engine, "Another");
    expect(await depositAddressFor(desk.engine, customerId)).toBe(DEPOSITS.keys.addressAt(2));
    expect(await depositAddressFor(desk.engine, desk.customerId)).toBe(
      DEPOSITS.keys.addressAt(2 ** 31 - 1),
    );
  });

  test("is given out only once the operator has confirmed the first address of the key", async () => {
    const desk = await openDesk({ deposits: DEPOSITS });
    expect(await takesDeposits(desk.engine)).toBe(false);
    const asked = () => depositAddressFor(desk.engine, desk.customerId);
    await expect(asked()).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = confirmDepositKey(desk.engine, addressOf(3));
    await expect(other).rejects.toMatchObject(wrong("address"));
    await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
    expect(await takesDeposits(desk.engine)).toBe(true);
    expect(await asked()).toMatch(/^T/);
  });

  test("stays the same when the same key is written in another way", async () => {
    const { desk, address } = await payingDesk();
    const receiving = HDKey.fromExtendedKey(XPUB).deriveChild(0).publicExtendedKey;
    const engine = {
      ...desk.engine,
      deposits: { ...DEPOSITS, keys: depositKeysOf(receiving) },
    };
    await confirmDepositKey(engine, DEPOSITS.keys.first);
    expect(await depositAddressFor(engine, desk.customerId)).toBe(address);
    const { customerId } = await createCustomer(engine, "Another");
    const other = await depositAddressFor(engine, customerId);
    await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
    expect(await depositAddressFor(desk.engine, customerId)).toBe(other);
  });

  test("is none without a key", async () => {
    const desk = await openDesk();
    await expect(depositAddressFor(desk.engine, desk.customerId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a solid block credits", () => {
  test("TRX in full, USDT at the rate of its block, to who has the address", async () => {
    const { desk, address } = await payingDesk();
    await scan(desk, solidWith(desk, money(address), usdt(address), money(addressOf(7))));
    expect(desk.moneySunOf(desk.customerId)).toEqual({ available: 114_000_000, held: 0 });
    const { deposits } = await readDeposits(desk.engine, { customerId: desk.customerId, limit: 9 });
    expect(deposits.map(({ asset, status, rateSun }) => [asset, status, rateSun])).toContainEqual([
      "USDT",
      "credited",
      RATE_SUN,
    ]);
  });

  test("each once, whichever blocks tell of it", async () => {
    const { desk, address } = await payingDesk();
    const one = money(address);
    await scan(desk, solidWith(desk, one));
    await scan(desk, solidWith(desk, one));
    expect(desk.moneySunOf(desk.customerId).available).toBe(50_000_000);
  });

  test("two events of one transaction, and TRX that a contract sent", async () => {
    const { desk, address } = await payingDesk();
    const { txid } = usdt(address);
    await scan(
      desk,
      solidWith(
        desk,
        usdt(address, { txid, position: 0, amount: 1_000_000n }),
        usdt(address, { txid, position: 1, amount: 1_000_000n }),
        money(address, { txid, source: "internal", position: 0, amount: 2_000_000n }),
      ),
    );
    expect(desk.moneySunOf(desk.customerId).available).toBe(8_400_000);
  });

  test("what was paid in can be withdrawn", async () => {
    const { desk, address } = await payingDesk({ creditTrx: 10, creditKind: "gift" });
    await scan(desk, solidWith(desk, money(address)));
    const balance = desk.rows(
      `SELECT balance_sun, gift_sun FROM account WHERE id = 'available:${desk.customerId}'`,
    );
    expect(balance).toEqual([{ balance_sun: 60_000_000, gift_sun: 10_000_000 }]);
  });
});

describe("nothing is credited", () => {
  test.each([
    ["below the minimum of TRX", { amount: 999_999n }, "below_minimum"],
    [
      "below the minimum of USDT",
      { source: "log", asset: USDT, amount: 999_999n },
      "below_minimum",
    ],
    [
      "of another token",
      { source: "log", asset: addressOf(0xbad), amount: 10n ** 30n },
      "unsupported",
    ],
    [
      "of more than there can be",
      { source: "log", asset: USDT, amount: 2n ** 256n - 1n },
      "unsupported",
    ],
  ] as const)("%s, which is told of all the same", async (_, change, status) => {
    const { desk, address } = await payingDesk();
    await scan(desk, solidWith(desk, money(address, change)));
    expect(depositRows(desk)).toMatchObject([{ status, amount: String(change.amount) }]);
    expect(desk.moneySunOf(desk.customerId).available).toBe(0);
  });

  test("of what the desk's own accounts send: those of the settings, of the pool, and addresses of customers", async () => {
    const { desk, address } = await payingDesk();
    const { customerId } = await createCustomer(desk.engine, "Another");
    const other = await depositAddressFor(desk.engine, customerId);
    const [pool] = readNow(desk.database, () => listOwners("pool"));
    const own = [SWEEP_TO, PAYOUT_ACCOUNT, address, other, must(pool, "an owner").address];
    await scan(desk, solidWith(desk, ...own.map((from) => money(address, { from }))));
    await scan(desk, solidWith(desk, usdt(address, { from: other })));
    expect(depositRows(desk)).toEqual([]);
  });

  test.each([SWEEP_TO, PAYOUT_ACCOUNT, ...DEPOSITS.terms.besideAccounts])(
    "unless a withdrawal was paid with it, by %s",
    async (from) => {
      const { desk, address } = await payingDesk();
      await desk.commit(() => paidIn(desk.customerId, sun(20_000_000), 1));
      const { id, dueAt } = await withdraw(desk);
      await approveWithdrawal(desk.engine, id, "operator");
      desk.clock.nowMs = dueAt;
      const { txid } = payoutRow(desk, await payWithdrawal(desk, id));
      await scan(desk, solidWith(desk, money(address, { from, txid, amount: 10_000_000n })));
      expect(depositRows(desk)).toMatchObject([{ txid, status: "credited" }]);
    },
  );

  test("in USDT of a block before the first rate", async () => {
    const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS });
    await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
    const address = await depositAddressFor(desk.engine, desk.customerId);
    await desk.commit(() => scanFrom(desk.chain.head));
    await scan(desk, solidWith(desk, usdt(address)));
    expect(depositRows(desk)).toMatchObject([{ status: "unsupported" }]);
  });
});

describe("the cursor", () => {
  test("moves with what is booked, and refuses a gap", async () => {
    const { desk, address } = await payingDesk();
    const [first, second] = [solidWith(desk, money(address)), solidWith(desk, money(address))];
    await expect(scan(desk, second)).rejects.toThrow("out of order");
    await scan(desk, first, second);
    expect((await desk.engine.database.read(depositCursor))?.block_number).toBe(second.number);
    expect(desk.moneySunOf(desk.customerId).available).toBe(100_000_000);
  });

  test("begins where the chain was when the key was confirmed, before any address is given out", async () => {
    const desk = await openDesk({ deposits: DEPOSITS });
    const { head } = desk.chain;
    await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
    desk.chain.mine();
    await desk.commit(() => scanFrom(desk.chain.head));
    expect((await desk.engine.database.read(depositCursor))?.block_number).toBe(head.number);
  });

  test("stays where another chain begins, and the operator is told once", async () => {
    const { desk, address } = await payingDesk();
    const good = solidWith(desk, money(address));
    const foreign = { ...solidWith(desk, money(address)), parentId: "f".repeat(64) };
    expect(await scan(desk, good, foreign)).toEqual({ credited: 1, waiting: 0, foreign: true });
    expect(await scan(desk, foreign)).toEqual({ credited: 0, waiting: 0, foreign: true });
    expect(desk.moneySunOf(desk.customerId).available).toBe(50_000_000);
    expect(desk.rows("SELECT kind FROM incident")).toEqual([{ kind: "deposit-chain" }]);
  });
});

describe("what a new block shows", () => {
  const txid = "a".repeat(64);
  const sent = (desk: Desk, to: Address) => {
    const transfer = { from: addressOf(5), to, amountSun: sun(50_000_000) };
    return desk.chain.mine([{ txid, success: true, transfer }]);
  };

  test("is seen, and credited as the same deposit once its block is solid", async () => {
    const { desk, address } = await payingDesk();
    const block = sent(desk, address);
    await desk.commit(() => applyBlock(block, desk.moment));
    const [seen] = depositRows(desk);
    expect(seen).toMatchObject({ status: "seen", credited_sun: 0, block_number: block.number });
    await scan(desk, solidOf(block, [money(address, { txid })]));
    expect(depositRows(desk)).toMatchObject([{ id: seen?.id, status: "credited" }]);
  });

  test("is seen of USDT only while it is taken", async () => {
    const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS });
    await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
    const to = await depositAddressFor(desk.engine, desk.customerId);
    await desk.commit(() => scanFrom(desk.chain.head));
    const called = () => {
      const tokenCall = { from: addressOf(5), to, contract: USDT, amount: 20_000_000n };
      return desk.chain.mine([{ txid: hashOf(`call ${to}`), success: true, tokenCall }]);
    };
    await desk.commit(() => applyBlock(called(), desk.moment));
    expect(depositRows(desk)).toEqual([]);
    await setUsdtRate(desk.engine, RATE_SUN, "test");
    await desk.commit(() => applyBlock(called(), desk.moment));
    expect(depositRows(desk)).toMatchObject([{ asset: "USDT", status: "seen" }]);
  });

  test("vanishes with a fork", async () => {
    const { desk, address } = await payingDesk();
    await desk.commit(() => applyBlock(sent(desk, address), desk.moment));
    await desk.commit(() => dropFork(desk.chain.drop(1), desk.moment));
    expect(depositRows(desk)).toEqual([]);
  });

  test("is behind a list that goes on, though a fork has taken it away", async () => {
    const { desk, address } = await payingDesk();
    const { customerId } = desk;
    const credited = solidWith(desk, money(address));
    await scan(desk, credited);
    const blocks = [{ ...credited, transactions: [] }, sent(desk, address)];
    for (const block of blocks) await desk.commit(() => applyBlock(block, desk.moment));
    const first = await readDeposits(desk.engine, { customerId, limit: 1 });
    expect(first.deposits).toMatchObject([{ status: "seen" }]);
    await desk.commit(() => dropFork(desk.chain.drop(1), desk.moment));
    const before = must(first.nextCursor, "a further page");
    const second = await readDeposits(desk.engine, { customerId, limit: 1, before });
    expect(second.deposits).toMatchObject([{ status: "credited" }]);
  });

  test.each([
    ["credited", 50_000_000n],
    ["below_minimum", 999_999n],
  ])(
    "is %s as an earlier solid block has it, while the fork is not known yet",
    async (status, amount) => {
      const { desk, address } = await payingDesk();
      const solid = desk.chain.mine();
      await desk.commit(() => applyBlock(solid, desk.moment));
      await desk.commit(() => applyBlock(sent(desk, address), desk.moment));
      await scan(desk, solidOf(solid, [money(address, { txid, amount })]));
      const told = { status, block_number: solid.number, at: solid.timestampMs };
      expect(depositRows(desk)).toMatchObject([{ ...told, amount: String(amount) }]);
      desk.assertSound();
    },
  );

  test("is forgotten where the solid block does not have it", async () => {
    const { desk, address } = await payingDesk();
    const block = sent(desk, address);
    await desk.commit(() => applyBlock(block, desk.moment));
    await scan(desk, solidOf(block, []));
    expect(depositRows(desk)).toEqual([]);
  });
});

describe("a transaction that the operator books", () => {
  const shown = (...brought: ReturnType<typeof money>[]) => ({
    blockNumber: 3,
    blockTimestampMs: 1_700_000_000_000,
    money: brought,
  });

  test("is credited once, below the minimum too, at the first rate where none was in force", async () => {
    const { desk, address } = await payingDesk();
    const small = money(address, { amount: 400_000n });
    const early = usdt(address, { txid: small.txid });
    const first = await bookDeposits(desk.engine, small.txid, shown(small, early));
    expect(first.credited).toHaveLength(2);
    const again = await bookDeposits(desk.engine, small.txid, shown(small, early));
    expect(again).toMatchObject({ credited: [], others: [{}, {}] });
    expect(desk.moneySunOf(desk.customerId).available).toBe(64_400_000);
    desk.assertSound();
  });

  test("that was below the minimum is credited after all", async () => {
    const { desk, address } = await payingDesk();
    const small = money(address, { amount: 400_000n });
    await scan(desk, solidWith(desk, small));
    await bookDeposits(desk.engine, small.txid, shown(small));
    expect(depositRows(desk)).toMatchObject([{ status: "credited", credited_sun: 400_000 }]);
    desk.assertSound();
  });

  test("in a token that has become USDT since is USDT", async () => {
    const { desk, address } = await payingDesk();
    const token = addressOf(0xbad);
    const brought = usdt(address, { asset: token });
    await scan(desk, solidWith(desk, brought));
    const terms = { ...DEPOSITS.terms, usdtContract: token };
    const engine = { ...desk.engine, deposits: { ...DEPOSITS, terms } };
    await bookDeposits(engine, brought.txid, shown(brought));
    expect(depositRows(desk)).toMatchObject([
      { asset: "USDT", status: "credited", credited_sun: 64_000_000 },
    ]);
    desk.assertSound();
  });

  test("is refused while the node shows another chain than the one that was read", async () => {
    const { desk, address } = await payingDesk();
    const foreign = { ...solidWith(desk), parentId: "f".repeat(64) };
    await scan(desk, foreign);
    const brought = money(address);
    const booked = () => bookDeposits(desk.engine, brought.txid, shown(brought));
    await expect(booked()).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    expect(desk.moneySunOf(desk.customerId).available).toBe(0);
    await desk.commit(() => scanGoesOn(desk.engine.now()));
    expect(await booked()).toMatchObject({ credited: [{}] });
  });

  test("is refused when it brought nothing to a customer", async () => {
    const { desk } = await payingDesk();
    const elsewhere = money(addressOf(7));
    const booked = bookDeposits(desk.engine, elsewhere.txid, shown(elsewhere));
    await expect(booked).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("lists are read page by page, the newest first, and by their own customer alone", async () => {
  const { desk, address } = await payingDesk();
  for (let at = 0; at < 5; at += 1) await scan(desk, solidWith(desk, money(address)));
  const first = await readDeposits(desk.engine, { customerId: desk.customerId, limit: 3 });
  expect(first.deposits).toHaveLength(3);
  const before = first.nextCursor ?? "";
  const second = await readDeposits(desk.engine, { customerId: desk.customerId, limit: 3, before });
  expect(second).toMatchObject({ deposits: [{}, {}], nextCursor: null });
  const { customerId } = await createCustomer(desk.engine, "Another");
  const anothers = await readDeposits(desk.engine, { customerId, limit: 3, before });
  expect(anothers.deposits).toEqual([]);
  const nonsense = readDeposits(desk.engine, { customerId, limit: 3, before: "1-2" });
  await expect(nonsense).rejects.toMatchObject(wrong("cursor"));
});
