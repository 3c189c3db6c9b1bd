/** A desk with two nodes, each a way to one sandbox that can be cut: what `desk status` shows, and what `desk node ignore` changes. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { expect, onTestFinished, test } from "vitest";
import type { NodeStatus } from "../../src/control/desk-control.js";
import { deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { askNode, until } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";
import { holdTimeLimits } from "../support/time-limits.js";

const KEY = "KEY-OF-THE-PROVIDER";

/** A node in front of another one, below a path that may be a key. */
async function startWay(behind: string) {
  const way = { url: "", questions: 0, isCut: false };
  const server = createServer(async (incoming: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (way.isCut) return void incoming.socket.destroy();
    way.questions += 1;
    const url = `${behind}${incoming.url?.replace(`/${KEY}`, "")}`;
    const answer = await request(url, { method: "POST", body: Buffer.concat(chunks) });
    response.statusCode = answer.statusCode;
    response.end(await answer.body.text());
  });
  onTestFinished(() => void server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  way.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return way;
}

test("nodes are shown, counted, ignored and used again while the desk runs", async () => {
  // One that is cut off fails at once, and no other answers too late.
  const limits = holdTimeLimits();
  onTestFinished(limits.restore);
  const directory = () => temporaryDirectory(onTestFinished);
  const sandbox = await startDeskHere(deskEnv(directory(), { SANDBOX_BLOCK_MS: "200" }));
  const { nodeUrl } = sandbox;
  const state = await askNode<{ poolOwners: string[] }>(nodeUrl, "sandbox/state", {});
  const [first, second] = [await startWay(nodeUrl), await startWay(nodeUrl)];
  const env = deskEnv(directory(), {
    TRON_FULL_HOST: `${first.url}/${KEY},${second.url}/${KEY}`,
    SANDBOX_BLOCK_MS: "200",
    POOL_OWNERS: state.poolOwners.join(","),
    OPERATOR_KEY: "1".repeat(64),
  });
  const running = await startDeskHere(env);
  const desk = deskOn(String(env.DATABASE_PATH));
  const look = async () => {
    const status = await resultOf(desk, "status");
    expect(JSON.stringify(status)).not.toContain(KEY);
    return status.nodes as readonly NodeStatus[];
  };
  const uses = (nodes: readonly NodeStatus[]) => nodes.map(({ use }) => use).join(" ");
  const both = await until(
    look,
    (nodes) => uses(nodes) === "reading stand-by" && nodes[0]?.solidLagBlocks !== null,
    "both nodes are in step",
  );
  expect(both).toMatchObject([
    { number: 1, node: `1 ${first.url}`, behindBlocks: 0, failuresLastHour: 0, reason: null },
    { number: 2, node: `2 ${second.url}`, failuresLastHour: 0, reason: null },
  ]);
  for (const { headBlock, answersLastHour, questionsADay } of both) {
    expect(headBlock).toBeGreaterThan(0);
    expect(answersLastHour).toBeGreaterThan(0);
    expect(questionsADay).toBeGreaterThanOrEqual(1_440 * answersLastHour);
  }

  await until(
    async () => (await fetch(`${running.baseUrl}/metrics`)).text(),
    (text) => text.includes(`desk_node_in_step{host="1 ${first.url}"} 1`),
    "the metrics name the nodes",
  );
  await resultOf(desk, "node", "ignore", "1");
  await until(look, (nodes) => uses(nodes) === "ignored reading", "the second is read from");
  second.isCut = true;
  const failed = await until(
    look,
    ([, node]) => (node?.failuresLastHour ?? 0) > 0 && node?.reason !== null,
    "the second is missed",
  );
  expect(failed[1]?.reason).toContain("could not be asked");
  expect(failed[1]?.outOfStepSince).toBeLessThanOrEqual(Date.now());
  expect(await errorOf(desk, "node", "ignore", "2")).toMatchObject({ code: "LAST_NODE" });
  const metrics = await (await fetch(`${running.baseUrl}/metrics`)).text();
  expect(metrics).toContain(`desk_node_in_step{host="1 ${first.url}"} 0`);
  expect(metrics).toMatch(
    new RegExp(`desk_node_errors_total\\{host="2 ${second.url}",path="wallet/getblock"\\} \\d+`),
  );
  expect(metrics).not.toContain(KEY);

  second.isCut = false;
  await until(look, ([, node]) => node?.reason === null, "the second answers again");
  await running.end("SIGTERM");
  await startDeskHere(env);
  const [, restarted] = await look();
  const asked = first.questions;
  await until(
    look,
    ([, node]) => (node?.headBlock ?? 0) > (restarted?.headBlock ?? 0) + 5,
    "the second alone is followed",
  );
  expect(uses(await look())).toBe("ignored reading");
  expect(first.questions).toBe(asked);
  await resultOf(desk, "node", "use", "1");
  await until(look, (nodes) => uses(nodes) === "reading stand-by", "the first is read from");
  expect(first.questions).toBeGreaterThan(asked);
});
