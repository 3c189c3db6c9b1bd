/** Taps and their one answer. */
import { expect, test } from "vitest";
import { ALICE, BOB, type Fields, GROUP, type Sandbox, startSandbox } from "./support.js";

const KEYBOARD = {
  inline_keyboard: [
    [
      { text: "Pay 3.9 TRX", callback_data: "pay" },
      { text: "Cancel", callback_data: "cancel" },
    ],
    [
      { text: "Done", disabled: {} },
      { text: "Look", url: "http://a.b" },
    ],
  ],
};

async function withCard(now?: () => number): Promise<{ sandbox: Sandbox; messageId: number }> {
  const sandbox = await startSandbox(now ? { now } : {});
  await sandbox.say(ALICE, "hello");
  const card = { chat_id: ALICE, text: "card", reply_markup: KEYBOARD };
  const { message_id } = await sandbox.bot<{ message_id: number }>("sendMessage", card);
  return { sandbox, messageId: message_id };
}

/** Taps, and gives what the bot hears and what the tap will end in. */
async function tap(sandbox: Sandbox, fields: Fields, chatId = ALICE) {
  const ended = sandbox.user<Fields>(`/chats/${chatId}/taps`, { from: ALICE, ...fields });
  const [update] = await heard(sandbox);
  return { update, ended };
}

async function heard(sandbox: Sandbox) {
  const updates = await sandbox.updates(-1, 5);
  if (updates[0]?.callback_query) return updates;
  return sandbox.updates((updates[0]?.update_id ?? 0) + 1, 5);
}

test("the bot hears of the button and its message; its answer ends the tap", async () => {
  const { sandbox, messageId } = await withCard();
  const { update, ended } = await tap(sandbox, { label: "pay" });
  expect(update).toMatchObject({
    callback_query: {
      id: expect.stringMatching(/^\d+$/),
      from: { id: ALICE },
      message: { message_id: messageId, text: "card", reply_markup: KEYBOARD },
      chat_instance: expect.any(String),
      data: "pay",
    },
  });
  const answer = { callback_query_id: update?.callback_query?.id, text: "x".repeat(200) };
  const long = await sandbox.refusal("answerCallbackQuery", { ...answer, text: "x".repeat(201) });
  expect(long.description).toBe("Bad Request: MESSAGE_TOO_LONG");
  const link = await sandbox.refusal("answerCallbackQuery", { ...answer, url: "https://a.b" });
  expect(link.description).toBe("Bad Request: URL_INVALID");
  expect(await sandbox.bot("answerCallbackQuery", answer)).toBe(true);
  expect(await ended).toEqual({ update_id: update?.update_id, answered: true, text: answer.text });
  const second = await sandbox.refusal("answerCallbackQuery", answer);
  expect(second.description).toBe(TOO_OLD);
});

const TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid";

test("an unknown query and one of 150 seconds ago have no answer", async () => {
  let now = Date.now();
  const { sandbox } = await withCard(() => now);
  const unknown = await sandbox.refusal("answerCallbackQuery", { callback_query_id: "1" });
  expect(unknown.description).toBe(TOO_OLD);
  const { update, ended } = await tap(sandbox, { label: "pay" });
  now += 150_000;
  const late = { callback_query_id: update?.callback_query?.id };
  expect((await sandbox.refusal("answerCallbackQuery", late)).description).toBe(TOO_OLD);
  await sandbox.stop();
  expect(await ended).toEqual({ update_id: update?.update_id, answered: false });
});

test("the newest message with a live button of that label is tapped, else none", async () => {
  const { sandbox } = await withCard();
  const newer = { inline_keyboard: [[{ text: "Pay 4 TRX", callback_data: "newer" }]] };
  await sandbox.bot("sendMessage", { chat_id: ALICE, text: "card", reply_markup: newer });
  const first = await tap(sandbox, { label: "PAY" });
  expect(first.update).toMatchObject({ callback_query: { data: "newer" } });
  for (const label of ["Done", "Look", "Nothing"]) {
    const tapped = sandbox.user(`/chats/${ALICE}/taps`, { from: ALICE, label });
    await expect(tapped).rejects.toThrow(`404 {"error":"no live button says \\"${label}\\""}`);
  }
  await sandbox.stop();
  await first.ended;
});

test("a message and its data are sent unchecked, also when the message is gone", async () => {
  const { sandbox, messageId } = await withCard();
  await sandbox.bot("deleteMessage", { chat_id: ALICE, message_id: messageId });
  const forged = { message_id: messageId, callback_data: "forged" };
  const { update, ended } = await tap(sandbox, forged);
  expect(update).toMatchObject({
    callback_query: { data: "forged", message: { message_id: messageId, date: 0 } },
  });
  await sandbox.stop();
  await ended;
});

test("in a group anybody taps; in private only the one it is with", async () => {
  const { sandbox } = await withCard();
  await sandbox.bot("sendMessage", { chat_id: GROUP, text: "card", reply_markup: KEYBOARD });
  const { update, ended } = await tap(sandbox, { label: "pay", from: 7010 }, GROUP);
  expect(update).toMatchObject({ callback_query: { from: { id: 7010 } } });
  const member = await sandbox.bot("getChatMember", { chat_id: GROUP, user_id: 7010 });
  expect(member).toMatchObject({ status: "member" });
  const stranger = sandbox.user(`/chats/${ALICE}/taps`, { from: BOB, label: "pay" });
  await expect(stranger).rejects.toThrow("400");
  await sandbox.stop();
  await ended;
});

test("a bot that wants no taps is told of none", async () => {
  const { sandbox } = await withCard();
  await sandbox.bot("getUpdates", { allowed_updates: ["message"] });
  const tapped = await sandbox.user(`/chats/${ALICE}/taps`, { from: ALICE, label: "pay" });
  expect(tapped).toEqual({ update_id: null, answered: false });
});
