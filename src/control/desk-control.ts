/** What a command works on: the running desk, or a database opened for the command alone. */
import type { Config } from "../config.js";
import type { Address } from "../domain/address.js";
import type { PerResource } from "../domain/resource.js";
import type { Engine } from "../engine/context.js";
import type { AuditResult } from "../engine/operating/audit.js";
import type { Comparison } from "../engine/operating/reconcile.js";
import type { PayoutRun } from "../engine/sellers/payout-lists.js";
import type { OwnerPermission } from "./owner-permission.js";
import { Refusal } from "./refusal.js";
import type { SandboxControl } from "./sandbox-control.js";

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
  /** The transaction that lets the desk delegate for an account; only a running desk can ask the chain. */
  readonly ownerPermission?: (wanted: {
    readonly address: Address;
    /** How long the transaction can be sent. */
    readonly lifeMs: number;
  }) => Promise<OwnerPermission>;
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

export interface StatusResult {
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly network: string;
  /** Number of the newest block seen; null until there is one. */
  readonly headBlock: number | null;
  /** Whether new orders are taken, "waiting" while the chain is out of sight; `reason` says why not. */
  readonly state: "open" | "waiting" | "paused" | "halted" | "stopping";
  readonly reason: string | null;
  readonly nodes: readonly NodeStatus[];
  readonly pool: readonly PoolOwner[];
  readonly workers: readonly WorkerState[];
  readonly telegram: TelegramStatus;
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
}

export interface PoolOwner extends Partial<PerResource<PoolCapacity>> {
  readonly address: string;
  readonly state: string;
  readonly pauseReason: string | null;
}

export interface PoolCapacity {
  readonly delegatableSun: number;
  readonly reservedSun: number;
  readonly freeUnits: number;
}

export interface WorkerState {
  readonly name: string;
  readonly ok: boolean;
  /** Unix milliseconds of the end of the last round; null before the first. */
  readonly lastRoundAt: number | null;
  readonly lastError: string | null;
}
