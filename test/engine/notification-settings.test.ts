/** What chats want to hear: as usual until somebody says otherwise, changed once an update, and moved with a group. */
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import {
  changeSettings,
  type NewsChat,
  type NewsSettings,
  type SettingChange,
} from "../../src/engine/chat/notification-settings.js";
import { migrateChat } from "../../src/engine/chat/outbox.js";
import { findLimitQuestion } from "../../src/store/chat/news-settings.js";
import { insertTelegramUser } from "../../src/store/chat/telegram-users.js";
import { type Desk, openDesk } from "../support/desk.js";
import { order, told, USER } from "../support/notifications.js";
import { deliver } from "../support/steps.js";

const GROUP = -1001;
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
      ...{ completed: "on", partial: "on", cancelled: "on", ending: "on" },
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
