/** What a command works on: the running desk and its chain, or a database opened for the command alone. */

import { z } from "zod";
import type { Config } from "../config.js";
import type { Address } from "../domain/address.js";
import type { Cover } from "../domain/cover.js";
import type { Duration } from "../domain/duration.js";
import type { CustomerId } from "../domain/ids.js";
import type { Sun } from "../domain/money.js";
import type { PerResource, Resource } from "../domain/resource.js";
import type { SignedSweep, SweepFile, SweepSent, SweepWanted } from "../domain/sweep-file.js";
import type { Engine } from "../engine/context.js";
import type { ShownMoney } from "../engine/deposits/deposits.js";
import type { NotReadCounts } from "../engine/not-read.js";
import type { AuditResult } from "../engine/operating/audit.js";
import type { LockedShare } from "../engine/operating/figures.js";
import type { readPoolState } from "../engine/operating/operate.js";
import type { Comparison } from "../engine/operating/reconcile.js";
import type { TakeBackList } from "../engine/operating/take-back.js";
import type { PayoutRun } from "../engine/payouts/payout-lists.js";
import type { HeldBack } from "../engine/payouts/seller-payouts.js";
import { Refusal } from "./refusal.js";

export interface DeskControl {
  readonly engine: Engine;
  readonly config: Config;
  /** Audits the books without holding up orders; without it, in this thread. */
  readonly audit?: () => Promise<AuditResult>;
  /** Only of a running desk. */
  readonly status?: () => Promise<StatusResult> | StatusResult;
  /** Pays all sellers that are due; only a running desk with a payout key can. */
  readonly payOut?: (() => Promise<PayoutRun>) | undefined;
  /** Compares the books with the chain; only a running desk has one. */
  readonly reconcile?: () => Promise<Comparison>;
  /** Lists what was delegated since a restored backup, to be taken back once confirmed; only a running desk can. */
  readonly takeBack?: (isConfirmed: boolean) => Promise<TakeBackList>;
  /** Reads on the chain what is there of what the desk owes; only a running desk can. */
  readonly cover?: () => Promise<Cover>;
  /** The transaction that lets the desk delegate for an account; only a running desk can ask the chain. */
  readonly ownerPermission?: (wanted: {
    readonly address: Address;
    /** How long the transaction can be sent. */
    readonly lifeMs: number;
  }) => Promise<OwnerPermission>;
  /** What the solidified chain shows of a transaction; only a running desk can ask it. Throws NOT_FOUND while it shows none. */
  readonly moneyOf?: (txid: string) => Promise<ShownMoney & { readonly success: boolean }>;
  /** The account that pays; undefined while payouts are off. */
  readonly payer?: Address | undefined;
  /** Books what a block has brought, and how many deposits were credited; only a running desk that takes deposits can. */
  readonly scanBlock?: ((block: number) => Promise<number>) | undefined;
  /** Brings deposits to the operator's own account; only a running desk can ask the chain. */
  readonly sweep?: SweepControl;
  /** Takes nodes out of use and back; only a running desk can. */
  readonly nodes?: NodeChoice;
  /** Only where the chain is the embedded sandbox. */
  readonly sandbox?: SandboxControl;
}

/** Throws FORBIDDEN where the desk has no sandbox. */
export function sandboxOf({ sandbox, config }: DeskControl): SandboxControl {
  if (sandbox) return sandbox;
  throw new Refusal(
    "FORBIDDEN",
    `This desk runs on ${config.network}; only a desk on the embedded sandbox chain can do that.`,
  );
}

export interface SweepControl {
  /** The next round, for offline keys to sign. */
  plan(wanted: SweepWanted): Promise<SweepFile>;
  /** Checks and sends what was signed; asked again it continues. */
  send(file: SignedSweep): Promise<SweepSent>;
}

export interface NodeChoice {
  /** Refuses an unknown number, and the last node that could be read from. */
  ignore(number: number): Promise<ChosenNode>;
  use(number: number): Promise<ChosenNode>;
}

interface ChosenNode {
  readonly number: number;
  /** Number and origin of each node. */
  readonly node: string;
  readonly ignored: boolean;
}

/** Of a database on PostgreSQL, which several desks share. */
export interface DatabaseStatus {
  readonly active: {
    readonly holder: string;
    readonly epoch: number;
    /** Unix milliseconds. */
    readonly since: number;
  };
  /** The machine of each, and what it is. */
  readonly desks: readonly string[];
  /** Servers that follow the primary; null where the desk's role may not see it. */
  readonly replicas: readonly {
    readonly name: string;
    readonly state: string | null;
    readonly sync: string | null;
  }[];
  /** When an acknowledged order could be lost; null while none can. */
  readonly lossRisk: string | null;
}

/** What a desk tells that stands by. */
export interface StandByStatus {
  readonly state: "stand-by";
  /** Which desk is active. */
  readonly reason: string;
  /** Null while no server can be asked. */
  readonly database: DatabaseStatus | null;
}

export interface StatusResult {
  /** Not with SQLite. */
  readonly database?: DatabaseStatus;
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly network: string;
  /** Number of the newest block seen; null until there is one. */
  readonly headBlock: number | null;
  /** Whether new orders are taken, "waiting" while the chain is out of sight; `reason` says why not. */
  readonly state: "open" | "waiting" | "paused" | "halted" | "stopping";
  readonly reason: string | null;
  /** Why nothing leaves although orders may be taken; null while payouts are made. */
  readonly payoutsHeld: string | null;
  /** What could not be read and may have moved money or stake of the desk; `desk unread list` has it. */
  readonly notRead: NotReadCounts & {
    readonly oldest: { readonly block: number; readonly notedAt: number } | null;
  };
  /** Deposits that wait for the operator, or for cover. */
  readonly depositsInReview: number;
  readonly nodes: readonly NodeStatus[];
  readonly pool: readonly PoolOwner[];
  readonly locks: LockedShare;
  readonly workers: readonly WorkerState[];
  readonly telegram: TelegramStatus;
  readonly heldBack: HeldBack;
}

/** Null means: not known of the node. */
export interface NodeStatus {
  readonly number: number;
  /** Number and origin. */
  readonly node: string;
  readonly use: "reading" | "stand-by" | "broadcasts" | "nothing" | "ignored";
  readonly headBlock: number | null;
  /** How far its head is behind the best seen of all; null where there is one node. */
  readonly behindBlocks: number | null;
  /** How far its solidified block is behind its head. */
  readonly solidLagBlocks: number | null;
  readonly answersLastHour: number;
  /** Calls without a usable answer. */
  readonly failuresLastHour: number;
  /** At the rate of the last hour. */
  readonly questionsADay: number;
  /** Why it is not in step; null when it is. */
  readonly reason: string | null;
  /** Unix milliseconds since when that has been so. */
  readonly outOfStepSince: number | null;
  /** Unix milliseconds until which it rests after a failure. */
  readonly restsUntil: number | null;
}

export interface TelegramStatus {
  /** "connecting" until Telegram has answered for the first time since the start. */
  readonly door: "off" | "connecting" | "open";
  readonly username: string | null;
  /** Whether the desk polls, or Telegram delivers. */
  readonly mode: "polling" | "webhook";
  /** Unix milliseconds of the last poll that was answered; Telegram may hold one for 30 s. */
  readonly lastPollAt: number | null;
  /** Unix milliseconds of the last update that Telegram brought. */
  readonly lastDeliveryAt: number | null;
  /** Why Telegram cannot be reached now, or cannot reach the desk. */
  readonly problem: string | null;
  /** Updates to be applied, messages to be sent, and those of both that were given up. */
  readonly inbox: number;
  readonly outbox: number;
  readonly deadLetters: number;
  /** Whether the chat of OPERATOR_CHAT takes messages; null where none is set. */
  readonly operatorChat: { readonly id: number; readonly takesMessages: boolean } | null;
}

export type PoolOwner = Awaited<ReturnType<typeof readPoolState>>[number];

export interface WorkerState {
  readonly name: string;
  readonly ok: boolean;
  /** Unix milliseconds of the end of the last round; null before the first. */
  readonly lastRoundAt: number | null;
  readonly lastError: string | null;
}

/** An account that is to let the desk's key delegate; only a running desk can ask the chain. */
export interface OwnerPermission {
  readonly address: Address;
  /** The address of the key by which the desk delegates. */
  readonly operator: Address;
  /** The permission that allows it already; null when one is to be added. */
  readonly permissionId: number | null;
  /** What else the desk's key may do with the account. */
  readonly beyondDelegating: readonly string[];
  readonly balanceTrx: number;
  /** Null when nothing must be changed. */
  readonly update: OwnerPermissionUpdate | null;
}

export interface OwnerPermissionUpdate {
  readonly feeTrx: number;
  /** Of the new permission: 64 hex characters, operation i is bit i&7 of byte i>>3. */
  readonly operations: string;
  /** Permissions that stay; those of the owner and of a block producer have no operations. */
  readonly kept: readonly KeptPermission[];
  /** How many of the owner's keys must sign at least. */
  readonly signatures: number;
  /** Unix milliseconds, by the chain's time. */
  readonly expiresAt: number;
  readonly txID: string;
  readonly raw_data_hex: string;
  /** As TronLink and tronweb sign it. */
  readonly transaction: object;
}

interface KeptPermission {
  readonly type: "owner" | "witness" | "active";
  readonly name: string;
  readonly threshold: number;
  readonly keys: readonly { readonly address: Address; readonly weight: number }[];
  readonly operations?: string;
}

/** What commands may ask of the sandbox's chain; only a desk on the embedded node has this. */
export interface SandboxControl {
  /** Sends TRX out of the faucet; resolves once the transfer is in a block. */
  fund(address: Address, amountSun: Sun): Promise<{ readonly txid: string }>;
  /** Pays from outside of the desk; resolves once the payment is in a block. */
  pay(payment: OutsidePayment): Promise<SentPayment>;
  /** Makes an account with stake and registers it, unless it is to stay unregistered. */
  addSeller(wanted: WantedSeller): Promise<NewSeller>;
  /** Signs a text as a wallet does (TIP-191); refused for an account whose key the sandbox lacks. */
  sign(address: Address, text: string): Promise<{ readonly signature: string }>;
  /** Signs a transaction as a wallet does: 65 bytes over its id. */
  signTransaction(address: Address, txid: string): Promise<{ readonly signature: string }>;
  /** Marks the units as used just now. */
  use(address: Address, resource: Resource, units: number): Promise<void>;
  /** Makes an account a contract, for good; the desk forgets what it remembered about it as a receiver. */
  makeContract(address: Address): Promise<void>;
  faults(change: FaultChange): Promise<FaultState>;
}

export interface OutsidePayment {
  readonly to: Address;
  readonly asset: "trx" | "usdt";
  /** SUN, or millionths of a USDT. */
  readonly amount: Sun;
  /** In which way; the node's README has them all. */
  readonly kind?: string | undefined;
  /** Whose wallet of the sandbox pays; its faucet unless given. */
  readonly wallet?: string | undefined;
}

export interface SentPayment {
  readonly txid: string;
  /** Null while no block has it. */
  readonly blockNumber: number | null;
  /** Such as SUCCESS or REVERT; null with the block. */
  readonly result: string | null;
}

export interface WantedSeller {
  /** Whose seller it is; the demo sellers' customer unless given. */
  readonly customerId?: CustomerId | undefined;
  /** Units that it can delegate; with 0 it offers none. */
  readonly units: PerResource<number>;
  /** The least it takes for a unit, in SUN. */
  readonly priceSun: PerResource<number>;
  /** The longest rental it offers; the shortest is 15m. */
  readonly longest: Duration;
  /** Whether the desk's key may delegate for it. */
  readonly permission: boolean;
  readonly registered: boolean;
}

export interface NewSeller {
  readonly address: Address;
  /** Undefined when it is not registered. */
  readonly customerId?: CustomerId;
}

export interface FaultChange {
  /** Takes back every fault, and lets a stalled chain go on. */
  readonly clear: boolean;
  /** A fault as the node takes it; its README has them all. */
  readonly add?: Readonly<Record<string, unknown>>;
  /** Replaces so many of the newest blocks at once. */
  readonly fork?: { readonly depth: number; readonly transactions: "pending" | "vanish" };
  readonly stall: boolean;
}

export type FaultState = z.infer<typeof faultState>;
export type FaultInForce = FaultState["faults"][number];

/** As the node tells it. */
export const faultState = z.object({
  faults: z.array(
    z.object({
      kind: z.string(),
      path: z.string(),
      /** How many more calls it applies to; undefined without a count. */
      count: z.number().optional(),
      owner: z.string().optional(),
      reason: z.string().optional(),
      code: z.string().optional(),
      status: z.number().optional(),
      delayMs: z.number().optional(),
      /** Of late infos: how many are given, and of how many of the newest blocks. */
      infos: z.number().optional(),
      blocks: z.number().optional(),
    }),
  ),
  /** Whether the chain makes no blocks. */
  stalled: z.boolean(),
});
