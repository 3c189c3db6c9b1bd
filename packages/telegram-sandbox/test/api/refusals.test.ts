/** What the bot is refused of messages, in Telegram's own words and order. */
import { beforeAll, describe, expect, test } from "vitest";
import { ALICE, BOB, type Fields, FORUM, GROUP, type Sandbox, startShared } from "./support.js";

const shared = startShared();
let sandbox: Sandbox;
/** A message of the bot, one of Alice and one that asks for a reply, all in Alice's chat. */
let [card, hers, asking] = [0, 0, 0];

beforeAll(async () => {
  sandbox = await shared;
  hers = (await sandbox.say(ALICE, "hello")).message_id;
  const send = (fields: Fields) =>
    sandbox.bot<{ message_id: number }>("sendMessage", { chat_id: ALICE, ...fields });
  card = (await send({ text: "card", reply_markup: keyboard({ callback_data: "a" }) })).message_id;
  asking = (await send({ text: "amount?", reply_markup: { force_reply: true } })).message_id;
});

function keyboard(action: Fields, more: Fields = {}): Fields {
  return { inline_keyboard: [[{ text: "Go", ...action, ...more }]] };
}

const BAD = "Bad Request: ";
const BUTTON = "can't parse inline keyboard button: ";

describe("sendMessage", () => {
  const cases: [string, Fields, string][] = [
    ["no text", { text: "" }, "message text is empty"],
    ["no text comes before no chat", { text: "", chat_id: 99 }, "message text is empty"],
    ["only blanks", { text: " \n " }, "text must be non-empty"],
    ["4,097 characters", { text: "😀".repeat(4_097) }, "message is too long"],
    ["no chat", { chat_id: "" }, "chat_id is empty"],
    ["unknown chat", { chat_id: 99 }, "chat not found"],
    ["unknown name", { chat_id: "@nobody" }, "chat not found"],
    [
      "replied message",
      { reply_parameters: { message_id: 999 } },
      "message to be replied not found",
    ],
    ["the older reply", { reply_to_message_id: 999 }, "message to be replied not found"],
    [
      "reply by no number",
      { reply_parameters: { message_id: "x" } },
      'field "message_id" must be a Number',
    ],
    ["reply to nothing", { reply_parameters: { chat_id: 1 } }, 'can\'t find field "message_id"'],
    ["broken reply", { reply_parameters: "{" }, "can't parse reply parameters JSON object"],
    ["topic", { chat_id: FORUM, message_thread_id: 7 }, "message thread not found"],
    ["the general topic", { chat_id: FORUM, message_thread_id: 1 }, "message thread not found"],
    ["topic in private", { message_thread_id: 2 }, "message thread not found"],
    ["broken keyboard", { reply_markup: "{" }, "can't parse reply keyboard markup JSON object"],
    ["keyboard of nothing", { reply_markup: "[]" }, "object expected as reply markup"],
    [
      "rows that are none",
      { reply_markup: { inline_keyboard: [{}] } },
      'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    ],
    [
      "no action",
      { reply_markup: keyboard({}) },
      `${BUTTON}Text buttons are unallowed in the inline keyboard`,
    ],
    [
      "empty data",
      { reply_markup: keyboard({ callback_data: "" }) },
      `${BUTTON}Text buttons are unallowed in the inline keyboard`,
    ],
    [
      "two actions",
      { reply_markup: keyboard({ callback_data: "a", url: "https://tronscan.org" }) },
      `${BUTTON}InlineKeyboardButton must have exactly one action`,
    ],
    [
      "65 bytes of data",
      { reply_markup: keyboard({ callback_data: "é".repeat(33) }) },
      "BUTTON_DATA_INVALID",
    ],
    [
      "a bad style",
      { reply_markup: keyboard({ callback_data: "a" }, { style: "blue" }) },
      `${BUTTON}invalid button style specified`,
    ],
    [
      "empty copy",
      { reply_markup: keyboard({ copy_text: { text: "" } }) },
      "BUTTON_COPY_TEXT_INVALID",
    ],
    [
      "257 to copy",
      { reply_markup: keyboard({ copy_text: { text: "x".repeat(257) } }) },
      "BUTTON_COPY_TEXT_INVALID",
    ],
    [
      "copy of nothing",
      { reply_markup: keyboard({ copy_text: {} }) },
      `${BUTTON}Can't find field "text"`,
    ],
    [
      "disabled by no object",
      { reply_markup: keyboard({ disabled: true }) },
      `${BUTTON}Field "disabled" must be of type Object`,
    ],
    [
      "a web page",
      { reply_markup: keyboard({ web_app: { url: "https://a.b" } }) },
      "BUTTON_TYPE_INVALID",
    ],
    [
      "a link without a dot",
      { reply_markup: keyboard({ url: "http://localhost" }) },
      "inline keyboard button URL 'http://localhost' is invalid: Wrong HTTP URL",
    ],
    [
      "another protocol",
      { reply_markup: keyboard({ url: "ftp://a.b" }) },
      "inline keyboard button URL 'ftp://a.b' is invalid: Unsupported URL protocol",
    ],
    [
      "no label",
      { reply_markup: keyboard({ callback_data: "a" }, { text: " " }) },
      "inline keyboard button text must be non-empty",
    ],
    [
      "101 buttons",
      { reply_markup: { inline_keyboard: Array(101).fill([{ text: "a", callback_data: "a" }]) } },
      "reply markup is too long",
    ],
    [
      "long placeholder",
      { reply_markup: { force_reply: true, input_field_placeholder: "x".repeat(65) } },
      "input field placeholder must be 1-64 characters long",
    ],
    [
      "empty placeholder",
      { reply_markup: { force_reply: true, input_field_placeholder: "" } },
      "input field placeholder must be 1-64 characters long",
    ],
    [
      "an entity beyond",
      { entities: [bold(2, 9)] },
      "entity beginning at UTF-16 offset 2 ends after the end of the text at UTF-16 offset 11",
    ],
    [
      "an entity behind",
      { entities: [bold(9, 1)] },
      "entity begins after the end of the text at UTF-16 offset 9",
    ],
    [
      "half a character",
      { text: "a😀b", entities: [bold(2, 2)] },
      "entity begins in a middle of a UTF-16 symbol at byte offset 5",
    ],
    [
      "to half a character",
      { text: "a😀b", entities: [bold(0, 2)] },
      "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 5",
    ],
    [
      "an offset below 0",
      { entities: [bold(-1, 2)] },
      "receive an entity with incorrect offset -1",
    ],
    [
      "an unknown entity",
      { entities: [{ ...bold(0, 1), type: "huge" }] },
      "can't parse MessageEntity: Unsupported type specified",
    ],
    [
      "an entity without length",
      { entities: [{ type: "bold", offset: 0 }] },
      "can't parse MessageEntity: Can't find field \"length\"",
    ],
    [
      "a bad date",
      { entities: [{ ...bold(0, 1), type: "date_time", unix_time: 1, date_time_format: "x" }] },
      "can't parse MessageEntity: Invalid date-time format specified",
    ],
    ["101 entities", { entities: Array(101).fill(bold(0, 1)) }, "ENTITIES_TOO_LONG"],
    ["an unknown parse_mode", { parse_mode: "BBCode" }, "unsupported parse_mode"],
    [
      "a parse_mode and entities",
      { parse_mode: "HTML", entities: [bold(0, 1)] },
      "entities can't be used together with parse_mode",
    ],
    [
      "a parse_mode",
      { parse_mode: "MarkdownV2" },
      "parse_mode is not served by the sandbox; send entities instead",
    ],
    [
      "an ephemeral message",
      { ephemeral_message_parameters: { receiver_user_id: ALICE } },
      "ephemeral messages are not served by the sandbox",
    ],
    ["a business", { business_connection_id: "b" }, "business connection not found"],
  ];
  test.each(cases)("%s", async (_name, fields, text) => {
    const refusal = await sandbox.refusal("sendMessage", {
      chat_id: ALICE,
      text: "hello",
      ...fields,
    });
    expect(refusal).toEqual({ ok: false, error_code: 400, description: BAD + text });
  });
});

function bold(offset: number, length: number): Fields {
  return { type: "bold", offset, length };
}

describe("edits and deletions", () => {
  const cases: [string, string, () => Fields, string][] = [
    [
      "no such message",
      "editMessageText",
      () => ({ message_id: 999, text: "x" }),
      "message to edit not found",
    ],
    ["no message", "editMessageText", () => ({ text: "x" }), "message to edit not found"],
    [
      "no message nor chat",
      "editMessageText",
      () => ({ chat_id: "", text: "x" }),
      "message identifier is not specified",
    ],
    [
      "no chat",
      "editMessageText",
      () => ({ chat_id: 99, message_id: 1, text: "x" }),
      "chat not found",
    ],
    ["no text", "editMessageText", () => ({ message_id: card, text: "" }), "message text is empty"],
    ["hers", "editMessageText", () => ({ message_id: hers, text: "x" }), "message can't be edited"],
    [
      "one with a forced reply",
      "editMessageText",
      () => ({ message_id: asking, text: "x" }),
      "message can't be edited",
    ],
    [
      "too long",
      "editMessageText",
      () => ({ message_id: card, text: "x".repeat(4_097) }),
      "MESSAGE_TOO_LONG",
    ],
    [
      "forced reply",
      "editMessageText",
      () => ({ message_id: card, text: "x", reply_markup: { force_reply: true } }),
      "inline keyboard expected",
    ],
    [
      "data",
      "editMessageReplyMarkup",
      () => ({ message_id: card, reply_markup: keyboard({ callback_data: "x".repeat(65) }) }),
      "BUTTON_DATA_INVALID",
    ],
    [
      "caption of a text",
      "editMessageCaption",
      () => ({ message_id: card, caption: "x" }),
      "there is no caption in the message to edit",
    ],
    [
      "same",
      "editMessageText",
      () => ({ message_id: card, text: " card ", reply_markup: keyboard({ callback_data: "a" }) }),
      NOT_MODIFIED,
    ],
    [
      "same keyboard",
      "editMessageReplyMarkup",
      () => ({ message_id: card, reply_markup: keyboard({ callback_data: "a" }) }),
      NOT_MODIFIED,
    ],
    ["delete nothing", "deleteMessage", () => ({ message_id: 999 }), "message to delete not found"],
    ["delete no number", "deleteMessage", () => ({}), "message identifier is not specified"],
    [
      "delete in no chat",
      "deleteMessage",
      () => ({ chat_id: "" }),
      "chat identifier is not specified",
    ],
  ];
  test.each(cases)("%s (%s)", async (_name, method, fields, text) => {
    const refusal = await sandbox.refusal(method, { chat_id: ALICE, ...fields() });
    expect(refusal).toEqual({ ok: false, error_code: 400, description: BAD + text });
  });

  test("somebody else's message in a group", async () => {
    const { message_id } = await sandbox.say(BOB, "/hello", GROUP);
    const refusal = await sandbox.refusal("deleteMessage", { chat_id: GROUP, message_id });
    expect(refusal.description).toBe("Bad Request: message can't be deleted");
  });
});

const NOT_MODIFIED =
  "message is not modified: specified new message content and reply markup are exactly the same " +
  "as a current content and reply markup of the message";
