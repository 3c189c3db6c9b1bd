/** A host that the operator has taken out: nothing is asked of it and nothing sent to it, until it is let in again. */
import { expect, test } from "vitest";
import { HostWatch } from "../../../src/chain/hosts/watch-hosts.js";
import { must } from "../../../src/domain/assert.js";
import { BLOCK_MS, down, idOf, refOf, rigOf } from "./rig.js";

const TRANSACTION = { txid: "00", hex: "00" };

function ignoringOf(count: number) {
  const rig = rigOf(count);
  const host = (at: number) => must(rig.hosts.all[at], "there is such a host");
  const sent: number[] = [];
  rig.answers.forEach((answer, at) => {
    answer.broadcast = async () => {
      sent.push(at + 1);
      return { kind: "accepted" };
    };
  });
  const watch = new HostWatch({
    hosts: rig.hosts,
    genesisId: idOf(0),
    blockMs: BLOCK_MS,
    onForeign: () => {},
  });
  return { ...rig, host, sent, watch, ignore: (at: number) => rig.hosts.ignore(host(at)) };
}

test("nothing is asked of it and nothing is sent to it", async () => {
  const { chain, hosts, answers, tell, inStep, ignore, sent, watch } = ignoringOf(3);
  await tell();
  expect(ignore(0)).toBe(true);
  for (const { asked } of answers) asked.length = 0;
  expect(inStep()).toEqual([2, 3]);
  expect(hosts.witnesses()).toHaveLength(2);
  await chain.head();
  await watch.start();
  await watch.stop();
  await chain.broadcast(TRANSACTION, "T" as never);
  expect(answers.map(({ asked }) => asked.length > 0)).toEqual([false, true, true]);
  expect(sent).toEqual([2, 3]);
});

test("also where nobody else answers any more", async () => {
  const { chain, hosts, answers, tell, inStep, ignore, sent } = ignoringOf(2);
  await tell();
  ignore(0);
  must(answers[1], "it is there").down = down();
  for (const { asked } of answers) asked.length = 0;
  await expect(chain.head()).rejects.toThrow("did not answer");
  expect(inStep()).toEqual([]);
  hosts.isOnChain(refOf(200));
  expect(hosts.problem()).toContain("none of the 2");
  await expect(chain.head()).rejects.toThrow("did not answer");
  await chain.broadcast(TRANSACTION, "T" as never);
  expect(answers.map(({ asked }) => asked.length > 0)).toEqual([false, true]);
  expect(sent).toEqual([2]);
});

test("one that had failed before keeps no other from being looked at", async () => {
  const { clock, hosts, answers, tell, ignore, host, watch } = ignoringOf(3);
  await tell();
  hosts.failed(host(0), "did not answer");
  ignore(0);
  clock.nowMs += 31_000;
  await tell(1);
  for (const { asked } of answers) asked.length = 0;
  watch.round();
  await watch.stop();
  expect(answers.map(({ asked }) => asked)).toEqual([[], [], ["head", "solid head"]]);
});

test("what it told before makes nobody lag", async () => {
  const { answers, tell, inStep, ignore } = ignoringOf(3);
  for (const at of [0, 1]) must(answers[at], "it is there").head = 150;
  ignore(0);
  await tell();
  expect(inStep()).toEqual([2, 3]);
});

test("it is used again when it is let in and has told where it is", async () => {
  const { clock, hosts, answers, tell, inStep, ignore, host, watch } = ignoringOf(2);
  await tell();
  ignore(0);
  clock.nowMs += 3_600_000;
  for (const answer of answers) Object.assign(answer, { head: 1_300, solid: 1_280 });
  await tell(1);
  expect(inStep()).toEqual([2]);
  watch.round();
  host(0).isIgnored = false;
  expect(inStep()).toEqual([2]);
  await watch.stop();
  watch.round();
  await watch.stop();
  expect(inStep()).toEqual([1, 2]);
  expect(hosts.states()[0]).toMatchObject({ use: "reading", head: 1_300, outOfStepMs: 0 });
});

test.each([
  ["is ignored", ({ ignore }: Rig) => void ignore(1)],
  ["does not answer", ({ hosts, host }: Rig) => hosts.failed(host(1), "did not answer")],
  [
    "has not told its network",
    ({ host }: Rig) => {
      host(1).admission = { kind: "unasked", reason: "it has not answered yet" };
    },
  ],
  [
    "takes broadcasts alone",
    ({ host }: Rig) => {
      host(1).admission = { kind: "broadcasts", reason: "it serves no solidified blocks" };
    },
  ],
])("the last one cannot be ignored: the other %s", async (_, spoil) => {
  const rig = ignoringOf(2);
  await rig.tell();
  spoil(rig);
  expect(rig.ignore(0)).toBe(false);
  expect(rig.host(0).isIgnored).toBe(false);
});

test("one can be ignored where the other is behind what that one told", async () => {
  const { chain, hosts, answers, tell, ignore, inStep } = ignoringOf(2);
  await tell();
  hosts.isOnChain(refOf(110));
  expect(inStep()).toEqual([]);
  await chain.head();
  expect(hosts.states().map(({ use }) => use)).toEqual(["reading", "broadcasts"]);
  expect(ignore(0)).toBe(true);
  for (const { asked } of answers) asked.length = 0;
  await chain.head();
  expect(answers.map(({ asked }) => asked)).toEqual([[], ["head"]]);
});

type Rig = ReturnType<typeof ignoringOf>;
