/** What a host among several may do wrong, to be set as the conduct of a proxy before a node that does it right. */
import { createHash } from "node:crypto";
import type { Answer, AskNode, Conduct, Reply } from "./node-proxy.js";

export const BROADCAST = "/wallet/broadcasthex";
const SOLID = "/walletsolidity/";

/** Calls that one of the patterns fits, or all. */
function where(isMeant: RegExp | undefined, reply: Reply): Conduct {
  return ({ path }) => (!isMeant || isMeant.test(path) ? reply : undefined);
}

export const hanging = (isMeant?: RegExp): Conduct => where(isMeant, "hang");
export const cutting = (isMeant?: RegExp): Conduct => where(isMeant, "cut");
export const answering = (status: number, isMeant?: RegExp): Conduct =>
  where(isMeant, { status, answer: `{"Error":"status ${status}"}` });

/** As java-tron answers at the wallet's port: 405 and a page. */
export const withoutSolidSide: Conduct = where(/^\/walletsolidity\//, {
  status: 405,
  answer: "<html><body>HTTP method POST is not supported by this URL</body></html>",
});

/** The first of them that has something to say. */
export function allOf(...conducts: readonly Conduct[]): Conduct {
  return async (asked, node) => {
    for (const conduct of conducts) {
      const reply = await conduct(asked, node);
      if (reply) return reply;
    }
    return undefined;
  };
}

/** Says that it has taken what it is sent, and forgets it. */
export const forgetting: Conduct = ({ path, body }) =>
  path === BROADCAST
    ? { answer: { result: true, code: "SUCCESS", txid: txidOf(String(body.transaction)) } }
    : undefined;

/** Refuses what it is sent, unread. */
export function refusing(code: string, message: string): Conduct {
  return ({ path, body }) =>
    path === BROADCAST
      ? { answer: { code, message, txid: txidOf(String(body.transaction)) } }
      : undefined;
}

/** A definite refusal, in java-tron's words. */
export const refusingByLock = refusing(
  "CONTRACT_VALIDATE_ERROR",
  "Contract validate error : The lock period for ENERGY this time cannot be less than the remaining time[897000ms] of the last lock period for ENERGY!",
);

/** Knows these transactions in no block, or none at all. */
export function notKnowing(isUnknown: (txid: string) => boolean = () => true): Conduct {
  return ({ path, body }) =>
    /\/gettransaction(?:info)?byid$/.test(path) && isUnknown(String(body.value))
      ? { answer: {} }
      : undefined;
}

/** Shows these transactions in no block, and knows none of them. */
export function hiding(isHidden: (txid: string) => boolean): Conduct {
  const unknown = notKnowing(isHidden);
  return async (asked, node) => {
    if (!/\/getblock/.test(asked.path)) return unknown(asked, node);
    const answer = await node(asked.path, asked.body);
    for (const block of blocksOf(answer)) {
      block.transactions = transactionsOf(block).filter(({ txID }) => !isHidden(String(txID)));
    }
    return { answer };
  };
}

/** Says of these transactions that they failed in their blocks. */
export function failing(hasFailed: (txid: string) => boolean): Conduct {
  return async ({ path, body }, node) => {
    if (!/\/get(?:block|transactioninfo)/.test(path)) return undefined;
    const answer = await node(path, body);
    if (hasFailed(String(answer.id))) return { answer: { ...answer, result: "FAILED" } };
    for (const transaction of blocksOf(answer).flatMap(transactionsOf)) {
      if (hasFailed(String(transaction.txID))) transaction.ret = [{ contractRet: "REVERT" }];
    }
    return { answer };
  };
}

/** Shows no stake that anybody delegates. */
export const withoutRecords: Conduct = ({ path }) =>
  path.endsWith("/getdelegatedresourcev2") ? { answer: {} } : undefined;

/** Its solid side has gone no further. */
export const solidStandsAt = (solid: number): Conduct => stoppedAt(Number.POSITIVE_INFINITY, solid);

function blocksOf(answer: Answer): Answer[] {
  return Array.isArray(answer.block) ? (answer.block as Answer[]) : [answer];
}

function transactionsOf({ transactions }: Answer): Answer[] {
  return Array.isArray(transactions) ? (transactions as Answer[]) : [];
}

/** Answers as of so many blocks ago, in all that has a block's number; accounts and stake are the newest. */
export function behind(blocks: number): Conduct {
  return lagging(async (node, side) => (await newest(node, side)) - blocks);
}

/** Has taken no block since this one; the same of its solid side. */
export function stoppedAt(head: number, solid: number): Conduct {
  return lagging(async (_, side) => (side === SOLID ? solid : head));
}

type Side = "/wallet/" | typeof SOLID;

function lagging(lastOf: (node: AskNode, side: Side) => Promise<number>): Conduct {
  return async ({ path, body }, node) => {
    const side = path.startsWith(SOLID) ? SOLID : "/wallet/";
    const call = path.slice(side.length);
    if (!/^get(?:block|transaction)/.test(call)) return undefined;
    const last = Math.max(0, await lastOf(node, side));
    if (last === Number.POSITIVE_INFINITY) return undefined;
    if (call === "getblock") {
      return { answer: await node("/wallet/getblock", { ...body, id_or_num: String(last) }) };
    }
    if (call === "getblockbynum") return Number(body.num) > last ? { answer: {} } : undefined;
    if (call === "getblockbylimitnext") {
      const endNum = Math.min(Number(body.endNum), last + 1);
      if (Number(body.startNum) >= endNum) return { answer: {} };
      return { answer: await node(path, { ...body, endNum }) };
    }
    const info = await node(`${side}gettransactioninfobyid`, body);
    return Number(info.blockNumber ?? last) > last ? { answer: {} } : undefined;
  };
}

async function newest(node: AskNode, side: Side): Promise<number> {
  const block = await node(`${side}getblock`, { detail: false });
  return numberOf(block);
}

export function numberOf(block: Answer): number {
  const { raw_data } = block.block_header as { raw_data: { number?: number } };
  return raw_data.number ?? 0;
}

/** The hash of the first field, which holds what was signed. */
function txidOf(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  let length = 0;
  let at = 1;
  for (let shift = 0; ; shift += 7, at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  const raw = bytes.subarray(at + 1, at + 1 + length);
  return createHash("sha256").update(raw).digest("hex");
}
