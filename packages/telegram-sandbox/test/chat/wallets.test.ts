/** The wallets of the page's people, against a node that says what it was asked. */
import Fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { depositAddressIn } from "../../src/chat/browser/deposit-address.js";
import type { Message } from "../../src/chat/browser/message.js";
import { mountChatPage } from "../../src/chat/index.js";

const ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const HOLDS = { address: ADDRESS, trx: 999.5, usdt: 1_000 };
const PAID = { txid: "ab".repeat(32), blockNumber: 7, result: "REVERT" };
const PAYMENT = { person: 7001, to: ADDRESS, asset: "usdt", amount: "20" };

interface Answered {
  readonly status?: number;
  readonly json: object;
}

/** The page's server before a node that answers so, and what that was asked. */
async function pageBefore({ status = 200, json }: Answered) {
  const asked: unknown[] = [];
  const node = Fastify();
  onTestFinished(() => node.close());
  node.post("/sandbox/:what", ({ params, body }, reply) => {
    asked.push([params, body]);
    return reply.code(status).send(json);
  });
  return { asked, ...page(await node.listen({ host: "127.0.0.1", port: 0 })) };
}

function page(nodeUrl: string | undefined) {
  const server = Fastify();
  onTestFinished(() => server.close());
  mountChatPage(server, { nodeUrl });
  const post = async (what: string, body: object, headers: Record<string, string> = {}) => {
    const type = { "content-type": "application/json" };
    const url = `/sandbox/chat/${what}`;
    const payload = JSON.stringify(body);
    const answer = await server.inject({
      method: "POST",
      url,
      payload,
      headers: { ...type, ...headers },
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return { status: answer.statusCode, json: isJson ? answer.json() : undefined };
  };
  return { post, html: async () => (await server.inject("/sandbox/chat")).body };
}

test("a wallet is asked for by its person", async () => {
  const { post, asked } = await pageBefore({ json: { ...HOLDS, secret: "key" } });
  expect(await post("wallet", { person: 7001 })).toEqual({ status: 200, json: HOLDS });
  expect(asked).toEqual([[{ what: "wallet" }, { wallet: "7001" }]]);
});

test("a payment comes from that wallet, and its result is told", async () => {
  const { post, asked } = await pageBefore({ json: PAID });
  expect(await post("pay", PAYMENT)).toEqual({ status: 200, json: PAID });
  expect(await post("pay", { ...PAYMENT, asset: "trx" })).toMatchObject({ status: 200 });
  expect(asked).toEqual([
    [{ what: "pay" }, { wallet: "7001", to: ADDRESS, usdt: "20" }],
    [{ what: "pay" }, { wallet: "7001", to: ADDRESS, trx: "20" }],
  ]);
});

test("the node's refusal is told in its words", async () => {
  const { post } = await pageBefore({ status: 400, json: { Error: "usdt: must be an amount" } });
  const json = { error: "usdt: must be an amount" };
  expect(await post("pay", PAYMENT)).toEqual({ status: 400, json });
});

test("a node that is away", async () => {
  const json = { error: "The TRON node does not answer." };
  expect(await page("http://127.0.0.1:1").post("pay", PAYMENT)).toEqual({ status: 503, json });
});

describe("nothing reaches the node", () => {
  test.each([
    ["for another page", { origin: "http://evil.example" }, PAYMENT, 403],
    ["for another site", { "sec-fetch-site": "cross-site" }, PAYMENT, 403],
    ["by another name", { host: "evil.example" }, PAYMENT, 421],
    ["by a form", { "content-type": "text/plain" }, PAYMENT, 415],
    ["for nobody", {}, { ...PAYMENT, person: "all" }, 400],
    ["of another asset", {}, { ...PAYMENT, asset: "kind" }, 400],
  ])("%s", async (_, headers, body, expected) => {
    const { post, asked } = await pageBefore({ json: PAID });
    expect((await post("pay", body, headers)).status).toBe(expected);
    expect(asked).toEqual([]);
  });
});

test("without a node the page has no wallet", async () => {
  expect(await page(undefined).html()).not.toContain("wallet-sheet");
  expect(await page("http://127.0.0.1:1").html()).toContain("wallet-sheet");
});

describe("the address to pay to", () => {
  const copies = (text: string) => ({ inline_keyboard: [[{ text: "Copy", copy_text: { text } }]] });
  const message: Message = {
    ...{ message_id: 1, date: 1, from: { id: 42, first_name: "Energy Desk" } },
    photo: [{ file_id: "1", width: 10, height: 10 }],
    reply_markup: copies(ADDRESS),
  };
  test.each<[string, Partial<Message>, string | undefined]>([
    ["under a picture of the bot", {}, ADDRESS],
    ["without a picture", { photo: undefined } as never, undefined],
    ["of somebody else", { from: { id: 7002, first_name: "Bob" } }, undefined],
    ["of another text to copy", { reply_markup: copies("edk_1") }, undefined],
  ])("%s", (_, more, expected) => {
    expect(depositAddressIn({ ...message, ...more })).toBe(expected);
  });
});
