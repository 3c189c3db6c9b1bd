/**
 * One running sandbox: the chain, its keys and faults, the clock that makes blocks, and the faucet.
 */
import { createHash } from "node:crypto";
import { addContracts, hasContracts } from "./calls/at-start.js";
import type { CallOutcome } from "./calls/program.js";
import { BLOCK_INTERVAL_MS } from "./chain/block.js";
import type { Chain } from "./chain/chain.js";
import { accountOf, SUN_PER_TRX } from "./contracts/contract.js";
import { sign } from "./crypto/signature.js";
import { addAccount, type GivenAccount } from "./given-account.js";
import { Faults } from "./http/faults.js";
import type { KeyPair, Keys, KeysFile } from "./keys-file.js";
import { type Payment, type Step, stepsOf } from "./payments.js";
import type { Block } from "./storage/storage.js";
import { encode } from "./wire/codec.js";
import { RAW } from "./wire/messages.js";
import { contractMessage, type Transaction, transactionOf } from "./wire/transaction.js";

const PAYMENT_LIFETIME_MS = 600_000;

/** Whoever follows a chain doubts a longer pause between two blocks: much time passes in several, empty ones. */
const LONGEST_PAUSE_MS = 1_800_000;

/** What a wallet has at first: 1,000 TRX, and as many USDT. Both count in millionths. */
const WALLET_COINS = 1_000 * SUN_PER_TRX;
const SPENDER_SUN = 1_000_000 * SUN_PER_TRX;
const NO_STAKE = { energy: 0, bandwidth: 0, feeBandwidth: 0, permitsOperator: false };

export interface Paid {
  readonly txid: string;
  /** Null where no block has it, as while no blocks are made. */
  readonly blockNumber: number | null;
  /** How it ended; null with the block. */
  readonly result: CallOutcome["result"] | null;
}

export class Sandbox {
  readonly chain: Chain;
  readonly keysFile: KeysFile;
  readonly faults = new Faults();
  /** While it is on the clock makes no blocks; /sandbox/mine still does. */
  stalled = false;
  readonly #blockMs: number | "manual";
  #timer: NodeJS.Timeout | undefined;
  #lastPaidAt = 0;
  #onBlock: (() => void)[] = [];

  constructor(chain: Chain, keysFile: KeysFile, blockMs: number | "manual") {
    this.chain = chain;
    this.keysFile = keysFile;
    this.#blockMs = blockMs;
    chain.oldestNeeded = () => this.faults.oldestNeeded();
  }

  get keys(): Keys {
    return this.keysFile.keys;
  }

  start(): void {
    if (this.#blockMs === "manual") return;
    this.#timer = setInterval(() => {
      if (!this.stalled) this.produce();
    }, this.#blockMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const wake of this.#onBlock.splice(0)) wake();
  }

  produce(): Block {
    const block = this.chain.produce();
    for (const wake of this.#onBlock.splice(0)) wake();
    return block;
  }

  /** Many blocks in one go of the disk; `missedMs` of chain time pass before the first. */
  produceMany(count: number, missedMs: number): void {
    this.chain.storage.commit(() => {
      let missed = missedMs;
      for (; missed > LONGEST_PAUSE_MS; missed -= LONGEST_PAUSE_MS) {
        this.chain.produceEmpty(1, LONGEST_PAUSE_MS - BLOCK_INTERVAL_MS);
      }
      for (let index = 0; index < count; index++) this.chain.produce(index === 0 ? missed : 0);
    });
    for (const wake of this.#onBlock.splice(0)) wake();
  }

  /** Makes the account unless it is there already, in a state that no fork undoes. */
  give(account: GivenAccount): void {
    const { chain, keys } = this;
    if (accountOf(chain.view(false), account.address)) return;
    chain.found((layer) => addAccount(layer, keys, chain.head.timestampMs, account));
  }

  /** The contracts, where an older sandbox has none yet. */
  giveContracts(): void {
    const { chain, keys } = this;
    if (hasContracts(chain.view(false))) return;
    const createdAt = chain.genesis.timestampMs;
    chain.found((layer) => addContracts(layer, keys.faucet.address, createdAt));
  }

  /** Sends from the faucet and answers when a block has it; in manual mode it makes that block. */
  async fund(toHex: string, amountSun: number): Promise<string> {
    const payment = { to: toHex, asset: "trx", amount: amountSun, kind: "plain" } as const;
    return (await this.pay(payment)).txid;
  }

  /** The wallet of somebody, the same one for the same id; at first use it gets TRX and USDT. */
  wallet(id: string): KeyPair {
    const key = this.keysFile.account(`wallet of ${id}`);
    const { address } = key;
    this.give({ ...NO_STAKE, address, balanceSun: WALLET_COINS, usdt: WALLET_COINS });
    return key;
  }

  /** The same for a payment of any kind, from the faucet unless told otherwise. */
  async pay(payment: Payment, from: KeyPair = this.keys.faucet): Promise<Paid> {
    const spender = payment.kind === "allowance" ? this.#spender() : from;
    const steps = stepsOf(payment, from.address, spender.address);
    let txid = "";
    for (const step of steps) {
      const transaction = this.#signed(step, step.by === "payer" ? from : spender);
      this.chain.accept(transaction);
      ({ txid } = transaction);
    }
    if (this.#blockMs === "manual") this.produce();
    else if (!this.stalled) await new Promise<void>((wake) => this.#onBlock.push(wake));
    const stored = this.chain.storage.transaction(txid);
    if (stored === undefined) return { txid, blockNumber: null, result: null };
    return { txid, blockNumber: stored.block, result: stored.call?.result ?? "SUCCESS" };
  }

  /** Uses the allowances that others give it. */
  #spender(): KeyPair {
    const key = this.keysFile.account("spender");
    this.give({ ...NO_STAKE, address: key.address, balanceSun: SPENDER_SUN });
    return key;
  }

  #signed({ name, parameter, feeLimitSun }: Step, by: KeyPair): Transaction {
    const { head, solidNumber } = this.chain;
    // No fork replaces this block, so none makes the payment invalid.
    const reference = this.chain.block(solidNumber) ?? head;
    // Two transfers of the same amount to the same address must not be the same transaction.
    this.#lastPaidAt = Math.max(Date.now(), this.#lastPaidAt + 1);
    const owned = { ...parameter, owner_address: Buffer.from(by.address, "hex") };
    const raw = encode(RAW, {
      ref_block_bytes: Buffer.from(reference.id.slice(12, 16), "hex"),
      ref_block_hash: Buffer.from(reference.id.slice(16, 32), "hex"),
      expiration: head.timestampMs + PAYMENT_LIFETIME_MS,
      contract: [contractMessage(name, owned, 0)],
      timestamp: this.#lastPaidAt,
      fee_limit: feeLimitSun,
    });
    const hash = createHash("sha256").update(raw).digest();
    return transactionOf(raw, [sign(hash, by.privateKeyHex)]);
  }
}
