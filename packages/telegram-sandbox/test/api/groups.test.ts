/** Groups: privacy mode, members, stand-ins, topics and the way to a supergroup. */
import { describe, expect, test } from "vitest";
import {
  ALICE,
  BOB,
  type Fields,
  FORUM,
  GROUP,
  type Sandbox,
  type SeenMessage,
  startSandbox,
} from "./support.js";

const CHANNEL = -1001234567890;

async function sendTo(sandbox: Sandbox, chat_id: number, more: Fields = {}): Promise<SeenMessage> {
  return sandbox.bot<SeenMessage>("sendMessage", { chat_id, text: "card", ...more });
}

const member = (sandbox: Sandbox, chatId: number, user_id: number, status: string) =>
  sandbox.user<{ update_id: number | null }>(`/chats/${chatId}/members`, { user_id, status });

describe("privacy mode", () => {
  const cases: [string, boolean][] = [
    ["plain words", false],
    ["/buy 65k", true],
    ["/buy@desk_sandbox_bot 65k", true],
    ["/buy@DESK_SANDBOX_BOT", true],
    ["/buy@another_bot", false],
    ["please /buy", false],
    ["@desk_sandbox_bot hello", false],
  ];
  test.each(cases)("%s: %s", async (text, heard) => {
    const sandbox = await startSandbox();
    const { update_id } = await sandbox.say(BOB, text, GROUP);
    expect(update_id !== null).toBe(heard);
    expect(await sandbox.updates()).toHaveLength(heard ? 1 : 0);
  });

  test("replies to the bot pass, replies to people do not, an edited answer does", async () => {
    const sandbox = await startSandbox();
    const card = await sendTo(sandbox, GROUP);
    const reply = { reply_to_message_id: card.message_id };
    const answer = await sandbox.say(BOB, "65000", GROUP, reply);
    const [update] = await sandbox.updates();
    expect(update).toMatchObject({
      update_id: answer.update_id,
      message: {
        chat: { id: GROUP, type: "group" },
        from: { id: BOB, username: "bob" },
        reply_to_message: { message_id: card.message_id, from: { id: 42 } },
      },
    });
    const plain = await sandbox.say(ALICE, "hm", GROUP, { reply_to_message_id: answer.message_id });
    expect(plain.update_id).toBeNull();
    const edit = { from: BOB, message_id: answer.message_id, text: "131000" };
    const edited = await sandbox.user<Fields>(`/chats/${GROUP}/edits`, edit);
    expect(edited).toEqual({ message_id: answer.message_id, update_id: expect.any(Number) });
    const [, second] = await sandbox.updates();
    expect(second?.edited_message).toMatchObject({ text: "131000", edit_date: expect.any(Number) });
  });

  test("an administrator sees everything", async () => {
    const sandbox = await startSandbox();
    await member(sandbox, GROUP, 42, "administrator");
    expect((await sandbox.say(BOB, "plain words", GROUP)).update_id).not.toBeNull();
    const { message_id } = await sandbox.say(BOB, "away", GROUP);
    expect(await sandbox.bot("deleteMessage", { chat_id: GROUP, message_id })).toBe(true);
  });
});

test("message ids are each chat's own, dates are in seconds", async () => {
  const sandbox = await startSandbox();
  const ids = [
    await sandbox.say(ALICE, "a"),
    await sandbox.say(BOB, "b"),
    await sandbox.say(ALICE, "c"),
  ];
  expect(ids.map(({ message_id }) => message_id)).toEqual([1, 1, 2]);
  const [update] = await sandbox.updates();
  expect(Math.abs((update?.message?.date ?? 0) - Date.now() / 1000)).toBeLessThan(5);
});

test("who is named in a group is in it; coming and going is said", async () => {
  const sandbox = await startSandbox();
  const status = async (user_id: number) =>
    (await sandbox.bot<Fields>("getChatMember", { chat_id: GROUP, user_id })).status;
  expect(await status(ALICE)).toBe("creator");
  expect(await status(42)).toBe("member");
  await sandbox.say(7010, "hello", GROUP);
  expect(await status(7010)).toBe("member");
  await member(sandbox, GROUP, 7010, "left");
  expect(await status(7010)).toBe("left");
  await member(sandbox, GROUP, 7010, "administrator");
  const admins = await sandbox.bot<Fields[]>("getChatAdministrators", { chat_id: GROUP });
  expect(admins.map((one) => one.status)).toEqual(["creator", "administrator"]);
  const updates = await sandbox.updates();
  expect(updates.map(({ message }) => message)).toMatchObject([
    { left_chat_member: { id: 7010 }, from: { id: 7010 } },
    { new_chat_members: [{ id: 7010 }] },
  ]);
  expect(await sandbox.bot("getChat", { chat_id: GROUP })).toMatchObject({ type: "group" });
});

test("a bot that is blocked, kicked, gone or was never met has nobody to talk to", async () => {
  const sandbox = await startSandbox();
  const refused = async (chat_id: number): Promise<[number, string]> => {
    const { error_code, description } = await sandbox.refusal("sendMessage", {
      chat_id,
      text: "x",
    });
    return [error_code, description];
  };
  expect(await refused(BOB)).toEqual([
    403,
    "Forbidden: bot can't initiate conversation with a user",
  ]);
  // What is refused leaves nothing behind, a begun chat neither.
  await expect(sandbox.say(BOB, " ")).rejects.toThrow("empty");
  expect((await refused(BOB))[0]).toBe(403);
  await sandbox.say(ALICE, "hello");
  const { message_id } = await sendTo(sandbox, ALICE);
  const { update_id } = await member(sandbox, ALICE, 42, "kicked");
  expect(await refused(ALICE)).toEqual([403, "Forbidden: bot was blocked by the user"]);
  const edit = { chat_id: ALICE, message_id, text: "other" };
  expect((await sandbox.refusal("editMessageText", edit)).error_code).toBe(403);
  await expect(sandbox.say(ALICE, "hello")).rejects.toThrow("unblock");
  const [, blocked] = await sandbox.updates();
  expect(blocked).toMatchObject({
    update_id,
    my_chat_member: {
      chat: { id: ALICE, type: "private" },
      from: { id: ALICE },
      old_chat_member: { status: "member", user: { id: 42 } },
      new_chat_member: { status: "kicked" },
    },
  });
  await member(sandbox, ALICE, 42, "member");
  expect(await sendTo(sandbox, ALICE)).toMatchObject({ text: "card" });
  await member(sandbox, GROUP, 42, "kicked");
  expect(await refused(GROUP)).toEqual([403, "Forbidden: bot was kicked from the group chat"]);
  expect((await sandbox.say(BOB, "/buy", GROUP)).update_id).toBeNull();
  await member(sandbox, GROUP, 42, "member");
  await sandbox.bot("leaveChat", { chat_id: GROUP });
  expect(await refused(GROUP)).toEqual([403, "Forbidden: bot is not a member of the group chat"]);
  await member(sandbox, FORUM, 42, "kicked");
  expect(await refused(FORUM)).toEqual([403, "Forbidden: bot was kicked from the supergroup chat"]);
  expect((await sandbox.refusal("getChat", { chat_id: FORUM })).error_code).toBe(403);
});

test("anonymous admins, channels and linked posts speak through stand-ins", async () => {
  const sandbox = await startSandbox();
  const say = (from: number, sender_chat_id: number) =>
    sandbox.say(from, "/buy", GROUP, { sender_chat_id });
  await say(ALICE, GROUP);
  await say(BOB, CHANNEL);
  await say(777000, CHANNEL);
  const updates = await sandbox.updates();
  expect(updates.map(({ message }) => message)).toMatchObject([
    { from: { id: 1087968824, is_bot: true }, sender_chat: { id: GROUP, type: "group" } },
    { from: { id: 136817688 }, sender_chat: { id: CHANNEL, type: "channel" } },
    { from: { id: 777000 }, sender_chat: { id: CHANNEL }, is_automatic_forward: true },
  ]);
  for (const nobody of [42, 777000, 1087968824, -5]) {
    await expect(sandbox.say(nobody, "/buy", GROUP)).rejects.toThrow("no person");
  }
  await expect(say(BOB, -1002)).rejects.toThrow("sender_chat_id");
});

test("topics: messages, replies and edits stay in theirs", async () => {
  const sandbox = await startSandbox();
  const inTopic = await sandbox.say(BOB, "/buy", FORUM, { message_thread_id: 2 });
  const [update] = await sandbox.updates();
  expect(update?.message).toMatchObject({
    message_thread_id: 2,
    is_topic_message: true,
    chat: { id: FORUM, type: "supergroup", is_forum: true },
    reply_to_message: { message_id: 2, forum_topic_created: { name: "Orders" } },
  });
  const topic = { message_thread_id: 2, is_topic_message: true };
  expect(await sendTo(sandbox, FORUM, { message_thread_id: 2 })).toMatchObject(topic);
  const reply = { reply_parameters: { message_id: inTopic.message_id } };
  const card = await sendTo(sandbox, FORUM, reply);
  expect(card).toMatchObject({ ...topic, reply_to_message: { message_id: inTopic.message_id } });
  const edit = { chat_id: FORUM, message_id: card.message_id, text: "later" };
  expect(await sandbox.bot("editMessageText", edit)).toMatchObject(topic);
  const answer = { reply_to_message_id: card.message_id };
  expect((await sandbox.say(BOB, "65000", FORUM, answer)).update_id).not.toBeNull();
  expect(await sendTo(sandbox, FORUM)).not.toHaveProperty("message_thread_id");
  expect(await sendTo(sandbox, GROUP, { message_thread_id: 9 })).not.toHaveProperty(
    "is_topic_message",
  );
  await expect(sandbox.say(BOB, "x", FORUM, { message_thread_id: 9 })).rejects.toThrow("topic");
});

test("a group that becomes a supergroup says so twice, then refuses with its new id", async () => {
  const sandbox = await startSandbox();
  const card = await sendTo(sandbox, GROUP);
  const { chat_id } = await sandbox.user<{ chat_id: number }>(`/chats/${GROUP}/migrate`, {});
  expect(chat_id).toBeLessThan(-1_000_000_000_000);
  const updates = await sandbox.updates();
  expect(updates.map(({ message }) => message)).toMatchObject([
    { chat: { id: GROUP }, migrate_to_chat_id: chat_id },
    { chat: { id: chat_id, type: "supergroup" }, migrate_from_chat_id: GROUP, message_id: 1 },
  ]);
  const text = { chat_id: GROUP, text: "x" };
  for (const [method, fields] of [
    ["sendMessage", text],
    ["editMessageText", { ...text, message_id: card.message_id }],
  ] as const) {
    expect(await sandbox.refusal(method, fields)).toEqual({
      ok: false,
      error_code: 400,
      description: "Bad Request: group chat was upgraded to a supergroup chat",
      parameters: { migrate_to_chat_id: chat_id },
    });
  }
  expect(await sendTo(sandbox, chat_id)).toMatchObject({ message_id: 2 });
  expect((await sandbox.say(BOB, "/buy", chat_id)).message_id).toBe(3);
  await expect(sandbox.say(BOB, "/buy", GROUP)).rejects.toThrow(String(chat_id));
  await expect(sandbox.user(`/chats/${GROUP}/migrate`, {})).rejects.toThrow("400");
  const creator = await sandbox.bot("getChatMember", { chat_id, user_id: ALICE });
  expect(creator).toMatchObject({ status: "creator" });
});
