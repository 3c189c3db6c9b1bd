/** The chain as seen through one of several hosts: its answers are noted for that host, and its failures make it rest. */

import { NoAnswer } from "../http-host.js";
import { NotStarted } from "../pace.js";
import {
  type BlockRef,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  NothingThere,
} from "../port.js";
import type { Host } from "./host.js";

export const READS = [
  "genesisId",
  "solidGenesisId",
  "head",
  "solidHead",
  "block",
  "blocks",
  "solidBlocks",
  "solidMoney",
  "solidMoneyOf",
  "activation",
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
  "tokenBalance",
  "solidBalance",
  "solidTokenBalance",
  "inclusion",
  "solidInclusion",
  "solidified",
] as const satisfies readonly (keyof Chain)[];

type Read = (...args: never[]) => Promise<unknown>;

/** What is known about all hosts together, with what one of them adds. */
interface AllHosts {
  readonly nowMs: number;
  told(host: Host, block: BlockRef, isHead: boolean): void;
  isFarAhead(block: BlockRef): boolean;
  admitAgain(host: Host): Promise<void>;
  verify(host: Host): Promise<void>;
  failed(host: Host, reason: string, isSilence?: boolean): void;
}

/** After so many `failures` in a row of one kind of call it rests, whatever else it answers. */
export function boundChain(host: Host, hosts: AllHosts, failures = 1): Chain {
  const watch = watching(host, hosts, failures);
  const reads = READS.map((name) => [name, watch(host.chain[name] as Read)]);
  const chain = { ...host.chain, ...Object.fromEntries(reads) } as Chain;
  const head = async () => {
    const told = await chain.head();
    if (hosts.isFarAhead(told)) await hosts.verify(host);
    return noted(host, hosts, told, true);
  };
  // An address that is not activated is no proof: on another network the same is true.
  const sure = async <T>(account: T | undefined): Promise<T | undefined> => {
    if (account === undefined) await hosts.verify(host);
    return account;
  };
  const activation: Chain["activation"] = async (of) => sure(await chain.activation(of));
  const account: Chain["account"] = async (...args) => sure(await chain.account(...args));
  const permissions: Chain["permissions"] = async (of) => sure(await chain.permissions(of));
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
  return { ...chain, activation, account, permissions, head, block, blocks, solidHead };
}

function noted<T extends BlockRef>(host: Host, hosts: AllHosts, block: T, isHead = false): T {
  const { number, id, timestampMs } = block;
  hosts.told(host, { number, id, timestampMs }, isHead);
  return block;
}

function watching(host: Host, hosts: AllHosts, most: number): (read: Read) => Read {
  return (read) => {
    let failures = 0;
    return async (...args) => {
      try {
        await hosts.admitAgain(host);
        const answer = await read(...args);
        failures = 0;
        host.answered(hosts.nowMs);
        return answer;
      } catch (error) {
        if (isOfHost(error)) {
          failures += 1;
          if (failures >= most) hosts.failed(host, error.message, error instanceof NoAnswer);
        }
        throw error;
      }
    };
  };
}

/** A call that never left the desk says nothing about a host, nor does a clear answer that there is nothing. */
export function isOfHost(error: unknown): error is ChainUnavailable {
  if (error instanceof NotStarted || error instanceof NothingThere) return false;
  return error instanceof ChainUnavailable;
}
