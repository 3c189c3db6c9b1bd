/**
 * What the bot is refused of methods that are not about a message's text, in Telegram's own words.
 */
import { describe, expect, test } from "vitest";
import { ALICE, type Fields, GROUP, startShared } from "./support.js";

const shared = startShared();
const BAD = "Bad Request: ";

describe("other methods", () => {
  const scope = (fields: Fields): Fields => ({ commands: [], scope: fields });
  const command = (name: string, description = "x"): Fields => ({
    commands: [{ command: name, description }],
  });
  const cases: [string, Fields, string][] = [
    ["sendDocument", {}, "there is no document in the request"],
    ["sendDocument", { document: "attach://none" }, "there is no document in the request"],
    ["sendDocument", { document: "BQACunknown" }, "wrong file identifier/HTTP URL specified"],
    ["sendDocument", { document: "https://a.b/c" }, "failed to get HTTP URL content"],
    ["sendPhoto", {}, "there is no photo in the request"],
    ["getFile", {}, "file_id not specified"],
    ["getFile", { file_id: "x" }, "invalid file_id"],
    ["sendChatAction", { action: "dancing" }, "wrong parameter action in request"],
    ["setMyCommands", { commands: "x" }, "can't parse commands JSON object"],
    ["setMyCommands", { commands: {} }, "expected an Array of BotCommand"],
    ["setMyCommands", { commands: [1] }, "can't parse BotCommand: expected an Object"],
    ["setMyCommands", command("/"), "command must be non-empty"],
    ["setMyCommands", command("Buy"), "BOT_COMMAND_INVALID"],
    ["setMyCommands", command("b".repeat(33)), "command length must not exceed 32"],
    ["setMyCommands", command("buy", " "), "command description must be non-empty"],
    [
      "setMyCommands",
      command("buy", "x".repeat(257)),
      "command description length must not exceed 256",
    ],
    [
      "setMyCommands",
      { commands: Array(101).fill({ command: "b", description: "x" }) },
      "BOT_COMMANDS_TOO_MUCH",
    ],
    [
      "setMyCommands",
      scope({ type: "all" }),
      "can't parse BotCommandScope: Unsupported type specified",
    ],
    [
      "setMyCommands",
      scope({ type: "chat" }),
      "can't parse BotCommandScope: Can't find field \"chat_id\"",
    ],
    ["setMyCommands", scope({ type: "chat", chat_id: 99 }), "chat not found"],
    [
      "setMyCommands",
      scope({ type: "chat_member", chat_id: GROUP }),
      "can't parse BotCommandScope: Can't find field \"user_id\"",
    ],
    ["getMyCommands", { language_code: "deu" }, "invalid language code specified"],
    ["getChat", { chat_id: 99 }, "chat not found"],
    ["getChatMember", { chat_id: GROUP }, "invalid user_id specified"],
    ["getChatMember", { chat_id: GROUP, user_id: 99 }, "PARTICIPANT_ID_INVALID"],
    ["getChatAdministrators", {}, "there are no administrators in the private chat"],
    ["leaveChat", {}, "chat member status can't be changed in private chats"],
    ["setWebhook", { url: "nowhere" }, "invalid webhook URL specified"],
    ["setWebhook", { url: "ftp://a.b" }, "bad webhook: An HTTPS URL must be provided for webhook"],
    [
      "setWebhook",
      { url: "http://a.b", secret_token: "a b" },
      "secret token contains unallowed characters",
    ],
    [
      "setWebhook",
      { url: "http://a.b", secret_token: "a".repeat(257) },
      "secret token is too long",
    ],
    ["setMyName", { name: "x".repeat(65) }, "BOT_TITLE_INVALID"],
    ["setMyDescription", { description: "ж".repeat(513) }, "DESCRIPTION_TOO_LONG"],
    ["setMyShortDescription", { short_description: "ж".repeat(121) }, "SHORT_DESCRIPTION_TOO_LONG"],
    ["setMyDescription", { language_code: "rus" }, "invalid language code specified"],
    ["getMyShortDescription", { language_code: "RU" }, "invalid language code specified"],
  ];
  test.each(cases.map(([method, fields, text]) => [method, text, fields] as const))(
    "%s: %s",
    async (method, text, fields) => {
      const refusal = await (await shared).refusal(method, { chat_id: ALICE, ...fields });
      expect(refusal).toEqual({ ok: false, error_code: 400, description: BAD + text });
    },
  );

  test("an unknown method, an unknown token, a body that is none", async () => {
    expect(await (await shared).refusal("sendMoney")).toEqual(answer(404, "Not Found"));
    const get = async (path: string, init?: RequestInit): Promise<unknown> =>
      (await fetch((await shared).base + path, init)).json();
    expect(await get("/bot42:other/getMe")).toEqual(answer(401, "Unauthorized"));
    expect(await get("/file/bot42:other/documents/x")).toEqual(answer(401, "Unauthorized"));
    expect(await get("/bot42:sandbox/getMe/more")).toEqual(answer(404, "Not Found"));
    const broken = { method: "POST", headers: { "content-type": "application/json" }, body: "{" };
    const refused = answer(400, "Bad Request: can't parse object");
    expect(await get("/bot42:sandbox/getMe", broken)).toEqual(refused);
  });
});

function answer(error_code: number, description: string): Fields {
  return { ok: false, error_code, description };
}
