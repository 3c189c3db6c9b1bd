/** getUpdates: offsets confirm, calls wait, one reader at a time; and what outlives the program. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { ALICE, BOB, GROUP, startSandbox, temporaryDirectory, type Written } from "./support.js";

const COMPILED = new URL("../../dist/api/index.js", import.meta.url).href;

test("an offset confirms what lies below it, nothing else does", async () => {
  const sandbox = await startSandbox();
  const first = await sandbox.say(ALICE, "one");
  const second = await sandbox.say(ALICE, "two");
  const ids = [first.update_id, second.update_id];
  expect((await sandbox.updates()).map(({ update_id }) => update_id)).toEqual(ids);
  expect((await sandbox.updates()).map(({ update_id }) => update_id)).toEqual(ids);
  const next = Number(second.update_id);
  expect(next).toBe(Number(first.update_id) + 1);
  expect(await sandbox.updates(next)).toMatchObject([{ message: { text: "two" } }]);
  expect(await sandbox.updates(0)).toMatchObject([{ message: { text: "two" } }]);
  // Beyond the end is a mistake, by which nothing is lost.
  expect(await sandbox.updates(next + 100)).toHaveLength(1);
  expect(await sandbox.updates(next + 1)).toEqual([]);
  expect(await sandbox.updates(0)).toEqual([]);
});

test("a negative offset keeps the last ones", async () => {
  const sandbox = await startSandbox();
  for (const text of ["one", "two", "three"]) await sandbox.say(ALICE, text);
  expect(await sandbox.updates(-1)).toMatchObject([{ message: { text: "three" } }]);
  expect(await sandbox.updates()).toHaveLength(1);
});

test("a call waits, and is answered as soon as there is something", async () => {
  const sandbox = await startSandbox();
  const waiting = sandbox.updates(0, 30);
  await sandbox.say(ALICE, "hello");
  expect(await waiting).toMatchObject([{ message: { text: "hello", from: { id: ALICE } } }]);
});

test("a wait ends by itself, with nothing", async () => {
  const sandbox = await startSandbox();
  const began = performance.now();
  expect(await sandbox.updates(0, 1)).toEqual([]);
  expect(performance.now() - began).toBeGreaterThan(900);
});

test("closing ends a wait at once", async () => {
  const sandbox = await startSandbox();
  const waiting = sandbox.updates(0, 30);
  await sandbox.bot("getMe");
  await sandbox.stop();
  expect(await waiting).toEqual([]);
});

test("a second reader ends the first", async () => {
  const sandbox = await startSandbox();
  const first = sandbox.refusal("getUpdates", { timeout: 30 });
  await sandbox.bot("getMe");
  const second = sandbox.updates(0, 30);
  expect(await first).toEqual({
    ok: false,
    error_code: 409,
    description:
      "Conflict: terminated by other getUpdates request; " +
      "make sure that only one bot instance is running",
  });
  await sandbox.say(ALICE, "hello");
  expect(await second).toHaveLength(1);
  const next = Number((await second)[0]?.update_id) + 1;
  const third = sandbox.refusal("getUpdates", { offset: next, timeout: 30 });
  await sandbox.bot("getMe");
  // One that does not wait is a reader too.
  expect(await sandbox.updates(next, 0)).toEqual([]);
  expect((await third).error_code).toBe(409);
});

test("the wanted kinds are kept until they are given anew", async () => {
  const directory = temporaryDirectory();
  const first = await startSandbox({ directory });
  await first.bot("getUpdates", { allowed_updates: ["callback_query"] });
  expect(await first.say(ALICE, "unheard")).toMatchObject({ update_id: null });
  await first.stop();
  const sandbox = await startSandbox({ directory });
  expect(await sandbox.say(ALICE, "unheard")).toMatchObject({ update_id: null });
  expect(await sandbox.bot("getWebhookInfo")).toMatchObject({
    allowed_updates: ["callback_query"],
  });
  await sandbox.bot("getUpdates", { allowed_updates: [] });
  expect(await sandbox.say(ALICE, "heard")).toMatchObject({ update_id: expect.any(Number) });
});

test("updates live a day, callback queries 150 seconds", async () => {
  let now = Date.now();
  const sandbox = await startSandbox({ now: () => now });
  const { update_id } = await sandbox.say(ALICE, "hello");
  const markup = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };
  await sandbox.bot("sendMessage", { chat_id: ALICE, text: "Card", reply_markup: markup });
  const tapped = sandbox.user(`/chats/${ALICE}/taps`, { from: ALICE, label: "go" });
  const next = Number(update_id) + 1;
  expect(await sandbox.updates(next, 30)).toMatchObject([{ callback_query: { data: "go" } }]);
  const { update_id: later } = await sandbox.say(ALICE, "later");
  now += 150_000;
  expect(await sandbox.updates()).toMatchObject([{ update_id: later }]);
  now += 86_400_000;
  expect(await sandbox.updates()).toEqual([]);
  await sandbox.stop();
  await tapped;
});

test("an update is delivered again on demand, once, whatever the offset", async () => {
  const sandbox = await startSandbox();
  const { update_id } = await sandbox.say(ALICE, "one");
  const next = Number(update_id) + 1;
  expect(await sandbox.updates(next)).toEqual([]);
  const waiting = sandbox.updates(next, 30);
  await sandbox.user("/redeliver", { update_id });
  expect(await waiting).toMatchObject([{ update_id, message: { text: "one" } }]);
  expect(await sandbox.updates(next)).toEqual([]);
  await expect(sandbox.user("/redeliver", { update_id: 1 })).rejects.toThrow("404");
});

test("a killed program has kept all it answered for", async () => {
  const directory = temporaryDirectory();
  const program = `
    import Fastify from "fastify";
    import { openTelegramApi } from ${JSON.stringify(COMPILED)};
    const server = Fastify();
    openTelegramApi({ directory: ${JSON.stringify(directory)} }).mount(server);
    console.log(await server.listen({ port: 0, host: "127.0.0.1" }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: new URL("../..", import.meta.url).pathname,
  });
  const [line] = await once(child.stdout, "data");
  const say = async (from: number, chatId: number, text: string): Promise<Written> => {
    const path = `/sandbox/telegram/chats/${chatId}/messages`;
    const body = JSON.stringify({ from, text });
    const response = await fetch(String(line).trim() + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return (await response.json()) as Written;
  };
  const first = await say(ALICE, ALICE, "kept");
  const second = await say(BOB, GROUP, "/kept");
  child.kill("SIGKILL");
  await once(child, "exit");

  const sandbox = await startSandbox({ directory });
  expect(await sandbox.updates()).toMatchObject(
    [first, second].map(({ update_id }) => ({ update_id })),
  );
  const third = await sandbox.say(ALICE, "after");
  expect(third).toEqual({ message_id: 2, update_id: Number(second.update_id) + 1 });
});

test("one directory is one program's", async () => {
  const directory = temporaryDirectory();
  await startSandbox({ directory });
  await expect(startSandbox({ directory })).rejects.toThrow("locked");
  const other = await startSandbox();
  expect(await other.updates()).toEqual([]);
});
