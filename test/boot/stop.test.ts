/** A stop seen from outside while it lasts, with a node that answers nothing any more and a client that is slow. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { type Address, address, addressToHex } from "../../src/domain/address.js";
import { askNode, orderBody, RECEIVER, until } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";

/** Longer than a test may take: whoever waits for an answer of the node fails. */
const NODE_TIMEOUT_MS = "60000";

/** A node in front of another one; `hang` lets it take calls and answer none, and resolves with one about this account. */
async function startHangingNode(behind: string) {
  let hung: ((call: string) => void) | undefined;
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (hung) return hung(body.toString());
    const answer = await request(`${behind}${incoming.url}`, { method: "POST", body });
    response.end(await answer.body.text());
  });
  onTestFinished(() => void server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: (account: Address) =>
      new Promise<void>((resolve) => {
        hung = (call) => call.includes(addressToHex(account)) && resolve();
      }),
  };
}

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

test("every new order is told of it until what runs is finished, and only then nobody listens", async () => {
  const sandbox = await startDeskHere(deskEnv(temporaryDirectory(onTestFinished)));
  const node = await startHangingNode(sandbox.nodeUrl);
  const state = await askNode<{ poolOwners: string[] }>(sandbox.nodeUrl, "sandbox/state", {});
  const desk = await startDeskHere(
    deskEnv(temporaryDirectory(onTestFinished), {
      TRON_FULL_HOST: node.url,
      NODE_TIMEOUT_MS,
      POOL_OWNERS: state.poolOwners.join(","),
      OPERATOR_KEY: "1".repeat(64),
    }),
  );
  const { baseUrl, apiKey = "" } = desk;
  const kept = new Agent({ connections: 1, keepAliveTimeout: 60_000 });
  const health = async (dispatcher: Dispatcher) => {
    const { headers, body } = await request(`${baseUrl}/healthz`, { dispatcher });
    await body.dump();
    return headers.connection;
  };
  expect(await health(kept)).toBe("keep-alive");
  const slow = await halfAnOrder(baseUrl, apiKey);
  const asked = node.hang(address(RECEIVER));
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
  await until(fresh, (connection) => connection === "close", "all else is finished");
  expect(await create(baseUrl, apiKey, kept)).toEqual(refused);
  expect(await create(baseUrl, apiKey, new Agent())).toEqual(refused);

  expect(await slow.finish()).toMatch(/HTTP\/1\.1 503 .*"SHUTTING_DOWN".*Nothing was created/s);
  expect(await ended).toBe(0);
  await expect(fresh()).rejects.toThrow("ECONNREFUSED");
});
