/**
 * HTTP itself: unknown paths and methods, broken requests on the socket, and the end of the server.
 */

import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { available, call, create, expectError } from "./client.js";
import { fastOrder, latch, startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
let key: string;
const logLines: string[] = [];
beforeAll(async () => {
  desk = await startDesk({ logLines });
  key = (await desk.customer(100)).apiKey;
});
afterAll(() => desk.close());

/** Sends bytes over a socket and reads until the server closes it. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      received += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
    socket.write(bytes);
  });
}

/** The answer to an order of 20 MB, which is read after all of it was sent. */
async function answerAfterHugeBody({ url }: TestDesk, apiKey: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const length = 20_000_000;
  socket.setEncoding("utf8").pause();
  const answered = new Promise<string>((resolve, reject) => {
    socket.once("data", (text) => resolve(String(text)));
    socket.once("error", reject);
  });
  socket.write(
    `POST /v1/order/create HTTP/1.1\r\nHost: a\r\nx-api-key: ${apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(" ".repeat(length), () => socket.resume());
  return answered.finally(() => socket.destroy());
}

describe("unknown", () => {
  test.each([
    ["GET", "/nothing"],
    ["GET", "/v1/nothing"],
    ["GET", "/v1"],
    ["GET", "/v1/"],
    ["GET", "//v1/balance"],
    ["GET", "/v1/order/a/b/c"],
    ["GET", "/v1/balance/"],
    ["GET", "/V1/balance"],
    ["GET", `/${"x".repeat(9_000)}`],
    ["GET", "/%3Cscript%3E"],
  ])("%s %s is NOT_FOUND", async (method, path) => {
    const answer = await call(desk, path, { method, key });
    expectError(answer, 404, "NOT_FOUND");
    expect(answer.text.length).toBeLessThan(600);
  });

  test("paths and methods are NOT_FOUND whatever they carry", async () => {
    const answer = await call(desk, "/nothing", { raw: "x", headers: { "content-type": "a/b" } });
    expectError(answer, 404, "NOT_FOUND");
  });

  test("a HEAD is answered like its GET, without a body", async () => {
    const answer = await call(desk, "/v1/balance", { method: "HEAD", key });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });
});

describe("broken", () => {
  test.each(["/v1/order/%", "/v1/order/%zz", "/%c3%28", "/v1/%E0%A4%A"])(
    "encoding in %s is VALIDATION_FAILED",
    async (path) => {
      expectError(await call(desk, path, { key }), 400, "VALIDATION_FAILED");
    },
  );

  test.each([
    ["no HTTP at all", "hello\r\n\r\n"],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a broken header", "GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n"],
    ["a control character in a key", "GET / HTTP/1.1\r\nHost: a\r\nx-api-key: \u0001\r\n\r\n"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ["two Hosts", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["no Host", `GET /v1/balance HTTP/1.1\r\nx-api-key: a\r\nConnection: close\r\n\r\n`],
    ["an unknown Expect", "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n"],
    ["a broken first line", "GET / HTTP/1.1 and more\r\nHost: a\r\n\r\n"],
    ["a version that is none", "GET / HTTP/9.9\r\nHost: a\r\n\r\n"],
    ["the first words of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ])("%s gets a clear answer on the socket", async (_name, bytes) => {
    const [head = "", body = ""] = (await exchange(bytes)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: { code: "VALIDATION_FAILED", message: expect.any(String) },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(head.toLowerCase()).toContain("\r\ncache-control: no-store");
    const { requestId } = JSON.parse(body);
    expect(head.toLowerCase()).toContain(`\r\nx-request-id: ${requestId}`);
  });

  test.each([
    ["headers", `GET / HTTP/1.1\r\nHost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`],
    ["a path", `GET /${"y".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])("%s without end are HEADERS_TOO_LARGE", async (_name, bytes) => {
    const [head = "", body = ""] = (await exchange(bytes)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      error: { code: "HEADERS_TOO_LARGE", message: expect.stringContaining("16 KiB") },
    });
  });

  test("a CONNECT is NOT_FOUND in the same form", async () => {
    const bytes = "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n";
    const [head = "", body = ""] = (await exchange(bytes)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: { code: "NOT_FOUND", message: "There is nothing at CONNECT example.org:443." },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("an HTTP/1.0 client needs no Host", async () => {
    expect(await exchange("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test.each([
    ["401", "GET /v1/balance HTTP/1.1\r\nHost: a\r\n"],
    ["404", "GET /nothing HTTP/1.1\r\nHost: a\r\n"],
    ["400", "GET /v1/orderbook HTTP/1.1\r\nHost: a\r\n"],
  ])("a refusal with %s says that it closes the connection where it does", async (status, head) => {
    const received = await exchange(`${head}Connection: close\r\n\r\n`);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
    const kept = await exchange(
      `${head}\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(kept.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
    expect(kept.match(/\r\nconnection: [\w-]+/gi)).toEqual([
      "\r\nConnection: keep-alive",
      "\r\nConnection: close",
    ]);
  });

  test("a refused Expect is no order, and the connection goes on", async () => {
    const body = JSON.stringify(fastOrder());
    const head = `Host: a\r\nx-api-key: ${key}\r\n`;
    const received = await exchange(
      `POST /v1/order/create HTTP/1.1\r\n${head}Content-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: x\r\n\r\n${body}` +
        `GET /v1/balance HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    );
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400", "HTTP/1.1 200"]);
    expect(await available(desk, key)).toBe(100);
  });

  test("chunks are MALFORMED when they break off", async () => {
    const received = await exchange(
      `POST /v1/order/create HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n` +
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('"success":false');
  });

  test("an Expect of 100-continue is met, with the refusal if there is one", async () => {
    const body = JSON.stringify(fastOrder({ type: "?" }));
    const received = await exchange(
      `POST /v1/order/create HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nConnection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
        `Expect: 100-continue\r\n\r\n${body}`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });

  test("a client that goes away in the middle of a body harms nobody, and is no bug", async () => {
    const gone = latch();
    desk.server.server.once("request", (_request, response) => response.once("close", gone.open));
    const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
    socket.write(
      `POST /v1/order/create HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
      () => socket.destroy(),
    );
    await gone.opened;
    expect((await call(desk, "/healthz")).status).toBe(200);
    expect(await available(desk, key)).toBe(100);
    expect(logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test("a client that sends all of a huge body before it reads gets its 413", async () => {
    const kept = await answerAfterHugeBody(desk, key);
    expect(kept).toMatch(/^HTTP\/1\.1 413 /);
    expect(kept).not.toMatch(/\r\nconnection: close\r\n/i);
  });
});

describe("closing", () => {
  /** One connection that stays open between requests. */
  const agent = () => new Agent({ connections: 1, pipelining: 1, keepAliveTimeout: 60_000 });

  test("refuses new requests on open connections, answers running ones, then closes", async () => {
    const other = await startDesk();
    const { apiKey } = await other.customer(100);
    const asked = latch();
    const gate = latch();
    const { lookUp } = other.chain;
    other.chain.lookUp = async (address) => {
      asked.open();
      await gate.opened;
      return lookUp(address);
    };
    const dispatcher = agent();
    const early = await request(`${other.url}/v1/balance`, {
      dispatcher,
      headers: { "x-api-key": apiKey },
    });
    await early.body.dump();
    const running = create(other, apiKey, fastOrder({ receiver: [wallet(5)] }));
    await asked.opened;
    other.engine.gates.shutDown();
    for (const path of ["/v1/balance", "/v1/orders", "/setting/ui", "/readyz"]) {
      expectError(await call(other, path, { key: apiKey }), 503, "SHUTTING_DOWN");
    }
    const refused = await create(other, apiKey, fastOrder());
    expectError(refused, 503, "SHUTTING_DOWN");
    expect(refused.headers.get("connection")).toBe("close");
    expect(await answerAfterHugeBody(other, apiKey)).toMatch(/^HTTP\/1\.1 503 /);
    expect((await call(other, "/healthz")).status).toBe(200);
    const cutOff = vi.spyOn(other.server.server, "closeAllConnections");
    const closed = other.close();
    gate.open();
    // It had not reached the ledger, so it is refused rather than half done.
    expectError(await running, 503, "SHUTTING_DOWN");
    await closed;
    // Its connection was kept alive, and must not be waited for.
    expect(cutOff).not.toHaveBeenCalled();
    await expect(request(`${other.url}/healthz`, { dispatcher })).rejects.toThrow();
    await dispatcher.close();
  });

  test("a request that arrives on an open connection while closing is told so", async () => {
    const other = await startDesk();
    const { apiKey } = await other.customer(100);
    const socket = connect(Number(new URL(other.url).port), "127.0.0.1");
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    let received = "";
    socket.setEncoding("utf8").on("data", (text) => {
      received += text;
    });
    const head = `Host: a\r\nx-api-key: ${apiKey}\r\nContent-Type: application/json\r\n`;
    // The body is not there yet, so the connection is busy when the server closes.
    socket.write(`POST /v1/order/create HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n`);
    await other.server.ready();
    await new Promise<void>((resolve) => other.server.server.once("request", () => resolve()));
    // One turn is left to other new connections, and the next looks at it.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    other.engine.gates.shutDown();
    const closed = other.close();
    socket.write(`{}GET /v1/balance HTTP/1.1\r\n${head}\r\n`);
    await closed;
    await ended;
    const answers = received.split("HTTP/1.1 ").slice(1);
    expect(answers[0]).toMatch(/^400 /);
    for (const later of answers.slice(1)) {
      expect(later).toMatch(/^503 /);
      expect(later).toContain('"SHUTTING_DOWN"');
    }
  });

  test("does not wait for idle connections", async () => {
    const other = await startDesk();
    const dispatcher = agent();
    await (await request(`${other.url}/healthz`, { dispatcher })).body.dump();
    const cutOff = vi.spyOn(other.server.server, "closeAllConnections");
    await other.close();
    expect(cutOff).not.toHaveBeenCalled();
    await dispatcher.close();
  });
});
