/** What the follower asks of a node: the next block alone while block comes upon block, the head and more when it must. */
import pino from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type BlockRef, type Chain, ChainUnavailable } from "../../src/chain/port.js";
import { readCursor } from "../../src/engine/legs/open-work.js";
import { createFollower } from "../../src/workers/follower.js";
import { openDesk } from "../support/desk.js";
import { BLOCK_MS } from "../support/paper-chain.js";
import { deliver } from "../support/steps.js";

const time = { ms: 1_000 };

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => time.ms);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
});

/** A follower upon a chain on paper, and what it asked since the last look at that. */
async function startFollower() {
  const desk = await openDesk();
  const asked: string[] = [];
  const node = {
    chain: desk.chain,
    behind: 0,
    isSilent: false,
    solid: desk.chain.head as BlockRef,
  };
  const tell = async <T>(question: string, answer: () => T): Promise<T> => {
    asked.push(question);
    if (node.isSilent) throw new ChainUnavailable("the node is silent");
    return answer();
  };
  const shown = () => node.chain.blocks.slice(0, node.chain.blocks.length - node.behind);
  const chain = {
    head: () => tell("head", () => shown().at(-1)),
    solidHead: () => tell("solid", () => node.solid),
    block: (number: number) =>
      tell(`block ${number}`, () => shown().find((block) => block.number === number)),
    blocks: (first: number, last: number) =>
      tell(`from ${first}`, () =>
        shown().filter(({ number }) => number >= first && number <= last),
      ),
  } as Partial<Chain> as Chain;
  const context = {
    engine: desk.engine,
    chain,
    logger: pino({ level: "silent" }),
    blockMs: BLOCK_MS,
    monotonicMs: () => performance.now(),
    refusals: new Map(),
    firstAttempts: new Set<string>(),
  } as Parameters<typeof createFollower>[0];
  const follower = await createFollower(context);
  /** A round some time later; what it asked. */
  const look = async (laterMs = BLOCK_MS) => {
    time.ms += laterMs;
    desk.clock.monotonicMs += laterMs;
    asked.length = 0;
    await follower.look();
    return [...asked];
  };
  const mine = () => desk.chain.mine();
  const cursor = () => readCursor(desk.engine);
  await look();
  return { desk, node, follower, look, mine, cursor, asked };
}

test("the first round asks for both heads, the next ones for the next block alone", async () => {
  const { look, mine, cursor, desk, asked } = await startFollower();
  const first = desk.chain.head.number;
  expect(asked).toEqual(["solid", "head"]);
  expect(await look(400)).toEqual([`from ${first + 1}`]);
  const block = mine();
  expect(await look()).toEqual([`from ${first + 1}`]);
  expect(await cursor()).toMatchObject({ number: block.number, id: block.id });
  expect(desk.engine.chainClock.head).toMatchObject({ number: block.number, id: block.id });
  mine();
  mine();
  expect(await look()).toEqual([`from ${first + 2}`]);
  expect((await cursor())?.number).toBe(first + 3);
});

test("no block for two slots: the head is asked for, until a block comes", async () => {
  const { look, mine, cursor, desk } = await startFollower();
  mine();
  await look();
  const next = desk.chain.head.number + 1;
  expect(await look(BLOCK_MS)).toEqual([`from ${next}`]);
  expect(await look(2 * BLOCK_MS)).toEqual(["head"]);
  expect(await look(BLOCK_MS)).toEqual(["head"]);
  mine();
  expect(await look(BLOCK_MS)).toEqual(["head", `from ${next}`]);
  expect((await cursor())?.number).toBe(next);
  mine();
  expect(await look(BLOCK_MS)).toEqual([`from ${next + 1}`]);
});

test("a fork of the same height is seen by the head after two slots", async () => {
  const { look, mine, cursor, desk } = await startFollower();
  mine();
  await look();
  const ancestor = desk.chain.drop(1);
  const other = mine();
  const dropping = await look(3 * BLOCK_MS);
  expect(dropping.slice(0, 3)).toEqual(["head", `block ${other.number}`, `block ${ancestor}`]);
  expect((await cursor())?.number).toBe(ancestor);
  await look(0);
  expect((await cursor())?.id).toBe(other.id);
});

test("a longer fork is seen by the next block, which does not follow ours", async () => {
  const { look, mine, cursor, desk } = await startFollower();
  mine();
  await look();
  const ancestor = desk.chain.drop(1);
  mine();
  const newest = mine();
  const dropping = await look();
  expect(dropping.slice(0, 3)).toEqual([
    `from ${newest.number}`,
    `block ${newest.number - 1}`,
    `block ${ancestor}`,
  ]);
  expect((await cursor())?.number).toBe(ancestor);
  await look();
  expect((await cursor())?.id).toBe(newest.id);
});

test("after a failure the head is asked for first: a node may come back behind what it told before", async () => {
  const { look, mine, node, desk, follower } = await startFollower();
  for (let count = 0; count < 5; count += 1) mine();
  await look();
  node.isSilent = true;
  await expect(look()).rejects.toThrow("silent");
  node.isSilent = false;
  node.behind = 4;
  expect(await look()).toEqual(["head"]);
  expect(desk.engine.chainClock.head?.number).toBe(desk.chain.head.number - 4);
  // It is asked until it is in step.
  expect(await look()).toEqual(["head"]);
  expect(follower.isAnswered()).toBe(true);
  node.behind = 0;
  mine();
  expect(await look()).toEqual(["head", `from ${desk.chain.head.number}`]);
  expect(await look()).toEqual([`from ${desk.chain.head.number + 1}`]);
});

test("more blocks than a question takes: where they end is told by the head, and none is asked for twice", async () => {
  const { look, mine, cursor, desk } = await startFollower();
  const first = desk.chain.head.number;
  for (let count = 0; count < 45; count += 1) mine();
  expect(await look()).toEqual([
    `from ${first + 1}`,
    "head",
    `from ${first + 21}`,
    `from ${first + 41}`,
  ]);
  expect((await cursor())?.number).toBe(first + 45);
});

test("a block whose time is not believed is no head, and not read", async () => {
  const { look, cursor, desk } = await startFollower();
  const { number, timestampMs } = desk.chain.head;
  desk.chain.mine([], 7_200_000);
  await expect(look()).rejects.toThrow(`the time of block ${number + 1} is not believed`);
  expect(desk.engine.chainClock.doubt).toMatch(/is not believed$/);
  expect(desk.engine.chainClock.head).toMatchObject({ number, timestampMs });
  expect((await cursor())?.number).toBe(number);
});

test("a block that is not later than the one before is not read", async () => {
  const { look, cursor, desk } = await startFollower();
  const { number } = desk.chain.head;
  desk.chain.mine([], 0);
  await expect(look()).rejects.toThrow(`the time of block ${number + 1} is not believed`);
  expect((await cursor())?.number).toBe(number);
});

test("somebody else was shown a newer head: when the next block is not told, the head is asked for", async () => {
  const { look, mine, node, desk } = await startFollower();
  const newest = mine();
  node.behind = 1;
  desk.engine.chainClock.sawHead(newest);
  expect(await look()).toEqual([`from ${newest.number}`, "head"]);
});

test("the solidified block is asked for every 30 s at rest, with every second block while something waits", async () => {
  const { look, mine, node, desk } = await startFollower();
  const rounds = async (count: number) => {
    let solid = 0;
    for (let at = 0; at < count; at += 1) {
      mine();
      solid += (await look()).filter((question) => question === "solid").length;
    }
    return solid;
  };
  expect(await rounds(20)).toBe(2);
  await desk.order();
  await deliver(desk);
  expect(desk.legs()).toMatchObject([{ state: "included" }]);
  expect(await rounds(20)).toBe(10);
  node.solid = desk.chain.head;
  await rounds(2);
  expect(desk.legs()).toMatchObject([{ state: "solidified" }]);
  expect(await rounds(20)).toBe(2);
});
