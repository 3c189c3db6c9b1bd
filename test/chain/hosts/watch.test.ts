/** How hosts that are not read from are watched: seldom while all is well, at once where the one in use falls behind. */
import { expect, test, vi } from "vitest";
import { HostWatch } from "../../../src/chain/hosts/watch-hosts.js";
import { NoAnswer, NotServed } from "../../../src/chain/http-host.js";
import { must } from "../../../src/domain/assert.js";
import { type Answers, down, idOf, refOf, rigOf } from "./rig.js";

async function watched(count: number) {
  const rig = rigOf(count);
  const foreign: string[] = [];
  for (const host of rig.hosts.all) {
    host.admission = { kind: "unasked", reason: "it has not answered yet" };
  }
  const watch = new HostWatch({
    hosts: rig.hosts,
    genesisId: idOf(0),
    blockMs: 3_000,
    onForeign: ({ label }) => foreign.push(label),
  });
  const asked = (at: number) => rig.answers[at]?.asked.splice(0) ?? [];
  const round = async (afterMs: number) => {
    rig.clock.nowMs += afterMs;
    watch.round();
    await watch.idle();
  };
  return { ...rig, watch, foreign, asked, round };
}

test("each is asked once for its network, its head and its solid side, and is in step then", async () => {
  const { watch, hosts, asked, inStep } = await watched(2);
  expect(inStep()).toEqual([]);
  await watch.look();
  expect(inStep()).toEqual([1, 2]);
  expect(asked(0)).toEqual(["genesis", "solid genesis", "head", "solid head"]);
  expect(hosts.all.map(({ admission }) => admission.kind)).toEqual(["whole", "whole"]);
});

test("a stand-by costs four questions a minute", async () => {
  const { watch, hosts, answers, asked, round } = await watched(2);
  await watch.look();
  asked(1);
  for (let slot = 0; slot < 20; slot += 1) {
    for (const answer of answers) answer.head += 1;
    await hosts.inUse().head();
    await round(3_000);
  }
  expect(asked(1).sort()).toEqual(["head", "head", "solid head", "solid head"]);
});

test("one that was down is used once it has told its network", async () => {
  const { watch, answers, round, inStep } = await watched(2);
  const [, second] = answers;
  if (second) second.down = down();
  await watch.look();
  expect(inStep()).toEqual([1]);
  if (second) second.down = undefined;
  await round(30_000);
  expect(inStep()).toContain(2);
});

test("while all are down each is asked every two seconds, and is in step as soon as it answers then", async () => {
  const { watch, answers, asked, round, inStep, hosts } = await watched(2);
  await watch.look();
  asked(0);
  asked(1);
  for (const answer of answers) answer.down = down();
  for (const host of hosts.all) hosts.failed(host, "did not answer");
  for (let halves = 0; halves < 20; halves += 1) await round(500);
  expect([asked(0), asked(1)]).toEqual([Array(5).fill("genesis"), Array(5).fill("genesis")]);
  for (const answer of answers) answer.down = undefined;
  for (let halves = 0; halves < 4; halves += 1) await round(500);
  expect(inStep()).toEqual([1, 2]);
});

test("one that failed while no other is in step is looked at at once", async () => {
  const { watch, clock, hosts, asked, round, inStep } = await watched(2);
  await watch.look();
  clock.nowMs += 10_000;
  asked(0);
  for (const host of hosts.all) hosts.failed(host, "did not answer");
  await round(500);
  expect(asked(0)).toEqual(["genesis", "solid genesis", "head", "solid head"]);
  expect(inStep()).toEqual([1, 2]);
});

test("who has rested is asked for its network before anything else, also where nobody else can be asked", async () => {
  const { watch, hosts, chain, answers, asked, foreign, inStep, round } = await watched(2);
  await watch.look();
  for (const answer of answers) answer.down = down();
  await expect(chain.head()).rejects.toThrow("did not answer");
  const [first, second] = answers;
  Object.assign(must(first, "it is there"), { down: undefined, genesisId: idOf(0, 9) });
  asked(0);
  await expect(hosts.inUse().head()).rejects.toThrow("it serves another network");
  expect(asked(0)).toEqual(["genesis", "solid genesis"]);
  expect(inStep()).toEqual([]);
  Object.assign(must(second, "it is there"), { down: undefined });
  asked(1);
  expect(await chain.head()).toEqual(refOf(100));
  expect(asked(1)).toEqual(["genesis", "solid genesis", "head"]);
  expect(inStep()).toEqual([2]);
  await round(60_000);
  expect(foreign).toEqual(["1 http://node1"]);
});

test("a solid side that is silent keeps nobody from asking who has rested for its head", async () => {
  const { watch, chain, answers, inStep } = await watched(1);
  await watch.look();
  const only = must(answers[0], "it is there");
  only.down = down();
  await expect(chain.head()).rejects.toThrow("did not answer");
  Object.assign(only, { down: undefined, solidGenesisId: down() });
  expect(await chain.head()).toEqual(refOf(100));
  expect(inStep()).toEqual([1]);
  only.down = down();
  await expect(chain.head()).rejects.toThrow("did not answer");
  Object.assign(only, { down: undefined, solidGenesisId: idOf(0, 9) });
  await expect(chain.head()).rejects.toThrow("it serves another network");
});

test("one of another network is told of once and left out", async () => {
  const { watch, answers, foreign, round, inStep, hosts } = await watched(2);
  const [, second] = answers;
  if (second) second.genesisId = idOf(0, 9);
  await watch.look();
  await round(30_000);
  expect(foreign).toEqual(["2 http://node2"]);
  expect(inStep()).toEqual([1]);
  expect(hosts.states()[1]).toMatchObject({ use: "nothing", reason: "it serves another network" });
});

test.each([
  ["without a solid side", down("HTTP 405")],
  ["whose solid side is another chain's", idOf(0, 9)],
])("one %s takes broadcasts alone", async (_, solidGenesisId) => {
  const { watch, answers, hosts, inStep } = await watched(2);
  const [, second] = answers;
  if (second) second.solidGenesisId = solidGenesisId;
  await watch.look();
  expect(inStep()).toEqual([1]);
  expect(hosts.states()[1]).toMatchObject({ use: "broadcasts" });
});

test("a head far ahead counts once its parents lead to what was followed", async () => {
  const { watch, answers, hosts, inStep, round } = await watched(2);
  await watch.look();
  hosts.isOnChain(refOf(100));
  const [, second] = answers;
  if (second) Object.assign(second, { head: 110, fork: 5 });
  await round(30_000);
  expect(hosts.best?.number).toBe(100);
  if (second) Object.assign(second, { head: 111, fork: 0 });
  await round(30_000);
  expect(hosts.best?.number).toBe(111);
  await hosts.boundTo(hosts.all[0] as never).head();
  expect(inStep()).toEqual([2]);
});

test("where a block is a second late, whoever has it is read from", async () => {
  const { watch, answers, hosts, inStep, round, asked } = await watched(2);
  await watch.look();
  hosts.isOnChain(refOf(100));
  const [, second] = answers;
  if (second) second.head = 101;
  asked(1);
  await round(3_900);
  expect(asked(1)).toEqual([]);
  await round(200);
  expect(asked(1)).toEqual(["head", "solid head", "blocks 101 to 101"]);
  expect(inStep()).toEqual([2]);
});

test("a slot that all miss makes nobody rest, and is asked about once", async () => {
  const { watch, inStep, round, asked } = await watched(2);
  await watch.look();
  asked(1);
  await round(4_100);
  expect(asked(1)).toEqual(["head", "solid head"]);
  await round(500);
  expect(asked(1)).toEqual([]);
  expect(inStep()).toEqual([1, 2]);
});

test.each([
  ["is silent", down(), "whole"],
  ["is no longer served", new NotServed("HTTP 405"), "broadcasts"],
])("one whose solid side %s when it comes back is not read from", async (_, error, admission) => {
  const { watch, answers, hosts, inStep, round } = await watched(2);
  await watch.look();
  const [first] = answers;
  const host = hosts.all[0];
  if (!first || !host) throw new Error("there are two");
  hosts.failed(host, "did not answer");
  first.solidGenesisId = error;
  await round(5_000);
  expect(inStep()).toEqual([2]);
  expect(host.admission.kind).toBe(admission);
  first.solidGenesisId = idOf(0);
  await round(30_000);
  expect(inStep()).toEqual([1, 2]);
});

test.each<[string, Partial<Answers>]>([
  ["serves another network", { genesisId: idOf(0, 9) }],
  ["has no solid side", { solidGenesisId: new NotServed("HTTP 405") }],
])("one that %s when it comes back is left alone for half a minute", async (_, answer) => {
  const { watch, answers, hosts, round, asked } = await watched(2);
  await watch.look();
  const [first] = answers;
  const host = hosts.all[0];
  if (!first || !host) throw new Error("there are two");
  hosts.failed(host, "did not answer");
  Object.assign(first, answer);
  const slots = async (count: number) => {
    asked(0);
    for (let slot = 0; slot < count; slot += 1) {
      for (const answer of answers) answer.head += 1;
      await hosts.inUse().head();
      await round(3_000);
    }
    return asked(0);
  };
  expect(await slots(2)).toContain("genesis");
  expect(await slots(9)).toEqual([]);
  expect(await slots(2)).toContain("genesis");
});

test("a rest for silence ends with a good head, asked for every 5 s; another rest takes its time", async () => {
  const { watch, hosts, answers, asked, round, inStep } = await watched(2);
  await watch.look();
  const [first, second] = hosts.all.map((host) => must(host, "there are two"));
  const [silent] = answers;
  if (!first || !second || !silent) throw new Error("there are two");
  for (const why of [1, 2]) hosts.failed(first, `did not answer ${why}`, true);
  silent.down = new NoAnswer("did not answer");
  const told = async (head: number) => {
    for (const answer of answers) answer.head = head;
    await hosts.boundTo(second).head();
  };
  // It has rested twice before, so this rest takes 20 s and does not end by itself in what follows.
  for (const restedMs of [5_000, 10_000]) {
    await round(restedMs);
    hosts.failed(first, "did not answer", true);
  }
  asked(0);
  await told(101);
  await round(4_999);
  expect(asked(0)).toEqual([]);
  await round(1);
  expect(asked(0)).not.toEqual([]);
  expect(inStep()).toEqual([2]);
  silent.down = undefined;
  await round(4_999);
  expect(inStep()).toEqual([2]);
  await round(1);
  expect(inStep()).toEqual([1, 2]);
  hosts.failed(first, "answered HTTP 429");
  asked(0);
  await told(102);
  await round(5_000);
  expect(asked(0)).toEqual([]);
  expect(inStep()).toEqual([2]);
});

test("a head that is behind ends no rest", async () => {
  const { watch, hosts, answers, round, inStep } = await watched(2);
  await watch.look();
  const [first, second] = hosts.all;
  const [, other] = answers;
  if (!first || !second || !other) throw new Error("there are two");
  for (const _ of [1, 2]) {
    hosts.failed(first, "did not answer", true);
    await round(5_000);
  }
  hosts.failed(first, "did not answer", true);
  other.head = 200;
  hosts.isOnChain(refOf(200));
  await hosts.boundTo(second).head();
  await round(5_000);
  expect(inStep()).toEqual([2]);
  expect(first.isResting(hosts.nowMs)).toBe(true);
});

test("one that gives no answer while it is looked at keeps nobody from being looked at", async () => {
  const { watch, hosts, clock, answers, asked, inStep, round } = await watched(3);
  await watch.look();
  hosts.isOnChain(refOf(100));
  const [, second, silent] = answers;
  const [, , third] = hosts.all;
  if (!second || !silent || !third) throw new Error("there are three");
  let answered = () => {};
  silent.until = new Promise((resolve) => (answered = resolve));
  hosts.failed(third, "did not answer", true);
  asked(2);
  clock.nowMs += 3_000;
  watch.round();
  clock.nowMs += 3_000;
  watch.round();
  expect(asked(2)).toEqual(["genesis"]);
  // It is asked once, and the next block comes late where the desk reads.
  second.head = 101;
  clock.nowMs += 1_200;
  watch.round();
  await vi.waitFor(() => expect(inStep()).toEqual([2]));
  watch.round();
  expect(asked(2)).toEqual([]);
  answered();
  await watch.idle();
  await round(0);
});
