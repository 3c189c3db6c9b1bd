/** A desk with two nodes, each a way to one sandbox that can be cut: what `desk status` shows, and what `desk node ignore` changes. */
import { expect, onTestFinished, test } from "vitest";
import type { NodeStatus } from "../../src/control/desk-control.js";
import { deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";
import { startOwnNode } from "../e2e/own-node.js";
import { cutting } from "../support/host-conduct.js";
import { startNodeProxy } from "../support/node-proxy.js";
import { holdTimeLimits } from "../support/time-limits.js";
import { until } from "../support/until.js";

const KEY = "KEY-OF-THE-PROVIDER";

async function startWay(nodeUrl: string) {
  const way = await startNodeProxy(nodeUrl, `/${KEY}`);
  onTestFinished(() => way.close());
  return way;
}

test("nodes are shown, counted, ignored and used again while the desk runs", async () => {
  // One that is cut off fails at once, and no other answers too late.
  const limits = holdTimeLimits();
  onTestFinished(limits.restore);
  const node = await startOwnNode(200);
  const [first, second] = [await startWay(node.url), await startWay(node.url)];
  const env = deskEnv(temporaryDirectory(onTestFinished), {
    ...node.env,
    TRON_FULL_HOST: `${first.url},${second.url}`,
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
    "both nodes are in step",
    look,
    // A busy machine may have the sandbox's block late for a moment.
    (nodes) =>
      uses(nodes) === "reading stand-by" &&
      nodes[0]?.solidLagBlocks !== null &&
      nodes.every(({ reason }) => reason === null),
  );
  expect(both).toMatchObject([
    { number: 1, node: `1 ${first.origin}`, behindBlocks: 0, failuresLastHour: 0 },
    { number: 2, node: `2 ${second.origin}`, failuresLastHour: 0 },
  ]);
  for (const { headBlock, answersLastHour, questionsADay } of both) {
    expect(headBlock).toBeGreaterThan(0);
    expect(answersLastHour).toBeGreaterThan(0);
    expect(questionsADay).toBeGreaterThanOrEqual(1_440 * answersLastHour);
  }

  await until(
    "the metrics name the nodes",
    async () => (await fetch(`${running.baseUrl}/metrics`)).text(),
    (text) => text.includes(`desk_node_in_step{host="1 ${first.origin}"} 1`),
  );
  await resultOf(desk, "node", "ignore", "1");
  await until("the second is read from", look, (nodes) => uses(nodes) === "ignored reading");
  second.conduct = cutting();
  const failed = await until(
    "the second is missed",
    look,
    ([, node]) => (node?.failuresLastHour ?? 0) > 0 && node?.reason !== null,
  );
  expect(failed[1]?.reason).toContain("could not be asked");
  expect(failed[1]?.outOfStepSince).toBeLessThanOrEqual(Date.now());
  expect(await errorOf(desk, "node", "ignore", "2")).toMatchObject({ code: "LAST_NODE" });
  const metrics = await (await fetch(`${running.baseUrl}/metrics`)).text();
  expect(metrics).toContain(`desk_node_in_step{host="1 ${first.origin}"} 0`);
  expect(metrics).toMatch(
    new RegExp(`desk_node_errors_total\\{host="2 ${second.origin}",path="wallet/getblock"\\} \\d+`),
  );
  expect(metrics).not.toContain(KEY);

  second.conduct = undefined;
  await until("the second answers again", look, ([, node]) => node?.reason === null);
  const [, now] = await look();
  const asked = first.asked.length;
  await until(
    "the second alone is followed",
    look,
    ([, node]) => (node?.headBlock ?? 0) > (now?.headBlock ?? 0) + 5,
  );
  expect(uses(await look())).toBe("ignored reading");
  expect(first.asked).toHaveLength(asked);
  await resultOf(desk, "node", "use", "1");
  await until("the first is read from", look, (nodes) => uses(nodes) === "reading stand-by");
  await first.next();
});
