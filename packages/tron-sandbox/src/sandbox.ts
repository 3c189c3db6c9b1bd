/**
 * One running sandbox: the chain, its keys and faults, the clock that makes blocks, and the faucet.
 */
import { createHash } from "node:crypto";
import { BLOCK_INTERVAL_MS } from "./chain/block.js";
import type { Chain } from "./chain/chain.js";
import { accountOf } from "./contracts/contract.js";
import { sign } from "./crypto/signature.js";
import { addAccount, type GivenAccount } from "./given-account.js";
import { Faults } from "./http/faults.js";
import type { Keys, KeysFile } from "./keys-file.js";
import type { Block } from "./storage/storage.js";
import { encode } from "./wire/codec.js";
import { RAW } from "./wire/messages.js";
import { contractMessage, type Transaction, transactionOf } from "./wire/transaction.js";

const FUND_LIFETIME_MS = 600_000;

/** Whoever follows a chain doubts a longer pause between two blocks: much time passes in several, empty ones. */
const LONGEST_PAUSE_MS = 1_800_000;

export class Sandbox {
  readonly chain: Chain;
  readonly keysFile: KeysFile;
  readonly faults = new Faults();
  /** While it is on the clock makes no blocks; /sandbox/mine still does. */
  stalled = false;
  readonly #blockMs: number | "manual";
  #timer: NodeJS.Timeout | undefined;
  #lastFundedAt = 0;
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

  /** Sends from the faucet and answers when a block has it; in manual mode it makes that block. */
  async fund(toHex: string, amountSun: number): Promise<string> {
    const transaction = this.#transfer(toHex, amountSun);
    this.chain.accept(transaction);
    if (this.#blockMs === "manual") this.produce();
    else if (!this.stalled) await new Promise<void>((wake) => this.#onBlock.push(wake));
    return transaction.txid;
  }

  #transfer(toHex: string, amountSun: number): Transaction {
    const { head } = this.chain;
    // Two transfers of the same amount to the same address must not be the same transaction.
    this.#lastFundedAt = Math.max(Date.now(), this.#lastFundedAt + 1);
    const parameter = {
      owner_address: Buffer.from(this.keys.faucet.address, "hex"),
      to_address: Buffer.from(toHex, "hex"),
      amount: amountSun,
    };
    const raw = encode(RAW, {
      ref_block_bytes: Buffer.from(head.id.slice(12, 16), "hex"),
      ref_block_hash: Buffer.from(head.id.slice(16, 32), "hex"),
      expiration: head.timestampMs + FUND_LIFETIME_MS,
      contract: [contractMessage("TransferContract", parameter, 0)],
      timestamp: this.#lastFundedAt,
    });
    const hash = createHash("sha256").update(raw).digest();
    return transactionOf(raw, [sign(hash, this.keys.faucet.privateKeyHex)]);
  }
}
