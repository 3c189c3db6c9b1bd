/** Which of several hosts is read from: the first in step, and what makes one rest, lag and come back. */
import { expect, test } from "vitest";
import { NotStarted } from "../../../src/chain/pace.js";
import { type Chain, ChainUnavailable, NothingThere } from "../../../src/chain/port.js";
import { OWNER, RECEIVER } from "../fixtures.js";
import { BLOCK_MS, down, idOf, refOf, rigOf } from "./rig.js";

test("the first in step is read from", async () => {
  const { chain, answers, tell, inStep } = rigOf(3);
  await tell();
  expect(inStep()).toEqual([1, 2, 3]);
  for (const { asked } of answers) asked.length = 0;
  await chain.head();
  expect(answers.map(({ asked }) => asked)).toEqual([["head"], [], []]);
});

test("one that fails rests 5 s, and the next answers the same question", async () => {
  const { chain, answers, clock, tell, inStep, hosts } = rigOf(2);
  await tell();
  must(answers[0]).down = down();
  expect(await chain.head()).toEqual(refOf(100));
  expect(inStep()).toEqual([2]);
  expect(hosts.states()[0]).toMatchObject({ reason: "did not answer", use: "nothing" });
  must(answers[0]).down = undefined;
  clock.nowMs += 4_999;
  expect(inStep()).toEqual([2]);
  clock.nowMs += 1;
  // Not before it has told how far it is.
  expect(inStep()).toEqual([2]);
  await tell(0);
  expect(inStep()).toEqual([1, 2]);
});

test.each<[string, (chain: Chain) => Promise<unknown>, unknown]>([
  [
    "solid blocks",
    (chain) => chain.solidBlocks(80, 80),
    [{ ...refOf(80), parentId: idOf(79), transactions: [] }],
  ],
  [
    "money",
    (chain) => chain.solidMoney({ ...refOf(80), parentId: idOf(79), transactions: [] }),
    { money: [], unread: [] },
  ],
  ["money of one", (chain) => chain.solidMoneyOf(idOf(1)), undefined],
  ["tokens", (chain) => chain.tokenBalance(OWNER, RECEIVER), 5n],
  ["solid balance", (chain) => chain.solidBalance(OWNER), 7],
  ["solid tokens", (chain) => chain.solidTokenBalance(OWNER, RECEIVER), 5n],
])(
  "a host whose answer about %s is unfit rests, and the next is asked the same",
  async (question, ask, said) => {
    const { chain, answers, tell, inStep } = rigOf(3);
    await tell();
    for (const { asked } of answers) asked.length = 0;
    expect(await ask(chain)).toEqual(said);
    expect(answers.map(({ asked }) => asked)).toEqual([[question], [], []]);
    must(answers[0]).down = down("it leaves out a transaction");
    expect(await ask(chain)).toEqual(said);
    expect(answers.map(({ asked }) => asked)).toEqual([[question, question], [question], []]);
    expect(inStep()).toEqual([2, 3]);
  },
);

test("each further rest is twice as long, up to a minute, and anew after ten minutes in step", async () => {
  const { chain, answers, clock, tell, inStep, hosts } = rigOf(2);
  await tell();
  const restsMs: number[] = [];
  const fail = async () => {
    must(answers[0]).down = down();
    await chain.head();
    must(answers[0]).down = undefined;
    const beganMs = clock.nowMs;
    while (inStep()[0] === 2) {
      clock.nowMs += 1_000;
      await tell(1);
      if (!hosts.all[0]?.isResting(clock.nowMs)) await tell(0);
    }
    restsMs.push(clock.nowMs - beganMs);
    await tell();
  };
  for (let times = 0; times < 6; times += 1) await fail();
  expect(restsMs).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  for (let passed = 0; passed < 600_000; passed += BLOCK_MS) {
    clock.nowMs += BLOCK_MS;
    for (const answer of answers) answer.head += 1;
    for (const answer of answers) answer.solid += 1;
    await tell();
  }
  await fail();
  expect(restsMs.at(-1)).toBe(5_000);
});

test("a rest ends at once where no other is in step", async () => {
  const { chain, answers, tell, inStep } = rigOf(2);
  await tell();
  for (const answer of answers) answer.down = down();
  await expect(chain.head()).rejects.toThrow("did not answer");
  expect(inStep()).toEqual([]);
  for (const answer of answers) answer.down = undefined;
  await tell();
  expect(inStep()).toEqual([1, 2]);
});

test.each([
  ["that nothing is there", () => new NothingThere("not activated"), [1, 2]],
  ["that it was never sent", () => new NotStarted("the chain is closed"), [1, 2]],
  ["anything else that is of no use", () => new ChainUnavailable("no JSON"), [2]],
])("an answer %s", async (_, error, inStepThen) => {
  const { hosts, answers, tell, inStep } = rigOf(2);
  await tell();
  const chain = hosts.inUse();
  must(answers[0]).down = error();
  await expect(chain.head()).rejects.toThrow(error().message);
  expect(inStep()).toEqual(inStepThen);
});

test.each([
  [3, [1, 2, 3]],
  [4, [2, 3]],
])("%i blocks behind what two others tell", async (behind, inStepThen) => {
  const { answers, tell, inStep } = rigOf(3);
  must(answers[0]).head = 100 - behind;
  await tell(1, 2, 0);
  expect(inStep()).toEqual(inStepThen);
});

test("a head that one host alone tells makes nobody lag", async () => {
  const { answers, tell, inStep } = rigOf(3);
  must(answers[2]).head = 5_000;
  await tell();
  expect(inStep()).toEqual([1, 2, 3]);
});

test("what the desk has followed makes others lag", async () => {
  const { hosts, tell, inStep } = rigOf(2);
  await tell();
  hosts.isOnChain(refOf(110));
  expect(inStep()).toEqual([]);
  expect(hosts.problem()).toBe("none of the 2 TRON nodes is in step with the chain");
  expect(hosts.states()[0]).toMatchObject({ reason: "it is 10 blocks behind" });
});

test("blocks that have come since a host told its head are not counted against it", async () => {
  const { answers, clock, hosts, tell, inStep } = rigOf(2);
  await tell();
  for (let block = 101; block <= 110; block += 1) {
    clock.nowMs += BLOCK_MS;
    must(answers[0]).head = block;
    await tell(0);
    hosts.isOnChain(refOf(block));
  }
  expect(inStep()).toEqual([1, 2]);
  await tell(1);
  expect(inStep()).toEqual([1]);
});

test("a host whose head goes back after a restart is behind", async () => {
  const { answers, tell, inStep, hosts } = rigOf(2);
  await tell();
  must(answers[0]).head = 5;
  await tell();
  expect(inStep()).toEqual([2]);
  expect(hosts.lagBlocks(must(hosts.all[0]))).toBe(95);
});

test("a host whose solidified block stands still while its head goes on is out of step", async () => {
  const { answers, clock, tell, inStep } = rigOf(2);
  await tell();
  for (let block = 101; block <= 170; block += 1) {
    clock.nowMs += BLOCK_MS;
    for (const answer of answers) answer.head = block;
    must(answers[1]).solid = block - 20;
    await tell();
  }
  expect(inStep()).toEqual([2]);
});

test("a picture is asked of a host that has reached the block it is about", async () => {
  const { hosts, answers, tell } = rigOf(2);
  must(answers[0]).head = 98;
  await tell();
  for (const { asked } of answers) asked.length = 0;
  await hosts.inUse(100).head();
  expect(answers.map(({ asked }) => asked)).toEqual([[], ["head"]]);
  expect(() => hosts.inUse(101)).toThrow("no TRON node has reached block 101 yet");
});

test("without any in step the one in use goes on", async () => {
  const { hosts, answers, tell, inStep } = rigOf(2);
  await tell();
  must(answers[0]).down = down();
  await hosts
    .inUse()
    .head()
    .catch(() => {});
  hosts.inUse();
  must(answers[0]).down = undefined;
  hosts.isOnChain(refOf(200));
  expect(inStep()).toEqual([]);
  for (const { asked } of answers) asked.length = 0;
  await hosts.inUse().head();
  expect(answers.map(({ asked }) => asked)).toEqual([[], ["head"]]);
});

test("that none is in step counts for orders once it has lasted for 5 s", async () => {
  const { hosts, clock, tell } = rigOf(2);
  await tell();
  hosts.isOnChain(refOf(200));
  expect(hosts.problem()).toBeDefined();
  expect(hosts.lastingProblem()).toBeUndefined();
  clock.nowMs += 4_999;
  expect(hosts.lastingProblem()).toBeUndefined();
  clock.nowMs += 1;
  expect(hosts.lastingProblem()).toBe("none of the 2 TRON nodes is in step with the chain");
  for (const host of hosts.all) host.toldHead(refOf(200), clock.nowMs);
  // A read is enough to notice it; no order need have asked meanwhile.
  hosts.inUse();
  hosts.isOnChain(refOf(300));
  expect(hosts.lastingProblem()).toBeUndefined();
});

test("a host of another network, or whose is not known, is asked nothing and sent nothing", async () => {
  const { hosts, tell, inStep } = rigOf(3);
  must(hosts.all[0]).admission = { kind: "foreign", genesisId: idOf(0, 7) };
  must(hosts.all[1]).admission = { kind: "unasked", reason: "it has not answered yet" };
  await tell();
  expect(inStep()).toEqual([3]);
  expect(hosts.all.map((host) => hosts.takesBroadcasts(host))).toEqual([false, false, true]);
});

test("hosts behind one solid side are one witness", async () => {
  const { hosts, tell, answers } = rigOf(3);
  Object.assign(must(hosts.all[1]), { solidSide: must(hosts.all[0]).solidSide });
  await tell();
  expect(hosts.witnesses()).toHaveLength(2);
  must(answers[2]).down = down();
  const [, second] = hosts.witnesses();
  for (let failed = 0; failed < 2; failed += 1) {
    await expect(must(second).solidified("")).rejects.toThrow();
    expect(hosts.witnesses()).toHaveLength(2);
  }
  await expect(must(second).solidified("")).rejects.toThrow();
  expect(hosts.witnesses()).toHaveLength(1);
});

test("one that fails the same question three times is no witness, whatever else it answers", async () => {
  const { hosts, tell, answers } = rigOf(2);
  await tell();
  const [, second] = hosts.witnesses();
  for (let failed = 0; failed < 3; failed += 1) {
    expect(hosts.witnesses()).toHaveLength(2);
    must(answers[1]).down = undefined;
    await must(second).solidHead();
    must(answers[1]).down = down();
    await expect(must(second).solidified("")).rejects.toThrow();
  }
  expect(hosts.witnesses()).toHaveLength(1);
});

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it should be there");
  return value;
}

test("all who ask whether a host is one of another network by now are told", async () => {
  const { hosts, answers, tell, inStep } = rigOf(2);
  await tell();
  const [first] = hosts.all;
  if (!first) throw new Error("there are two");
  await hosts.verify(first);
  expect(inStep()).toEqual([1, 2]);
  Object.assign(answers[0] ?? {}, { genesisId: idOf(0, 9) });
  const asked = await Promise.allSettled([hosts.verify(first), hosts.verify(first)]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(hosts.verify(first)).rejects.toThrow("it serves another network");
  expect(inStep()).toEqual([2]);
  expect(hosts.takesBroadcasts(first)).toBe(false);
});
