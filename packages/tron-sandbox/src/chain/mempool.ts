/**
 * Transactions that were accepted and wait for a block, with the state as it will be after them.
 */

import { PERMISSION_UPDATE } from "../contracts/index.js";
import { SignatureProblem } from "../crypto/signature.js";
import { ACCOUNTS } from "../state/records.js";
import { get, Layer, type View } from "../state/view.js";
import type { IncludedTransaction } from "../storage/storage.js";
import type { Contract, Transaction } from "../wire/transaction.js";
import { type ChainFacts, checkFrame, execute } from "./execute.js";
import { checkSignatures, PermissionProblem, stillApproved } from "./permission.js";
import { Rejection, rejection } from "./rejection.js";

const MAX_PENDING = 2_000;
const SLOT_MS = 3_000;

export interface Pending {
  readonly transaction: Transaction;
  readonly contract: Contract;
  readonly signers: readonly string[];
  /** A fault for tests: accepted, known, and never put into a block. */
  readonly withheld: boolean;
}

export class Mempool {
  readonly #head: View;
  readonly #pending = new Map<string, Pending>();
  #state: Layer;
  #feesSun = 0;

  constructor(head: View) {
    this.#head = head;
    this.#state = new Layer(head);
  }

  /**
   * The head state with the pending transactions applied: what reads under /wallet see, as on
   * java-tron.
   */
  get state(): Layer {
    return this.#state;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** What the pending transactions pay. */
  get feesSun(): number {
    return this.#feesSun;
  }

  get(txid: string): Pending | undefined {
    return this.#pending.get(txid);
  }

  /** Takes a broadcast transaction or throws Rejection; the order of the checks is java-tron's. */
  accept(transaction: Transaction, facts: ChainFacts, withheld = false): void {
    this.#add({ ...this.#checked(transaction, facts), withheld }, facts);
  }

  /** Throws Rejection where `accept` would; nothing is kept. */
  judge(transaction: Transaction, facts: ChainFacts): void {
    const { contract } = this.#checked(transaction, facts);
    execute(new Layer(this.#state), transaction, contract, facts);
  }

  #checked(transaction: Transaction, facts: ChainFacts): Pending {
    if (this.#pending.size > MAX_PENDING) throw rejection("SERVER_BUSY");
    const { contract } = transaction;
    if (contract === undefined) {
      throw new Rejection("CONTRACT_VALIDATE_ERROR", "Contract validate error : No contract!");
    }
    if (transaction.expiration < facts.head.timestampMs + SLOT_MS) {
      throw rejection("TRANSACTION_EXPIRATION_ERROR");
    }
    const signers = this.#signersOf(transaction, contract);
    if (transaction.contractCount !== 1) throw contractCount(transaction);
    checkFrame(transaction, facts);
    return { transaction, contract, signers, withheld: false };
  }

  #signersOf(transaction: Transaction, contract: Contract): readonly string[] {
    try {
      return checkSignatures(get(this.#state, ACCOUNTS, contract.owner), transaction);
    } catch (error) {
      if (!(error instanceof PermissionProblem || error instanceof SignatureProblem)) throw error;
      throw new Rejection("SIGERROR", `Validate signature error: ${error.message}`);
    }
  }

  #add(pending: Pending, facts: ChainFacts): void {
    const layer = new Layer(this.#state);
    this.#feesSun += execute(layer, pending.transaction, pending.contract, facts).feeSun;
    layer.mergeInto(this.#state);
    this.#pending.set(pending.transaction.txid, pending);
  }

  /**
   * What the next block holds: every pending transaction that is still valid above the head. Behind
   * a change of its permissions an account gets nothing more into the same block.
   */
  select(facts: ChainFacts): { included: IncludedTransaction[]; changes: Layer } {
    const changes = new Layer(this.#head);
    const included: IncludedTransaction[] = [];
    const changedOwners = new Set<string>();
    for (const pending of this.#pending.values()) {
      const { transaction, contract, signers, withheld } = pending;
      if (withheld || changedOwners.has(contract.owner)) continue;
      if (contract.type === PERMISSION_UPDATE) changedOwners.add(contract.owner);
      const layer = new Layer(changes);
      const account = get(layer, ACCOUNTS, contract.owner);
      if (!stillApproved(account, contract, signers)) continue;
      try {
        checkFrame(transaction, { ...facts, isKnown: () => false });
        included.push(execute(layer, transaction, contract, facts));
        layer.mergeInto(changes);
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
      }
    }
    return { included, changes };
  }

  /**
   * Starts again above a head that changed, with what is given; what is no longer valid is dropped.
   */
  reset(keep: readonly Pending[], facts: ChainFacts): void {
    this.#pending.clear();
    this.#state = new Layer(this.#head);
    this.#feesSun = 0;
    for (const pending of keep) {
      try {
        checkFrame(pending.transaction, facts);
        this.#add(pending, facts);
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
      }
    }
  }

  all(): Pending[] {
    return [...this.#pending.values()];
  }

  withheld(): Pending[] {
    return this.all().filter((one) => one.withheld);
  }
}

function contractCount({ txid, contractCount: actual }: Transaction): Rejection {
  const text = "contract size should be exactly 1, this is extend feature ,actual";
  const said = `Contract validate error : tx ${txid} ${text} :${actual}`;
  return new Rejection("CONTRACT_VALIDATE_ERROR", said);
}
