/**
 * A desk seen from outside: `/readyz` is told from what it has seen of its node, and costs no question; and a stop while it lasts, with
 * a node that answers nothing any more and a client that is slow.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { address, addressToHex } from "../../src/domain/address.js";
import { orderBody, RECEIVER } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, type RunningDesk, temporaryDirectory } from "../e2e/desk-process.js";
import { startOwnNode } from "../e2e/own-node.js";
import { cutting } from "../support/host-conduct.js";
import { type NodeProxy, startNodeProxy } from "../support/node-proxy.js";
import { until } from "../support/until.js";

/** Longer than a test may take: whoever waits for an answer of the node fails. */
const NODE_TIMEOUT_MS = "60000";

async function create(baseUrl: string, apiKey: string, dispatcher: Dispatcher) {
  const { statusCode, headers, body } = await request(`${baseUrl}/v1/order/create`, {
    dispatcher,
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify(orderBody()),
  });
  const { connection, "retry-after": retryAfter } = headers;
  const { error } = (await body.json()) as { error?: { code: string } };
  return { statusCode, connection, retryAfter, code: error?.code };
}

/** An order of which the desk has the head alone. */
async function halfAnOrder(baseUrl: string, apiKey: string) {
  const body = JSON.stringify(orderBody());
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1").setEncoding("utf8");
  const ended = once(socket, "close");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  socket.write(
    `POST /v1/order/create HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${apiKey}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, "data");
  return {
    async finish(): Promise<string> {
      socket.write(body);
      await ended;
      return received;
    },
  };
}

async function ready(baseUrl: string) {
  const { statusCode, body } = await request(`${baseUrl}/readyz`);
  const { data, error } = (await body.json()) as {
    data?: { node: string };
    error?: { message: string; details: { node: string } };
  };
  return { statusCode, node: data?.node ?? error?.details.node, message: error?.message };
}

let node: NodeProxy;
let desk: RunningDesk;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  const own = await startOwnNode(200, (end) => ends.push(end));
  node = await startNodeProxy(own.url);
  ends.push(() => node.close());
  const directory = temporaryDirectory((clean) => ends.push(clean));
  const env = { ...own.env, TRON_FULL_HOST: node.url, NODE_TIMEOUT_MS };
  desk = await startDeskHere(deskEnv(directory, env), (end) => ends.push(end));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

test("probes ask the node nothing, and tell when it does not answer and when it does again", async () => {
  const look = () => ready(desk.baseUrl);
  const up = await until("the desk can sell", look, ({ statusCode }) => statusCode === 200);
  expect(up.node).toBe("ok");
  let tellHead = () => {};
  const head = new Promise<void>((resolve) => {
    tellHead = resolve;
  });
  let heads = 0;
  node.conduct = async ({ path }) => {
    if (path !== "/wallet/getblock") return undefined;
    heads += 1;
    await head;
    return undefined;
  };
  await Promise.all(Array.from({ length: 100 }, look));
  // Others of the desk may have asked, and wait since, however long the probes took.
  expect(heads).toBeLessThan(5);
  tellHead();
  await until("the desk can sell on", look, ({ statusCode }) => statusCode === 200);

  node.conduct = cutting();
  const down = await until("the node is missed", look, ({ statusCode }) => statusCode === 503);
  expect(down.node).toBe("the TRON node does not answer");
  expect(down.message).toBe("TRON is unavailable: the TRON node does not answer.");
  node.conduct = undefined;
  await until("it is there again", look, ({ statusCode }) => statusCode === 200);
});

test("every new order is told of it until what runs is finished, and only then nobody listens", async () => {
  const { baseUrl, apiKey = "" } = desk;
  const kept = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
  const health = async (dispatcher: Dispatcher) => {
    const { headers, body } = await request(`${baseUrl}/healthz`, { dispatcher });
    await body.dump();
    return headers.connection;
  };
  expect(await health(kept)).toBe("keep-alive");
  const slow = await halfAnOrder(baseUrl, apiKey);
  // From now on it answers nothing.
  const asked = new Promise<void>((resolve) => {
    node.conduct = ({ body }) => {
      if (JSON.stringify(body).includes(addressToHex(address(RECEIVER)))) resolve();
      return "hang";
    };
  });
  const waiting = create(baseUrl, apiKey, new Agent());
  await asked;

  const ended = desk.end("SIGTERM");
  const refused = {
    statusCode: 503,
    connection: "close",
    retryAfter: "3",
    code: "SHUTTING_DOWN",
  };
  expect(await create(baseUrl, apiKey, kept)).toEqual(refused);
  expect(await waiting).toMatchObject({ statusCode: 503, retryAfter: "3" });
  const fresh = () => health(new Agent({ pipelining: 0 }));
  await until("all else is finished", fresh, (connection) => connection === "close");
  expect(await create(baseUrl, apiKey, kept)).toEqual(refused);
  expect(await create(baseUrl, apiKey, new Agent())).toEqual(refused);

  expect(await slow.finish()).toMatch(/HTTP\/1\.1 503 .*"SHUTTING_DOWN".*Nothing was created/s);
  expect(await ended).toBe(0);
  await expect(fresh()).rejects.toThrow("ECONNREFUSED");
});
