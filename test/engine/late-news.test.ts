/** A delivery is told beside its card only where the card may not be seen. */
import { expect, test } from "vitest";
import { noteCancelTap } from "../../src/engine/chat/notifications.js";
import {
  answerUpdate,
  readNextMessages,
  redrawCards,
  saveDrawn,
  saveSent,
  takeUpCards,
} from "../../src/engine/chat/outbox.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import type { NewCard } from "../../src/store/chat/cards.js";
import { type Desk, openDesk } from "../support/desk.js";
import { kinds, lastDraft, order, pass, say, told } from "../support/notifications.js";
import { deliver } from "../support/steps.js";
import { newUpdate, tellOf, USER } from "./faults/updates.js";

const GROUP = -1001;

/** An order whose card is the last message of the chat. */
async function shown(chatId = USER): Promise<Desk> {
  const desk = await openDesk();
  await order(desk, {}, chatId);
  await show(desk, { id: "c".repeat(24), flow_id: lastDraft(), batch_id: null }, chatId);
  return desk;
}

/** A card becomes the last message of a chat. */
async function show(
  desk: Desk,
  card: Pick<NewCard, "id" | "flow_id" | "batch_id">,
  chatId: number,
): Promise<void> {
  const place = { owner_user_id: USER, chat_id: chatId, thread_id: null, reply_to: null };
  const updateId = await newUpdate(desk, chatId);
  await answerUpdate(desk.engine, updateId, [], { ...card, ...place });
  await drawn(desk, 5);
}

/** The card is this message now: edited, or sent again. */
async function drawn(desk: Desk, messageId: number): Promise<void> {
  const card = (await takeUpCards(desk.engine)).at(-1);
  if (!card) throw new Error("no card");
  await saveDrawn(desk.engine, card, { messageId, hash: "h", watching: true, sum: null });
  await redrawCards(desk.engine, [card.id]);
}

async function talk(desk: Desk, messages: number, chatId = USER): Promise<void> {
  for (let said = 0; said < messages; said += 1) {
    const updateId = await newUpdate(desk, chatId);
    await answerUpdate(desk.engine, updateId, [{ ...tellOf(`answer:${updateId}`), chatId }]);
    for (const row of await readNextMessages(desk.engine)) await saveSent(desk.engine, row, 9);
  }
}

test.each([
  ["nothing is told", async () => {}, []],
  ["nothing is told below four answers", (desk: Desk) => talk(desk, 4), []],
  ["it is told below five answers", (desk: Desk) => talk(desk, 5), ["completed"]],
  ["nothing is told when others talk", (desk: Desk) => talk(desk, 9, GROUP), []],
  [
    "an edit leaves it where it is",
    async (desk: Desk) => {
      await talk(desk, 5);
      await drawn(desk, 5);
    },
    ["completed"],
  ],
  [
    "sent again it is the last message",
    async (desk: Desk) => {
      await talk(desk, 5);
      await drawn(desk, 77);
    },
    [],
  ],
  ["it is told after more than 15 s", (desk: Desk) => pass(desk, 16_000), ["completed"]],
])("%s", async (_, happens, kindsTold) => {
  const desk = await shown();
  await happens(desk);
  await deliver(desk);
  expect(await kinds(desk)).toEqual(kindsTold);
});

test("a group is told below its own card, also when who ordered looks at another in private", async () => {
  const desk = await shown(GROUP);
  await say(desk, "completed", "late", GROUP);
  await talk(desk, 5, GROUP);
  const { batch_id } = desk.orderRow(String(desk.rows("SELECT id FROM orders")[0]?.id));
  await show(desk, { id: "d".repeat(24), flow_id: null, batch_id }, USER);
  await deliver(desk);
  expect((await told(desk)).map(({ chatId }) => chatId)).toEqual([GROUP]);
});

test("who ordered in a group sees its card there", async () => {
  const desk = await shown(GROUP);
  await say(desk, "completed", "late", GROUP);
  await deliver(desk);
  expect(await told(desk)).toEqual([]);
});

test.each([
  ["at once by a tap of theirs, which only the group hears of", USER, 0, [GROUP]],
  ["by a tap of theirs a while ago", USER, 16_000, [USER, GROUP]],
  ["after a tap of somebody else", USER + 1, 0, [USER, GROUP]],
])("what is cancelled %s", async (_, tappedBy, passesMs, chats) => {
  const desk = await shown(GROUP);
  await say(desk, "cancelled", "on", GROUP);
  const [{ id, batch_id } = {}] = desk.rows("SELECT id, batch_id FROM orders");
  await noteCancelTap(desk.engine, String(batch_id), tappedBy);
  desk.clock.nowMs += passesMs;
  await cancelOrder(desk.engine, desk, String(id));
  expect((await told(desk)).map(({ chatId }) => chatId)).toEqual(chats);
});

test("what failed is told at once", async () => {
  const desk = await shown();
  await cancelOrder(desk.engine, desk, String(desk.rows("SELECT id FROM orders")[0]?.id));
  expect(await kinds(desk)).toEqual(["cancelled"]);
});
