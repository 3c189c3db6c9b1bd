/** What a node may answer besides an answer, seen through the port. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isOfHost } from "../../src/chain/hosts/bound-chain.js";
import { NodeRefused, NotServed } from "../../src/chain/http-host.js";
import { ChainUnavailable } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { holdTimeLimits, type TimeLimits } from "../support/time-limits.js";
import { fakeTimers } from "./fake-timers.js";
import { OWNER, RECEIVER, TXID } from "./fixtures.js";
import { type StubNode, type StubReply, startStubNode } from "./stub-node.js";

const KEY = "a-key-that-must-stay-secret";
let node: StubNode;
/** Only what is silent takes too long. */
let limits: TimeLimits;
const calls: [path: string, ok: boolean][] = [];
beforeEach(async () => {
  node = await startStubNode();
  limits = holdTimeLimits();
  calls.length = 0;
});
afterEach(async () => {
  limits.restore();
  await node.close();
});

async function withChain<T>(use: (chain: ReturnType<typeof createTronChain>) => Promise<T>) {
  const chain = createTronChain({
    fullHost: `${node.url}/provider/${KEY}`,
    apiKey: KEY,
    requestsPerSecond: 1_000,
    timeoutMs: UNLIMITED_MS,
    penaltyMs: 20,
    busyPenaltyMs: 20,
    maxAnswerBytes: 10_000,
    onCall: (path, ms, ok) => {
      expect(ms).toBeGreaterThan(0);
      calls.push([path, ok]);
    },
  });
  try {
    return await use(chain);
  } finally {
    await chain.close();
  }
}

const text =
  (status: number, body: string): StubReply =>
  (_request, response) => {
    response.writeHead(status).end(body);
  };

const BUSY = "this node is lack of computing resources";

const UNUSABLE: [name: string, reply: StubReply, says: RegExp][] = [
  ["200 with an Error", () => ({ Error: "class java.lang.X : no" }), /error: class java.lang.X/],
  ["200 with an error", () => ({ error: "no" }), /answered an error: no/],
  ["the node's own limit", () => ({ Error: "lack of computing resources" }), /computing/],
  ["text", text(200, "<html>\n hello"), /no JSON: <html> hello/],
  ["an empty body", text(200, ""), /no JSON$/],
  ["an array", text(200, "[]"), /no JSON object: \[\]/],
  ["a number", text(200, "7"), /no JSON object: 7/],
  ["null", text(200, "null"), /no JSON object: null/],
  ["403", text(403, "The key exceeds the frequency limit(15)"), /HTTP 403: The key exceeds/],
  ["429", text(429, ""), /HTTP 429$/],
  ["500", text(500, "oops"), /HTTP 500: oops/],
  ["503", text(503, ""), /HTTP 503$/],
  ["a redirect", text(302, ""), /HTTP 302/],
  ["a secret echoed", text(500, `bad key ${KEY}`), /HTTP 500: bad key \*\*\*$/],
  ["silence", () => void setImmediate(limits.end), /did not answer within 3600000 ms/],
  [
    "a body that never ends",
    (_request, response) => void response.write("{", () => setImmediate(limits.end)),
    /within 3600000 ms/,
  ],
  ["a reset", (_r, response) => void response.destroy(), /could not be asked: UND_ERR_SOCKET/],
  ["too much", text(200, `{"a":"${"x".repeat(20_000)}"}`), /more than 10000 bytes/],
];

describe.each(UNUSABLE)("%s", (_name, reply, says) => {
  it("is ChainUnavailable for a read: endpoint and reason, no key", async () => {
    node.reply = reply;
    const error = await withChain((chain) => chain.account(OWNER).catch((e: unknown) => e));
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(String(error)).toMatch(/^ChainUnavailable: wallet\/getaccount /);
    expect(String(error)).toMatch(says);
    expect(JSON.stringify(error) + String(error) + (error as Error).stack).not.toContain(KEY);
    expect(node.requests).toHaveLength(1);
    expect(calls).toEqual([["wallet/getaccount", false]]);
  });

  it("is an unknown outcome of a broadcast, sent once", async () => {
    node.reply = reply;
    const signed = { txid: TXID, hex: "00" };
    const outcome = await withChain((chain) => chain.broadcast(signed, RECEIVER));
    expect(outcome).toEqual({ kind: "unknown", message: expect.stringMatching(says) });
    expect(node.requests).toHaveLength(1);
  });
});

const SWITCHED_OFF = "this API is unavailable due to config";
const LITE = "this API is closed because this node is a lite fullnode";
const PAGE = "<html><body><h2>HTTP ERROR 413 Payload Too Large</h2></body></html>";
const CLASS = "class java.lang.NullPointerException : null";
const NEVER = (type: string) => `class org.tron.core.exception.${type} : no`;

/**
 * What java-tron says instead of an answer, before and after its change of error bodies. It is never "there is none"; only what is
 * switched off is not asked for again there.
 */
it.each<[string, number, string | object, typeof NodeRefused | typeof NotServed | undefined]>([
  ["its rate limit", 200, { Error: `class X : ${BUSY}` }, NodeRefused],
  ["its rate limit, later", 200, { Error: BUSY }, NodeRefused],
  ["a rate limit in bare text", 200, BUSY, NodeRefused],
  ["an endpoint switched off", 404, { Error: SWITCHED_OFF }, NotServed],
  ["one switched off, without a status", 200, { Error: SWITCHED_OFF }, NotServed],
  ["a lite node's history", 200, LITE, NotServed],
  ["the same in JSON", 200, { Error: LITE }, NotServed],
  ["a body that is too long", 413, PAGE, undefined],
  ["an exception", 200, { Error: CLASS }, undefined],
  ["an exception, later", 200, { Error: "internal server error" }, undefined],
  ["one that keeps its name", 200, { Error: NEVER("ContractValidateException") }, undefined],
  ["JSON that it cannot parse", 200, { Error: "JsonFormat.ParseException : 1:2" }, undefined],
  ["a maintenance", 200, { Error: NEVER("MaintenanceUnavailableException") }, undefined],
  ["the solidity node's bare text", 200, "INVALID hash", undefined],
  ["the same, later", 200, { Error: "INVALID hash" }, undefined],
])("%s is no answer, and not that there is none", async (_name, status, body, kind) => {
  node.reply = text(status, typeof body === "string" ? body : JSON.stringify(body));
  await withChain(async (chain) => {
    const error: unknown = await chain.solidInclusion(TXID).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect([NodeRefused, NotServed].find((one) => error instanceof one)).toBe(kind);
    expect(isOfHost(error)).toBe(true);
    // Only what is switched off may be passed over.
    const passedOver = await chain.solidDelegated(OWNER, RECEIVER, "energy").catch(() => "failed");
    expect(passedOver).toBe(kind === NotServed ? undefined : "failed");
  });
  const sent = await withChain((chain) => chain.broadcast({ txid: TXID, hex: "00" }, RECEIVER));
  expect(sent).toMatchObject({ kind: "unknown" });
});

it("a key that stands in the URL alone is not told either", async () => {
  node.reply = text(404, `Cannot POST /provider/${KEY}/wallet/getblock`);
  const fullHost = `${node.url}/provider/${KEY}`;
  const chain = createTronChain({ fullHost, requestsPerSecond: 1_000 });
  const error = await chain.head().catch((e: unknown) => e);
  expect(String(error)).toMatch(/HTTP 404: Cannot POST \/\*\*\*\/\*\*\*\/wallet\/getblock$/);
  await chain.close();
});

describe("after a refusal", () => {
  it.each([
    ["403", text(403, "")],
    ["429", text(429, "")],
    ["503", text(503, "")],
    ["the node's own limit", () => ({ Error: "X : lack of computing resources" })],
  ] as [string, StubReply][])("by %s nothing is asked for a while", async (_name, reply) => {
    const { advance } = fakeTimers();
    const day = 86_400_000;
    const chain = createTronChain({
      fullHost: node.url,
      requestsPerSecond: 1_000,
      timeoutMs: 10_000,
      penaltyMs: day,
      busyPenaltyMs: day,
    });
    node.reply = reply;
    await expect(chain.head()).rejects.toThrow("answered");
    const next = expect(chain.head()).rejects.toThrow("waited 30000 ms");
    await advance(30_000);
    await next;
    expect(node.requests).toHaveLength(1);
    await chain.close();
  });

  it("that is none of those, the next call goes out", async () => {
    node.reply = text(500, "");
    await withChain(async (chain) => {
      await expect(chain.head()).rejects.toThrow("HTTP 500");
      await expect(chain.head()).rejects.toThrow("HTTP 500");
    });
  });
});

describe("a node that is not there", () => {
  it("is ChainUnavailable, and an unknown broadcast", async () => {
    await node.close();
    await withChain(async (chain) => {
      await expect(chain.head()).rejects.toThrow(/getblock could not be asked: ECONNREFUSED/);
      const outcome = await chain.broadcast({ txid: TXID, hex: "00" }, RECEIVER);
      expect(outcome.kind).toBe("unknown");
    });
    node = await startStubNode();
  });
});

describe("closed under calls that the node never answers", () => {
  const DAY_MS = 86_400_000;

  it.each([
    ["silence", () => undefined],
    ["half an answer", (_request, response) => void response.write("{")],
  ] as [string, StubReply][])("(%s) it ends at once, and so do they", async (_name, reply) => {
    let sawAll = () => {};
    const asked = new Promise<void>((resolve) => {
      sawAll = resolve;
    });
    node.reply = (request, response) => {
      if (node.requests.length === 2) sawAll();
      return reply(request, response);
    };
    const options = { requestsPerSecond: 1_000, maxConcurrent: 2, timeoutMs: DAY_MS };
    const chain = createTronChain({ fullHost: node.url, ...options });
    const read = chain.account(OWNER).catch((error: unknown) => error);
    const sent = chain.broadcast({ txid: TXID, hex: "00" }, RECEIVER);
    await asked;
    const waiting = chain.broadcast({ txid: TXID, hex: "01" }, RECEIVER);
    await chain.close();
    const cutOff = expect.stringMatching(/ was cut off: the chain is closed$/);
    expect(await read).toMatchObject({ name: "ChainUnavailable", message: cutOff });
    expect(await sent).toEqual({ kind: "unknown", message: cutOff });
    // It never left, so it may be sent later as if for the first time.
    expect(await waiting).toEqual({ kind: "retry", message: "the chain is closed" });
    expect(await chain.broadcast({ txid: TXID, hex: "00" }, RECEIVER)).toMatchObject({
      kind: "retry",
    });
    expect(node.requests).toHaveLength(2);
  });
});

describe("a request", () => {
  it("carries the key in a header, the host's path, and keeps the connection", async () => {
    const sockets = new Set<unknown>();
    node.reply = (_request, response) => {
      sockets.add(response.socket);
      return {};
    };
    await withChain(async (chain) => {
      expect(await chain.account(OWNER)).toBeUndefined();
      expect(await chain.account(RECEIVER)).toBeUndefined();
    });
    expect(sockets.size).toBe(1);
    expect(node.requests[0]?.path).toBe(`/provider/${KEY}/wallet/getaccount`);
    expect(node.requests[0]?.headers["tron-pro-api-key"]).toBe(KEY);
    expect(calls).toEqual([
      ["wallet/getaccount", true],
      ["wallet/getaccount", true],
    ]);
  });

  it("is not sent again when a kept connection breaks", async () => {
    await withChain(async (chain) => {
      await chain.account(OWNER);
      node.reply = (_request, response) => void response.destroy();
      const outcome = await chain.broadcast({ txid: TXID, hex: "00" }, RECEIVER);
      expect(outcome.kind).toBe("unknown");
    });
    expect(node.requests).toHaveLength(2);
  });

  it("to walletsolidity goes to the solidity host", async () => {
    const solidity = await startStubNode(() => ({}));
    const chain = createTronChain({
      fullHost: node.url,
      solidityHost: solidity.url,
      requestsPerSecond: 1_000,
    });
    expect(await chain.solidified(TXID)).toBe(false);
    expect(await chain.inclusion(TXID)).toBeUndefined();
    expect(solidity.requests.map((request) => request.path)).toEqual([
      "/walletsolidity/gettransactioninfobyid",
      "/walletsolidity/gettransactionbyid",
    ]);
    expect(node.requests.map((request) => request.path)).toEqual([
      "/wallet/gettransactioninfobyid",
    ]);
    await chain.close();
    await solidity.close();
  });
});
