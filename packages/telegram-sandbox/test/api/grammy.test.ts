/** Unmodified grammY as the bot. */
import { Bot, GrammyError, HttpError, InlineKeyboard, InputFile } from "grammy";
import { expect, onTestFinished, test } from "vitest";
import { botSays, openStream } from "./events.js";
import {
  ALICE,
  documentOf,
  GROUP,
  type Sandbox,
  type SeenMessage,
  startSandbox,
  TOKEN,
  temporaryDirectory,
} from "./support.js";

function botOn({ base }: Sandbox): Bot {
  return new Bot(TOKEN, { client: { apiRoot: base } });
}

/** Runs until the test ends. */
async function poll(bot: Bot): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    bot.start({ onStart: () => resolve() }).catch(reject);
  });
  onTestFinished(() => bot.stop());
}

const messagesOf = async (sandbox: Sandbox, chatId: number): Promise<SeenMessage[]> =>
  (await sandbox.user<{ messages: SeenMessage[] }>(`/chats/${chatId}`)).messages;

test("a conversation: message, card, tap, toast, edited card", async () => {
  const sandbox = await startSandbox();
  const stream = await openStream(sandbox, ALICE);
  const bot = botOn(sandbox);
  bot.command("start", (context) =>
    context.reply("Order?", { reply_markup: new InlineKeyboard().text("Pay 3.9 TRX", "pay:1") }),
  );
  bot.callbackQuery("pay:1", async (context) => {
    await context.editMessageText("Paid");
    await context.answerCallbackQuery({ text: "Thank you", show_alert: true });
  });
  await poll(bot);

  await sandbox.say(ALICE, "/start");
  await stream.next(botSays("Order?"));
  const tapped = await sandbox.user(`/chats/${ALICE}/taps`, { from: ALICE, label: "PAY" });
  expect(tapped).toEqual({
    update_id: expect.any(Number),
    answered: true,
    text: "Thank you",
    show_alert: true,
  });
  const messages = await messagesOf(sandbox, ALICE);
  expect(messages.map(({ text }) => text)).toEqual(["/start", "Paid"]);
  expect(messages[1]).toMatchObject({ edit_date: expect.any(Number) });
  expect(messages[1]).not.toHaveProperty("reply_markup");
});

test("what a bot died over comes again after a restart of bot and server", async () => {
  const directory = temporaryDirectory();
  const first = await startSandbox({ directory });
  await first.say(ALICE, "one");
  await first.say(ALICE, "two");
  const bot = botOn(first);
  expect(await bot.api.getUpdates({ limit: 1 })).toMatchObject([{ message: { text: "one" } }]);
  await first.stop();

  const second = await startSandbox({ directory });
  const [one, two] = await botOn(second).api.getUpdates();
  expect([one?.message?.text, two?.message?.text]).toEqual(["one", "two"]);
  const left = await botOn(second).api.getUpdates({ offset: two?.update_id ?? 0 });
  expect(left.map(({ update_id }) => update_id)).toEqual([two?.update_id]);
});

test("429 is told with its time to wait", async () => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "hello");
  const fault = {
    method: "sendMessage",
    times: 1,
    error_code: 429,
    parameters: { retry_after: 7 },
  };
  await sandbox.user("/faults", fault);
  const refused = await botOn(sandbox)
    .api.sendMessage(ALICE, "x")
    .catch((error: unknown) => error);
  if (!(refused instanceof GrammyError)) throw new Error("it was not refused");
  expect(refused.error_code).toBe(429);
  expect(refused.description).toBe("Too Many Requests: retry after 7");
  expect(refused.parameters).toEqual({ retry_after: 7 });
  expect(await botOn(sandbox).api.sendMessage(ALICE, "y")).toMatchObject({ text: "y" });
});

test.each([
  ["before", []],
  ["after", ["a card"]],
])("a connection cut %s the effect", async (cut, texts) => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "hello");
  await sandbox.user("/faults", { method: "*", times: 1, cut });
  const sent = botOn(sandbox).api.sendMessage(ALICE, "a card");
  await expect(sent).rejects.toBeInstanceOf(HttpError);
  const messages = await messagesOf(sandbox, ALICE);
  expect(messages.slice(1).map(({ text }) => text)).toEqual(texts);
  const { calls } = await sandbox.user<{ calls: unknown[] }>("/calls?after=0");
  expect(calls).toMatchObject([{ method: "sendMessage", cut, parameters: { text: "a card" } }]);
});

test("documents go up and come down, from both sides", async () => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "hello");
  const bot = botOn(sandbox);
  const csv = Buffer.from("receiver,amount\nT…,65000\n");
  const sent = await bot.api.sendDocument(ALICE, new InputFile(csv, "my orders.csv"), {
    caption: "Your orders",
    reply_markup: new InlineKeyboard().text("Again", "again"),
  });
  expect(sent).toMatchObject({
    caption: "Your orders",
    document: { file_name: "my orders.csv", mime_type: "text/csv", file_size: csv.length },
    reply_markup: { inline_keyboard: [[{ text: "Again", callback_data: "again" }]] },
  });
  const { file_path } = await bot.api.getFile(sent.document.file_id);
  const down = await fetch(`${sandbox.base}/file/bot${TOKEN}/${file_path}`);
  expect(Buffer.from(await down.arrayBuffer())).toEqual(csv);
  const byPerson = await fetch(`${sandbox.base}/files/${sent.document.file_id}`);
  expect(byPerson.headers.get("content-disposition")).toBe("attachment");
  expect(await byPerson.text()).toBe(csv.toString());

  const document = documentOf("receivers.txt", "T1\nT2\n");
  await sandbox.user(`/chats/${ALICE}/messages`, { from: ALICE, caption: "here", document });
  const [, up] = await bot.api.getUpdates();
  expect(up?.message).toMatchObject({ caption: "here", document: { file_name: "receivers.txt" } });
  const again = await bot.api.sendDocument(ALICE, up?.message?.document?.file_id ?? "");
  expect(again.document.file_name).toBe("receivers.txt");
});

test("commands by scope and language", async () => {
  const { api } = botOn(await startSandbox());
  const buy = [{ command: "buy", description: "Buy Energy" }];
  const kaufen = [{ command: "buy", description: "Energy kaufen" }];
  await api.setMyCommands(buy);
  await api.setMyCommands(kaufen, { language_code: "de" });
  await api.setMyCommands([], { scope: { type: "all_group_chats" } });
  await api.setMyCommands(kaufen, {
    scope: { type: "chat_member", chat_id: GROUP, user_id: ALICE },
  });
  expect(await api.getMyCommands()).toEqual(buy);
  expect(await api.getMyCommands({ language_code: "de" })).toEqual(kaufen);
  expect(await api.getMyCommands({ scope: { type: "all_group_chats" } })).toEqual([]);
  const member = { type: "chat_member", chat_id: GROUP, user_id: ALICE } as const;
  expect(await api.getMyCommands({ scope: member })).toEqual(kaufen);
  await api.deleteMyCommands();
  expect(await api.getMyCommands()).toEqual([]);
});

test("who the bot is, by its own word", async () => {
  const { api } = botOn(await startSandbox());
  expect(await api.getMe()).toMatchObject({
    id: 42,
    is_bot: true,
    username: "desk_sandbox_bot",
    can_read_all_group_messages: false,
  });
  await api.setMyName("Desk");
  await api.setMyDescription("Energie", { language_code: "de" });
  await api.setMyShortDescription("Energy");
  expect(await api.getMe()).toMatchObject({ first_name: "Desk" });
  expect(await api.getMyName({ language_code: "de" })).toEqual({ name: "Desk" });
  expect(await api.getMyDescription()).toEqual({ description: "" });
  expect(await api.getMyDescription({ language_code: "de" })).toEqual({ description: "Energie" });
  expect(await api.getMyShortDescription()).toEqual({ short_description: "Energy" });
  const longest = { description: "ж".repeat(512), short: "🙂".repeat(120) };
  await api.setMyDescription(longest.description);
  await api.setMyShortDescription(longest.short);
  expect(await api.getMyDescription()).toEqual({ description: longest.description });
  expect(await api.getMyShortDescription()).toEqual({ short_description: longest.short });
  expect(await api.close()).toBe(true);
  expect(await api.logOut()).toBe(true);
});
