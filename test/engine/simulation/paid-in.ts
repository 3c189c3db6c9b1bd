/**
 * What customers have paid in by the truth of the chain on paper, and what the desk must make of it: the naive model that its deposits
 * are held against. It reads each block once, as the desk's cursor passes it, by the rates that the desk knew then.
 */
import type { Address } from "../../../src/domain/address.js";
import type { Row } from "../../../src/store/phase.js";
import { DEPOSITS, SWEEP_TO, USDT } from "../../support/deposits.js";
import { RATE_LASTS_MS } from "./limits.js";
import { placeOf } from "./paper-infos.js";
import type { PaperBlock, PaperNode } from "./paper-node.js";
import type { PaperTransaction } from "./paper-transaction.js";

interface Brought {
  /** Transaction, source and position. */
  readonly key: string;
  readonly txid: string;
  readonly source: "transfer" | "log" | "internal";
  readonly from: Address;
  readonly to: Address;
  readonly asset: "TRX" | Address;
  readonly amount: number;
}

interface Expected extends Brought {
  readonly customerId: string;
  readonly blockNumber: number;
  readonly status: "credited" | "review" | "below_minimum" | "unsupported" | "waits_for_rate";
  readonly creditedSun: number;
  /** Its block was doubted while it had no rate: then it waits for the operator once it has one. */
  readonly isDoubted?: boolean;
}

interface Rate {
  readonly since: number;
  readonly rateSun: number;
}

export class PaidIn {
  /** In the order in which they were set. */
  readonly #rates: Rate[] = [];
  readonly #node: PaperNode;
  readonly #whose = new Map<Address, string>();
  /** Addresses of lost keys: what is read of them from then on waits for the operator. */
  readonly #retired = new Set<Address>();
  readonly #expected = new Map<string, Expected>();
  /** Of them, what blocks brought that were not read, by its key: it is credited later. */
  #unread: ReadonlySet<string> = new Set();
  /** The block up to which the desk has read; undefined until it begins. */
  #upTo: number | undefined;

  constructor(node: PaperNode) {
    this.#node = node;
  }

  at(address: Address, customerId: string): void {
    this.#whose.set(address, customerId);
    this.#node.paidInAt.add(address);
  }

  get addresses(): readonly Address[] {
    return [...this.#whose.keys()];
  }

  addressesOf(customerId: string): Address[] {
    return this.addresses.filter((address) => this.#whose.get(address) === customerId);
  }

  creditedSun(customerId: string): number {
    const own = [...this.#expected.values()].filter((one) => one.customerId === customerId);
    const read = own.filter(({ key }) => !this.#unread.has(key));
    return read.reduce((sum, one) => sum + one.creditedSun, 0);
  }

  /** Of the newest rate, as the desk has told when it begins: whatever waits gets one that its block is older than. */
  rateBegins(rate: Rate): void {
    this.#rates.push(rate);
    for (const [key, one] of this.#expected) {
      const block = this.#node.blocks[one.blockNumber];
      if (one.status !== "waits_for_rate" || !block) continue;
      const judged = this.#judge(one, block.timestampMs, true);
      const isDoubted = judged.status === "credited" && one.isDoubted === true;
      this.#expected.set(key, { ...one, ...(isDoubted ? REVIEW : judged) });
    }
  }

  retire(addresses: readonly Address[]): void {
    for (const address of addresses) this.#retired.add(address);
  }

  /** The operator has booked a transaction of a solid block: the minimum does not count. What was decided or waits stays. */
  book(txid: string): void {
    const block = this.#node.blockOf(txid);
    if (!block) throw new Error(`${txid} is in no block`);
    for (const one of this.#of(block, true)) {
      const status = this.#expected.get(one.key)?.status;
      const isOpen = status === undefined || status === "below_minimum" || status === "unsupported";
      if (one.txid === txid && isOpen) this.#expected.set(one.key, one);
    }
  }

  /** What the desk's deposits, read up to this block, have wrong. Of a block that was not read nothing is missing. */
  problems(
    cursor: Row | undefined,
    deposits: readonly Row[],
    notRead: ReadonlySet<number>,
    mayBeUnknown: (blockNumber: number) => boolean,
  ): string[] {
    if (!cursor) return [];
    const number = Number(cursor.block_number);
    const { blocks, solidNumber } = this.#node;
    if (number > solidNumber || blocks[number]?.id !== cursor.block_id) {
      return [`paid in: read up to block ${number} (${cursor.block_id}), which is not solid`];
    }
    this.#follow(number);
    const left = new Map(this.#expected);
    const problems: string[] = [];
    for (const row of deposits) {
      const key = keyOf(String(row.txid), String(row.source), Number(row.position));
      const told = `${row.amount} in ${row.block_number} ${row.status} ${row.credited_sun} to ${row.customer_id}`;
      const one = left.get(key);
      left.delete(key);
      // Not all hosts agreed on its block, or one of them said so.
      const isDoubted =
        row.reason === "block" && one !== undefined && mayBeUnknown(one.blockNumber);
      if (isDoubted && one.status === "credited" && row.status === "review")
        this.#expected.set(key, { ...one, ...REVIEW });
      if (isDoubted && one.status === "waits_for_rate")
        this.#expected.set(key, { ...one, isDoubted });
      // Read after its address was retired, though its block was passed before.
      const wasUnread = one !== undefined && this.#unread.has(key);
      if (wasUnread && one.status === "credited" && this.#retired.has(one.to))
        this.#expected.set(key, { ...one, ...REVIEW });
      const wanted = this.#expected.get(key);
      const expected = wanted ? inWords(wanted) : "nothing";
      if (told !== expected) problems.push(`paid in: ${key}: ${told}, expected ${expected}`);
    }
    const missing = [...left.values()];
    const unread = missing.filter(({ blockNumber }) => notRead.has(blockNumber));
    this.#unread = new Set(unread.map(({ key }) => key));
    const lost = missing
      .filter((one) => !this.#unread.has(one.key))
      .map((one) => `paid in: ${one.key}: nothing, expected ${inWords(one)}`);
    return [...problems, ...lost];
  }

  #follow(number: number): void {
    this.#upTo ??= number;
    for (; this.#upTo < number; this.#upTo += 1) {
      const block = this.#node.blocks[this.#upTo + 1];
      if (!block) return;
      for (const one of this.#of(block, false)) {
        if (!this.#expected.has(one.key)) this.#expected.set(one.key, one);
      }
    }
  }

  /** What a block brings to customers. */
  #of(block: PaperBlock, anyAmount: boolean): Expected[] {
    const { transactions, timestampMs, number: blockNumber } = block;
    const brought = transactions.flatMap(({ paper, success }) => (success ? broughtBy(paper) : []));
    return brought.flatMap((one) => {
      const customerId = this.#whose.get(one.to);
      if (customerId === undefined || one.from === SWEEP_TO || one.from === one.to) return [];
      return [{ ...one, customerId, blockNumber, ...this.#judge(one, timestampMs, anyAmount) }];
    });
  }

  #judge({ asset, amount, source, to }: Brought, timestampMs: number, anyAmount: boolean) {
    if (asset !== "TRX" && asset !== USDT)
      return { status: "unsupported", creditedSun: 0 } as const;
    const rateSun = asset === "TRX" ? 1_000_000 : this.#rateFor(timestampMs, anyAmount);
    if (rateSun === undefined) return { status: "unsupported", creditedSun: 0 } as const;
    const { minimumTrxSun, minimumUsdtUnits } = DEPOSITS.terms;
    const isEnough = amount >= (asset === "TRX" ? minimumTrxSun : minimumUsdtUnits);
    if (!isEnough && !anyAmount) return { status: "below_minimum", creditedSun: 0 } as const;
    // No bytes show what a contract sent.
    if (source === "internal" && !anyAmount) return REVIEW;
    if (rateSun === "lapsed") return { status: "waits_for_rate", creditedSun: 0 } as const;
    if (this.#retired.has(to)) return REVIEW;
    const creditedSun = Number((BigInt(amount) * BigInt(rateSun)) / 1_000_000n);
    return { status: "credited", creditedSun } as const;
  }

  /** The one in force then, or the first that was set and begins after it lapsed; before any, the first where the operator books. */
  #rateFor(timestampMs: number, byOperator: boolean): number | "lapsed" | undefined {
    const at = this.#rates.findLastIndex(({ since }) => since <= timestampMs);
    const inForce = this.#rates[at];
    if (!inForce) return byOperator ? this.#rates[0]?.rateSun : undefined;
    if (timestampMs < inForce.since + RATE_LASTS_MS) return inForce.rateSun;
    return this.#rates.slice(at + 1).find(({ since }) => since > timestampMs)?.rateSun ?? "lapsed";
  }

  /** What came to customers' addresses in all blocks, whatever became of it. */
  arrived(asset: "TRX" | Address): number {
    const { blocks } = this.#node;
    const all = blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ paper, success }) => (success ? broughtBy(paper) : [])),
    );
    return all
      .filter((one) => one.asset === asset && one.from !== one.to && this.#whose.has(one.to))
      .reduce((sum, { amount }) => sum + amount, 0);
  }
}

const REVIEW = { status: "review", creditedSun: 0 } as const;

function inWords({ amount, blockNumber, status, creditedSun, customerId }: Expected): string {
  return `${amount} in ${blockNumber} ${status} ${creditedSun} to ${customerId}`;
}

const keyOf = (txid: string, source: string, position: number) => `${txid} ${source} ${position}`;

/** All that a transaction brings to anybody. */
function broughtBy({ txid, intent }: PaperTransaction): Brought[] {
  if (intent.kind === "transfer") {
    const { owner: from, receiver: to, amountSun: amount } = intent;
    const source = "transfer";
    return [{ key: keyOf(txid, source, 0), txid, source, from, to, asset: "TRX", amount }];
  }
  if (intent.kind !== "call") return [];
  const events = intent.events.map(({ contract, from, to, amount }, at) => {
    const key = keyOf(txid, "log", placeOf(at, intent));
    return { key, txid, source: "log" as const, from, to, asset: contract, amount };
  });
  const sendings = intent.sendings.flatMap(({ to, amountSun: amount, rejected }, at): Brought[] => {
    const key = keyOf(txid, "internal", at);
    const [from, asset, source] = [intent.receiver, "TRX", "internal"] as const;
    return rejected ? [] : [{ key, txid, source, from, to, asset, amount }];
  });
  return [...events, ...sendings];
}
