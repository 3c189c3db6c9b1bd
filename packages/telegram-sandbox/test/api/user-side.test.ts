/** The user's side, its events, and how the sandbox lives on the desk's own server. */
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { openTelegramApi } from "../../src/api/index.js";
import { openStream } from "./events.js";
import {
  ALICE,
  BOB,
  documentOf,
  type Fields,
  FORUM,
  GROUP,
  startSandbox,
  TOKEN,
  temporaryDirectory,
} from "./support.js";

test("the chats there are from the start, and one that nobody has begun", async () => {
  const sandbox = await startSandbox();
  const { chats } = await sandbox.user<{ chats: Fields[] }>("/chats");
  expect(chats.map(({ id, type, title }) => [id, type, title])).toEqual([
    [ALICE, "private", "Alice"],
    [BOB, "private", "Bob"],
    [7003, "private", "Carol"],
    [GROUP, "group", "OTC desk"],
    [FORUM, "supergroup", "OTC forum"],
  ]);
  expect(chats[3]?.members).toContainEqual({
    user: expect.objectContaining({ id: ALICE, first_name: "Alice" }),
    status: "creator",
  });
  const { chat, messages } = await sandbox.user<Fields>(`/chats/${ALICE}`);
  expect(chat).toEqual({ id: ALICE, first_name: "Alice", username: "alice", type: "private" });
  expect(messages).toEqual([]);
  await expect(sandbox.user("/chats/99")).rejects.toThrow('404 {"error":"there is no chat 99"}');
});

test("the last 200 messages are shown, oldest first", async () => {
  const sandbox = await startSandbox();
  await Promise.all(Array.from({ length: 203 }, (_, index) => sandbox.say(ALICE, String(index))));
  const { messages } = await sandbox.user<{ messages: Fields[] }>(`/chats/${ALICE}`);
  expect(messages.map(({ message_id }) => message_id)).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 4),
  );
});

test("a page hears of every change; the stream ends with the sandbox", async () => {
  const sandbox = await startSandbox();
  const stream = await openStream(sandbox, ALICE);
  const { message_id } = await sandbox.say(ALICE, "hello");
  const mine = { message_id, message: { text: "hello" } };
  expect(await stream.next()).toMatchObject({ type: "added", ...mine });
  await sandbox.say(BOB, "elsewhere");
  await sandbox.bot("sendChatAction", { chat_id: ALICE, action: "typing" });
  expect(await stream.next()).toEqual({ type: "action", action: "typing" });
  const edit = { from: ALICE, message_id, text: "hello there" };
  await sandbox.user(`/chats/${ALICE}/edits`, edit);
  expect(await stream.next()).toMatchObject({ type: "changed", message: { text: "hello there" } });
  await sandbox.user(`/chats/${ALICE}/members`, { user_id: 42, status: "kicked" });
  expect(await stream.next()).toEqual({ type: "chat" });
  await sandbox.user(`/chats/${ALICE}/deletes`, { message_id });
  expect(await stream.next()).toEqual({ type: "deleted", message_id });
  const end = stream.next();
  await sandbox.stop();
  await expect(end).rejects.toThrow();
});

test("every call of the bot is in the log, with its answer", async () => {
  const directory = temporaryDirectory();
  const sandbox = await startSandbox({ directory });
  await sandbox.say(ALICE, "hello");
  await sandbox.bot("sendMessage", {
    chat_id: ALICE,
    text: "x",
    reply_markup: { force_reply: true },
  });
  await sandbox.refusal("sendMessage", { chat_id: 99, text: "x" });
  const { calls } = await sandbox.user<{ calls: Fields[] }>("/calls");
  expect(calls).toMatchObject([
    {
      n: 1,
      method: "sendMessage",
      parameters: { chat_id: String(ALICE), text: "x", reply_markup: { force_reply: true } },
      answer: { ok: true, result: { text: "x" } },
      took_ms: expect.any(Number),
    },
    { n: 2, answer: { ok: false, description: "Bad Request: chat not found" } },
  ]);
  expect(await sandbox.user("/calls?after=1")).toMatchObject({ calls: [{ n: 2 }] });
  await sandbox.stop();
  const next = await startSandbox({ directory });
  await next.bot("getMe");
  const later = await next.user<{ calls: Fields[] }>("/calls?after=2");
  expect(later.calls).toMatchObject([{ method: "getMe" }]);
});

test("faults: by method and number, with any code, parameters and delay", async () => {
  const sandbox = await startSandbox();
  const fault = (fields: Fields) => sandbox.user("/faults", fields);
  await fault({ method: "getme", times: 2, error_code: 502 });
  await fault({
    method: "*",
    times: 1,
    error_code: 403,
    description: "Forbidden: user is deactivated",
  });
  await fault({ method: "getMe", times: 1, delay_ms: 60 });
  const described = async (method: string) => (await sandbox.refusal(method)).description;
  expect(await described("getMe")).toBe("Bad Gateway");
  expect(await described("getMyName")).toBe("Forbidden: user is deactivated");
  expect(await described("getMe")).toBe("Bad Gateway");
  const began = performance.now();
  expect(await sandbox.bot("getMe")).toMatchObject({ id: 42 });
  expect(performance.now() - began).toBeGreaterThan(55);
  await fault({ method: "getMe", times: 5, error_code: 429 });
  const limited = await fetch(`${sandbox.base}/bot${TOKEN}/getMe`);
  expect(limited.headers.get("retry-after")).toBe("1");
  await fault({ method: "getMe", times: 0 });
  expect(await sandbox.bot("getMe")).toMatchObject({ id: 42 });
  await expect(fault({ method: "getMe", times: 1, cut: "never" })).rejects.toThrow("cut");
});

test("a fault of one chat is met there alone, and taken away there alone", async () => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "/start");
  await sandbox.say(BOB, "/start");
  const fault = (fields: Fields) =>
    sandbox.user("/faults", { method: "sendMessage", error_code: 502, ...fields });
  const send = (chatId: number) => sandbox.bot("sendMessage", { chat_id: chatId, text: "hello" });
  await fault({ chat_id: ALICE, times: 9 });
  expect(await send(BOB)).toMatchObject({ text: "hello" });
  await fault({ chat_id: BOB, times: 0 });
  await fault({ times: 0 });
  const refused = await sandbox.refusal("sendMessage", { chat_id: ALICE, text: "hello" });
  expect(refused.description).toBe("Bad Gateway");
  await fault({ chat_id: ALICE, times: 0 });
  expect(await send(ALICE)).toMatchObject({ text: "hello" });
});

test("mistakes of a script are told", async () => {
  const sandbox = await startSandbox();
  const { message_id } = await sandbox.say(ALICE, "hello");
  const told = async (path: string, body: Fields, what: string): Promise<void> =>
    expect(sandbox.user(path, body)).rejects.toThrow(what);
  const mine = `/chats/${ALICE}`;
  await told(`${mine}/messages`, { text: "x" }, '400 {"error":"from: ');
  await told(`${mine}/messages`, { from: ALICE, text: " " }, "text must not be empty");
  await told(`${mine}/messages`, { from: ALICE, text: "x".repeat(4_097) }, "4096");
  await sandbox.say(ALICE, "x".repeat(4_096));
  await told(`${mine}/messages`, { from: BOB, text: "x" }, "only 7001");
  await told(`${mine}/messages`, { from: ALICE, text: "x", reply_to_message_id: 99 }, "99");
  await told(`${mine}/messages`, { from: ALICE, text: "x", colour: "red" }, "colour");
  await told(`${mine}/edits`, { from: BOB, message_id, text: "x" }, "not 7002's");
  await told(`${mine}/deletes`, { message_id: 99 }, "404");
  await told(`${mine}/taps`, { from: ALICE, label: "x", message_id: 1 }, "either label");
  await told(`${mine}/members`, { user_id: BOB, status: "member" }, "private chat");
  await told(`${mine}/members`, { user_id: BOB, status: "king" }, "status");
  await told(`${mine}/nothing`, {}, '404 {"error":"Not Found"}');
  await told("/chats/x/messages", { from: ALICE, text: "x" }, "400");
});

test("a file of 20 MiB is taken, more is too large; nothing leaks into the desk's own routes", async () => {
  const server = Fastify({ bodyLimit: 1_000 });
  server.setErrorHandler((_error, _request, reply) => reply.code(418).send({ desk: true }));
  server.post("/own", async ({ body }) => body);
  const api = openTelegramApi({ directory: temporaryDirectory() });
  api.mount(server);
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close().then(() => api.close()));
  const upload = async (size: number) => {
    const address = `${base}/sandbox/telegram/chats/${ALICE}/messages`;
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({
      from: ALICE,
      document: documentOf("big.bin", Buffer.alloc(size)),
    });
    const response = await fetch(address, { method: "POST", headers, body });
    return { status: response.status, json: await response.json() };
  };
  expect((await upload(20 * 1024 * 1024)).status).toBe(200);
  const large = { status: 413, json: { error: "Request Entity Too Large" } };
  expect(await upload(21 * 1024 * 1024)).toEqual(large);
  const own = (type: string, body: string) =>
    fetch(`${base}/own`, { method: "POST", headers: { "content-type": type }, body });
  expect(await (await own("application/json", '{"a":1}')).json()).toEqual({ a: 1 });
  expect((await own("application/x-other", "a")).status).toBe(418);
  expect(await (await fetch(`${base}/sandbox`)).json()).toMatchObject({ statusCode: 404 });
});

test("a server that closes ends long polls by itself", async () => {
  const server = Fastify();
  const api = openTelegramApi({ directory: temporaryDirectory() });
  api.mount(server);
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  const poll = fetch(`${base}/sandbox/telegram/bot${TOKEN}/getUpdates?timeout=50`);
  await fetch(`${base}/sandbox/telegram/bot${TOKEN}/getMe`);
  await server.close();
  expect(await (await poll).json()).toEqual({ ok: true, result: [] });
  await api.close();
});

test("pages of other sites are not served", async () => {
  const { base } = await startSandbox();
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await fetch(`${base}/chats`, { headers })).status).toBe(403);
});

test("a person's application says what it speaks, from then on", async () => {
  const sandbox = await startSandbox();
  const spoken = async () => {
    const updates = await sandbox.updates();
    return updates.map(({ message }) => message?.from.language_code);
  };
  await sandbox.say(ALICE, "one");
  await sandbox.say(ALICE, "two", ALICE, { language_code: "ru" });
  await sandbox.say(ALICE, "three");
  expect(await spoken()).toEqual(["en", "ru", "ru"]);
  const { json } = await refused(sandbox, { language_code: "no language" });
  expect(JSON.stringify(json)).toContain("must be a language");
});

test("a person's application lists the commands that Telegram would choose", async () => {
  const sandbox = await startSandbox();
  const publish = (command: string, fields: Fields) =>
    sandbox.bot("setMyCommands", { commands: [{ command, description: "does it" }], ...fields });
  const listed = async (chatId: number, from: number, language: string) => {
    const path = `/chats/${chatId}/commands?from=${from}&language_code=${language}`;
    const { commands } = await sandbox.user<{ commands: { command: string }[] }>(path);
    return commands.map(({ command }) => command).join(" ");
  };
  expect(await listed(ALICE, ALICE, "en")).toBe("");
  await publish("plain", {});
  expect(await listed(ALICE, ALICE, "zh-hans")).toBe("plain");
  await publish("private", { scope: { type: "all_private_chats" } });
  await publish("chinese", { scope: { type: "all_private_chats" }, language_code: "zh" });
  await publish("group", { scope: { type: "all_group_chats" } });
  await publish("admin", { scope: { type: "all_chat_administrators" } });
  expect(await listed(ALICE, ALICE, "zh-hans")).toBe("chinese");
  expect(await listed(ALICE, ALICE, "ru")).toBe("private");
  expect(await listed(GROUP, ALICE, "zh-hans")).toBe("admin");
  expect(await listed(GROUP, BOB, "zh-hans")).toBe("group");
  await publish("one", { scope: { type: "chat_member", chat_id: GROUP, user_id: BOB } });
  expect(await listed(GROUP, BOB, "en")).toBe("one");
});

async function refused({ base }: { base: string }, more: object) {
  const body = JSON.stringify({ from: ALICE, text: "four", ...more });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${base}/chats/${ALICE}/messages`, {
    method: "POST",
    headers,
    body,
  });
  expect(response.status).toBe(400);
  return { json: await response.json() };
}
