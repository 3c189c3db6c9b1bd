/** What the operator's chat hears: of each kind once and of its end, whatever restarts between; nothing twice, and nothing that flaps. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { approveDeposit } from "../../src/engine/deposits/review.js";
import { noteMistake } from "../../src/engine/incidents.js";
import { noteCover } from "../../src/engine/operating/cover.js";
import { readDay } from "../../src/engine/operating/operator-conditions.js";
import { KINDS, QUIET_MS } from "../../src/engine/operating/operator-news.js";
import {
  readIsDayDue,
  readTakesMessages,
  tellDay,
  tellOperator,
} from "../../src/engine/operating/tell-operator.js";
import { approveSellerPayout } from "../../src/engine/payouts/seller-payouts.js";
import { approveWithdrawal, cancelWithdrawal } from "../../src/engine/withdrawals/decide.js";
import { setMigrated, setUnreachable } from "../../src/store/chat/telegram-users.js";
import { writeSetting } from "../../src/store/settings.js";
import { addressOf } from "../support/addresses.js";
import { money, payingDesk, scan, solidWith } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { PAYER, payoutRow, sellers, startPayout, TERMS, TRX } from "../support/payouts.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { mine, solidify } from "../support/steps.js";
import { OUTSIDE, ownMoney, paidWith, toldOf, withdraw } from "../support/withdrawals.js";

const CHAT = -1001;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const heard = (desk: Desk): string[] =>
  toldOf(desk)
    .filter(({ event }) => event === "operator")
    .map(({ what, title, lines }) => `${what} ${title}: ${lines.join("; ")}`);

/** Looks, as the worker does each minute; what it heard by that. */
async function look(desk: Desk, leftTrx?: number): Promise<string[]> {
  const before = heard(desk).length;
  const account = leftTrx === undefined ? undefined : { address: PAYER, leftSun: leftTrx * TRX };
  await tellOperator(desk.engine, CHAT, account);
  return heard(desk).slice(before);
}

/** Later by that, at two looks: none tells what another has told. */
async function later(desk: Desk, ms: number, leftTrx?: number): Promise<string[]> {
  desk.clock.nowMs += ms;
  return [...(await look(desk, leftTrx)), ...(await look(desk, leftTrx))];
}

/** A desk whose chat knows that it hears. */
async function greeted(desk: Desk): Promise<Desk> {
  await look(desk, 1_000);
  return desk;
}

interface Story {
  /** Brings it about; gives what ends it. */
  readonly begin: (desk: Desk) => Promise<() => Promise<unknown> | unknown>;
  readonly open?: () => Promise<Desk>;
  /** What the payout account has, at each look from the beginning on. */
  readonly leftTrx?: number;
  readonly holds: string;
}

const STORIES: Record<keyof typeof KINDS, Story> = {
  halt: {
    begin: async (desk) => {
      desk.engine.gates.haltFor("the audit found 2 violations");
      return () => desk.engine.gates.resume();
    },
    holds: "the audit found 2 violations",
  },
  chain: {
    begin: async (desk) => {
      desk.clock.monotonicMs += 40_000;
      return () => {
        desk.engine.chainClock.sawHead(desk.chain.mine());
      };
    },
    holds: "the TRON node has shown no new block for",
  },
  incident: {
    begin: async (desk) => {
      const short = { shortfallSun: sun(7 * TRX), coversWaiting: false, lastBlock: 9 };
      await noteCover(desk.engine, short, []);
      return () => noteCover(desk.engine, { ...short, shortfallSun: sun(0) }, []);
    },
    holds: "cover-short: At solid block 9 the desk owes 7 TRX more than is there",
  },
  withdrawal: {
    open: () => ownMoney({ mode: "approve", newAddressMs: 0 }),
    begin: async (desk) => {
      const { id } = await withdraw(desk);
      return () => approveWithdrawal(desk.engine, id, "Ann");
    },
    holds: `10 TRX of`,
  },
  seller: {
    open: () => openDesk({ policy: { payouts: { ...TERMS, daySun: sun(10 * TRX) } } }),
    begin: async (desk) => {
      const [seller] = await sellers(desk, 40);
      if (!seller) throw new Error("a seller");
      const approval = { seller, sumSun: sun(40 * TRX), by: "Ann" };
      return () => approveSellerPayout(desk.engine, approval);
    },
    holds: `${addressOf(0x8000)}: 40 TRX`,
  },
  deposit: {
    open: async () => (await payingDesk()).desk,
    begin: async (desk) => {
      const [row] = desk.rows("SELECT address FROM deposit_address");
      const doubtful = { ...money(row?.address as Address), doubt: "contract" as const };
      await scan(desk, solidWith(desk, doubtful));
      const [deposit] = desk.rows("SELECT id FROM deposit WHERE status = 'review'");
      return () => approveDeposit(desk.engine, String(deposit?.id), "Ann");
    },
    holds: "50 TRX of",
  },
  "new-address": {
    open: () => ownMoney({ newAddressMs: 24 * HOUR_MS }),
    begin: async (desk) => {
      const { id } = await withdraw(desk);
      return () => cancelWithdrawal(desk.engine, desk.customerId, id);
    },
    holds: `10 TRX of`,
  },
  "payout-low": {
    open: () => ownMoney(),
    leftTrx: 4,
    begin: async (desk) => {
      const { id } = await withdraw(desk);
      return () => cancelWithdrawal(desk.engine, desk.customerId, id);
    },
    holds: `${PAYER} has 4 TRX, and 10 TRX wait`,
  },
  backup: {
    begin: async (desk) => {
      const at = desk.clock.nowMs - 26 * HOUR_MS;
      await desk.commit(() => writeSetting("backed-up", {}, "test", at));
      const now = () => writeSetting("backed-up", {}, "test", desk.clock.nowMs);
      return () => desk.commit(now);
    },
    holds: "made 26 h ago",
  },
};

describe.each(Object.entries(STORIES))("%s", (name, { begin, open = openDesk, leftTrx, holds }) => {
  const kind = name as keyof typeof KINDS;
  const { forMs, begins, ends } = KINDS[kind];
  const ofKind = (told: readonly string[]) =>
    told.filter((one) => one.includes(begins) || one.includes(ends));

  sqliteTest(
    "is told once it has lasted, once, and once that it is over, also over restarts",
    async () => {
      const desk = await greeted(await open());
      const end = await begin(desk);
      const first = ofKind(await look(desk, leftTrx));
      const early = forMs > 0 ? ofKind(await later(desk, forMs - 1, leftTrx)) : [];
      const told = forMs > 0 ? ofKind(await later(desk, 1, leftTrx)) : first;
      expect(forMs > 0 ? [...first, ...early] : []).toEqual([]);
      expect(told).toEqual([expect.stringContaining(`begins ${begins}: `)]);
      expect(told[0]).toContain(holds);
      // A desk that starts sees the chain.
      if (kind !== "chain") await desk.restart();
      expect(ofKind(await later(desk, MINUTE_MS, leftTrx))).toEqual([]);
      await end();
      expect(ofKind(await look(desk, leftTrx))).toEqual([]);
      expect(ofKind(await later(desk, QUIET_MS - 1, leftTrx))).toEqual([]);
      const over = ofKind(await later(desk, 1, leftTrx));
      expect(over).toEqual([expect.stringContaining(`ends ${ends}: `)]);
      const [{ key } = {}] = desk.rows(`SELECT key FROM operator_news WHERE kind = '${kind}'`);
      expect(over[0]?.includes(holds)).toBe(key !== "");
      expect(ofKind(await later(desk, HOUR_MS, leftTrx))).toEqual([]);
    },
  );

  test("waits as long as its alert", () => {
    const { alert } = KINDS[kind] as { alert?: string };
    if (alert === undefined) return;
    const yaml = readFileSync("docs/operations/alerts.yaml", "utf8");
    const [, rule = ""] = yaml.split(`- alert: ${alert}\n`);
    const [, count = "0", unit = "m"] =
      /^ {8}for: (\d+)([mh])$/m.exec(rule.split("- alert:")[0] ?? "") ?? [];
    expect(forMs).toBe(Number(count) * (unit === "h" ? HOUR_MS : MINUTE_MS));
  });
});

test("what comes and goes is told of once, and of its end when it stays away", async () => {
  const desk = await greeted(await openDesk());
  const told: string[] = [];
  for (let times = 0; times < 5; times += 1) {
    desk.engine.gates.haltFor("again");
    told.push(...(await later(desk, MINUTE_MS)));
    desk.engine.gates.resume();
    told.push(...(await look(desk)), ...(await later(desk, QUIET_MS - 1)));
  }
  expect(told).toHaveLength(1);
  expect(await later(desk, 1)).toEqual([expect.stringContaining("no longer halted")]);
  desk.engine.gates.haltFor("another");
  expect(await look(desk)).toEqual([expect.stringContaining("another")]);
});

test("what happened once has no end, and several of a kind are one message", async () => {
  const desk = await greeted(await openDesk());
  await noteMistake(desk.engine, "janitor", new Error("one"));
  await noteMistake(desk.engine, "matcher", new Error("two"));
  const told = await look(desk);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/janitor.*one.*; mistake: The matcher.*two/);
  expect(await later(desk, QUIET_MS)).toEqual([]);
  expect(await later(desk, 24 * HOUR_MS)).toEqual([]);
});

test("what nobody can tell now is neither told nor over", async () => {
  const desk = await greeted(await ownMoney());
  await withdraw(desk);
  await look(desk, 4);
  expect(await later(desk, 10 * MINUTE_MS, 4)).toHaveLength(1);
  expect(await later(desk, QUIET_MS)).toEqual([]);
  expect(await later(desk, QUIET_MS)).toEqual([]);
  await look(desk, 40);
  expect(await later(desk, QUIET_MS, 40)).toEqual([expect.stringContaining("enough again")]);
});

test("a withdrawal to a new address that was over before anybody looked is told once", async () => {
  const desk = await greeted(await ownMoney());
  const { id } = await withdraw(desk);
  await cancelWithdrawal(desk.engine, desk.customerId, id);
  expect(await look(desk)).toEqual([
    expect.stringContaining(`${id}: 10 TRX of ${desk.customerId} to ${OUTSIDE}`),
  ]);
  expect(await later(desk, 2 * QUIET_MS)).toEqual([]);
});

describe("the chat", () => {
  test("is told once that it hears, and another one anew what still holds", async () => {
    const desk = await openDesk();
    await noteMistake(desk.engine, "janitor", new Error("long ago"));
    desk.engine.gates.haltFor("the books");
    expect(await look(desk)).toEqual([
      expect.stringContaining("This chat hears of the desk"),
      expect.stringContaining("the books"),
    ]);
    await desk.restart();
    expect(await look(desk)).toEqual([]);
    await tellOperator(desk.engine, 77, undefined);
    const rows = desk.rows("SELECT payload FROM outbox WHERE chat_id = 77 ORDER BY id");
    expect(rows.map(({ payload }) => JSON.parse(String(payload)).title)).toEqual([
      expect.stringContaining("This chat hears"),
      KINDS.halt.begins,
    ]);
  });

  test("that takes no messages is told what still holds once it does", async () => {
    const desk = await greeted(await openDesk());
    await desk.commit(() => setUnreachable(CHAT, 1));
    expect(await readTakesMessages(desk.engine, CHAT)).toBe(false);
    await noteMistake(desk.engine, "janitor", new Error("unheard"));
    expect(await later(desk, HOUR_MS)).toEqual([]);
    await desk.commit(() => setUnreachable(CHAT, null));
    expect(await look(desk)).toEqual([expect.stringContaining("unheard")]);
  });

  test("is told where it is when its group became a supergroup", async () => {
    const desk = await greeted(await openDesk());
    await desk.commit(() => setMigrated(CHAT, -100_500));
    await noteMistake(desk.engine, "janitor", new Error("moved"));
    await look(desk);
    expect(desk.rows("SELECT chat_id FROM outbox ORDER BY id").at(-1)).toEqual({
      chat_id: -100_500,
    });
  });

  sqliteTest("gets a line a day, from eight in the morning on, over restarts", async () => {
    const desk = await greeted(await openDesk());
    await desk.order();
    const morning = new Date(desk.clock.nowMs);
    morning.setDate(morning.getDate() + 1);
    morning.setHours(8, 0, 0, 0);
    desk.clock.nowMs = morning.getTime() - 1;
    expect(await readIsDayDue(desk.engine)).toBe(false);
    desk.clock.nowMs += 1;
    expect(await readIsDayDue(desk.engine)).toBe(true);
    const lines = await readDay(desk.engine, undefined);
    expect(lines).toEqual([
      expect.stringMatching(/^Orders: \d, delivered/),
      "Paid in: 0 TRX in 0 deposits",
      "Paid out: 0 TRX in 0 withdrawals, 0 TRX to sellers",
      "Wait for you: 0 withdrawals, 0 sellers, 0 deposits",
      "Backup: `desk backup` has made none",
      "Cover: not read",
    ]);
    await tellDay(desk.engine, CHAT, lines);
    await desk.restart();
    expect(await readIsDayDue(desk.engine)).toBe(false);
    await tellDay(desk.engine, CHAT, lines);
    expect(heard(desk).filter((one) => one.includes("The last day"))).toHaveLength(1);
  });
});

test("what left in a day is told apart: to customers, and to sellers", async () => {
  const desk = await ownMoney();
  await paidWith(desk, (await withdraw(desk)).id);
  const [seller] = await sellers(desk, 25);
  const payout = await startPayout(desk, must(seller, "a seller"));
  await mine(desk, [payoutRow(desk, payout).txid]);
  await solidify(desk);
  const lines = await readDay(desk.engine, undefined);
  const sentTrx = payoutRow(desk, payout).amount_sun / TRX;
  expect(sentTrx).toBeGreaterThan(20);
  expect(lines[2]).toBe(`Paid out: 10 TRX in 1 withdrawals, ${sentTrx} TRX to sellers`);
});

test("a text that is long is cut, and many are counted", async () => {
  const desk = await greeted(await openDesk());
  for (let n = 0; n < 20; n += 1)
    await noteMistake(desk.engine, `w${n}`, new Error("x".repeat(500)));
  const [one = ""] = await look(desk);
  expect(one.length).toBeLessThan(4_000);
  expect(one).toMatch(/and \d+ more$/);
});

test("what ended long ago is forgotten, with the line of a day", async () => {
  const desk = await greeted(await openDesk());
  await noteMistake(desk.engine, "janitor", new Error("once"));
  await look(desk);
  const kept = () => desk.rows("SELECT key FROM operator_news").length;
  desk.clock.nowMs = new Date(desk.clock.nowMs + 49 * HOUR_MS).setHours(9, 0, 0, 0);
  expect(kept()).toBe(1);
  desk.clock.nowMs += 24 * HOUR_MS;
  await tellDay(desk.engine, CHAT, []);
  expect(kept()).toBe(0);
});
