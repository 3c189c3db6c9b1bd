/**
 * What a node on paper tells of how a transaction went: its events and what contracts sent meanwhile. It tells the events of a failed
 * transaction too, which no node should and the desk must not believe.
 */
import { addressToHex } from "../../../src/domain/address.js";
import { addressOf } from "../../support/addresses.js";
import type { PaperBlock } from "./paper-node.js";
import type { CallIntent, PaperIntent } from "./paper-transaction.js";

type Answer = Record<string, unknown>;

const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL = "8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
const NOWHERE = addressOf(0);

/** Which place in a transaction's log its event has: a contract that moves more than one thing tells something else first. */
export function placeOf(event: number, { events }: CallIntent): number {
  return events.length > 1 ? event + 1 : event;
}

const word = (hex: string): string => hex.padStart(64, "0");
const withoutPrefix = (address: CallIntent["owner"]): string => addressToHex(address).slice(2);

export function infoOf(
  block: PaperBlock,
  { paper, success }: PaperBlock["transactions"][number],
): Answer {
  return {
    id: paper.txid,
    blockNumber: block.number,
    blockTimeStamp: block.timestampMs,
    receipt: { net_usage: 285 },
    ...(!success && { result: "FAILED" }),
    ...doneBy(paper.intent),
  };
}

/** Of a stranger's transaction, whose contract has told and sent what nobody can read. */
export function oddInfoOf({ number, timestampMs }: PaperBlock, id: string): Answer {
  const sending = { note: Buffer.from("call").toString("hex"), callValueInfo: [{ callValue: 9 }] };
  const odd = { log: [7], internal_transactions: [sending] };
  return { id, blockNumber: number, blockTimeStamp: timestampMs, ...odd };
}

function doneBy(intent: PaperIntent): Answer {
  if (intent.kind !== "call") return {};
  const { receiver, events, sendings } = intent;
  const log = events.map(({ contract, from, to, amount }) => ({
    address: withoutPrefix(contract),
    topics: [TRANSFER, word(withoutPrefix(from)), word(withoutPrefix(to))],
    data: word(amount.toString(16)),
  }));
  const noise = {
    address: withoutPrefix(receiver),
    topics: [APPROVAL, word(withoutPrefix(NOWHERE)), word(withoutPrefix(NOWHERE))],
    data: word("1"),
  };
  const caller_address = addressToHex(receiver);
  const sent = sendings.map(({ to, amountSun, rejected }) => ({
    caller_address,
    transferTo_address: addressToHex(to),
    callValueInfo: [{ callValue: amountSun }],
    note: Buffer.from("call").toString("hex"),
    ...(rejected && { rejected }),
  }));
  const stakes = {
    caller_address,
    transferTo_address: addressToHex(receiver),
    callValueInfo: [{ callValue: 5_000_000 }],
    note: Buffer.from("freezeBalanceV2ForEnergy").toString("hex"),
  };
  return {
    ...(log.length > 0 && { log: log.length > 1 ? [noise, ...log] : log }),
    ...(sent.length > 0 && { internal_transactions: [stakes, ...sent] }),
  };
}
