/** A desk open on all addresses, as in a container: which names its sandbox answers to, and that its own bot is among those who ask. */

import { request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { askNode } from "./api.js";
import { refusalHere, startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";

const HOME = "/sandbox/telegram/chats/7001";

async function answerTo(host: string, url: string): Promise<number> {
  const { statusCode, body } = await request(url, { headers: { host } });
  await body.dump();
  return statusCode;
}

test("names of SANDBOX_HOSTS reach both ports, no other does, and the bot reaches its own", async () => {
  const open = { HOST: "0.0.0.0", SANDBOX_HOSTS: "desk, desk.lan" };
  const desk = await startDeskHere(deskEnv(temporaryDirectory(onTestFinished), open));
  expect(new URL(desk.baseUrl).hostname).toBe("127.0.0.1");
  const chats = `${desk.baseUrl}/sandbox/telegram/chats`;
  const page = `${desk.baseUrl}/sandbox/chat`;
  const block = `${desk.nodeUrl}/wallet/getnowblock`;
  const figures = `${desk.baseUrl}/metrics`;
  for (const host of ["desk", "DESK.lan:8080", "localhost:3000", "127.0.0.1"]) {
    for (const url of [chats, page, block, figures]) expect(await answerTo(host, url)).toBe(200);
  }
  for (const host of ["evil.example", "desk.evil.example", "0.0.0.0:3000"]) {
    for (const url of [chats, page, block]) expect(await answerTo(host, url)).toBe(421);
    // The desk's own errors have statuses of one table.
    expect(await answerTo(host, figures)).toBe(400);
  }
  // The node is on this machine's own address whatever HOST is.
  expect([await answerTo("10.1.2.3", chats), await answerTo("10.1.2.3", block)]).toEqual([
    200, 421,
  ]);
  await askNode(desk.baseUrl, `${HOME.slice(1)}/messages`, { from: 7001, text: "/start" });
  const messages = async () => {
    const chat = (await (await fetch(desk.baseUrl + HOME)).json()) as { messages: unknown[] };
    return chat.messages.length;
  };
  await expect.poll(messages, { timeout: 20_000 }).toBeGreaterThan(1);
});

test("a name with a port stops the start, and is named", async () => {
  const wrong = { SANDBOX_HOSTS: "desk,desk.lan:3000" };
  const refusal = await refusalHere(deskEnv(temporaryDirectory(onTestFinished), wrong));
  expect(refusal).toBeInstanceOf(StandingRefusal);
  expect(reasonOf(refusal)).toContain(
    'SANDBOX_HOSTS is "desk,desk.lan:3000", and "desk.lan:3000" in it is wrong',
  );
});
