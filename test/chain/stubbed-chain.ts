/** A chain on a stub node, fresh for each test, and the refusals of its answers. */
import { afterEach, beforeEach, expect } from "vitest";
import { type Chain, ChainUnavailable } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { type StubNode, startStubNode } from "./stub-node.js";

export let node: StubNode;
export let chain: Chain;

export function useStubbedChain(): void {
  beforeEach(async () => {
    node = await startStubNode();
    chain = createTronChain({ fullHost: node.url, requestsPerSecond: 1_000 });
  });
  afterEach(async () => {
    await chain.close();
    await node.close();
  });
}

export function answers(answer: unknown): void {
  node.reply = () => answer;
}

export async function refused(read: Promise<unknown>, says: RegExp): Promise<void> {
  const error: unknown = await read.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChainUnavailable);
  expect(String(error)).toMatch(says);
}
