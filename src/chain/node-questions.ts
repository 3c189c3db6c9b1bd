/**
 * What the desk needs of a node, as questions, each with what the desk does without it. `desk node check` asks any node; the
 * adapter's contract tests ask the sandbox's.
 */

import { randomBytes } from "node:crypto";
import { type Address, addressFromHex } from "../domain/address.js";
import { formatInteger, formatTrx } from "../domain/money.js";
import { RESOURCES, resourceTitle } from "../domain/resource.js";
import { addressArgument } from "../domain/usdt.js";
import { type Asked, type NodeCheckContext, type RecentBlock, watch } from "./node-asked.js";

interface NodeQuestion {
  /** As JSON names it: "blockRanges", and "owner TADDRESS" for each owner. */
  readonly name: string;
  /** A few words for people. */
  readonly about: string;
  /** What the desk does with a node that lacks it, in sentences. */
  readonly without: string;
  /** Throws ChainUnavailable without a usable answer. */
  readonly ask: (asked: Asked) => Promise<Said>;
}

/** `unknown`: the node has nothing to judge by, or did not answer. */
export interface Said {
  readonly verdict: "fine" | "missing" | "unknown";
  readonly says: string;
}

const fine = (says: string): Said => ({ verdict: "fine", says });
const missing = (says: string): Said => ({ verdict: "missing", says });
const unknown = (says: string): Said => ({ verdict: "unknown", says });

/** "1 block", "2 blocks" */
function counted(count: number, what: string): string {
  return `${formatInteger(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** The part of a block's id that differs from any other chain's; a whole id takes a line of its own. */
export function shownId(id: string): string {
  return `0000…${id.slice(-16)}`;
}

const NOT_FOLLOWED = "The desk cannot follow the chain by this node; it can send by it.";
const ALONE_503 = "With no other node orders get 503";

/** In the order in which they are asked; the last ones may take half a minute. */
export function questionsOf(context: NodeCheckContext): readonly NodeQuestion[] {
  return [...NETWORK, ...BLOCKS, ...TRANSACTIONS, ...stateQuestionsOf(context), ...MOVING];
}

/** The adapter's own limits: what the desk still believes as the chain's time. */
const OLDEST_HEAD_MS = 30_000;
const FARTHEST_AHEAD_MS = 60_000;

const NETWORK: readonly NodeQuestion[] = [
  {
    name: "network",
    about: "network",
    without: "The desk does not start on it, and leaves it out beside other nodes.",
    async ask({ genesisId, networkOf }) {
      const id = await genesisId();
      const { name, problem } = networkOf(id);
      if (problem !== undefined) return missing(problem);
      return fine(
        `block 0 is ${shownId(id)}, ${name ? `that of ${name}` : "of no public network"}`,
      );
    },
  },
  {
    name: "solidNetwork",
    about: "solid side",
    without:
      "The desk does not start on it alone; beside other nodes it is sent transactions only.",
    async ask({ genesisId, chain }) {
      const solidId = await chain.solidGenesisId();
      const id = await genesisId();
      if (solidId === id) return fine("what is solid is of the same network");
      return missing(`block 0 of what is solid is ${shownId(solidId)}, of another network`);
    },
  },
  {
    name: "clock",
    about: "clock",
    without: `${ALONE_503} until the node or this machine's clock is right.`,
    async ask({ chain, genesisId, networkOf, wallMs }) {
      const { timestampMs } = await chain.head();
      const ageMs = wallMs() - timestampMs;
      const shown = `${(Math.abs(ageMs) / 1_000).toFixed(1)} s ${ageMs < 0 ? "ahead of" : "behind"}`;
      const says = `the newest block is ${shown} this machine's clock`;
      if (!networkOf(await genesisId()).followsWallClock) {
        return fine(`${says}; a sandbox has a time of its own`);
      }
      const isRight = ageMs <= OLDEST_HEAD_MS && ageMs >= -FARTHEST_AHEAD_MS;
      return isRight ? fine(says) : missing(says);
    },
  },
];

const BLOCKS: readonly NodeQuestion[] = [
  {
    name: "blockRanges",
    about: "ranges of blocks",
    without: NOT_FOLLOWED,
    async ask({ recent, chain }) {
      const blocks = await recent();
      const { number } = await chain.head();
      const future = await chain.blocks(number + 100_000, number + 100_009);
      if (future.length > 0) return missing("it answers blocks that are not made yet");
      return fine(`${blocks.length} solid blocks follow each other`);
    },
  },
  {
    name: "contractRet",
    about: "ends in blocks (ret)",
    without: `A block that does not say how its transactions ended is refused. ${NOT_FOLLOWED}`,
    async ask({ found, chain }) {
      const newest = newestWithTransactions(await found());
      if (!newest) return unknown(`no transaction ${inLast(await found())}`);
      const [read] = await chain.blocks(newest.number, newest.number);
      const ended = read?.transactions.length ?? 0;
      return fine(`it says how ${counted(ended, "transaction")} ended`);
    },
  },
];

/** A block number that no network has. */
const NO_TXID = "5".repeat(64);

const TRANSACTIONS: readonly NodeQuestion[] = [
  {
    name: "transactions",
    about: "transactions by id",
    without: "What became of a delegation cannot be proven by this node: orders stay open.",
    async ask({ found, chain }) {
      if ((await chain.inclusion(NO_TXID)) || (await chain.solidified(NO_TXID))) {
        return missing("it knows a transaction that there is not");
      }
      const block = newestWithTransactions(await found());
      const txid = block?.txids[0];
      if (!block || txid === undefined) return unknown(`no transaction ${inLast(await found())}`);
      const head = await chain.inclusion(txid);
      const solid = await chain.solidInclusion(txid);
      if (head?.blockNumber !== block.number) {
        return missing(`it does not find ${txid} of block ${block.number}`);
      }
      if (solid?.blockNumber !== block.number || !(await chain.solidified(txid))) {
        return missing(`its solid side does not find ${txid} of block ${block.number}`);
      }
      return fine("one of a solid block is found on both sides");
    },
  },
  {
    name: "blockInfos",
    about: "infos by block",
    without: "The desk asks for each transaction by itself.",
    async ask({ found, infosOf }) {
      const block = newestWithTransactions(await found());
      if (!block) {
        const [newest] = (await found()).slice(-1);
        await infosOf(newest?.number ?? 1);
        return unknown(`it answers, but there is no transaction ${inLast(await found())}`);
      }
      const told = new Set((await infosOf(block.number)).map(({ id }) => id));
      const untold = block.txids.filter((txid) => !told.has(txid)).length;
      if (untold > 0) {
        return missing(
          `of block ${block.number} it leaves out ${untold} of ${counted(block.txids.length, "transaction")}`,
        );
      }
      return fine(`all ${counted(block.txids.length, "transaction")} of block ${block.number}`);
    },
  },
  {
    name: "internalTransactions",
    about: "internal transactions",
    without:
      "TRX that contracts send to customers' addresses is not credited: the node does not keep it (vm.saveInternalTx).",
    async ask({ found, infosOf }) {
      let calls = 0;
      for (const { number } of (await found()).filter(hasTransactions).slice(-MOST_INFOS)) {
        const infos = await infosOf(number);
        if (infos.some((info) => info.internal_transactions.length > 0))
          return fine("it keeps them");
        calls += infos.filter((info) => info.contract_address !== undefined).length;
      }
      const says = `${counted(calls, "call")} of contracts in the blocks looked at, none with an internal transaction`;
      return calls >= ENOUGH_CALLS ? missing(says) : unknown(says);
    },
  },
];

/** The most blocks whose infos are read: megabytes on mainnet. */
const MOST_INFOS = 3;
/** On mainnet a few contract calls in a hundred have internal transactions. */
const ENOUGH_CALLS = 200;

const LONGEST_HEAD_MS = 20_000;
const LONGEST_SOLID_MS = 30_000;

const MOVING: readonly NodeQuestion[] = [
  {
    name: "headMoves",
    about: "newest block moves",
    without: `The desk reads from another node; ${ALONE_503.toLowerCase()}.`,
    async ask(asked) {
      const { from, to, waitedMs } = await watch(asked, asked.chain.head, LONGEST_HEAD_MS);
      if (to.number > from.number) return fine(`from ${from.number} to ${to.number}`);
      return missing(`it stayed at ${from.number} for ${waitedMs / 1_000} s`);
    },
  },
  {
    name: "solidMoves",
    about: "solid block moves",
    without: "No delegation is taken for dead and nothing is given back by this node's word.",
    async ask(asked) {
      const { from, to, waitedMs } = await watch(asked, asked.chain.solidHead, LONGEST_SOLID_MS);
      const { number: head } = await asked.chain.head();
      const lag = `${counted(head - to.number, "block")} behind the newest`;
      if (to.number > from.number) return fine(`from ${from.number} to ${to.number}, ${lag}`);
      return missing(`it stayed at ${from.number} for ${waitedMs / 1_000} s, ${lag}`);
    },
  },
];

const hasTransactions = ({ txids }: RecentBlock) => txids.length > 0;

function newestWithTransactions(blocks: readonly RecentBlock[]): RecentBlock | undefined {
  return blocks.findLast(hasTransactions);
}

function inLast(blocks: readonly RecentBlock[]): string {
  return `in the last ${counted(blocks.length, "solid block")} that were read`;
}

/** About the owners and the contract of the settings. */
function stateQuestionsOf({ owners, usdt }: NodeCheckContext): readonly NodeQuestion[] {
  return [
    ...STATE,
    ...(owners.length > 0 ? owners.map(ownerQuestion) : [NO_OWNERS]),
    solidDelegations(owners[0]),
    ...(usdt === undefined ? [] : [contractTrials(usdt), solidTrials(usdt)]),
  ];
}

const STATE: readonly NodeQuestion[] = [
  {
    name: "parameters",
    about: "parameters",
    without: "Nothing is signed by this node's word, because ends of locks are counted by them.",
    async ask({ chain }) {
      const { maxLockPeriodBlocks, bandwidthPriceSun, energyPriceSun } = await chain.parameters();
      const feeSun = await chain.permissionUpdateFeeSun();
      return fine(
        `locks of up to ${formatInteger(maxLockPeriodBlocks)} blocks, Energy ${energyPriceSun} SUN, Bandwidth ${bandwidthPriceSun} SUN, a permission ${formatTrx(feeSun)} TRX`,
      );
    },
  },
  {
    name: "unactivated",
    about: "accounts of nobody",
    without: "Who is to get a delegation cannot be looked up: orders to new wallets are refused.",
    async ask({ chain }) {
      const account = await chain.activation(nobody());
      return account
        ? missing("it tells of an account that nobody has")
        : fine("it says that there is none");
    },
  },
];

const NO_OWNERS: NodeQuestion = {
  name: "owners",
  about: "owners",
  without: "",
  ask: async () => unknown("POOL_OWNERS is not set"),
};

function ownerQuestion(owner: Address): NodeQuestion {
  return {
    name: `owner ${owner}`,
    about: `owner ${owner}`,
    without: "The desk pauses this owner and sells none of its stake.",
    async ask({ chain }) {
      const account = await chain.account(owner);
      const permissions = await chain.permissions(owner);
      if (!account || !permissions) return missing("it is not activated here");
      await chain.resources(owner);
      const [receiver = nobody()] = await chain.receiversOf(owner);
      const delegatable: string[] = [];
      for (const resource of RESOURCES) {
        await chain.delegated(owner, receiver, resource);
        const stake = formatTrx(await chain.delegatableSun(owner, resource));
        delegatable.push(`${stake} TRX of ${resourceTitle(resource)}`);
      }
      return fine(
        `${formatTrx(account.balanceSun)} TRX, ${counted(permissions.active.length, "active permission")}, can delegate ${delegatable.join(" and ")}`,
      );
    },
  };
}

function solidDelegations(owner: Address | undefined): NodeQuestion {
  return {
    name: "solidDelegations",
    about: "solid delegations",
    without: "The desk believes what the newest block says of a delegation's end.",
    async ask({ chain }) {
      const record = await chain.solidDelegated(owner ?? nobody(), nobody(), "energy");
      return record
        ? fine("delegations are told as of the solid block")
        : missing("walletsolidity/getdelegatedresourcev2 is not served");
    },
  };
}

function contractTrials(contract: Address): NodeQuestion {
  return {
    name: "contractTrials",
    about: "contract of USDT",
    without: "/usdt proposes the usual amounts.",
    async ask({ chain }) {
      const parameterHex = addressArgument(contract);
      const selector = "balanceOf(address)";
      const tried = await chain.tryContract({ contract, owner: contract, selector, parameterHex });
      if (tried?.success && tried.resultHex !== "") return fine("calls of it are tried");
      return missing("it tries no contracts, or has none there");
    },
  };
}

function solidTrials(contract: Address): NodeQuestion {
  return {
    name: "solidTrials",
    about: "solid USDT",
    without: "`desk cover` cannot count USDT by this node.",
    async ask({ chain }) {
      await chain.solidTokenBalance(contract, contract);
      return fine("balances are told as of the solid block");
    },
  };
}

/** An address that nobody has activated. */
function nobody(): Address {
  return addressFromHex(`41${randomBytes(20).toString("hex")}`);
}
