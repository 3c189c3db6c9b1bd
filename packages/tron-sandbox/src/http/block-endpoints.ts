/**
 * Endpoints that look up blocks and transactions. Under /walletsolidity nothing above the solid
 * block exists.
 */
import type { Block } from "../storage/storage.js";
import { isJson } from "../wire/json.js";
import { printTransaction } from "../wire/transaction-json.js";
import { type Call, type Endpoint, flagField, hexField, intField, textField } from "./answer.js";
import { printBlock, printStored, printTransactionInfo, SUCCESS } from "./print.js";

const MAX_BLOCKS = 100;

function highest({ chain, solid }: Call): number {
  return solid ? chain.solidNumber : chain.head.number;
}

function blockAt(call: Call, number: number): Block | undefined {
  return number >= 0 && number <= highest(call) ? call.chain.block(number) : undefined;
}

function print(call: Call, block: Block | undefined, detail = true): unknown {
  return block ? printBlock(call.chain, block, call.visible, detail) : {};
}

export const getNowBlock: Endpoint = (call) => print(call, blockAt(call, highest(call)));

export const getBlockByNum: Endpoint = (call) => print(call, blockAt(call, intField(call, "num")));

export const getBlockById: Endpoint = (call) => {
  const id = hexField(call, "value");
  const block = blockAt(call, Number.parseInt(id.slice(0, 16), 16));
  return print(call, block?.id === id ? block : undefined);
};

/** The newest is the last of them; 100 are already too many. */
export const getBlockByLatestNum: Endpoint = (call) => {
  const count = intField(call, "num", { isRequired: true });
  if (count <= 0 || count >= MAX_BLOCKS) return {};
  const last = highest(call);
  return printBlocks(call, call.chain.storage.blocks(Math.max(0, last - count + 1), last));
};

/** By number or id; without either it is the head. Transactions are printed only with `detail`. */
export const getBlock: Endpoint = (call) => {
  const text = textField(call, "id_or_num");
  const withDetail = flagField(call, "detail");
  if (text === "") return print(call, blockAt(call, highest(call)), withDetail);
  if (/^-?\d{1,18}$/.test(text)) {
    if (Number(text) < 0) return { Error: "num must be non-positive number." };
    return print(call, blockAt(call, Number(text)), withDetail);
  }
  const illegal = { Error: "id must be legal block hash." };
  if (!/^[0-9a-fA-F]{64}$/.test(text)) return illegal;
  const number = Number.parseInt(text.slice(0, 16), 16);
  if (number > highest(call)) return illegal;
  const block = blockAt(call, number);
  return print(call, block?.id === text.toLowerCase() ? block : undefined, withDetail);
};

/** `endNum` is exclusive, and at most 100 blocks are given. */
export const getBlockByLimitNext: Endpoint = (call) => {
  const first = intField(call, "startNum", { isRequired: true });
  const end = intField(call, "endNum", { isRequired: true });
  if (end <= 0 || end <= first || end - first > MAX_BLOCKS) return {};
  const last = Math.min(end - 1, highest(call));
  const blocks = first < 0 ? [] : call.chain.storage.blocks(first, last);
  return printBlocks(call, blocks);
};

function printBlocks({ chain, visible }: Call, blocks: readonly Block[]): unknown {
  return { block: blocks.map((block) => printBlock(chain, block, visible)) };
}

/**
 * Under /wallet a pending transaction is answered too, and already with SUCCESS: it is no sign of
 * inclusion.
 */
export const getTransactionById: Endpoint = (call) => {
  const found = call.chain.find(hexField(call, "value"));
  if (found === undefined) return {};
  const { stored, transaction } = found;
  if (stored === undefined) {
    return call.solid ? {} : printTransaction(transaction, call.visible, SUCCESS);
  }
  return stored.block <= highest(call) ? printStored(stored, call.visible) : {};
};

export const getTransactionInfoById: Endpoint = (call) => {
  const stored = call.chain.storage.transaction(hexField(call, "value"));
  const block = stored && blockAt(call, stored.block);
  return stored && block ? printTransactionInfo(stored, block.timestampMs) : {};
};

export const getTransactionInfoByBlockNum: Endpoint = (call) => {
  const number = intField(call, "num", { isRequired: true });
  if (number <= 0) return {};
  const block = blockAt(call, number);
  if (block === undefined) return [];
  const stored = call.chain.storage.transactionsOf(number);
  return stored.map((one) => printTransactionInfo(one, block.timestampMs)).filter(isJson);
};
