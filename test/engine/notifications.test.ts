/** What is told of orders and balances: each event once, to whom it concerns, as they want it; and what chats want to hear. */

import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import {
  changeSettings,
  type NewsChat,
  type NewsSettings,
  type SettingChange,
} from "../../src/engine/chat/notification-settings.js";
import { tellNews } from "../../src/engine/chat/notifications.js";
import { migrateChat, saveReachable } from "../../src/engine/chat/outbox.js";
import { creditCustomer, debitCustomer } from "../../src/engine/customers/customers.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { findLimitQuestion, setBalanceLimit } from "../../src/store/chat/news-settings.js";
import { insertTelegramUser } from "../../src/store/chat/telegram-users.js";
import { watchesDue } from "../../src/store/chat/watched-batches.js";
import type { Phase } from "../../src/store/phase.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { exhaust } from "../support/exhaust.js";
import { kinds, order, pass, say, told, USER, watched } from "../support/notifications.js";
import { NO_POOL, openSeller, sweep } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import {
  auditedOnce,
  deliver,
  fork,
  kill,
  mendNow,
  mine,
  mineAll,
  send,
  sign,
  solidify,
} from "../support/steps.js";
import { firstOf } from "../support/watched.js";

const GROUP = -1001;
const MANUAL = { type: "Manual", price: 60, options: { allow_partial: true, partial_min: 20_000 } };

describe("the end of an order", () => {
  test("delivered is told once, for all orders of a call together", async () => {
    const desk = await openDesk();
    await order(desk, { receiver: addressesOf(1, 2) });
    expect(await told(desk)).toEqual([]);
    await sign(desk);
    await send(desk);
    const [first, second] = desk.legs().map(({ txid }) => String(txid));
    await mine(desk, [String(first)]);
    expect(await told(desk)).toEqual([]);
    await mine(desk, [String(second)]);
    expect(await told(desk)).toMatchObject([
      {
        ...{ chatId: USER, kind: "completed", isSilent: false, isGroup: false, userId: USER },
        ...{ resource: "energy", amount: 65_000, duration: "1h", receivers: addressesOf(1, 2) },
        ...{ filledUnits: 130_000, paidSun: 7_800_000, deliveredSun: 7_800_000, refundedSun: 0 },
      },
    ]);
    await solidify(desk);
    await pass(desk, 60_000);
    expect(await kinds(desk)).toEqual(["completed"]);
  });

  test("cancelled is told with what was paid, delivered and refunded", async () => {
    const desk = await openDesk();
    const [id] = await order(desk);
    await cancelOrder(desk.engine, desk, id ?? "");
    expect(await told(desk)).toMatchObject([
      {
        ...{ kind: "cancelled", reason: "cancelled by the customer", filledUnits: 0 },
        ...{ paidSun: 3_900_000, deliveredSun: 0, refundedSun: 3_900_000 },
      },
    ]);
    expect(watched(desk)).toEqual([]);
  });

  test("a call of which one order is cancelled is told when the last one has ended", async () => {
    const desk = await openDesk();
    const [first] = await order(desk, { receiver: addressesOf(1, 2) });
    await cancelOrder(desk.engine, desk, first ?? "");
    expect(await told(desk)).toEqual([]);
    await deliver(desk);
    expect(await told(desk)).toMatchObject([
      { kind: "cancelled", paidSun: 7_800_000, deliveredSun: 3_900_000, refundedSun: 3_900_000 },
    ]);
  });

  test("what a fork takes back from a delivered order is told when it is refunded", async () => {
    const desk = await openDesk({ ownersUnits: [65_000] });
    const [id] = await order(desk);
    await deliver(desk);
    await told(desk);
    await fork(desk);
    await kill(desk, `${id}.1`, "expired");
    desk.clock.nowMs += 700_000;
    await mendNow(desk);
    expect(await told(desk)).toMatchObject([
      { kind: "completed" },
      { kind: "cancelled", deliveredSun: 0, refundedSun: 3_900_000 },
    ]);
  });
});

describe("parts", () => {
  test("that follow each other are told together, and not again before a minute", async () => {
    const desk = await openDesk(NO_POOL);
    for (const units of [20_000, 20_000]) await openSeller(desk, { units });
    await order(desk, { ...MANUAL, resourceAmount: 130_000 });
    await deliver(desk);
    expect(await told(desk)).toEqual([]);
    await pass(desk, 14_000);
    expect(await told(desk)).toEqual([]);
    await pass(desk, 2_000);
    expect(await told(desk)).toMatchObject([
      { kind: "partial", filledUnits: 40_000, amount: 130_000 },
    ]);
    await openSeller(desk, { units: 20_000 });
    await sweep(desk);
    await deliver(desk);
    expect(await kinds(desk)).toEqual(["partial"]);
    await pass(desk, 30_000);
    expect(await kinds(desk)).toEqual(["partial"]);
    await pass(desk, 30_000);
    expect((await told(desk)).map(({ kind }) => kind)).toEqual(["partial", "partial"]);
    await pass(desk, 120_000);
    expect(await told(desk)).toHaveLength(2);
  });

  test("are not told of an order that is delivered before its time comes", async () => {
    const desk = await openDesk();
    await order(desk, { receiver: addressesOf(1, 2) });
    await sign(desk);
    await send(desk);
    const [first, second] = desk.legs().map(({ txid }) => String(txid));
    await mine(desk, [String(first)]);
    await told(desk);
    await pass(desk, 10_000);
    await mine(desk, [String(second)]);
    await pass(desk, 20_000);
    expect(await kinds(desk)).toEqual(["completed"]);
  });
});

describe("a balance below its limit", () => {
  const limit = (desk: Desk, limitSun: number, armed = true) =>
    desk.commit(() =>
      setBalanceLimit({
        ...{ customerId: desk.customerId, userId: USER, armed },
        limitSun: sun(limitSun),
      }),
    );
  const credit = (desk: Desk, amountSun: number, reference: string) =>
    creditCustomer(desk.engine, {
      ...{
        customerId: desk.customerId,
        amountSun: sun(amountSun),
        reason: "",
        reference,
        kind: "payment",
      },
    });

  test("is told once, and again after it has risen to it", async () => {
    const desk = await openDesk({ creditTrx: 10, ownersUnits: [1_000_000] });
    await limit(desk, 5_000_000);
    await desk.order();
    expect(await told(desk)).toEqual([]);
    await desk.order({ receiver: [addressOf(2)] });
    expect(await told(desk)).toMatchObject([
      { chatId: USER, kind: "balance", availableSun: 2_200_000, limitSun: 5_000_000 },
    ]);
    await credit(desk, 1_000_000, "1");
    await desk.order({ receiver: [addressOf(3)], resourceAmount: 32_000 });
    expect(await told(desk)).toHaveLength(1);
    const { customerId } = desk;
    const debit = (reference: string) => {
      const call = { customerId, amountSun: sun(9_000_000), reason: "", reference };
      return debitCustomer(desk.engine, call);
    };
    desk.clock.nowMs += 1;
    // Between two looks it is as if nothing had been.
    await credit(desk, 9_000_000, "2");
    await debit("3");
    expect(await told(desk)).toHaveLength(1);
    await credit(desk, 9_000_000, "4");
    expect(await told(desk)).toHaveLength(1);
    await debit("5");
    expect(await told(desk)).toHaveLength(2);
  });

  test("is not told to who was below it when they set it, or has none", async () => {
    const desk = await openDesk({ creditTrx: 10 });
    await limit(desk, 50_000_000, false);
    await desk.order();
    expect(await told(desk)).toEqual([]);
  });
});

describe("who hears it", () => {
  test("as the private chat wants it: with a sound, without, or not at all", async () => {
    const desk = await openDesk();
    await say(desk, "completed", "silent");
    await order(desk);
    await deliver(desk);
    expect(await told(desk)).toMatchObject([{ kind: "completed", isSilent: true }]);
    await say(desk, "completed", "off");
    await order(desk, { receiver: [addressOf(2)] });
    await mine(desk);
    desk.clock.monotonicMs += 1_000;
    await deliver(desk);
    expect(await told(desk)).toHaveLength(1);
  });

  test("an order of a group is told to who ordered, and to the group once that is switched on", async () => {
    const desk = await openDesk();
    await order(desk, {}, GROUP);
    await deliver(desk);
    expect(await told(desk)).toMatchObject([{ chatId: USER, isGroup: false }]);
    await say(desk, "completed", "on", GROUP);
    await order(desk, { receiver: [addressOf(2)] }, GROUP);
    await deliver(desk);
    expect((await told(desk)).slice(1)).toMatchObject([
      { chatId: USER, isGroup: false },
      { chatId: GROUP, isGroup: true },
    ]);
  });

  test("not a chat that takes no messages, also later", async () => {
    const desk = await openDesk();
    await saveReachable(desk.engine, USER, false);
    await order(desk);
    await deliver(desk);
    expect(await told(desk)).toEqual([]);
    await saveReachable(desk.engine, USER, true);
    expect(await told(desk)).toEqual([]);
  });
});

test("more than one look takes is told by those that follow at once", async () => {
  const desk = await openDesk({ ownersUnits: [10_000_000], creditTrx: 10_000 });
  await auditedOnce(desk, async () => {
    for (let at = 0; at < 101; at += 1) await order(desk, { resourceAmount: 32_000 });
  });
  await deliver(desk);
  expect(await tellNews(desk.engine)).toBe(true);
  expect(await tellNews(desk.engine)).toBe(false);
  expect(await kinds(desk)).toEqual(Array(101).fill("completed"));
});

test("a fault before any statement changes nothing, and each event is told once after it", async () => {
  const desk = await openDesk();
  await say(desk, "completed", "on", GROUP);
  await order(desk, { receiver: addressesOf(1, 2) }, GROUP);
  await deliver(desk);
  await exhaust(desk, () => tellNews(desk.engine));
  expect(await kinds(desk)).toEqual(["completed", "completed"]);
  await desk.restart();
  desk.engine.chainClock.sawHead(desk.chain.head);
  expect(await kinds(desk)).toEqual(["completed", "completed"]);
});

sqliteTest("nothing is read of rentals that just run", async () => {
  const desk = await openDesk();
  await order(desk);
  await mineAll(desk);
  const plan = desk
    .rows(`EXPLAIN QUERY PLAN ${sqlOf(watchesDue(1, 1, 1))}`)
    .map(({ detail }) => String(detail))
    .filter((line) => line.includes("watched_batch"));
  expect(plan).toEqual([
    "SEARCH watched_batch USING PRIMARY KEY (batch_id=?)",
    "SCAN watched_batch USING COVERING INDEX watched_batch_changed",
    "SEARCH watched_batch USING COVERING INDEX watched_batch_part (part_due_at<?)",
    "SEARCH watched_batch USING COVERING INDEX watched_batch_ending (remind_at<?)",
  ]);
});

/** The statement that a phase begins with, its values filled in. */
function sqlOf(phase: Phase<unknown>): string {
  const { sql, params } = firstOf(phase);
  let at = 0;
  return sql.replace(/\?/g, () => String(params[at++]));
}

let updates = 0;

function chatOf(desk: Desk, chatId = USER): NewsChat {
  return { chatId, isGroup: chatId < 0, userId: USER, customerId: desk.customerId };
}

/** A new update that changes a setting; what is said of all of them then. */
async function change(desk: Desk, setting: SettingChange, chatId = USER): Promise<NewsSettings> {
  updates += 1;
  await receiveUpdates(desk.engine, [{ updateId: updates, lane: "lane", body: "{}" }]);
  const said = await apply(desk, setting, chatId, updates);
  if (!said) throw new Error("nothing was said");
  return said;
}

async function apply(desk: Desk, setting: SettingChange, chatId: number, updateId: number) {
  let said: NewsSettings | undefined;
  const tell = (settings: NewsSettings) => {
    said = settings;
    return { key: `update:${updateId}`, chatId, payload: "{}" };
  };
  const chat = chatOf(desk, chatId);
  await changeSettings(desk.engine, {
    updateId,
    chat,
    change: setting,
    told: (now) => [tell(now)],
  });
  return said;
}

const modesIn = ({ modes }: NewsSettings) => Object.fromEntries(modes);

describe("kinds", () => {
  test("in private are on, in groups off, and a group has none for balances and sales", async () => {
    const desk = await openDesk();
    expect(modesIn(await change(desk, { set: "nothing" }))).toEqual({
      ...{ completed: "late", partial: "on", cancelled: "on", ending: "on" },
      ...{ balance: "on", sale: "on" },
    });
    expect(modesIn(await change(desk, { set: "nothing" }, GROUP))).toEqual({
      ...{ completed: "off", partial: "off", cancelled: "off", ending: "off" },
    });
  });

  test("are changed for one chat, once an update", async () => {
    const desk = await openDesk();
    const silent = { set: "mode", kind: "ending", mode: "silent" } as const;
    expect(modesIn(await change(desk, silent)).ending).toBe("silent");
    const first = updates;
    await change(desk, { ...silent, mode: "off" });
    expect(await apply(desk, silent, USER, first)).toBeUndefined();
    expect(modesIn(await change(desk, { set: "nothing" })).ending).toBe("off");
    expect(modesIn(await change(desk, { set: "nothing" }, GROUP)).ending).toBe("off");
  });

  test("of a group move with it, and what was said in the new one stays", async () => {
    const desk = await openDesk();
    const supergroup = -1_001_000;
    await change(desk, { set: "mode", kind: "completed", mode: "on" }, GROUP);
    await change(desk, { set: "mode", kind: "ending", mode: "on" }, GROUP);
    await change(desk, { set: "mode", kind: "ending", mode: "silent" }, supergroup);
    await order(desk, {}, GROUP);
    await migrateChat(desk.engine, GROUP, supergroup);
    const settings = modesIn(await change(desk, { set: "nothing" }, supergroup));
    expect(settings).toMatchObject({ completed: "on", ending: "silent", partial: "off" });
    await deliver(desk);
    expect((await told(desk)).map(({ chatId }) => chatId)).toEqual([USER, supergroup]);
  });
});

describe("the limit of a balance", () => {
  test("is set, changed and taken away; a question is over with any answer", async () => {
    const desk = await openDesk();
    expect(await change(desk, { set: "question", messageId: 5, about: "balance" })).toMatchObject({
      asking: "balance",
    });
    expect(await desk.engine.database.read(() => findLimitQuestion(USER))).toMatchObject({
      ...{ message_id: 5, asked_at: desk.clock.nowMs },
    });
    const set = { set: "limit", limitSun: sun(5_000_000) } as const;
    expect(await change(desk, set)).toMatchObject({ asking: undefined, limitSun: 5_000_000 });
    expect(await desk.engine.database.read(() => findLimitQuestion(USER))).toBeUndefined();
    await change(desk, { ...set, limitSun: sun(1) });
    expect((await change(desk, { set: "nothing" })).limitSun).toBe(1);
    expect((await change(desk, { ...set, limitSun: undefined })).limitSun).toBeUndefined();
  });

  test("is asked for like the sum of orders by keys, which is set and taken away", async () => {
    const desk = await openDesk();
    await desk.commit(() => insertTelegramUser(USER, desk.customerId, "en", 1));
    const asked = await change(desk, { set: "question", messageId: 5, about: "orders" });
    expect(asked).toMatchObject({ asking: "orders", tellOrdersSun: undefined });
    const set = { set: "tellOrders", fromSun: sun(5_000_000) } as const;
    expect(await change(desk, set)).toMatchObject({ asking: undefined, tellOrdersSun: 5_000_000 });
    expect((await change(desk, { set: "nothing" }, GROUP)).tellOrdersSun).toBeUndefined();
    expect((await change(desk, { ...set, fromSun: undefined })).tellOrdersSun).toBeUndefined();
  });

  test("that is above what is available says so once, and nothing of it is in a group", async () => {
    const desk = await openDesk({ creditTrx: 10 });
    const high = await change(desk, { set: "limit", limitSun: sun(50_000_000) });
    expect(high.belowSun).toBe(10_000_000);
    await desk.order();
    expect(await told(desk)).toEqual([]);
    const low = await change(desk, { set: "limit", limitSun: sun(6_000_000) });
    expect(low.belowSun).toBeUndefined();
    await desk.order({ resourceAmount: 32_000 });
    expect(await told(desk)).toMatchObject([{ kind: "balance", limitSun: 6_000_000 }]);
    expect((await change(desk, { set: "nothing" }, GROUP)).limitSun).toBeUndefined();
  });
});
