/** What is shown of each host: how far it is, how far its solid side is behind that, and since when and why it is not in step. */
import { expect, test } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { BLOCK_MS, down, refOf, rigOf } from "./rig.js";

test("hosts in step", async () => {
  const { hosts, answers, tell } = rigOf(2);
  Object.assign(must(answers[1], "it is there"), { head: 98, solid: 79 });
  await tell();
  hosts.isOnChain(refOf(100));
  const inStep = { reason: undefined, outOfStepMs: 0, restMs: undefined };
  expect(hosts.states()).toEqual([
    {
      ...inStep,
      ...{ number: 1, label: "1 http://node1", use: "reading" },
      ...{ head: 100, behindBlocks: 0, solid: 80, solidLagBlocks: 20 },
    },
    {
      ...inStep,
      ...{ number: 2, label: "2 http://node2", use: "stand-by" },
      ...{ head: 98, behindBlocks: 2, solid: 79, solidLagBlocks: 19 },
    },
  ]);
});

test("one that fails again after each rest has been out of step since the first failure", async () => {
  const { hosts, answers, clock, tell, inStep } = rigOf(2);
  const first = () => hosts.states()[0];
  await tell();
  must(answers[0], "it is there").down = down();
  await tell(0);
  inStep();
  expect(first()).toMatchObject({ reason: "did not answer", outOfStepMs: 0, restMs: 5_000 });
  clock.nowMs += 4_000;
  expect(first()).toMatchObject({ use: "nothing", outOfStepMs: 4_000, restMs: 1_000 });
  clock.nowMs += 1_000;
  // It may be asked again, and has not answered yet.
  expect(first()).toMatchObject({
    reason: "did not answer; it has reported no block since",
    outOfStepMs: 5_000,
    restMs: undefined,
  });
  await tell(0);
  expect(first()).toMatchObject({ outOfStepMs: 5_000, restMs: 10_000 });
  clock.nowMs += 10_000;
  must(answers[0], "it is there").down = undefined;
  await tell();
  expect(first()).toMatchObject({ use: "reading", reason: undefined, outOfStepMs: 0 });
});

test("one that lags has been out of step since that was seen", async () => {
  const { hosts, clock, tell, inStep } = rigOf(2);
  await tell();
  hosts.isOnChain(refOf(110));
  inStep();
  clock.nowMs += BLOCK_MS;
  expect(hosts.states()[1]).toMatchObject({
    reason: "it is 9 blocks behind",
    behindBlocks: 9,
    outOfStepMs: BLOCK_MS,
    restMs: undefined,
  });
});

test("one that has told nothing yet, and one that is ignored", async () => {
  const { hosts, tell } = rigOf(3);
  const [first, second] = hosts.all.map((host) => must(host, "it is there"));
  if (first) first.admission = { kind: "unasked", reason: "it has not answered yet" };
  await tell(1, 2);
  hosts.ignore(must(second, "it is there"));
  const untold = { head: undefined, behindBlocks: undefined, solid: undefined };
  expect(hosts.states()).toMatchObject([
    { use: "nothing", ...untold, solidLagBlocks: undefined, reason: "it has not answered yet" },
    { use: "ignored", ...untold, reason: "ignored by the operator", outOfStepMs: 0 },
    { use: "reading", head: 100 },
  ]);
});
