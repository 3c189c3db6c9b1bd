/** Lists of withdrawals, payouts and deposits: whole by pages, the oldest first, and nobody hides the others. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CustomerId, firstIdSince } from "../../src/domain/ids.js";
import { sun } from "../../src/domain/money.js";
import type { Engine } from "../../src/engine/context.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { insertDeposit, insertDepositAddress } from "../../src/store/deposits.js";
import { availableOf, EXTERNAL, move } from "../../src/store/ledger.js";
import { advancePayout, insertPayout } from "../../src/store/payouts.js";
import { type Phase, run } from "../../src/store/phase.js";
import { insertWithdrawal, type NewWithdrawal } from "../../src/store/withdrawals.js";
import { addressOf } from "../support/addresses.js";
import { sellerWith, TRX } from "../support/payouts.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine } from "./running-desk.js";

let databasePath: string;
let desk: Desk;
const directories: ReturnType<typeof temporaryDirectory>[] = [];
afterAll(() => {
  for (const one of directories) one.remove();
});

const AUGUST = Date.UTC(2026, 7, 1);
const HOUR_MS = 3_600_000;
const idAt = (at: number, more = 0) => firstIdSince(at) + more.toString(16).padStart(13, "0");

/** Fills a new database while no desk has it. */
async function fill<T>(write: (engine: Engine) => Promise<T>): Promise<T> {
  const directory = temporaryDirectory();
  directories.push(directory);
  databasePath = `${directory.path}/desk.db`;
  desk = deskOn(databasePath);
  const { engine, close } = await openEngine(databasePath);
  const made = await write(engine);
  await close();
  return made;
}

const named = async (engine: Engine, name: string) =>
  (await createCustomer(engine, name)).customerId;

function withdrawalOf(
  customerId: CustomerId,
  at: number,
  change: Partial<NewWithdrawal> = {},
): NewWithdrawal {
  const sums = { amount_sun: sun(10 * TRX), fee_sun: sun(TRX) };
  const asked = { channel: "http", new_address: 0, status: "approval", due_at: at } as const;
  const whose = { id: idAt(at), customer_id: customerId, address: addressOf(1) };
  return { ...whose, ...sums, ...asked, created_at: at, ...change };
}

function* insertSigned(row: NewWithdrawal): Phase<void> {
  yield* insertWithdrawal(row);
  yield* run("UPDATE withdrawal SET status = 'signed' WHERE id = ?", row.id);
}

/** 1,005 of Mallory, and after them one of each other customer. */
const REQUESTS = 1_005;
const OTHERS = ["Ada", "Bob", "Eve"];
const LAST = AUGUST + REQUESTS * 1_000;

type Rows = Record<string, unknown>[];
type Listed = { nextCursor: string | null; totals: object } & Record<
  "withdrawals" | "payouts" | "deposits",
  Rows
>;

const listed = async (...words: string[]) => (await resultOf(desk, ...words)) as Listed;

/** Each page until the last. */
async function pagesOf(...words: string[]): Promise<Listed[]> {
  const pages = [await listed(...words)];
  for (let last = pages[0]; last?.nextCursor; last = pages.at(-1)) {
    pages.push(await listed(...words, "--cursor", last.nextCursor));
  }
  return pages;
}

describe("1,005 withdrawals of one customer", () => {
  let mallory: CustomerId;
  let others: CustomerId[];
  beforeAll(() =>
    fill(async (engine) => {
      mallory = await named(engine, "Mallory");
      others = await Promise.all(OTHERS.map((name) => named(engine, name)));
      await engine.database.commit(function* (): Phase<void> {
        for (let at = 0; at < REQUESTS; at += 1) {
          yield* insertWithdrawal(withdrawalOf(mallory, AUGUST + at * 1_000));
        }
        for (const [at, one] of others.entries()) {
          yield* insertWithdrawal(withdrawalOf(one, LAST + at));
        }
      });
    }),
  );

  it("hide nobody's: all are counted and summed, by customer, before the oldest", async () => {
    const { stdout } = await desk("withdrawal", "list");
    const [sums = "", customers = "", rows = "", goOn = ""] = stdout.split("\n\n");
    expect(sums).toMatch(/^status +withdrawals +TRX +fee\napproval +1,008 +10,080 +1,008$/);
    expect(customers).toMatch(/\n\w{24} +Mallory +1,005 +10,050 +1,005\n/);
    for (const name of OTHERS) expect(customers).toMatch(new RegExp(`\\n\\w{24} +${name} +1 `));
    expect(rows.split("\n")).toHaveLength(1 + 100);
    expect(rows.split("\n")[1]).toContain(idAt(AUGUST));
    const fills = `There are 1,008 withdrawals in all.\n1,005 of them are of customer ${mallory}.\n`;
    expect(goOn.startsWith(fills)).toBe(true);
    expect(goOn).toMatch(/\nTo go on, add to the same command\n {2}--cursor \w{24}\n$/);
  });

  it("are a page after the other, the oldest first, and each page knows all", async () => {
    const pages = await pagesOf("withdrawal", "list", "--limit", "400");
    expect(pages.map(({ withdrawals }) => withdrawals.length)).toEqual([400, 400, 208]);
    const ids = pages.flatMap(({ withdrawals }) =>
      withdrawals.map(({ withdrawalId }) => withdrawalId),
    );
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(REQUESTS + OTHERS.length);
    const sums = { amount: 10_080, fee: 1_008 };
    for (const { totals } of pages) expect(totals).toMatchObject({ count: 1_008, sums });
    expect(pages[0]?.totals).toMatchObject({
      byStatus: [{ status: "approval", count: 1_008, sums }],
      customers: 4,
      byCustomer: [
        { customerId: mallory, name: "Mallory", count: 1_005, sums: { amount: 10_050 } },
        ...[{ count: 1 }, { count: 1 }, { count: 1 }],
      ],
    });
  });

  it("are left out of another's list, and of a period they are not in", async () => {
    const [ada = ""] = others;
    const ofAda = await listed("withdrawal", "list", "--customer", ada);
    expect(ofAda).toMatchObject({ withdrawals: [{ customerId: ada }], totals: { count: 1 } });
    const since = ["--from", new Date(LAST).toISOString(), "--limit", "2"];
    const later = await pagesOf("withdrawal", "list", ...since);
    expect(later.map(({ withdrawals }) => withdrawals.length)).toEqual([2, 1]);
    expect(later[1]?.totals).toMatchObject({ count: 3, sums: { amount: 30 }, customers: 3 });
    const upTo = await listed("withdrawal", "list", "--to", new Date(AUGUST).toISOString());
    expect(upTo).toMatchObject({ withdrawals: [{ customerId: mallory }], totals: { count: 1 } });
    const before = await desk("withdrawal", "list", "--to", "2026-07-31");
    expect(before.stdout).toBe("No withdrawals.\n");
  });

  it("fit the terminal", async () => {
    const { stdout } = await deskOn(databasePath, {}, 80)("withdrawal", "list");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

/** What a customer brought and took today, and yesterday. */
function* movedOf(customerId: CustomerId): Phase<void> {
  const available = availableOf(customerId);
  const at = Date.now();
  const into = { from: EXTERNAL, to: available, at };
  yield* move(
    { ...into, id: "credit:gift", amountSun: sun(7 * TRX), kind: "gift" },
    { ...into, id: "credit:wire", amountSun: sun(30 * TRX), kind: "payment" },
    { ...into, id: `${idAt(1)}:deposit`, amountSun: sun(20 * TRX), kind: "deposit" },
    { ...into, id: `${idAt(2)}:deposit`, amountSun: sun(500 * TRX), kind: "deposit" },
    { ...into, id: `${idAt(3)}:deposit`, amountSun: sun(9 * TRX), kind: "deposit", at: AUGUST },
    {
      id: `${idAt(2)}:undo`,
      from: available,
      to: EXTERNAL,
      amountSun: sun(500 * TRX),
      kind: "correction",
      at,
    },
  );
  const out = { from: available, to: EXTERNAL, kind: "withdrawal", at } as const;
  yield* move(
    { ...out, id: `${idAt(4)}:pay`, amountSun: sun(4 * TRX) },
    { ...out, id: `${idAt(5)}:pay`, amountSun: sun(8 * TRX) },
    { ...out, id: `${idAt(6)}:pay`, amountSun: sun(3 * TRX) },
    { ...out, id: `${idAt(7)}:pay`, amountSun: sun(TRX), at: AUGUST },
  );
  const back = { from: EXTERNAL, to: available, kind: "withdrawal", at } as const;
  yield* move(
    { ...back, id: `${idAt(5)}:void`, amountSun: sun(8 * TRX), undoes: `${idAt(5)}:pay` },
    { ...back, id: `${idAt(6)}:void`, amountSun: sun(3 * TRX), undoes: `${idAt(6)}:pay` },
    // A block held it after all.
    { ...out, id: `${idAt(6)}:late`, amountSun: sun(3 * TRX) },
  );
}
const MOVED = { paidInToday: 50, takenOutToday: 7 };
const NOT_WAITING = { paidInToday: null, takenOutToday: null };

it("shows beside what waits what its customer has paid in and taken out today, and a new address", async () => {
  const [ada, bob] = await fill(async (engine) => {
    const [ada, bob] = [await named(engine, "Ada"), await named(engine, "Bob")];
    await engine.database.commit(function* (): Phase<void> {
      yield* movedOf(ada);
      const waiting = { status: "waiting", new_address: 1 } as const;
      yield* insertWithdrawal(withdrawalOf(ada, AUGUST, waiting));
      yield* insertWithdrawal(withdrawalOf(bob, AUGUST + 1));
      yield* insertSigned(withdrawalOf(ada, AUGUST + 2));
    });
    return [ada, bob];
  });
  const { withdrawals } = await listed("withdrawal", "list");
  expect(withdrawals).toMatchObject([
    { customerId: ada, isNewAddress: true, ...MOVED },
    { customerId: bob, isNewAddress: false, paidInToday: 0, takenOutToday: 0 },
    { customerId: ada, status: "signed", ...NOT_WAITING },
  ]);
  const { stdout } = await desk("withdrawal", "list", "--customer", ada);
  expect(stdout).toMatch(/ to +new +TRX +fee +status +in today +out today +created /);
  expect(stdout).toMatch(/ new +10 +1 +waiting +50 +7 +2026-08-01 /);
});

it("lists those that are over with --all, each status for itself", async () => {
  await fill(async (engine) => {
    const ada = await named(engine, "Ada");
    await engine.database.commit(function* (): Phase<void> {
      yield* insertWithdrawal(withdrawalOf(ada, AUGUST));
      yield* insertSigned(withdrawalOf(ada, AUGUST + 1));
      yield* insertWithdrawal(withdrawalOf(ada, AUGUST + 2, { status: "waiting" }));
    });
    await engine.database.commit(function* (): Phase<void> {
      const refused = "UPDATE withdrawal SET status = 'refused', finished_at = 1";
      yield* run(`${refused} WHERE status = 'approval'`);
    });
  });
  const open = await listed("withdrawal", "list");
  expect(open.withdrawals.map(({ status }) => status)).toEqual(["signed", "waiting"]);
  expect(open.totals).toMatchObject({ count: 2, sums: { amount: 20 } });
  const all = await listed("withdrawal", "list", "--all");
  expect(all.withdrawals.map(({ status }) => status)).toEqual(["refused", "signed", "waiting"]);
  const { stdout } = await desk("withdrawal", "list", "--all");
  expect(stdout).toMatch(/^refused +1 +10 +1$/m);
  expect(stdout).toMatch(/^all +3 +30 +3$/m);
});

/** Of a block at that time, to the address of the customer. */
function* depositOf(customerId: CustomerId, address: number, at: number, change = {}): Phase<void> {
  const id = `${address.toString(16)}${at.toString(16)}`.padStart(24, "0");
  const of = { id, customer_id: customerId, address: addressOf(address), txid: id.padEnd(64, "0") };
  const came = { source: "transfer", position: 0, asset: "TRX", amount: "5000000" } as const;
  const doubt = { status: "review", reason: "contract", decided_by: null } as const;
  const rate = { rate_sun: null, rate_id: null, credited_sun: 0 };
  const when = { block_number: at, at, noted_at: at };
  yield* insertDeposit({ ...of, ...came, ...doubt, ...rate, ...when, ...change });
}

const addressRow = (customer_id: CustomerId, address: number) => {
  const of = { key_hash: "a".repeat(16), key_index: address, created_at: 1 };
  return insertDepositAddress({ address: addressOf(address), customer_id, ...of });
};

describe("deposits of which 1,005 wait of one customer", () => {
  let ada: CustomerId;
  beforeAll(() =>
    fill(async (engine) => {
      const mallory = await named(engine, "Mallory");
      ada = await named(engine, "Ada");
      await engine.database.commit(function* (): Phase<void> {
        yield* addressRow(mallory, 1);
        yield* addressRow(ada, 2);
        yield* addressRow(ada, 3);
        for (let at = 0; at < REQUESTS; at += 1) yield* depositOf(mallory, 1, AUGUST + at * 1_000);
        const credited = { status: "credited", credited_sun: 5 * TRX, reason: null };
        yield* depositOf(ada, 2, AUGUST + HOUR_MS, credited);
        yield* depositOf(ada, 2, AUGUST + HOUR_MS + 1);
        const usdt = { asset: "USDT", status: "waits_for_rate", reason: null };
        yield* depositOf(ada, 3, AUGUST + HOUR_MS + 2, usdt);
        yield* movedOf(ada);
      });
    }),
  );

  it("are listed whole, the oldest first, with what came and what was credited", async () => {
    const pages = await pagesOf("deposit", "list", "--limit", "500");
    expect(pages.map(({ deposits }) => deposits.length)).toEqual([500, 500, 8]);
    const times = pages.flatMap(({ deposits }) => deposits.map(({ at }) => Number(at)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(1_008);
    for (const { totals } of pages) {
      expect(totals).toMatchObject({ count: 1_008, sums: { trx: 5_035, usdt: 5, creditedTrx: 5 } });
    }
    const { stdout } = await desk("deposit", "list");
    expect(stdout).toMatch(/^status +deposits +TRX +USDT +credited TRX$/m);
    expect(stdout).toMatch(/^review +1,006 +5,030 +0 +0$/m);
    expect(stdout).toMatch(/^\w{24} +Mallory +1,005 +5,025 +0 +0$/m);
    expect(stdout).toMatch(/^There are 1,008 deposits in all\./m);
  });

  it("hide no other's: by customer, by period, and what waits for the operator alone", async () => {
    const ofAda = await listed("deposit", "list", "--customer", ada);
    expect(ofAda.deposits).toMatchObject([
      { status: "credited", isNewAddress: null, ...NOT_WAITING },
      { status: "review", isNewAddress: false, ...MOVED },
      { status: "waits_for_rate", isNewAddress: true, ...MOVED },
    ]);
    const review = ["deposit", "list", "--review"];
    expect((await listed(...review, "--customer", ada)).deposits).toHaveLength(1);
    const waiting = await pagesOf(...review, "--limit", "1000");
    expect(waiting.map(({ deposits }) => deposits.length)).toEqual([1_000, 6]);
    expect(waiting[1]?.totals).toMatchObject({ count: 1_006, customers: 2 });
    const since = new Date(AUGUST + HOUR_MS + 1).toISOString();
    expect((await listed("deposit", "list", "--from", since)).totals).toMatchObject({ count: 2 });
    expect((await listed("deposit", "list", "--to", since)).totals).toMatchObject({ count: 1_007 });
    const { stdout } = await desk("deposit", "list", "--customer", ada);
    expect(stdout).toMatch(/ waits_for_rate +new +50 +7 /);
  });
});

it("lists payouts whole: of a customer's withdrawals and sales, of a seller, of a period", async () => {
  const [SELLS, WAITS] = [addressOf(0x81), addressOf(0x82)];
  const [ada, bob] = await fill(async (engine) => {
    const [ada, bob] = [await named(engine, "Ada"), await named(engine, "Bob")];
    await engine.database.commit(function* (): Phase<void> {
      yield* sellerWith(SELLS, ada, sun(0), 1);
      yield* sellerWith(WAITS, bob, sun(20_000 * TRX), 2);
      yield* movedOf(bob);
      for (const at of [0, 1, 2, 3, 4]) {
        const ofBob = at === 4 ? withdrawalOf(bob, AUGUST) : undefined;
        if (ofBob) yield* insertSigned(ofBob);
        const whose = { seller: ofBob ? null : SELLS, withdrawal_id: ofBob?.id ?? null };
        const bytes = { transaction_hex: "00", transaction_expires_at: 1, timestamp_ms: at + 1 };
        const seen = {
          signed_block: 1,
          payer: null,
          payer_before_sun: null,
          payer_before_block: null,
        };
        const payout = yield* insertPayout({
          ...{
            id: idAt(AUGUST + at * HOUR_MS),
            ...whose,
            receiver: SELLS,
            txid: `${at}`.repeat(64),
          },
          ...{ amount_sun: sun(10 * TRX), fee_sun: sun(TRX), created_at: AUGUST + at * HOUR_MS },
          ...{ ...bytes, ...seen },
        });
        const dead = { finished_at: 1, death_reason: "expired" };
        if (at < 3) yield* advancePayout(payout, "dead", dead);
      }
    });
    return [ada, bob];
  });
  const pages = await pagesOf("payout", "list", "--limit", "2");
  const txids = pages.flatMap(({ payouts }) => payouts.map(({ txid }) => String(txid)[0]));
  expect(txids).toEqual(["0", "1", "2", "3", "4"]);
  for (const { totals } of pages) {
    expect(totals).toMatchObject({ count: 5, sums: { amount: 50, fee: 5 }, customers: 2 });
  }
  const count = async (...words: string[]) =>
    (await listed("payout", "list", ...words)).payouts.length;
  expect(await count("--customer", ada)).toBe(4);
  expect(await count("--customer", bob)).toBe(1);
  expect(await count("--seller", SELLS)).toBe(4);
  const period = ["--from", "2026-08-01T01:00:00Z", "--to", "2026-08-01 03:00:00Z"];
  expect(await count(...period)).toBe(3);
  expect(await count(...period, "--customer", bob)).toBe(0);
  const { stdout } = await desk("payout", "list", "--limit", "2");
  expect(stdout).toMatch(/^dead +3 +30 +3\nsigned +2 +20 +2\nall +5 +50 +5$/m);
  expect(stdout).toMatch(/^\w{24} +Ada +4 +40 +4\n\w{24} +Bob +1 +10 +1$/m);
  expect(await listed("payout", "list", "--customer", bob)).toMatchObject({
    held: [{ seller: WAITS, customerId: bob, waits: "approval", isNewAddress: true, ...MOVED }],
  });
  expect(await listed("payout", "list", "--customer", ada)).toMatchObject({ held: [] });
  const both = await errorOf(desk, "payout", "list", "--customer", ada, "--seller", SELLS);
  expect(both).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
});

it.each(["withdrawal", "payout", "deposit"])(
  "says what is wrong with a list of a %s",
  async (of) => {
    await fill((engine) => named(engine, "Ada"));
    const wrong = async (...words: string[]) => (await errorOf(desk, of, "list", ...words)).message;
    expect(await wrong("--cursor", "7")).toContain("--cursor: must be the nextCursor of an answer");
    expect(await wrong("--customer", "nobody")).toContain("no customer with the id nobody");
    expect(await wrong("--from", "2026-08-02", "--to", "2026-08-01")).toContain(
      "--to: must not be",
    );
    expect(await wrong("--limit", "1001")).toContain(
      "--limit: must be a whole number from 1 to 1,000",
    );
  },
);
