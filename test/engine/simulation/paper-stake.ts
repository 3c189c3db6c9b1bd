/**
 * What accounts have after a block: TRX, stake, and who has delegated what to whom. The rules are java-tron's, as far as a
 * delegation can meet them; what the desk has delegated is told apart from what an owner delegates with their own key.
 */
import type { Address } from "../../../src/domain/address.js";
import type { Resource } from "../../../src/domain/resource.js";
import type { CallIntent, PaperIntent, PaperTransaction } from "./paper-transaction.js";

const BLOCK_MS = 3_000;
const MAX_LOCK_BLOCKS = 864_000;

/** What one owner delegates to one receiver of one resource. */
export interface Delegated {
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly unlockedSun: number;
  readonly lockedSun: number;
  readonly lockExpiresAt: number;
  /** Of both together: what the desk has delegated. The rest is the owner's own doing. */
  readonly deskSun: number;
  /** What the owner took back of that. */
  readonly takenSun: number;
  /** Time of the block that the owner's own newest delegation stands upon. */
  readonly lentAtMs: number;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

type StakeIntent = Exclude<PaperIntent, { kind: "transfer" | "call" }>;

const invalid = (text: string): Refusal => ({
  code: "CONTRACT_VALIDATE_ERROR",
  message: `Contract validate error : ${text}`,
});

const NAMES = { energy: "Energy", bandwidth: "Bandwidth" } as const;

export class PaperStake {
  readonly #freeSun: Map<string, number>;
  readonly #trxSun: Map<Address, number>;
  /** By token and account; whoever makes a token may owe it. */
  readonly #tokens: Map<string, number>;
  readonly #delegated: Map<string, Delegated>;
  /** Stake that owners had delegated themselves and the desk took back. */
  foreignSun: number;
  readonly #mixed: Set<string>;

  constructor(before?: PaperStake) {
    this.#freeSun = new Map(before ? before.#freeSun : []);
    this.#trxSun = new Map(before ? before.#trxSun : []);
    this.#tokens = new Map(before ? before.#tokens : []);
    this.#delegated = new Map(before ? before.#delegated : []);
    this.foreignSun = before ? before.foreignSun : 0;
    this.#mixed = new Set(before ? before.#mixed : []);
  }

  /** The owner has delegated with their own key while the desk was taking back: whose is what of the rest is a matter of words. */
  isMixed(record: Pick<Delegated, "owner" | "receiver" | "resource">): boolean {
    return this.#mixed.has(keyOf(record));
  }

  give(owner: Address, stakeSun: number): void {
    this.#freeSun.set(`${owner} energy`, stakeSun);
    this.#freeSun.set(`${owner} bandwidth`, stakeSun);
  }

  giveTrx(account: Address, amountSun: number): void {
    this.#trxSun.set(account, this.trxSun(account) + amountSun);
  }

  trxSun(account: Address): number {
    return this.#trxSun.get(account) ?? 0;
  }

  tokens(contract: Address, account: Address): number {
    return this.#tokens.get(`${contract} ${account}`) ?? 0;
  }

  freeSun(owner: Address, resource: Resource): number {
    return this.#freeSun.get(`${owner} ${resource}`) ?? 0;
  }

  /** Everything that is delegated now, by whomever. */
  get all(): readonly Delegated[] {
    return [...this.#delegated.values()];
  }

  of(owner: Address, receiver: Address, resource: Resource): Delegated {
    const none = {
      unlockedSun: 0,
      lockedSun: 0,
      lockExpiresAt: 0,
      deskSun: 0,
      takenSun: 0,
      lentAtMs: 0,
    };
    return (
      this.#delegated.get(keyOf({ owner, receiver, resource })) ?? {
        ...{ owner, receiver, resource },
        ...none,
      }
    );
  }

  /** Why a block after this state would not take it; undefined when it would. */
  refusal({ intent }: PaperTransaction, nowMs: number): Refusal | undefined {
    if (intent.kind === "transfer") {
      const isEnough = this.trxSun(intent.owner) >= intent.amountSun;
      return isEnough
        ? undefined
        : invalid("Validate TransferContract error, balance is not sufficient.");
    }
    if (intent.kind === "call") return undefined;
    const name = NAMES[intent.resource];
    if (intent.kind === "delegate") {
      if (this.freeSun(intent.owner, intent.resource) < intent.stakeSun) {
        return invalid(
          `delegateBalance must be less than or equal to available Freeze${name}V2 balance`,
        );
      }
      return this.#lockRefusal(intent, nowMs);
    }
    const record = this.of(intent.owner, intent.receiver, intent.resource);
    if (record.unlockedSun + record.lockedSun === 0) {
      return invalid("delegated Resource does not exist");
    }
    const isOver = record.lockExpiresAt < nowMs;
    const unlockSun = record.unlockedSun + (isOver ? record.lockedSun : 0);
    if (unlockSun >= intent.stakeSun) return undefined;
    return invalid(
      `insufficient delegateFrozenBalance(${name}), request=${intent.stakeSun}, unlock_balance=${unlockSun}`,
    );
  }

  #lockRefusal(
    intent: Extract<PaperIntent, { kind: "delegate" }>,
    nowMs: number,
  ): Refusal | undefined {
    const { owner, receiver, resource, lockPeriodBlocks } = intent;
    if (lockPeriodBlocks === 0) return undefined;
    if (lockPeriodBlocks > MAX_LOCK_BLOCKS) {
      return invalid(
        `The lock period of delegate resource cannot be less than 0 and cannot exceed ${MAX_LOCK_BLOCKS}!`,
      );
    }
    const { lockedSun, lockExpiresAt } = this.of(owner, receiver, resource);
    const leftMs = lockExpiresAt - nowMs;
    if (lockedSun === 0 || lockPeriodBlocks * BLOCK_MS >= leftMs) return undefined;
    const name = resource.toUpperCase();
    return invalid(
      `The lock period for ${name} this time cannot be less than the remaining time[${leftMs}ms] of the last lock period for ${name}!`,
    );
  }

  /** Does what a transaction says that no rule refuses. */
  apply({ intent, by, frame }: PaperTransaction, nowMs: number, seenMs = nowMs): void {
    if (intent.kind === "transfer") {
      this.giveTrx(intent.owner, -intent.amountSun);
      this.giveTrx(intent.receiver, intent.amountSun);
    } else if (intent.kind === "call") this.#call(intent);
    else if (intent.kind === "delegate") this.#delegate(intent, by === "desk", nowMs, seenMs);
    else this.#undelegate(intent, by === "desk" ? frame.timestampMs : undefined, nowMs);
  }

  #call({ receiver, events, sendings }: CallIntent): void {
    const give = (account: string, amount: number) =>
      this.#tokens.set(account, (this.#tokens.get(account) ?? 0) + amount);
    for (const { contract, from, to, amount } of events) {
      give(`${contract} ${from}`, -amount);
      give(`${contract} ${to}`, amount);
    }
    for (const { to, amountSun, rejected } of sendings) {
      if (rejected) continue;
      this.giveTrx(receiver, -amountSun);
      this.giveTrx(to, amountSun);
    }
  }

  #delegate(
    intent: Extract<PaperIntent, { kind: "delegate" }>,
    isDesks: boolean,
    nowMs: number,
    seenMs: number,
  ): void {
    const { stakeSun, lockPeriodBlocks } = intent;
    const record = this.#unlocked(intent, nowMs);
    const isLocked = lockPeriodBlocks > 0;
    this.#moveFree(intent, -stakeSun);
    this.#store({
      ...record,
      deskSun: record.deskSun + (isDesks ? stakeSun : 0),
      lentAtMs: isDesks ? record.lentAtMs : seenMs,
      ...(isLocked
        ? {
            lockedSun: record.lockedSun + stakeSun,
            lockExpiresAt: nowMs + lockPeriodBlocks * BLOCK_MS,
          }
        : { unlockedSun: record.unlockedSun + stakeSun }),
    });
  }

  /**
   * An owner takes what they delegated with their own key first, and only then what the desk did; the desk only what is its own. What the owner
   * changed in a block after the head that the desk signed by is beyond it: the chain takes stake back by its amount.
   */
  #undelegate(intent: StakeIntent, signedAtMs: number | undefined, nowMs: number): void {
    const { stakeSun } = intent;
    const isDesks = signedAtMs !== undefined;
    const record = this.#unlocked(intent, nowMs);
    const ownSun = record.unlockedSun + record.lockedSun - record.deskSun;
    const fromDeskSun = isDesks
      ? Math.min(stakeSun, record.deskSun)
      : Math.max(0, stakeSun - ownSun);
    if (isDesks && record.lentAtMs + BLOCK_MS > signedAtMs) this.#mixed.add(keyOf(record));
    if (isDesks && !this.isMixed(record)) this.foreignSun += stakeSun - fromDeskSun;
    this.#moveFree(intent, stakeSun);
    this.#store({
      ...record,
      unlockedSun: record.unlockedSun - stakeSun,
      deskSun: record.deskSun - fromDeskSun,
      takenSun: record.takenSun + (isDesks ? 0 : fromDeskSun),
    });
  }

  /** The record with what was locked and is over counted as unlocked, as the chain does when it touches it. */
  #unlocked({ owner, receiver, resource }: StakeIntent, nowMs: number): Delegated {
    const record = this.of(owner, receiver, resource);
    if (record.lockExpiresAt >= nowMs) return record;
    const unlockedSun = record.unlockedSun + record.lockedSun;
    return { ...record, unlockedSun, lockedSun: 0, lockExpiresAt: 0 };
  }

  #moveFree({ owner, resource }: StakeIntent, bySun: number): void {
    this.#freeSun.set(`${owner} ${resource}`, this.freeSun(owner, resource) + bySun);
  }

  #store(record: Delegated): void {
    if (record.unlockedSun + record.lockedSun === 0) this.#delegated.delete(keyOf(record));
    else this.#delegated.set(keyOf(record), record);
  }
}

function keyOf({ owner, receiver, resource }: Pick<Delegated, "owner" | "receiver" | "resource">) {
  return `${owner} ${receiver} ${resource}`;
}
