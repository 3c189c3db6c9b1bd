/**
 * Text, entities and keyboards that are taken: what becomes of them, and how parameters may arrive.
 */
import { describe, expect, test } from "vitest";
import {
  ALICE,
  type Fields,
  type SeenMessage,
  startSandbox,
  startShared,
  TOKEN,
} from "./support.js";

const shared = startShared();

async function send(fields: Fields): Promise<SeenMessage> {
  const sandbox = await shared;
  await sandbox.say(ALICE, "hello");
  return sandbox.bot<SeenMessage>("sendMessage", { chat_id: ALICE, ...fields });
}

const entity = (type: string, offset: number, length: number, more: Fields = {}): Fields => ({
  type,
  offset,
  length,
  ...more,
});

describe("text", () => {
  const cases: [string, string, Fields[], string, Fields[]][] = [
    ["is trimmed", " \n a b \n\t", [], "a b", []],
    ["loses returns, and tabs become blanks", "a\r\nb\tc", [], "a\nb c", []],
    [
      "moves entities with what goes",
      "  a\r\n b",
      [entity("bold", 6, 1)],
      "a\n b",
      [entity("bold", 3, 1)],
    ],
    ["cuts entities at the end", "a b  ", [entity("bold", 2, 3)], "a b", [entity("bold", 2, 1)]],
    [
      "keeps blanks that an entity covers",
      " a",
      [entity("bold", 0, 2)],
      " a",
      [entity("bold", 0, 2)],
    ],
    ["counts in UTF-16 units", "😀 ab", [entity("bold", 3, 2)], "😀 ab", [entity("bold", 3, 2)]],
    ["drops empty entities", "ab", [entity("bold", 1, 0)], "ab", []],
    [
      "finds commands",
      "see /buy@desk_sandbox_bot.",
      [],
      "see /buy@desk_sandbox_bot.",
      [entity("bot_command", 4, 21)],
    ],
    ["finds no command in a fraction", "1/2 a/b", [], "1/2 a/b", []],
    [
      "finds links, not their full stop",
      "https://a.b/c?d.",
      [],
      "https://a.b/c?d.",
      [entity("url", 0, 15)],
    ],
    [
      "finds mentions and hashtags",
      "@alice #usdt #1",
      [],
      "@alice #usdt #1",
      [entity("mention", 0, 6), entity("hashtag", 7, 5)],
    ],
    [
      "lets given entities stand",
      "https://a.b",
      [entity("code", 0, 11)],
      "https://a.b",
      [entity("code", 0, 11)],
    ],
    ["drops what it would find itself", "abcd", [entity("mention", 0, 4)], "abcd", []],
    [
      "keeps dates",
      "14:05 UTC",
      [entity("date_time", 0, 9, { unix_time: 1_800_000_000, date_time_format: "t" })],
      "14:05 UTC",
      [entity("date_time", 0, 9, { unix_time: 1_800_000_000, date_time_format: "t" })],
    ],
    [
      "keeps links and languages",
      "ab",
      [entity("text_link", 0, 1, { url: "http://a.b/" }), entity("pre", 1, 1, { language: "ts" })],
      "ab",
      [entity("text_link", 0, 1, { url: "http://a.b/" }), entity("pre", 1, 1, { language: "ts" })],
    ],
  ];
  test.each(cases)("%s", async (_name, text, entities, fixed, seen) => {
    const message = await send({ text, entities });
    expect(message).toMatchObject({ text: fixed, ...(seen.length > 0 && { entities: seen }) });
    if (seen.length === 0) expect(message).not.toHaveProperty("entities");
  });

  test("4,096 characters are not too many, whatever their units", async () => {
    expect((await send({ text: "😀".repeat(4_096) })).text).toHaveLength(8_192);
  });
});

test("every kind of button that is served, and its style", async () => {
  const rows = [
    [{ text: "Pay", style: "success", callback_data: "x".repeat(64) }],
    [
      { text: "Copy", copy_text: { text: "y".repeat(256) } },
      { text: "Done", disabled: {} },
    ],
    [
      { text: "Look", url: "http://127.0.0.1:3000/sandbox/tx/1" },
      { text: "Write", url: "tg://user?id=7001" },
      { text: "Share", switch_inline_query: "" },
    ],
  ];
  const markup = { inline_keyboard: [...rows, []], force_reply: true };
  const message = await send({ text: "card", reply_markup: markup });
  expect(message.reply_markup).toEqual({ inline_keyboard: rows, force_reply: true });
  const sandbox = await shared;
  const edited = await sandbox.bot<SeenMessage>("editMessageText", {
    chat_id: ALICE,
    message_id: message.message_id,
    text: "card",
    reply_markup: { inline_keyboard: [rows[0]] },
  });
  // What was forced stays forced.
  expect(edited.reply_markup).toEqual({ inline_keyboard: [rows[0]], force_reply: true });
  expect(edited.edit_date).toBeGreaterThanOrEqual(edited.date);
});

test("an edit changes text, entities or keyboard; what it leaves out is gone", async () => {
  const keyboard = (text: string): Fields => ({
    inline_keyboard: [[{ text, callback_data: "a" }]],
  });
  const { message_id } = await send({ text: "card", reply_markup: keyboard("A") });
  const sandbox = await shared;
  const edit = (fields: Fields) =>
    sandbox.bot<SeenMessage>("editMessageText", { chat_id: ALICE, message_id, ...fields });
  const bold = [entity("bold", 0, 4)];
  expect(await edit({ text: "card", reply_markup: keyboard("B") })).toMatchObject({ text: "card" });
  const styled = await edit({ text: "card", entities: bold, reply_markup: keyboard("B") });
  expect(styled).toMatchObject({ entities: bold });
  const bare = await edit({ text: "card", entities: bold });
  expect(bare).not.toHaveProperty("reply_markup");
  expect(await edit({ text: "other" })).not.toHaveProperty("entities");
  const again = { chat_id: ALICE, message_id, reply_markup: keyboard("C") };
  expect(await sandbox.bot("editMessageReplyMarkup", again)).toMatchObject({
    text: "other",
    reply_markup: keyboard("C"),
  });
  expect(await sandbox.bot("deleteMessage", { chat_id: ALICE, message_id })).toBe(true);
  const refusal = await sandbox.refusal("editMessageText", {
    chat_id: ALICE,
    message_id,
    text: "x",
  });
  expect(refusal.description).toBe("Bad Request: message to edit not found");
});

test("a reply shows what it answers; a forced one is for the person's eyes", async () => {
  const sandbox = await startSandbox();
  const { message_id } = await sandbox.say(ALICE, "/buy");
  const markup = { force_reply: true, selective: true, input_field_placeholder: "65000" };
  const sent = await sandbox.bot("sendMessage", {
    chat_id: ALICE,
    text: "How much?",
    reply_parameters: { message_id },
    reply_markup: markup,
    link_preview_options: { is_disabled: true },
    protect_content: true,
  });
  expect(sent).toMatchObject({
    reply_to_message: { message_id, text: "/buy" },
    link_preview_options: { is_disabled: true },
    has_protected_content: true,
  });
  expect(sent).not.toHaveProperty("reply_markup");
  const { messages } = await sandbox.user<{ messages: unknown[] }>(`/chats/${ALICE}`);
  expect(messages[1]).toMatchObject({ reply_markup: markup });
  const loose = { message_id: 99, allow_sending_without_reply: true };
  const free = { chat_id: ALICE, text: "x", reply_parameters: loose };
  expect(await sandbox.bot("sendMessage", free)).not.toHaveProperty("reply_to_message");
});

test("parameters come by query, form and JSON, as strings or as they are", async () => {
  const { base, say } = await startSandbox();
  await say(ALICE, "hello");
  const url = `${base}/bot${TOKEN}/SENDMESSAGE`;
  const markup = JSON.stringify({ inline_keyboard: [[{ text: "A", callback_data: "a" }]] });
  const fields = { chat_id: String(ALICE), text: "x", reply_markup: markup };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const ways: [string, RequestInit?][] = [
    [`${url}?${new URLSearchParams(fields)}`],
    [url, { method: "POST", body: new URLSearchParams(fields) }],
    [url, { method: "POST", body: form }],
    [
      url,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
      },
    ],
  ];
  for (const [address, init] of ways) {
    const response = await fetch(address, init);
    expect(await response.json()).toMatchObject({
      ok: true,
      result: { text: "x", reply_markup: JSON.parse(markup) },
    });
  }
});
