/** Hosts whose answers and clock a test sets, behind the choice among them. */

import { Host } from "../../../src/chain/hosts/host.js";
import { Hosts } from "../../../src/chain/hosts/hosts.js";
import { chainOfSeveral } from "../../../src/chain/hosts/several-hosts.js";
import type { BlockRef, BroadcastOutcome, Chain, ChainBlock } from "../../../src/chain/port.js";
import { ChainUnavailable } from "../../../src/chain/port.js";
import { must } from "../../../src/domain/assert.js";
import { sun } from "../../../src/domain/money.js";

export const BLOCK_MS = 3_000;

export function idOf(number: number, fork = 0): string {
  return number.toString(16).padStart(16, "0") + String(fork).padStart(48, "f");
}

export function refOf(number: number, fork = 0): BlockRef {
  return { number, id: idOf(number, fork), timestampMs: 1_700_000_000_000 + number * BLOCK_MS };
}

function blockOf(number: number, fork: number): ChainBlock {
  return { ...refOf(number, fork), parentId: idOf(number - 1, fork), transactions: [] };
}

/** What one host would answer now. */
export interface Answers {
  head: number;
  solid: number;
  fork: number;
  genesisId: string;
  solidGenesisId: string | Error;
  /** Fails every question. */
  down: Error | undefined;
  /** Every question waits for it. */
  until: Promise<void> | undefined;
  broadcast: () => Promise<BroadcastOutcome>;
  readonly asked: string[];
}

export function rigOf(count: number) {
  const clock = { nowMs: 0 };
  const answers = Array.from(
    { length: count },
    (): Answers => ({
      head: 100,
      solid: 80,
      fork: 0,
      genesisId: idOf(0),
      solidGenesisId: idOf(0),
      down: undefined,
      until: undefined,
      broadcast: async () => ({ kind: "accepted" }),
      asked: [],
    }),
  );
  const hosts = new Hosts({
    hosts: answers.map((answer, at) => hostOf(answer, at + 1)),
    monotonicMs: () => clock.nowMs,
    solidStandsStill: { afterMs: 180_000, blocks: 1 },
    blockMs: BLOCK_MS,
  });
  for (const host of hosts.all) host.admission = { kind: "whole", genesisId: idOf(0) };
  const chain = chainOfSeveral(hosts);
  const tell = async (at: number) => {
    const bound = hosts.boundTo(must(hosts.all[at], "there is such a host"));
    await bound.head().catch(() => {});
    await bound.solidHead().catch(() => {});
  };
  return {
    clock,
    answers,
    hosts,
    chain,
    /** Has all hosts, or these, tell their heads. */
    async tell(...which: number[]) {
      const all = which.length > 0 ? which : answers.map((_, at) => at);
      for (const at of all) await tell(at);
    },
    /** The numbers of the hosts in step. */
    inStep: () => hosts.inStep().map(({ number }) => number),
  };
}

function hostOf(answer: Answers, number: number): Host {
  const say = async <T>(question: string, value: () => T): Promise<T> => {
    answer.asked.push(question);
    await answer.until;
    if (answer.down) throw answer.down;
    return value();
  };
  const chain: Partial<Chain> = {
    genesisId: () => say("genesis", () => answer.genesisId),
    solidGenesisId: () =>
      say("solid genesis", () => {
        if (answer.solidGenesisId instanceof Error) throw answer.solidGenesisId;
        return answer.solidGenesisId;
      }),
    head: () => say("head", () => refOf(answer.head, answer.fork)),
    solidHead: () => say("solid head", () => refOf(answer.solid, answer.fork)),
    block: (at) =>
      say(`block ${at}`, () => (at <= answer.head ? blockOf(at, answer.fork) : undefined)),
    blocks: (first, last) =>
      say(`blocks ${first} to ${last}`, () => {
        const length = Math.max(0, Math.min(last, answer.head) - first + 1);
        return Array.from({ length }, (_, at) => blockOf(first + at, answer.fork));
      }),
    solidBlocks: () => say("solid blocks", () => [blockOf(answer.solid, answer.fork)]),
    solidMoney: () => say("money", () => ({ money: [], unread: [] })),
    solidMoneyOf: () => say("money of one", () => undefined),
    tokenBalance: () => say("tokens", () => 5n),
    solidBalance: () => say("solid balance", () => sun(7)),
    solidTokenBalance: () => say("solid tokens", () => 5n),
    solidified: () => say("solidified", () => false),
    broadcast: () => answer.broadcast(),
    close: async () => {},
  };
  return new Host({
    number,
    label: `${number} http://node${number}`,
    chain: chain as Chain,
    solidSide: `http://node${number}`,
  });
}

export const down = (why = "did not answer") => new ChainUnavailable(why);
