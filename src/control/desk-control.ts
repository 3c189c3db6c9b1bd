/** What a command works on: the desk that runs, or a database that was opened for the command alone. */
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
  /** Audits the books without holding up orders; without it they are audited in this thread. */
  readonly audit?: () => Promise<AuditResult>;
  /** Only a desk that runs has a status. */
  readonly status?: () => Promise<StatusResult> | StatusResult;
  /** Pays all sellers that are due; only a desk that runs can, and only where it has a key to pay with. */
  readonly payOut?: (() => Promise<PayoutRun>) | undefined;
  /** Compares the books with the chain; only a desk that runs has one. */
  readonly reconcile?: () => Promise<Comparison>;
  /** What an account's owner signs so that the desk may delegate for it; only a desk that runs can ask the chain. */
  readonly ownerPermission?: (wanted: {
    readonly address: Address;
    /** How long the transaction can be sent. */
    readonly lifeMs: number;
  }) => Promise<OwnerPermission>;
  /** Which of several nodes may be asked; only a desk that runs asks any. */
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
  /** Refuses a number that there is not, and the last node that can be read from. */
  ignore(number: number): Promise<ChosenNode>;
  use(number: number): Promise<ChosenNode>;
}

interface ChosenNode {
  readonly number: number;
  /** Number and origin, as of all nodes that are shown. */
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

/** Null is what is not known of a node. */
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
  /** Without a usable answer. */
  readonly failuresLastHour: number;
  /** At the rate of the last hour. */
  readonly questionsADay: number;
  /** Why it is not in step; null where it is. */
  readonly reason: string | null;
  /** Unix milliseconds since when that has been so. */
  readonly outOfStepSince: number | null;
  /** Unix milliseconds until when it is left alone after a failure. */
  readonly restsUntil: number | null;
}

export interface TelegramStatus {
  /** "connecting" until Telegram has answered for the first time since the start. */
  readonly door: "off" | "connecting" | "open";
  readonly username: string | null;
  /** Whether the desk asks for updates, or Telegram brings them. */
  readonly mode: "polling" | "webhook";
  /** Unix milliseconds of the last poll that was answered; Telegram may hold one for 30 s. */
  readonly lastPollAt: number | null;
  /** Unix milliseconds of the last update that Telegram brought. */
  readonly lastDeliveryAt: number | null;
  /** Why Telegram cannot be reached now, or cannot reach the desk. */
  readonly problem: string | null;
  /** Updates that wait to be applied, messages that wait to be sent, and those of both that were given up. */
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
