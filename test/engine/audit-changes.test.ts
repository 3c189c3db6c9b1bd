/**
 * The audit of what has changed since the last clean one: it finds what the whole audit finds in rows that were touched since, and in
 * all balances, and is not told of anything that is right. And the audit of all in slices finds what one read of everything finds.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { Auditor } from "../../src/engine/operating/audit.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { readDueWithdrawals } from "../../src/engine/withdrawals/read-withdrawals.js";
import { findViolations } from "../../src/store/audit/audit.js";
import { findNewViolations, markBooks } from "../../src/store/audit/audit-changes.js";
import { auditSlice, beginSlices, endSlices } from "../../src/store/audit/audit-slices.js";
import type { Violation } from "../../src/store/audit/invariant.js";
import { openReader } from "../../src/store/audit/reader.js";
import { type Phase, type Row, statementsOf } from "../../src/store/phase.js";
import { addressesOf } from "../support/addresses.js";
import { bySubject, inOneRead, inSlices } from "../support/corruption.js";
import type { Desk } from "../support/desk.js";
import { byForm } from "../support/forms.js";
import { earners, startPayout, TRX } from "../support/payouts.js";
import { type Books, booksOf, ScratchBooks } from "../support/scratch-books.js";
import { book, manual } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import {
  deliver,
  fork,
  kill,
  mine,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../support/steps.js";
import { POLICY } from "../support/terms.js";
import { botKnows, paidIn, payWithdrawal, withdraw } from "../support/withdrawals.js";

const RUNS = byForm(3, 12);
const CORRUPTIONS = 12;

/** What may happen between two audits; a step for which there is nothing does nothing. */
const STEPS: Record<string, (desk: Desk) => Promise<unknown>> = {
  order: (desk) => desk.order(),
  orders: (desk) => desk.create({ receiver: addressesOf(1, 3) }),
  manual: (desk) => desk.create(manual({ receiver: addressesOf(5, 2) })),
  resting: (desk) => desk.create(manual({ price: 40 })),
  sign: (desk) => sign(desk),
  deliver,
  solidify: (desk) => solidify(desk),
  fork: async (desk) => desk.chain.head.number > 2 && fork(desk),
  async kill(desk) {
    const [leg] = desk.legs("state = 'planned'");
    if (leg) await kill(desk, leg.id, "receiver_is_contract");
  },
  async reclaim(desk) {
    const [leg] = desk.legs("state = 'solidified'");
    if (!leg) return;
    await passRentals(desk);
    await reclaim(desk, leg.id);
  },
  async payout(desk) {
    const [due] = (await earners(desk)).due;
    if (due) await startPayout(desk, due.seller);
  },
  async payoutDies(desk) {
    const [payout] = desk.rows("SELECT id FROM payout WHERE state = 'signed'");
    if (payout) await desk.commit(() => payoutExpired(String(payout.id), 1));
  },
  withdraw: (desk) => withdraw(desk, { amountSun: sun(TRX), channel: "telegram" }),
  async withdrawalIsSigned(desk) {
    const [due] = (await readDueWithdrawals(desk.engine)).due;
    if (due) await payWithdrawal(desk, due.id);
    desk.clock.nowMs += 60_000;
  },
  async withdrawalIsCancelled(desk) {
    const [due] = (await readDueWithdrawals(desk.engine)).due;
    if (due) await cancelWithdrawal(desk.engine, desk.customerId, due.id);
  },
  /** Dead ones, too. */
  async payoutsAreMined(desk) {
    const out = desk.rows("SELECT txid FROM payout WHERE state <> 'paid' AND block_number IS NULL");
    await mine(
      desk,
      out.map(({ txid }) => String(txid)),
    );
  },
};

const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 1, maxLength: 8 });

async function go(desk: Desk, names: readonly string[]): Promise<void> {
  for (const name of names) await STEPS[name]?.(desk);
}

async function busyDesk(): Promise<Desk> {
  const offers = [
    [45, 5_000_000],
    [50, 3_000_000],
  ] as const;
  const withdrawals = { ...POLICY.withdrawals, newAddressMs: 0 };
  const policy = { withdrawals };
  const { desk } = await book(offers, { ownersUnits: [1_000_000], creditTrx: 100_000, policy });
  await desk.commit(() => paidIn(desk.customerId, sun(50 * TRX), 1));
  await desk.commit(() => botKnows(desk.customerId));
  return desk;
}

interface Wrong {
  readonly table: string;
  readonly column: string;
  readonly value: string;
}

/** What a row may be made to say; `deleted` stands for a row that is gone. */
const WRONGS: readonly Wrong[] = [
  ...columns(
    "orders",
    "paid_sun posted_sun refunded_sun filled_amount unplanned_amount shortfall_sun amount",
  ),
  ...columns("leg", "units amount_sun reserved_sun"),
  ...columns("transfer", "amount_sun"),
  ...columns("account", "balance_sun"),
  ...columns("payout", "amount_sun fee_sun"),
  ...columns("withdrawal", "amount_sun fee_sun"),
  ...states("withdrawal", "waiting approval signed paid cancelled"),
  ...columns("capacity", "reserved_sun"),
  ...columns("offer", "free_sun kept_sun"),
  ...flags("orders", "bulk_waiting"),
  ...flags("leg", "posted earned reserving locked"),
  ...flags("offer", "paused"),
  ...states("orders", "processing completed cancelled"),
  ...states("payout", "signed paid dead", "state"),
  ...states("leg", "planned included solidified dead", "state"),
  ...["leg", "transfer", "payout", "withdrawal"].map((table) => ({
    table,
    column: "",
    value: "deleted",
  })),
  { table: "leg", column: "seller_sun", value: "iif(seller_sun IS NULL, 1, NULL)" },
  { table: "transfer", column: "to_account", value: "'external'" },
];

function columns(table: string, names: string): Wrong[] {
  return names.split(" ").flatMap((column) => [
    { table, column, value: `${column} + 1` },
    { table, column, value: `${column} - 1` },
  ]);
}

function flags(table: string, names: string): Wrong[] {
  return names.split(" ").map((column) => ({ table, column, value: `1 - ${column}` }));
}

function states(table: string, names: string, column = "status"): Wrong[] {
  return names.split(" ").map((name) => ({ table, column, value: `'${name}'` }));
}

/** Keys of rows that are not so in the older books. Balances and what sellers have free are looked at each time, changed or not. */
function touched(older: Books, newer: Books, table: string): string[] {
  const rows = newer[table] ?? [];
  if (table === "account") return rows.map(({ id }) => String(id));
  if (table === "capacity") return rows.map(({ owner, resource }) => `${owner}${resource}`);
  if (table === "offer") return rows.map(({ seller, resource }) => `${seller}${resource}`);
  const before = new Set(older[table]?.map((row) => seenOf(table, row)));
  return rows.filter((row) => !before.has(seenOf(table, row))).map(({ id }) => String(id));
}

function keyOf(table: string): string {
  if (table === "capacity") return "owner || resource";
  return table === "offer" ? "seller || resource" : "id";
}

/** What only a reclaim or the end of a lock changes is nothing that the books count. */
function seenOf(table: string, row: Row): string {
  if (table !== "leg") return JSON.stringify(row);
  const { id, posted, earned, reserving, units, amount_sun } = row;
  const state = String(row.state).replace(/^reclaim.*/, "solidified");
  return JSON.stringify([id, posted, earned, reserving, units, amount_sun, state]);
}

test("it finds what the whole audit finds, in whatever was touched since", async () => {
  const found = { some: 0, nothing: 0 };
  await fc.assert(
    fc.asyncProperty(
      steps,
      steps,
      fc.array(fc.tuple(fc.constantFrom(...WRONGS), fc.nat()), {
        minLength: CORRUPTIONS,
        maxLength: CORRUPTIONS,
      }),
      async (before, since, wrongs) => {
        const desk = await busyDesk();
        await go(desk, before);
        const marked = booksOf(desk.database);
        await go(desk, since);
        const now = booksOf(desk.database);
        await desk.close();
        const scratch = await ScratchBooks.open();
        await expectClean(scratch, marked, now);
        for (const [wrong, place] of wrongs) {
          const sql = statementOf(wrong, place, marked, now);
          if (sql === undefined) continue;
          const { whole, changes } = await audited(scratch, marked, now, sql);
          expect(changes, sql).toEqual(whole);
          found[whole.length > 0 ? "some" : "nothing"] += 1;
        }
      },
    ),
    // A difference is told with its seed at once: to make it smaller takes minutes.
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(found.some).toBeGreaterThan(0);
}, 120_000);

function statementOf(wrong: Wrong, place: number, marked: Books, now: Books): string | undefined {
  const { table, column, value } = wrong;
  const keys = touched(marked, now, table);
  const key = keys[place % keys.length];
  if (key === undefined) return undefined;
  const where = `WHERE ${keyOf(table)} = '${key}'`;
  return value === "deleted"
    ? `DELETE FROM ${table} ${where}`
    : `UPDATE ${table} SET ${column} = ${value} ${where}`;
}

/** Neither audit says anything of books that went on and are right. */
async function expectClean(scratch: ScratchBooks, marked: Books, now: Books): Promise<void> {
  scratch.become(marked);
  const auditor = new Auditor(scratch.source);
  expect((await auditor.audit("all")).violations).toEqual([]);
  scratch.become(now);
  expect((await auditor.audit("changes")).violations).toEqual([]);
  await auditor.close();
}

/** What both audits say of books that were seen clean, went on, and were corrupted. */
async function audited(scratch: ScratchBooks, marked: Books, now: Books, sql: string) {
  const { source } = scratch;
  scratch.become(marked);
  const auditor = new Auditor(source);
  await auditor.audit("all");
  scratch.become(now);
  scratch.corrupt(sql);
  const changes = bySubject((await auditor.audit("changes")).violations);
  await auditor.close();
  const whole = bySubject(await inOneRead(source));
  expect(await inSlices(source), sql).toEqual(whole);
  return { whole, changes };
}

test("of a payout that is gone it names each transfer, those before the mark, too", async () => {
  const desk = await busyDesk();
  await go(desk, ["withdraw", "withdrawalIsSigned"]);
  const marked = booksOf(desk.database);
  await go(desk, ["payoutDies"]);
  const now = booksOf(desk.database);
  const [payout] = desk.rows("SELECT id FROM payout");
  const sql = `DELETE FROM payout WHERE id = '${payout?.id}'`;
  const scratch = await ScratchBooks.open();
  await expectClean(scratch, marked, now);
  const { whole, changes } = await audited(scratch, marked, now, sql);
  const named = (end: string) => whole.some(({ subject }) => subject === `${payout?.id}:${end}`);
  expect(["pay", "void"].map(named)).toEqual([true, true]);
  expect(changes).toEqual(whole);
});

sqliteTest(
  "it reads no table of orders, delegations, transfers, payouts or withdrawals from one end to the other",
  async () => {
    const desk = await busyDesk();
    await go(desk, ["order", "manual", "deliver", "solidify", "payout", "withdraw"]);
    const file = await openReader(desk.database.source);
    const plans: string[] = [];
    const mark = await file.read(() => explained(markBooks(), plans));
    await file.read(() => explained(findNewViolations(mark), plans));
    const start = await file.read(() => explained(beginSlices(), plans));
    await file.read(() => explained(auditSlice(start, {}, 1), plans));
    const newer = { ...start, fromId: undefined };
    const slice = await file.read(() => explained(auditSlice(newer, {}, 1), plans));
    // Rows that are still to come are not passed over.
    expect(slice.progress.mark).toEqual(start.mark);
    await file.close();
    const scans = plans.filter((detail) =>
      /^SCAN (orders|leg|transfer|payout|withdrawal|[olptw])\b/.test(detail),
    );
    expect(scans.filter((detail) => !/ USING (COVERING )?INDEX /.test(detail))).toEqual([]);
    // What is under way has indexes of its own, which hold nothing else.
    const indexes = scans.map((detail) => / INDEX (\S+)/.exec(detail)?.[1] ?? "");
    const sql = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'";
    const partial = desk.rows(sql).map(({ name }) => name);
    expect(indexes.length).toBeGreaterThan(5);
    expect(indexes.filter((name) => !partial.includes(name))).toEqual([]);
  },
);

const NAMES_TABLES = /\b(FROM|JOIN) (orders|leg|transfer|payout|withdrawal)\b/;

/** Runs a phase, and keeps how SQLite goes about each statement that names one of the tables themselves. */
function* explained<T>(phase: Phase<T>, plans: string[]): Phase<T> {
  let step = phase.next([]);
  while (!step.done) {
    for (const { sql, params } of statementsOf(step.value)) {
      const plan: Row[] = yield { sql: `EXPLAIN QUERY PLAN ${sql}`, params };
      if (NAMES_TABLES.test(sql)) plans.push(...plan.map(({ detail }) => String(detail)));
    }
    step = phase.next(yield step.value);
  }
  return step.value;
}

test("it knows a withdrawal with all the payouts that pay it, dead ones of long ago, too", async () => {
  const desk = await busyDesk();
  await go(desk, ["withdraw", "withdrawalIsSigned", "payoutDies"]);
  const scratch = await ScratchBooks.open();
  scratch.become(booksOf(desk.database));
  const auditor = new Auditor(scratch.source);
  for (const step of ["order", "withdrawalIsCancelled", "payoutsAreMined", "solidify", "order"]) {
    expect((await auditor.audit("changes")).violations).toEqual([]);
    await go(desk, [step]);
    scratch.become(booksOf(desk.database));
  }
  expect((await auditor.audit("changes")).violations).toEqual([]);
  await auditor.close();
  expect(desk.rows("SELECT 1 FROM transfer WHERE id LIKE '%:late'")).toHaveLength(1);
});

test("what was under way in a slice of newer rows is looked at until it is seen over", async () => {
  const desk = await busyDesk();
  await go(desk, ["resting"]);
  const scratch = await ScratchBooks.open();
  scratch.become(booksOf(desk.database));
  const file = await openReader(scratch.source);
  const start = await file.read(beginSlices);
  const { progress } = await file.read(() => auditSlice({ ...start, fromId: undefined }, {}));
  scratch.corrupt("UPDATE orders SET status = 'cancelled'");
  const found = await file.read(() => endSlices(progress, {}));
  await file.close();
  const invariant =
    "a final order holds nothing, a completed one is full unless refunded after a fork";
  expect(found).toContainEqual(expect.objectContaining({ invariant }));
});

/** What is wrong all the time, with rows that are over or with sums. */
const LASTING = [
  undefined,
  "UPDATE account SET balance_sun = balance_sun + 1 WHERE id = 'revenue'",
  "UPDATE orders SET shortfall_sun = shortfall_sun + 1 WHERE status <> 'processing'",
  "UPDATE leg SET earned = 0 WHERE earned = 1",
  "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:earn'",
];

test("in slices it finds what it would find at their end, whatever happens between them", async () => {
  const wrongs = fc.constantFrom(...LASTING);
  // Of ids there are about as many, so that some things happen between slices of newer rows.
  const slicesBefore = fc.nat(9);
  await fc.assert(
    fc.asyncProperty(steps, wrongs, slicesBefore, async (between, wrong, before) => {
      const desk = await busyDesk();
      await go(desk, ["order", "manual", "deliver", "solidify", "payout", "order"]);
      const states = [booksOf(desk.database)];
      for (const step of between) {
        await go(desk, [step]);
        states.push(booksOf(desk.database));
      }
      await desk.close();
      const scratch = await ScratchBooks.open();
      const become = (state: Books) => {
        scratch.become(state);
        if (wrong) scratch.corrupt(wrong);
      };
      become(must(states.shift(), "a first state"));
      const file = await openReader(scratch.source);
      let progress = await file.read(beginSlices);
      const found: Violation[] = [];
      for (let nth = 0, isLast = false; !isLast; nth += 1) {
        const done = progress;
        const slice = await file.read(() => auditSlice(done, {}, 1));
        found.push(...slice.violations);
        ({ progress, isLast } = slice);
        if (nth < before) continue;
        const state = states.shift();
        if (state) become(state);
      }
      for (const state of states) become(state);
      found.push(...(await file.read(() => endSlices(progress, {}))));
      const whole = await file.read(() => findViolations());
      await file.close();
      const namesOf = (violations: readonly Violation[]) =>
        new Set(violations.map(({ invariant, subject }) => `${invariant} ${subject}`));
      expect(namesOf(found), wrong).toEqual(namesOf(whole));
      expect(whole.length > 0).toBe(wrong !== undefined);
    }),
    { numRuns: RUNS * 2, endOnFailure: true },
  );
}, 120_000);
