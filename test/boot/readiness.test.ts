/** `/readyz` is told from what the desk has seen of its node: whoever probes it costs no question. */
import { request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";
import { startOwnNode } from "../e2e/own-node.js";
import { cutting } from "../support/host-conduct.js";
import { startNodeProxy } from "../support/node-proxy.js";

async function ready(baseUrl: string) {
  const { statusCode, body } = await request(`${baseUrl}/readyz`);
  const { data, error } = (await body.json()) as {
    data?: { node: string };
    error?: { message: string; details: { node: string } };
  };
  return { statusCode, node: data?.node ?? error?.details.node, message: error?.message };
}

test("probes ask the node nothing, and tell when it does not answer and when it does again", async () => {
  const own = await startOwnNode(200);
  const node = await startNodeProxy(own.url);
  onTestFinished(() => node.close());
  const env = deskEnv(temporaryDirectory(onTestFinished), {
    ...own.env,
    TRON_FULL_HOST: node.url,
  });
  const desk = await startDeskHere(env);
  const look = () => ready(desk.baseUrl);
  const up = await until(look, ({ statusCode }) => statusCode === 200, "the desk can sell");
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
  await until(look, ({ statusCode }) => statusCode === 200, "the desk can sell on");

  node.conduct = cutting();
  const down = await until(look, ({ statusCode }) => statusCode === 503, "the node is missed");
  expect(down.node).toBe("the TRON node does not answer");
  expect(down.message).toBe("TRON is unavailable: the TRON node does not answer.");
  node.conduct = undefined;
  await until(look, ({ statusCode }) => statusCode === 200, "it is there again");
});
