/** Whether a node has what the desk needs: asks each thing once, through the desk's own adapter, and only reads. */
import { reasonOf } from "#shared/reason.js";
import { type Address, addressFromHex } from "../domain/address.js";
import { formatTrx } from "../domain/money.js";
import { RESOURCES, resourceTitle } from "../domain/resource.js";
import { NoAnswer, NodeFailed, NodeRefused } from "./http-host.js";
import type { NodeCalls } from "./node-calls.js";
import { NotStarted } from "./pace.js";
import type { Chain, ChainBlock } from "./port.js";
import { chainOver } from "./tron-chain.js";

export interface Finding {
  readonly name: string;
  /** `unknown`: it answered, but the chain has nothing to judge by. */
  readonly verdict: "fine" | "missing" | "unknown" | "no answer";
  readonly says: string;
}

export interface NodeCheckContext {
  readonly calls: NodeCalls;
  /** Of `POOL_OWNERS`. */
  readonly owners: readonly Address[];
  /** The contract of USDT; undefined where none is used. */
  readonly usdt: Address | undefined;
  /** Throws when a desk with these settings does not start on this network. */
  readonly assertNetwork: (genesisId: string) => void;
  /** Undefined when no public network has this block 0. */
  readonly publicNetworkOf: (genesisId: string) => string | undefined;
  /** The chain may be a sandbox's, which is late or early as it likes. */
  readonly hasOwnTime: (genesisId: string) => boolean;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** What it asks about; what the desk does without it; what is fine, or an `Unknown`. Throws what is missing. */
type Question = readonly [name: string, without: string, ask: () => Promise<string>];

/** The node answers, but nobody can tell by it. */
class Unknown extends Error {}

const ENOUGH_SILENCE = 2;

/** Closing `calls` ends the check early. A node that does not answer the first two questions is not asked more. */
export async function checkNode(context: NodeCheckContext): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const question of questionsOf(context)) {
    if (findings.length >= ENOUGH_SILENCE && !isReached(findings)) break;
    findings.push(await findingOf(question));
  }
  return findings;
}

export function isReached(findings: readonly Finding[]): boolean {
  return findings.some(({ verdict }) => verdict !== "no answer");
}

async function findingOf([name, without, ask]: Question): Promise<Finding> {
  try {
    return { name, verdict: "fine", says: await ask() };
  } catch (error) {
    const says = reasonOf(error);
    if (error instanceof Unknown) return { name, verdict: "unknown", says };
    const isSilent = [NoAnswer, NodeFailed, NodeRefused, NotStarted].some(
      (kind) => error instanceof kind,
    );
    if (isSilent) return { name, verdict: "no answer", says };
    return { name, verdict: "missing", says: `${says}. ${without}` };
  }
}

function need(isThere: unknown, reason: string): asserts isThere {
  if (!isThere) throw new Error(reason);
}

const ALONE = "if it is the only node, orders get 503.";
/** How far the newest block may be from this machine's clock. */
const OLDEST_HEAD_MS = 30_000;
const FARTHEST_AHEAD_MS = 60_000;

function questionsOf(context: NodeCheckContext): readonly Question[] {
  const { calls, owners, usdt, pause } = context;
  const chain = chainOver(calls);
  /** The newest solid blocks; empty when they cannot be read, which one question reports. */
  const blocks = () => solidBlocks(chain).catch(() => []);
  return [
    ["network", "The desk does not start with it.", () => network(chain, context)],
    [
      "solid side",
      "The desk does not start with it alone; beside other nodes it only sends by it.",
      async () => {
        const id = await chain.solidGenesisId();
        need(id === (await chain.genesisId()), `its block 0 is ${id}, of another network`);
        return "of the same network";
      },
    ],
    ["clock", `Correct the node's clock or this machine's; ${ALONE}`, () => clock(chain, context)],
    [
      "blocks",
      "The desk cannot follow the chain by it; it only sends by it.",
      async () => `${(await solidBlocks(chain)).length} solid blocks follow each other`,
    ],
    [
      "transactions by id",
      "It cannot prove what became of a delegation: orders stay open.",
      async () => transactionById(chain, newestUsed(await blocks())),
    ],
    [
      "infos by block",
      "The desk asks for each transaction by itself.",
      async () => {
        const block = newestUsed(await blocks());
        await chain.solidMoney(block);
        return `those of block ${block.number} are complete`;
      },
    ],
    [
      "internal transactions",
      "TRX that a contract sends to a deposit address is not credited: set vm.saveInternalTx.",
      async () => internalTransactions(calls, await blocks()),
    ],
    [
      "parameters",
      "The desk signs nothing by it: it counts the ends of locks by them.",
      async () => `locks of up to ${(await chain.parameters()).maxLockPeriodBlocks} blocks`,
    ],
    [
      "solid delegations",
      "The desk believes what the newest block says of a delegation's end.",
      async () => {
        const isSolid = await chain.solidDelegated(owners[0] ?? nobody(), nobody(), "energy");
        need(isSolid, "walletsolidity/getdelegatedresourcev2 is not served");
        return "their records can be read as of the solid block";
      },
    ],
    ...owners.map(
      (owner): Question => [
        `owner ${owner}`,
        "The desk pauses this owner and sells none of its stake.",
        () => delegatable(chain, owner),
      ],
    ),
    ...(usdt ? [usdtQuestion(chain, usdt)] : []),
    [
      "new blocks",
      `The desk reads from another node; ${ALONE} No money is freed on its word.`,
      () => moves(chain, pause),
    ],
  ];
}

async function network(chain: Chain, { assertNetwork, publicNetworkOf }: NodeCheckContext) {
  const id = await chain.genesisId();
  assertNetwork(id);
  return `block 0 is 0000…${id.slice(-16)} (${publicNetworkOf(id) ?? "no public network"})`;
}

async function clock(chain: Chain, { hasOwnTime }: NodeCheckContext): Promise<string> {
  const aheadMs = (await chain.head()).timestampMs - Date.now();
  const shown = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
  const says = `the newest block is ${shown} this machine's clock`;
  if (hasOwnTime(await chain.genesisId())) return `${says}; a sandbox has its own time`;
  need(aheadMs <= FARTHEST_AHEAD_MS && aheadMs >= -OLDEST_HEAD_MS, says);
  return says;
}

const BLOCKS = 10;

async function solidBlocks(chain: Chain): Promise<readonly ChainBlock[]> {
  const { number: last } = await chain.solidHead();
  const first = Math.max(1, last - BLOCKS + 1);
  const blocks: ChainBlock[] = [];
  while (blocks.length <= last - first) {
    // Fewer than asked for where the node limits a range.
    const more = await chain.blocks(first + blocks.length, last);
    need(more.length, `it lacks block ${first + blocks.length}`);
    blocks.push(...more);
  }
  return blocks;
}

const isUsed = ({ transactions }: ChainBlock) => transactions.length > 0;

function newestUsed(blocks: readonly ChainBlock[]): ChainBlock {
  const block = blocks.findLast(isUsed);
  if (block) return block;
  throw new Unknown("no transaction in the newest solid blocks");
}

async function transactionById(chain: Chain, { number, transactions }: ChainBlock) {
  const [{ txid } = { txid: "" }] = transactions;
  const isThere = (at: { blockNumber: number } | undefined) => at?.blockNumber === number;
  need(isThere(await chain.inclusion(txid)), `it does not find ${txid} of block ${number}`);
  const isSolid = isThere(await chain.solidInclusion(txid)) && (await chain.solidified(txid));
  need(isSolid, `its solid side does not find ${txid} of block ${number}`);
  return "one of a solid block is found on both sides";
}

/** The most blocks whose infos are read: megabytes on mainnet. */
const MOST_INFOS = 3;
/** On mainnet a few contract calls in a hundred have internal transactions. */
const ENOUGH_CALLS = 200;

async function internalTransactions(node: NodeCalls, blocks: readonly ChainBlock[]) {
  let contractCalls = 0;
  let internal = 0;
  const take = (info: unknown) => {
    const { contract_address, internal_transactions } = info as Record<string, unknown>;
    if (contract_address) contractCalls += 1;
    if (Array.isArray(internal_transactions)) internal += internal_transactions.length;
  };
  for (const { number: num } of blocks.filter(isUsed).slice(-MOST_INFOS)) {
    await node.call("walletsolidity/gettransactioninfobyblocknum", { num }, "read", take);
  }
  if (internal > 0) return "it keeps them";
  const says = `none in ${contractCalls} calls of contracts`;
  need(contractCalls < ENOUGH_CALLS, says);
  throw new Unknown(says);
}

async function delegatable(chain: Chain, owner: Address): Promise<string> {
  const account = await chain.account(owner);
  need(account, "it is not activated here");
  await chain.permissions(owner);
  await chain.resources(owner);
  const [receiver = owner] = await chain.receiversOf(owner);
  const stakes: string[] = [];
  for (const resource of RESOURCES) {
    await chain.delegated(owner, receiver, resource);
    const stake = formatTrx(await chain.delegatableSun(owner, resource));
    stakes.push(`${stake} TRX of ${resourceTitle(resource)}`);
  }
  return `${formatTrx(account.balanceSun)} TRX, can delegate ${stakes.join(" and ")}`;
}

/** An address that is valid: a record that is not there is told as empty. */
const nobody = () => addressFromHex(`41${"0".repeat(39)}1`);

function usdtQuestion(chain: Chain, contract: Address): Question {
  const ask = async () => {
    await chain.tokenBalance(contract, contract);
    await chain.solidTokenBalance(contract, contract);
    return "its balances can be read";
  };
  return ["USDT", "/usdt proposes the usual amounts, and `desk cover` cannot count USDT.", ask];
}

/** Until the newest and the solid block are others than at first. */
async function moves(chain: Chain, pause: NodeCheckContext["pause"]): Promise<string> {
  const [head, solid] = [await chain.head(), await chain.solidHead()];
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 500) {
    await pause(500);
    const [newHead, newSolid] = [await chain.head(), await chain.solidHead()];
    if (newHead.number > head.number && newSolid.number > solid.number)
      return `newest ${newHead.number}, solid ${newSolid.number}`;
  }
  throw new Error("the newest block, or the solid one, did not change within 30 s");
}

const RATES = [5, 10, 15, 20, 25, 30] as const;
/** As long as the window of a provider may be. */
const SECONDS = 2;

/** Up to which of `RATES` the node answers. `calls` must have no pace of their own. */
export function checkRate(
  calls: NodeCalls,
  wanted: number,
  pause: NodeCheckContext["pause"],
): Promise<Finding> {
  let granted = 0;
  async function ask(): Promise<string> {
    for (const perSecond of RATES) {
      const failures: Promise<unknown>[] = [];
      for (let sent = 0; sent < perSecond * SECONDS; sent += 1) {
        const answer = calls.call("wallet/getblock", { detail: false }, "read");
        failures.push(
          answer.then(
            () => undefined,
            (error: unknown) => error,
          ),
        );
        await pause(1_000 / perSecond);
      }
      const reason = (await Promise.all(failures)).find(Boolean);
      if (reason instanceof NodeRefused) return refusedAt(perSecond, reason);
      if (reason) throw reason;
      granted = perSecond;
    }
    return `at least ${granted} calls a second`;
  }
  function refusedAt(perSecond: number, { message }: NodeRefused): string {
    const says = `${granted} calls a second; of ${perSecond} some are refused: ${message}`;
    need(granted >= wanted, says);
    return says;
  }
  const advice = `Lower TRON_REQUESTS_PER_SECOND, which is ${wanted}, or take a larger plan.`;
  return findingOf(["rate", advice, ask]);
}
