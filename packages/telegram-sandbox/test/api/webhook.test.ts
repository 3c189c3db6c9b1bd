/** Delivery to a webhook. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ALICE, BOB, type SeenUpdate, startSandbox } from "./support.js";

interface Taken {
  readonly update: SeenUpdate;
  readonly headers: IncomingHttpHeaders;
}

/** Answers by the statuses given, then 200; resolves `all` when that many were taken with 200. */
async function receiver(count: number, statuses: number[] = []) {
  const taken: Taken[] = [];
  let done = (): void => {};
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const status = statuses.shift() ?? 200;
      if (status === 200) taken.push({ update: JSON.parse(text), headers: request.headers });
      response.writeHead(status).end();
      if (taken.length === count) done();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, taken, all };
}

test("updates arrive with the secret, in a chat's order, until each is taken", async () => {
  const sandbox = await startSandbox();
  const { url, taken, all } = await receiver(4, [500, 429]);
  await sandbox.say(ALICE, "1");
  expect(await sandbox.bot("setWebhook", { url, secret_token: "s3cret-_" })).toBe(true);
  for (const text of ["2", "3"]) await sandbox.say(ALICE, text);
  await sandbox.say(BOB, "4");
  await all;
  const textsOf = (chatId: number) =>
    taken
      .map(({ update }) => update.message)
      .filter((message) => message?.chat.id === chatId)
      .map((message) => message?.text);
  expect(textsOf(ALICE)).toEqual(["1", "2", "3"]);
  expect(textsOf(BOB)).toEqual(["4"]);
  for (const { headers } of taken) {
    expect(headers["x-telegram-bot-api-secret-token"]).toBe("s3cret-_");
    expect(headers["content-type"]).toBe("application/json");
  }
});

test("polling and a webhook exclude each other", async () => {
  const sandbox = await startSandbox();
  const { url, all, taken } = await receiver(1);
  const polling = sandbox.refusal("getUpdates", { timeout: 30 });
  await sandbox.bot("getMe");
  await sandbox.bot("setWebhook", { url, allowed_updates: ["message"] });
  const conflict = "Conflict: terminated by setWebhook request";
  expect(await polling).toMatchObject({ error_code: 409, description: conflict });
  expect(await sandbox.refusal("getUpdates")).toEqual({
    ok: false,
    error_code: 409,
    description:
      "Conflict: can't use getUpdates method while webhook is active; " +
      "use deleteWebhook to delete the webhook first",
  });
  expect(await sandbox.bot("getWebhookInfo")).toMatchObject({ url, allowed_updates: ["message"] });
  const { update_id } = await sandbox.say(ALICE, "hello");
  await all;
  expect(taken[0]?.update.update_id).toBe(update_id);
  expect(await sandbox.bot("deleteWebhook")).toBe(true);
  expect(await sandbox.bot("getWebhookInfo")).toMatchObject({ url: "" });
  await sandbox.say(ALICE, "again");
  expect((await sandbox.updates()).at(-1)).toMatchObject({ message: { text: "again" } });
});

test("what fails is told, and can be dropped", async () => {
  const sandbox = await startSandbox();
  const { url } = await receiver(1, Array(1_000).fill(500));
  await sandbox.bot("setWebhook", { url });
  await sandbox.say(ALICE, "hello");
  let info: Record<string, unknown> = {};
  while (info.last_error_message === undefined) info = await sandbox.bot("getWebhookInfo");
  expect(info).toMatchObject({
    pending_update_count: 1,
    last_error_message: "Wrong response from the webhook: 500 Internal Server Error",
  });
  await sandbox.bot("deleteWebhook", { drop_pending_updates: true });
  expect(await sandbox.updates()).toEqual([]);
});
