/**
 * What came to addresses in solid blocks: transfers of TRX by the transactions' own bytes; events and internal sendings by what
 * a node tells of them, which no hash proves. An answer that does not fit its block is refused: it may be a replica's that lags.
 */
import { type Address, addressFromHex } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { type IncomingMoney, transferredMoney } from "../domain/deposit.js";
import type { UnreadTransaction } from "../domain/transaction-acts.js";
import {
  eventTold,
  isNothing,
  listAnswer,
  type MoneyInfo,
  moneyInfoAnswer,
  readAnswer,
  sendingTold,
  wholeTransactionAnswer,
} from "./answers.js";
import { blockTransaction } from "./blocks.js";
import type { NodeCalls } from "./node-calls.js";
import {
  type BlockTransaction,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
  NothingThere,
  type OfOurs,
  type SolidMoney,
} from "./port.js";

const INFOS = "walletsolidity/gettransactioninfobyblocknum";
const INFO = "walletsolidity/gettransactioninfobyid";
const TRANSACTION = "walletsolidity/gettransactionbyid";

export function moneyReads(node: NodeCalls) {
  return {
    async solidMoney(block, ofOurs) {
      // Most blocks of a quiet network.
      if (block.transactions.length === 0) return { money: [], unread: [] };
      const told = new ToldMoney(block, ofOurs);
      const answer = await node.call(INFOS, { num: block.number }, "read", told.take);
      for (const info of readAnswer(INFOS, listAnswer, answer).list) await told.take(info);
      return told.whole();
    },

    async solidMoneyOf(txid) {
      assert(/^[0-9a-f]{64}$/.test(txid), `not a transaction id: ${txid}`);
      const body = { value: txid };
      const answers = [
        await node.call(INFO, body, "read"),
        await node.call(TRANSACTION, body, "read"),
      ];
      const [told = {}, known = {}] = answers;
      if (isNothing(told) && isNothing(known)) return undefined;
      if (isNothing(told)) throw new ChainUnavailable(`${INFO} knows nothing of ${txid} yet`);
      if (isNothing(known)) throw new ChainUnavailable(`${TRANSACTION} knows nothing of ${txid}`);
      const info = readAnswer(INFO, moneyInfoAnswer, told);
      const whole = readAnswer(TRANSACTION, wholeTransactionAnswer, known);
      if (info.id !== txid) throw new ChainUnavailable(`${INFO} answered another transaction`);
      if (whole.txID !== txid) {
        throw new ChainUnavailable(`${TRANSACTION} answered another transaction`);
      }
      const transaction = blockTransaction(TRANSACTION, info.blockNumber, whole);
      if (!agree(transaction, info)) throw new ChainUnavailable(`of ${txid}: ${CONTRADICTION}`);
      return {
        blockNumber: info.blockNumber,
        blockTimestampMs: info.blockTimeStamp,
        success: transaction.success,
        money: [...transferOf(transaction), ...contractMoney(transaction, info).money],
      };
    },
  } satisfies Partial<Chain>;
}

/** The transfers of TRX from account to account, in the block's order. */
export function transfersOf({ transactions }: ChainBlock): readonly IncomingMoney[] {
  return transactions.flatMap(transferOf);
}

function transferOf({ txid, transfer }: BlockTransaction): IncomingMoney[] {
  return transfer ? [transferredMoney(txid, transfer)] : [];
}

function addressesOf(transaction: BlockTransaction, info: MoneyInfo): readonly Address[] {
  const { transfer, stake, tokenCall, unreadable } = transaction;
  const acts = [transfer?.to, stake?.owner, stake?.receiver, tokenCall?.to];
  const read = acts.filter((address) => address !== undefined);
  return [...read, ...(unreadable?.addresses ?? []), ...addressesTold(info)];
}

/** Money of which is not known yet whether it is anybody's of ours: few, because a block may tell of a million transfers. */
const MOST_UNSORTED = 2_000;

/** What the infos of a block tell, taken one by one in any order: what is nobody's of ours is not kept. */
class ToldMoney {
  readonly #block: ChainBlock;
  readonly #ofOurs: OfOurs | undefined;
  readonly #transactions: ReadonlyMap<string, BlockTransaction>;
  readonly #told = new Map<string, readonly IncomingMoney[]>();
  readonly #unread: UnreadTransaction[] = [];
  #unsorted = new Set<string>();
  #unsortedMoney = 0;

  constructor(block: ChainBlock, ofOurs: OfOurs | undefined) {
    this.#block = block;
    this.#ofOurs = ofOurs;
    this.#transactions = new Map(block.transactions.map((one) => [one.txid, one]));
  }

  take = async (element: unknown): Promise<void> => {
    const info = readAnswer(INFOS, moneyInfoAnswer, element as object);
    const transaction = this.#fitting(info);
    const { money, problem: reason } = transaction.endUnknown
      ? { money: [], problem: transaction.unreadable?.reason }
      : contractMoney(transaction, info);
    const { txid } = transaction;
    if (reason) this.#unread.push({ txid, reason, addresses: addressesOf(transaction, info) });
    this.#told.set(txid, money);
    this.#unsorted.add(txid);
    this.#unsortedMoney += money.length;
    if (this.#unsortedMoney >= MOST_UNSORTED) await this.#sort();
  };

  #fitting({ id, blockNumber, blockTimeStamp }: MoneyInfo): BlockTransaction {
    const block = this.#block;
    if (blockNumber !== block.number) throw unfit(block, `tells of block ${blockNumber}`);
    if (blockTimeStamp !== block.timestampMs) throw unfit(block, `has the time ${blockTimeStamp}`);
    if (this.#told.has(id)) throw unfit(block, `has transaction ${id} twice`);
    const transaction = this.#transactions.get(id);
    if (transaction) return transaction;
    throw unfit(block, `has the foreign transaction ${id}`);
  }

  async #sort(): Promise<void> {
    const money = [...this.#unsorted].map((txid) => [txid, this.#told.get(txid) ?? []] as const);
    this.#unsorted = new Set();
    this.#unsortedMoney = 0;
    if (!this.#ofOurs) return;
    const ours = await this.#ofOurs([
      ...new Set(money.flatMap(([, all]) => all.map(({ to }) => to))),
    ]);
    for (const [txid, all] of money)
      this.#told.set(
        txid,
        all.filter(({ to }) => ours.has(to)),
      );
  }

  /** In the order of the block. */
  async whole(): Promise<SolidMoney> {
    await this.#sort();
    if (this.#told.size === 0) {
      throw new NothingThere(`${INFOS} answered nothing for block ${this.#block.number}`);
    }
    const money = this.#block.transactions.flatMap(({ txid }) => {
      const told = this.#told.get(txid);
      if (told) return told;
      throw unfit(this.#block, `leaves out transaction ${txid}`);
    });
    return { money, unread: this.#unread };
  }
}

function unfit({ number }: ChainBlock, what: string): ChainUnavailable {
  return new ChainUnavailable(`${INFOS} answered something unfit for block ${number}: it ${what}`);
}

/** Block and info say the same of every transaction; where they do not, one of them is wrong. */
function agree({ success }: BlockTransaction, info: MoneyInfo): boolean {
  return success === endedWell(info);
}

function endedWell({ result = "SUCESS" }: MoneyInfo): boolean {
  return result === "SUCESS";
}

interface ContractMoney {
  readonly money: readonly IncomingMoney[];
  /** What of it cannot be read; it takes nothing from the rest. */
  readonly problem: string | undefined;
}

/** Events of a failed transaction mean nothing. Nothing, and what stays where it was, is no money for anybody. */
function contractMoney(transaction: BlockTransaction, info: MoneyInfo): ContractMoney {
  if (!agree(transaction, info)) return { money: [], problem: CONTRADICTION };
  if (!transaction.success) return { money: [], problem: undefined };
  const { txid } = transaction;
  const read = [...eventsOf(txid, info), ...sendingsOf(txid, info)];
  return {
    money: read.filter((one) => typeof one !== "string").filter(isMoney),
    problem: read.find((one) => typeof one === "string"),
  };
}

const CONTRADICTION = "its info tells that it ended otherwise than its block says";

function isMoney({ amount, from, to }: IncomingMoney): boolean {
  return amount > 0n && from !== to;
}

/** Transfer(address,address,uint256) */
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const WORD_HEX = 64;
const ADDRESS_HEX = 40;
const ZERO = "0".repeat(ADDRESS_HEX);

/** Text says what cannot be read. */
function eventsOf(txid: string, { log }: MoneyInfo): (IncomingMoney | string)[] {
  return log.flatMap((told, position): (IncomingMoney | string)[] => {
    const event = eventTold.safeParse(told);
    if (!event.success) return [`its event ${position} is none`];
    const { address, topics, data } = event.data;
    const [kind, from = "", to = ""] = topics;
    // A token whose amount is a fourth topic counts pieces, not units.
    if (kind !== TRANSFER || topics.length !== 3 || data.length !== WORD_HEX) return [];
    return [
      {
        txid,
        source: "log",
        position,
        from: from.endsWith(ZERO) ? undefined : addressAtEnd(from),
        to: addressAtEnd(to),
        asset: addressAtEnd(address),
        amount: BigInt(`0x${data}`),
      },
    ];
  });
}

/** The last 20 bytes: a word begins with zeros, and a log's address has no 41. */
function addressAtEnd(hex: string): Address {
  const end = hex.slice(-ADDRESS_HEX).padStart(ADDRESS_HEX, "0");
  const known = seenAddresses.get(end);
  if (known) return known;
  if (seenAddresses.size === MOST_SEEN) seenAddresses.clear();
  const read = addressFromHex(`41${end}`);
  seenAddresses.set(end, read);
  return read;
}

/** The check of an address costs most of reading an event, and most events are of few contracts and accounts. */
const seenAddresses = new Map<string, Address>();
const MOST_SEEN = 5_000;

/**
 * What sends TRX: calls, contracts made, contracts that end. A node set to keep more also lists delegations and freezes, whose
 * "value" is stake that does not come to anybody; they do not count for the positions either, which are those of every node.
 */
const SENDINGS: ReadonlySet<unknown> = new Set(
  ["call", "create", "suicide"].map((note) => Buffer.from(note).toString("hex")),
);

/** Text says what cannot be read. */
function sendingsOf(
  txid: string,
  { internal_transactions }: MoneyInfo,
): (IncomingMoney | string)[] {
  return internal_transactions
    .filter((told) => SENDINGS.has((told as { note?: unknown } | null)?.note))
    .flatMap((told, position): (IncomingMoney | string)[] => {
      const sending = sendingTold.safeParse(told);
      if (!sending.success) return [`its internal transaction ${position} is none`];
      const { caller_address, transferTo_address, callValueInfo, rejected } = sending.data;
      const trx = callValueInfo.filter(({ tokenId }) => tokenId === undefined);
      const amount = trx.reduce((sum, { callValue }) => sum + BigInt(callValue), 0n);
      if (rejected || amount === 0n) return [];
      const [from, to] = [caller_address, transferTo_address].map(internalAddress);
      if (!from || !to) return [`its internal transaction ${position} has no address`];
      return [{ txid, source: "internal", position, from, to, asset: "TRX", amount }];
    });
}

function internalAddress(hex: string): Address | undefined {
  return INTERNAL.test(hex) ? addressFromHex(hex) : undefined;
}

const INTERNAL = /^41[0-9a-f]{40}$/;

/** All that could be addresses in what a node tells of a transaction: 20 bytes behind a 41, or at the end of a word. */
function addressesTold(told: object): readonly Address[] {
  const found = new Set<string>();
  for (const [, hex = ""] of JSON.stringify(told).matchAll(/"([0-9a-f]{40,})"/g)) {
    if (found.size === MOST_ADDRESSES) break;
    found.add(hex.slice(-ADDRESS_HEX));
  }
  return [...found].map((hex) => addressFromHex(`41${hex}`));
}

const MOST_ADDRESSES = 4_000;
