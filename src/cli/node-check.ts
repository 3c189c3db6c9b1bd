/** `desk node check`, in the operator's own process: whether nodes have what the desk needs. Asks each thing once, and only reads. */
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "#shared/reason.js";
import { NoAnswer, NodeFailed, NodeRefused } from "../chain/http-host.js";
import { createNodeCalls, type NodeCalls } from "../chain/node-calls.js";
import { NotStarted } from "../chain/pace.js";
import type { Chain, ChainBlock } from "../chain/port.js";
import { chainOver } from "../chain/tron-chain.js";
import {
  isSameUrl,
  loadNodes,
  type NodeSettings,
  type NodesOfSettings,
  nodesAt,
  readApiKeyFile,
  shownNode,
} from "../config.js";
import { Refusal } from "../control/refusal.js";
import { type Address, addressFromHex } from "../domain/address.js";
import { validationFailed } from "../domain/errors.js";
import { formatTrx } from "../domain/money.js";
import { RESOURCES, resourceTitle } from "../domain/resource.js";
import { usdtContractOn } from "../domain/usdt.js";
import { assertServes, publicNetworkOf } from "../engine/network.js";

interface Finding {
  readonly name: string;
  /** `unknown`: it answered, but the chain has nothing to judge by. */
  readonly verdict: "fine" | "missing" | "unknown" | "no answer";
  readonly says: string;
}

interface Wanted {
  readonly env: NodeJS.ProcessEnv;
  readonly urls: readonly string[];
  readonly apiKeyFile?: string | undefined;
  readonly rate: boolean;
}

const TIME_LIMIT_MS = 90_000;
const LONGEST_CALL_MS = 10_000;
/** No limit of its own: the check finds out what the node grants. */
const UNPACED = 100_000;

/** One after the other: several nodes may belong to one provider, whose rate is measured. */
export async function checkNodes(wanted: Wanted, progress: (text: string) => void) {
  const { env, urls, rate } = wanted;
  const settings = loadNodes(env);
  const { network: name, isNetworkSet, usdtContract, poolOwners: owners = [] } = settings;
  const isOther = urls.length > 0 && !isNetworkSet;
  const usdt = usdtContractOn(name, usdtContract);
  const hasOwnTime = (id: string) =>
    (name === "sandbox" || isOther) && publicNetworkOf(id) === undefined;
  const checked = [];
  /** Of the first node that told its block 0: a desk does not start on two networks. */
  let first: { readonly node: string; readonly genesisId: string } | undefined;
  for (const one of nodesOf(settings, wanted)) {
    const node = shownNode(one);
    progress(`Checking ${node}; this takes up to ${TIME_LIMIT_MS / 1_000} s.`);
    const assertNetwork = (genesisId: string) => {
      first ??= { node, genesisId };
      const says = `block 0 is ${genesisId}, that of ${first.node} is ${first.genesisId}`;
      need(genesisId === first.genesisId, says);
      if (!isOther) assertServes({ name, genesisId });
    };
    const of = { owners, usdt, assertNetwork, hasOwnTime, pause: sleep };
    const ask = withCalls(one, settings, one.requestsPerSecond, (calls) =>
      checkNode({ calls, ...of }),
    );
    const findings = [...(await ask)];
    // Those of one pace share a quota: it is measured once.
    if (rate && isReached(findings) && one.paceGroup === one.number) {
      findings.push(
        await withCalls(one, settings, UNPACED, (calls) =>
          checkRate(calls, one.requestsPerSecond, sleep),
        ),
      );
    }
    checked.push({ node, exitStatus: statusOf(findings), findings });
  }
  return checked;
}

/** 0 all is there, 1 something is missing or was not answered, 2 no answer at all. */
function statusOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (!isReached(findings)) return 2;
  return findings.every(({ verdict }) => verdict === "fine" || verdict === "unknown") ? 0 : 1;
}

/** A key goes to the URL it was set for, and a key from a file to URLs of one origin. */
function nodesOf(
  { nodes: known, requestsPerSecond }: NodesOfSettings,
  { urls, apiKeyFile }: Wanted,
): readonly NodeSettings[] {
  const wrong = (message: string) => validationFailed([{ path: "--api-key-file", message }]);
  const others = urls.filter((url) => !known.some((one) => isSameUrl(one.url, url)));
  const read = apiKeyFile === undefined ? undefined : readApiKeyFile(apiKeyFile);
  if (read && "wrong" in read) throw wrong(`${apiKeyFile} ${read.wrong}`);
  if (read && new Set(others.map((url) => new URL(url).origin)).size !== 1) {
    throw wrong(
      "must come with URLs of one origin that the settings do not name; theirs have TRON_API_KEY",
    );
  }
  const ofOthers = { apiKey: read?.key, requestsPerSecond };
  const checked = urls.length > 0 ? nodesAt(urls, known, ofOthers) : known;
  if (checked.length > 0) return checked;
  throw new Refusal("CONFIGURATION", "There is no node to ask: name a URL, or set TRON_FULL_HOST.");
}

/** After the time limit, calls fail at once. */
async function withCalls<T>(
  { url: fullHost, solidityUrl: solidityHost, apiKey, paceGroup, solidPaceGroup }: NodeSettings,
  settings: NodesOfSettings,
  requestsPerSecond: number,
  run: (calls: NodeCalls) => Promise<T>,
): Promise<T> {
  const timeoutMs = Math.min(settings.timeoutMs, LONGEST_CALL_MS);
  const calls = createNodeCalls({
    ...{ fullHost, solidityHost, apiKey, paceGroup, solidPaceGroup },
    ...{ requestsPerSecond, timeoutMs, penaltyMs: 1_000 },
  });
  const timer = setTimeout(() => void calls.close(), TIME_LIMIT_MS);
  try {
    return await run(calls);
  } finally {
    clearTimeout(timer);
    await calls.close();
  }
}

type Pause = (ms: number) => Promise<unknown>;

export interface NodeCheckContext {
  readonly calls: NodeCalls;
  /** Of `POOL_OWNERS`. */
  readonly owners: readonly Address[];
  /** The contract of USDT; undefined where none is used. */
  readonly usdt: Address | undefined;
  /** Throws when a desk with these settings does not start on this network. */
  readonly assertNetwork: (genesisId: string) => void;
  /** The chain may be a sandbox's, which is late or early as it likes. */
  readonly hasOwnTime: (genesisId: string) => boolean;
  readonly pause: Pause;
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

const isReached = (findings: readonly Finding[]) =>
  findings.some(({ verdict }) => verdict !== "no answer");

const SILENT = [NoAnswer, NodeFailed, NodeRefused, NotStarted];

async function findingOf([name, without, ask]: Question): Promise<Finding> {
  try {
    return { name, verdict: "fine", says: await ask() };
  } catch (error) {
    const says = reasonOf(error);
    if (error instanceof Unknown) return { name, verdict: "unknown", says };
    const isSilent = SILENT.some((kind) => error instanceof kind);
    if (isSilent) return { name, verdict: "no answer", says };
    return { name, verdict: "missing", says: `${says}. ${without}` };
  }
}

function need(isThere: unknown, reason: string): asserts isThere {
  if (!isThere) throw new Error(reason);
}

const ALONE = "if it is the only node, orders get 503.";

function questionsOf(context: NodeCheckContext): readonly Question[] {
  const { calls, owners, usdt, pause } = context;
  const chain = chainOver(calls);
  /** The newest solid blocks; empty when they cannot be read, which one question reports. */
  const blocks = () => solidBlocks(chain).catch(() => []);
  const aboutOwner = (owner: Address): Question => [
    `owner ${owner}`,
    "The desk pauses this owner and sells none of its stake.",
    () => delegatable(chain, owner),
  ];
  const aboutUsdt = (contract: Address): Question => [
    "USDT",
    "/usdt proposes the usual amounts, and `desk cover` cannot count USDT.",
    async () => {
      await chain.tokenBalance(contract, contract);
      await chain.solidTokenBalance(contract, contract);
      return "its balances can be read";
    },
  ];
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
        const isServed = await chain.solidDelegated(owners[0] ?? nobody(), nobody(), "energy");
        need(isServed, "walletsolidity/getdelegatedresourcev2 is not served");
        return "their records can be read as of the solid block";
      },
    ],
    ...owners.map(aboutOwner),
    ...(usdt ? [aboutUsdt(usdt)] : []),
    [
      "new blocks",
      `The desk reads from another node; ${ALONE} No money is freed on its word.`,
      () => moves(chain, pause),
    ],
  ];
}

async function network(chain: Chain, { assertNetwork }: NodeCheckContext): Promise<string> {
  const id = await chain.genesisId();
  assertNetwork(id);
  return `block 0 is 0000…${id.slice(-16)} (${publicNetworkOf(id) ?? "no public network"})`;
}

/** How far the newest block may be from this machine's clock. */
const OLDEST_HEAD_MS = 30_000;
const FARTHEST_AHEAD_MS = 60_000;

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

/** An address that is valid: a record that is not there is told as empty. */
const nobody = () => addressFromHex(`41${"0".repeat(39)}1`);

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

/** Until the newest and the solid block are others than at first. */
async function moves(chain: Chain, pause: Pause): Promise<string> {
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
export function checkRate(calls: NodeCalls, wanted: number, pause: Pause): Promise<Finding> {
  const ask = async (): Promise<string> => {
    let granted = 0;
    for (const perSecond of RATES) {
      const failures: Promise<unknown>[] = [];
      for (let sent = 0; sent < perSecond * SECONDS; sent += 1) {
        const answer = calls.call("wallet/getblock", { detail: false }, "read");
        failures.push(answer.then(() => undefined).catch((error: unknown) => error));
        await pause(1_000 / perSecond);
      }
      const reason = (await Promise.all(failures)).find(Boolean);
      if (reason instanceof NodeRefused) {
        const says = `${granted} calls a second; of ${perSecond} some are refused: ${reason.message}`;
        need(granted >= wanted, says);
        return says;
      }
      if (reason) throw reason;
      granted = perSecond;
    }
    return `at least ${granted} calls a second`;
  };
  const advice = `Lower TRON_REQUESTS_PER_SECOND, which is ${wanted}, or take a larger plan.`;
  return findingOf(["rate", advice, ask]);
}
