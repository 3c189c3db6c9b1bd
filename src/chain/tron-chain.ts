/**
 * The one adapter of the chain port: reads over a node's HTTP API, signing, broadcasts exactly once a call.
 */

import { type Address, addressToHex } from "../domain/address.js";
import { isMistake } from "../domain/assert.js";
import { addressArgument } from "../domain/usdt.js";
import { accountReads } from "./accounts.js";
import { readAnswer, trialAnswer } from "./answers.js";
import { blockReads, type RangeSize, transactionReads } from "./blocks.js";
import { broadcastOutcome } from "./broadcast-outcome.js";
import { buildPermissionUpdate, buildUnsigned, signTransaction } from "./build.js";
import { moneyReads } from "./incoming-money.js";
import { createNodeCalls, type NodeCalls, type TronChainOptions } from "./node-calls.js";
import { NotStarted } from "./pace.js";
import {
  type BroadcastOutcome,
  type Chain,
  ChainUnavailable,
  type ContractCall,
  NothingThere,
} from "./port.js";
import { recoverSigner } from "./signed-elsewhere.js";
import type { SigningThread } from "./signing-thread.js";

export type { TronChainOptions } from "./node-calls.js";

/** Signs in this thread unless given another one, which is closed with the chain. */
export function createTronChain(options: TronChainOptions, signing?: SigningThread): Chain {
  return chainOver(createNodeCalls(options), signing);
}

/** The adapter on top of any way to call a node. */
export function chainOver(node: NodeCalls, signing?: SigningThread): Chain {
  return {
    ...readable(node),
    sign: signing?.sign ?? signTransaction,
    buildPermissionUpdate: signing?.buildPermissionUpdate ?? buildPermissionUpdate,
    buildUnsigned: signing?.buildUnsigned ?? buildUnsigned,
    recoverSigner: signing?.recoverSigner ?? recoverSigner,
    broadcast: broadcaster(node),
    async close() {
      await Promise.all([node.close(), signing?.close()]);
    },
  };
}

function readsOf(node: NodeCalls, sizes: Map<string, RangeSize>) {
  return {
    ...blockReads(node, sizes),
    ...accountReads(node),
    ...transactionReads(node),
    ...contractReads(node),
    ...moneyReads(node),
  };
}

/**
 * What others have sent halts nothing of ours: an answer by which our own code fails is one that cannot be read. What fails before
 * the node was asked is our mistake; each reader asks it before it waits for anything.
 */
function readable(node: NodeCalls): ReturnType<typeof readsOf> {
  let calls = 0;
  const call: NodeCalls["call"] = (...asked) => {
    calls += 1;
    return node.call(...asked);
  };
  const reads = readsOf({ ...node, call }, new Map());
  const wrapped = (Object.keys(reads) as (keyof typeof reads)[]).map((name) => {
    const read = reads[name] as (...of: never[]) => Promise<unknown>;
    const readOrSay = async (...args: never[]) => {
      const before = calls;
      const reading = read(...args);
      const isAsked = calls > before;
      try {
        return await reading;
      } catch (error) {
        if (!isAsked || !isMistake(error)) throw error;
        const problem = `the node's answer cannot be read (${name}: ${error.message})`;
        throw new ChainUnavailable(problem, { cause: error });
      }
    };
    return [name, readOrSay];
  });
  return Object.fromEntries(wrapped) as ReturnType<typeof readsOf>;
}

function broadcaster(node: NodeCalls): Chain["broadcast"] {
  return async ({ txid, hex }, receiver, priority = "broadcast"): Promise<BroadcastOutcome> => {
    try {
      const answer = await node.call("wallet/broadcasthex", { transaction: hex }, priority);
      return broadcastOutcome(answer, { txid, receiver });
    } catch (error) {
      const message = error instanceof Error ? error.message : "the broadcast failed";
      return { kind: error instanceof NotStarted ? "retry" : "unknown", message };
    }
  };
}

const SUCCESS = "SUCCESS";

/**
 * Contract calls that are tried on the head state and not sent. Not every node can try them, and none must: a refusal in words
 * is a valid answer.
 */
function contractReads(node: NodeCalls) {
  async function tryAt(side: "wallet" | "walletsolidity", call: ContractCall) {
    const path = `${side}/triggerconstantcontract`;
    const body = {
      contract_address: addressToHex(call.contract),
      owner_address: addressToHex(call.owner),
      function_selector: call.selector,
      parameter: call.parameterHex,
      call_value: 0,
    };
    const read = readAnswer(path, trialAnswer, await node.call(path, body, "read"));
    if ((read.result.code ?? SUCCESS) !== SUCCESS) return undefined;
    const outcome = read.transaction?.ret[0]?.ret ?? SUCCESS;
    return {
      success: outcome === SUCCESS && read.result.message === undefined,
      // It includes the node's `energy_penalty`.
      energyUnits: read.energy_used,
      resultHex: read.constant_result.join(""),
    };
  }

  async function balanceAt(
    side: "wallet" | "walletsolidity",
    contract: Address,
    address: Address,
  ): Promise<bigint> {
    const selector = "balanceOf(address)";
    const parameterHex = addressArgument(address);
    // Anybody may ask; the contract at least is an account that there is.
    const tried = await tryAt(side, { contract, owner: contract, selector, parameterHex });
    const balance = tried?.success ? tried.resultHex : "";
    if (/^[0-9a-f]{64}$/.test(balance)) return BigInt(`0x${balance}`);
    throw new NothingThere(`the contract ${contract} tells no balance of ${address}`);
  }

  return {
    tryContract: (call) => tryAt("wallet", call),
    tokenBalance: (contract, address) => balanceAt("wallet", contract, address),
    solidTokenBalance: (contract, address) => balanceAt("walletsolidity", contract, address),
  } satisfies Partial<Chain>;
}
