/** The Telegram door: what comes in and goes out, people, names, keys, settings, and what is told by itself. */
import { expect } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { countFailure, markDone, receiveUpdates } from "../../../src/engine/chat/inbox.js";
import { changeSettings } from "../../../src/engine/chat/notification-settings.js";
import { noteCancelTap, tellNews } from "../../../src/engine/chat/notifications.js";
import {
  answerUpdate,
  countAttempt,
  heardFrom,
  migrateChat,
  readNextMessages,
  saveDead,
  saveReachable,
  saveSent,
  tellOnce,
  uncountAttempt,
} from "../../../src/engine/chat/outbox.js";
import {
  beginGroup,
  chooseGroupLanguage,
  chooseLanguage,
  telegramUser,
} from "../../../src/engine/chat/telegram-users.js";
import {
  issuePendingKey,
  keyNotShown,
  keyShown,
  revokeOwnKey,
  revokePendingKeys,
} from "../../../src/engine/customers/own-keys.js";
import { nameWallets, unnameWallet } from "../../../src/engine/customers/wallet-names.js";
import { noteMistake } from "../../../src/engine/incidents.js";
import { applySolid } from "../../../src/engine/legs/follow-chain.js";
import { QUIET_MS } from "../../../src/engine/operating/operator-news.js";
import { tellDay, tellOperator } from "../../../src/engine/operating/tell-operator.js";
import type { OutboxRow } from "../../../src/store/chat/outbox.js";
import { addressesOf } from "../../support/addresses.js";
import { type Desk, openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { order, pass, say } from "../../support/notifications.js";
import { manual, NO_POOL, openSeller } from "../../support/sellers.js";
import { deliver, solidify } from "../../support/steps.js";
import { paidCredit } from "../../support/terms.js";
import { newUpdate, tellOf, USER } from "./updates.js";

const GROUP = -1001;

async function inbox(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const some = [1, 2, 3].map((updateId) => ({
    updateId,
    lane: "lane",
    body: "{}",
    messageIn: USER,
  }));
  expect(await faulty(desk, receiveUpdates, engine, some)).toHaveLength(3);
  expect(await faulty(desk, markDone, engine, 1)).toBe(true);
  for (const becomes of ["again", "again", "buried"]) {
    expect(await faulty(desk, countFailure, engine, 2, "an error")).toBe(becomes);
  }
}

async function outbox(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const { batch_id } = desk.orderRow(await desk.order());
  const said = [tellOf("a"), { ...tellOf("b"), chatId: GROUP }];
  await faulty(desk, answerUpdate, engine, await newUpdate(desk), said, {
    ...{ id: "c".repeat(24), flow_id: null, batch_id, owner_user_id: USER, chat_id: GROUP },
    ...{ thread_id: null, reply_to: null },
  });
  await faulty(desk, tellOnce, engine, tellOf("later"));
  const [told, second] = (await readNextMessages(engine)) as [OutboxRow, OutboxRow];
  const first = told.id;
  expect(await faulty(desk, countAttempt, engine, first)).toBe(1);
  await faulty(desk, uncountAttempt, engine, first);
  await faulty(desk, saveSent, engine, told, 17);
  await faulty(desk, saveDead, engine, second.id, "it is too long");
  await faulty(desk, saveReachable, engine, USER, false);
  expect(await faulty(desk, heardFrom, engine, USER)).toBe(true);
  await say(desk, "completed", "on", GROUP);
  await faulty(desk, migrateChat, engine, GROUP, GROUP - 1);
}

async function person(faulty: Faulty, desk: Desk): Promise<string> {
  const { engine } = desk;
  const who = { userId: USER, name: "@trader", clientLanguage: "en" };
  const user = await faulty(desk, telegramUser, engine, who, paidCredit(sun(5_000_000)));
  await faulty(desk, telegramUser, engine, { ...who, clientLanguage: "ru" }, paidCredit(sun(0)));
  return user.customer_id;
}

async function people(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const customerId = await person(faulty, desk);
  await faulty(desk, chooseLanguage, engine, USER, "en");
  await faulty(desk, beginGroup, engine, -1, "en");
  await faulty(desk, chooseGroupLanguage, engine, -1, "ru");
  const [a, b] = addressesOf(1, 2);
  if (!a || !b) throw new Error("two addresses");
  const names = [
    { name: "hot", address: a },
    { name: "cold", address: a },
    { name: "Hot", address: b, replaces: a },
  ];
  const told = () => [tellOf("named")];
  await faulty(desk, nameWallets, engine, {
    ...{ updateId: await newUpdate(desk), acting: { customerId }, names, told },
  });
  await faulty(desk, unnameWallet, engine, {
    ...{
      updateId: await newUpdate(desk),
      acting: { customerId },
      find: ([one]: readonly unknown[]) => one,
    },
    told: () => [tellOf("unnamed")],
  } as Parameters<typeof unnameWallet>[1]);
  expect(desk.rows("SELECT name FROM wallet_name")).toEqual([{ name: "Hot" }]);
}

async function ownKeys(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const customerId = await person(faulty, desk);
  const issue = async (issued: number) => {
    const call = { updateId: await newUpdate(desk), customerId, issued };
    const answer = await faulty(desk, issuePendingKey, engine, call);
    if (answer.kind !== "issued") throw new Error(answer.kind);
    return answer.keyId;
  };
  const keyId = await issue(0);
  expect(await faulty(desk, keyShown, engine, keyId)).toBe(true);
  await faulty(desk, keyNotShown, engine, await issue(1));
  await issue(2);
  desk.clock.nowMs += 1;
  expect(await faulty(desk, revokePendingKeys, engine, desk.clock.nowMs)).toBe(1);
  const revoking = { updateId: await newUpdate(desk), customerId, keyId };
  await faulty(desk, revokeOwnKey, engine, { ...revoking, told: () => tellOf("revoked") });
  expect(desk.rows("SELECT * FROM api_key WHERE revoked_at IS NULL")).toHaveLength(1);
}

async function settings(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine, customerId } = desk;
  const chat = { chatId: USER, isGroup: false, userId: USER, customerId };
  const changes = [
    { set: "question", messageId: 3, about: "orders" },
    { set: "tellOrders", fromSun: sun(7) },
    { set: "limit", limitSun: sun(7) },
    { set: "mode", kind: "ending", mode: "silent" },
    { set: "limit", limitSun: undefined },
  ] as const;
  for (const change of changes) {
    const updateId = await newUpdate(desk);
    const told = () => tellOf(`update ${updateId}`);
    await faulty(desk, changeSettings, engine, { updateId, chat, change, told: () => [told()] });
  }
}

async function news(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  await say(desk, "completed", "on", GROUP);
  await order(desk, {}, GROUP);
  const [{ batch_id } = {}] = desk.rows("SELECT batch_id FROM orders");
  await faulty(desk, noteCancelTap, engine, String(batch_id), USER);
  await deliver(desk);
  await solidify(desk);
  await faulty(desk, tellNews, engine);
  const end = desk.legs()[0]?.expires_at ?? 0;
  await pass(desk, end - 300_000 - desk.chain.head.timestampMs);
  await faulty(desk, tellNews, engine);
  const kinds = desk.rows("SELECT json_extract(payload, '$.kind') AS kind FROM outbox ORDER BY id");
  expect(kinds).toEqual([{ kind: "completed" }, { kind: "completed" }, { kind: "ending" }]);
}

async function sales(faulty: Faulty): Promise<void> {
  const desk = await openDesk(NO_POOL);
  const customerId = await person(faulty, desk);
  await openSeller(desk, { units: 1_000_000, customerId });
  await desk.order(manual());
  await deliver(desk);
  await faulty(desk, applySolid, desk.chain.head, desk.moment);
  await faulty(desk, tellNews, desk.engine);
  expect(desk.rows("SELECT key FROM outbox WHERE key LIKE 'news:sale:%'")).toHaveLength(1);
}

async function operatorChat(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine, clock } = desk;
  engine.gates.haltFor("the books");
  await faulty(desk, tellOperator, engine, GROUP, undefined);
  await noteMistake(engine, "janitor", new Error("a mistake"));
  engine.gates.resume();
  await faulty(desk, tellOperator, engine, GROUP, undefined);
  clock.nowMs += QUIET_MS + 2 * 86_400_000;
  await faulty(desk, tellOperator, engine, GROUP, undefined);
  const morning = new Date(clock.nowMs);
  clock.nowMs = morning.setHours(9, 0, 0, 0);
  await faulty(desk, tellDay, engine, GROUP, ["Orders: 1"]);
  expect(desk.rows("SELECT id FROM outbox")).toHaveLength(5);
}

export const telegram: Stories = {
  updates: inbox,
  messages: outbox,
  "people and the names of their wallets": people,
  "keys that customers issue themselves": ownKeys,
  "what a chat wants to hear": settings,
  "what is told": news,
  "what sellers are told": sales,
  "what the operator is told": operatorChat,
};
