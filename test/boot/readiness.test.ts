/** `/readyz` is told from what the desk has seen of its node: whoever probes it costs no question. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { askNode, until } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";

/** A node in front of another one, which can be cut off or keep back its head; counts the questions for that. */
async function startProxy(behind: string) {
  const node = { url: "", heads: 0, isCut: false, head: Promise.resolve() };
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (node.isCut) return void incoming.socket.destroy();
    if (incoming.url === "/wallet/getblock") {
      node.heads += 1;
      await node.head;
    }
    const answer = await request(`${behind}${incoming.url}`, {
      method: "POST",
      body: Buffer.concat(chunks),
    });
    response.end(await answer.body.text());
  });
  onTestFinished(() => void server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return node;
}

async function ready(baseUrl: string) {
  const { statusCode, body } = await request(`${baseUrl}/readyz`);
  const { data, error } = (await body.json()) as {
    data?: { node: string };
    error?: { message: string; details: { node: string } };
  };
  return { statusCode, node: data?.node ?? error?.details.node, message: error?.message };
}

test("probes ask the node nothing, and tell when it does not answer and when it does again", async () => {
  const directory = () => temporaryDirectory(onTestFinished);
  const sandbox = await startDeskHere(deskEnv(directory(), { SANDBOX_BLOCK_MS: "200" }));
  const node = await startProxy(sandbox.nodeUrl);
  const { poolOwners } = await askNode<{ poolOwners: string[] }>(
    sandbox.nodeUrl,
    "sandbox/state",
    {},
  );
  const desk = await startDeskHere(
    deskEnv(directory(), {
      TRON_FULL_HOST: node.url,
      SANDBOX_BLOCK_MS: "200",
      POOL_OWNERS: poolOwners.join(","),
      OPERATOR_KEY: "1".repeat(64),
    }),
  );
  const look = () => ready(desk.baseUrl);
  const up = await until(look, ({ statusCode }) => statusCode === 200, "the desk can sell");
  expect(up.node).toBe("ok");
  let tellHead = () => {};
  node.head = new Promise((resolve) => {
    tellHead = resolve;
  });
  const before = node.heads;
  await Promise.all(Array.from({ length: 100 }, look));
  // Others of the desk may have asked, and wait since, however long the probes took.
  expect(node.heads - before).toBeLessThan(5);
  tellHead();
  await until(look, ({ statusCode }) => statusCode === 200, "the desk can sell on");

  node.isCut = true;
  const down = await until(look, ({ statusCode }) => statusCode === 503, "the node is missed");
  expect(down.node).toBe("the TRON node does not answer");
  expect(down.message).toBe("TRON is unavailable: the TRON node does not answer.");
  node.isCut = false;
  await until(look, ({ statusCode }) => statusCode === 200, "it is there again");
});
