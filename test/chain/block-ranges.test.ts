/** Ranges that a node cannot give at once, and a block that it cannot give at all. */
import { expect, onTestFinished, test } from "vitest";
import { BlockNotGiven, ChainUnavailable } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { holdTimeLimits } from "../support/time-limits.js";
import { blockId, blockJson } from "./fixtures.js";
import type { StubReply } from "./stub-node.js";
import { chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

const HEAD = 200;
const ERROR = { Error: "class java.lang.NullPointerException : null" };

/** A node with blocks up to its head; `cannot` says what it fails to give, and how. */
function answering(cannot: (first: number, last: number) => unknown): StubReply {
  return ({ path, body }) => {
    if (!path.endsWith("/getblockbylimitnext")) return ERROR;
    const [first, last] = [Number(body.startNum), Number(body.endNum) - 1];
    const failure = cannot(first, last);
    if (failure !== undefined) return failure;
    const count = Math.max(0, Math.min(last, HEAD) - first + 1);
    return { block: Array.from({ length: count }, (_, at) => blockJson(first + at)) };
  };
}

const asked = () =>
  node.requests
    .filter(({ path }) => path.endsWith("/getblockbylimitnext"))
    .map(({ body }) => Number(body.endNum) - Number(body.startNum));
const numbers = async (first: number, last: number) =>
  (await chain.solidBlocks(first, last)).map(({ number }) => number);

test.each([
  ["refuses", (): unknown => ERROR],
  ["answers with more than fits of", (): unknown => "x".repeat(70_000)],
])("a range that a node %s is halved, and grows again", async (_, failing) => {
  const small = createTronChain({
    fullHost: node.url,
    requestsPerSecond: 1_000,
    maxAnswerBytes: 60_000,
  });
  let most = 7;
  node.reply = answering((first, last) => (last - first >= most ? failing() : undefined));
  const read = async (first: number) => (await small.solidBlocks(first, first + 99)).length;
  expect(await read(1)).toBe(6);
  expect(asked()).toEqual([100, 50, 25, 12, 6]);
  most = 100;
  expect([await read(1), await read(1), await read(1), await read(1), await read(1)]).toEqual([
    12, 24, 48, 96, 100,
  ]);
  await small.close();
});

test("a range that a node does not answer in time is asked for in part the next time", async () => {
  const slow = createTronChain({
    fullHost: node.url,
    requestsPerSecond: 1_000,
    timeoutMs: UNLIMITED_MS,
  });
  const limits = holdTimeLimits();
  onTestFinished(limits.restore);
  const whole = answering(() => undefined);
  node.reply = (request, response) =>
    asked().at(-1) === 1 ? whole(request, response) : void setImmediate(limits.end);
  await refused(slow.solidBlocks(1, 4), /did not answer within 3600000 ms/);
  await refused(slow.solidBlocks(1, 4), /did not answer within 3600000 ms/);
  expect((await slow.solidBlocks(1, 4)).map(({ number }) => number)).toEqual([1]);
  expect(asked()).toEqual([4, 2, 1]);
  await slow.close();
});

test("blocks up to one that is not given are, and that one is named by those around it", async () => {
  node.reply = answering((first, last) => (first <= 9 && 9 <= last ? ERROR : undefined));
  expect(await numbers(7, 26)).toEqual([7, 8]);
  const error: unknown = await chain.solidBlocks(9, 28).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BlockNotGiven);
  expect(error).toMatchObject({
    message: expect.stringContaining("NullPointerException"),
    block: { number: 9, id: blockId(9), parentId: blockId(8), timestampMs: 27_000 },
  });
  expect([await numbers(10, 12), await numbers(11, 12)]).toEqual([[10], [11, 12]]);
});

test("its time is that of its header, where the node gives that", async () => {
  const blocks = answering((first, last) => (first <= 9 && 9 <= last ? ERROR : undefined));
  const header = { ...blockJson(9) };
  header.block_header.raw_data.timestamp = 26_999;
  node.reply = (request, response) =>
    request.path.endsWith("/getblock") ? header : blocks(request, response);
  const error: unknown = await chain.blocks(9, 9).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ block: { id: blockId(9), timestampMs: 26_999 } });
});

test.each([
  ["the block before", 8, ERROR],
  ["the block after", 10, ERROR],
  ["any block before", 8, {}],
  ["any block after", 10, {}],
])("without %s a failure is one of the node", async (_, other, answer) => {
  const isIn = (first: number, last: number, number: number) => first <= number && number <= last;
  node.reply = answering((first, last) => {
    if (isIn(first, last, 9)) return ERROR;
    return isIn(first, last, other) ? answer : undefined;
  });
  const error: unknown = await chain.solidBlocks(9, 9).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChainUnavailable);
  expect(error).not.toBeInstanceOf(BlockNotGiven);
});
