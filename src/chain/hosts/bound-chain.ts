/** The chain as one of several hosts tells it: what it answers is remembered of it, and what it does not makes it rest. */
import {
  type BlockRef,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  NothingThere,
} from "../port.js";
import { NotStarted } from "../pace.js";
import type { Host } from "./host.js";
import type { Hosts } from "./hosts.js";

const READS = [
  "genesisId",
  "solidGenesisId",
  "head",
  "solidHead",
  "block",
  "blocks",
  "account",
  "permissions",
  "resources",
  "delegatableSun",
  "delegated",
  "solidDelegated",
  "receiversOf",
  "parameters",
  "permissionUpdateFeeSun",
  "tryContract",
  "inclusion",
  "solidInclusion",
  "solidified",
] as const satisfies readonly (keyof Chain)[];

type Read = (...args: never[]) => Promise<unknown>;

export function boundChain(host: Host, hosts: Hosts): Chain {
  const reads = READS.map((name) => [name, watched(host, hosts, host.chain[name] as Read)]);
  const chain = { ...host.chain, ...Object.fromEntries(reads) } as Chain;
  const head = async () => noted(host, hosts, await chain.head(), true);
  const blocks = async (first: number, last: number) => {
    const read = await chain.blocks(first, last);
    const newest = read.at(-1);
    if (newest) noted(host, hosts, newest);
    return read;
  };
  const block = async (number: number): Promise<ChainBlock | undefined> => {
    const read = await chain.block(number);
    return read && noted(host, hosts, read);
  };
  const solidHead = async () => {
    const solid = await chain.solidHead();
    host.toldSolid(solid, hosts.nowMs);
    return solid;
  };
  return { ...chain, head, block, blocks, solidHead };
}

function noted<T extends BlockRef>(host: Host, hosts: Hosts, block: T, isHead = false): T {
  const { number, id, timestampMs } = block;
  hosts.told(host, { number, id, timestampMs }, isHead);
  return block;
}

function watched(host: Host, hosts: Hosts, read: Read): Read {
  return async (...args) => {
    try {
      const answer = await read(...args);
      host.answered(hosts.nowMs);
      return answer;
    } catch (error) {
      if (isOfHost(error)) hosts.failed(host, error.message);
      throw error;
    }
  };
}

/** What never left the desk says nothing about a host, nor does a clear answer that there is nothing. */
function isOfHost(error: unknown): error is ChainUnavailable {
  if (error instanceof NotStarted || error instanceof NothingThere) return false;
  return error instanceof ChainUnavailable;
}
