/** What the operator's command line may ask of the running desk. */
import type { Chain } from "../chain/port.js";
import type { Config } from "../config.js";
import type { DeskControl, StatusResult, TelegramStatus } from "../control/desk-control.js";
import type { Address } from "../domain/address.js";
import { readBacklog } from "../engine/chat/inbox.js";
import type { Engine } from "../engine/context.js";
import { chainUnavailable } from "../engine/gates.js";
import { readPoolState } from "../engine/operating/operate.js";
import type { TelegramState } from "../telegram/telegram.js";
import { auditInProcess } from "../workers/auditor.js";
import type { Workers } from "../workers/workers.js";
import { shownUrl } from "./node.js";
import type { DeskNodes } from "./nodes.js";
import { readOwnerPermission } from "./owner-permission.js";
import { sandboxControl } from "./sandbox-control.js";

export interface RunningDesk {
  readonly config: Config;
  readonly engine: Engine;
  readonly chain: Chain;
  /** The account whose key delegates. */
  readonly operator: Address;
  readonly workers: Workers;
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly nodes: DeskNodes;
  /** Undefined without a bot. */
  readonly telegram: () => TelegramState | undefined;
}

export function controlOf(desk: RunningDesk): DeskControl {
  const { config, engine, nodeUrl, nodes } = desk;
  return {
    engine,
    config,
    nodes,
    audit: () => auditInProcess(engine.database.path),
    status: () => statusOf(desk),
    payOut: desk.workers.payOut,
    reconcile: desk.workers.reconcile,
    async ownerPermission(wanted) {
      // All permissions are replaced together: by the answer of a node that is behind, a permission taken away since would come
      // back.
      const problem = engine.chainClock.problem();
      if (problem !== undefined) throw chainUnavailable(problem);
      return readOwnerPermission(desk.chain, desk.operator, wanted);
    },
    ...(config.network === "sandbox" ? { sandbox: sandboxControl(engine, nodeUrl) } : {}),
  };
}

/** For the public /readyz: whether there is a bot, and whether it reaches Telegram. */
export function telegramReadiness(state: TelegramState | undefined): string {
  if (!state) return "off";
  return state.problem === null ? "ok" : "does not answer";
}

async function telegramOf(
  { telegramMode }: Config,
  engine: Engine,
  state: TelegramState | undefined,
): Promise<TelegramStatus> {
  const nothing = { username: null, mode: telegramMode, lastPollAt: null, lastDeliveryAt: null };
  const told = state ?? { ...nothing, problem: null };
  const door = !state ? "off" : state.username === null ? "connecting" : "open";
  return { door, ...told, ...(await readBacklog(engine)) };
}

async function statusOf(desk: RunningDesk): Promise<StatusResult> {
  const { config, engine, workers, baseUrl, nodeUrl, nodes, telegram } = desk;
  return {
    baseUrl,
    nodeUrl: shownUrl(nodeUrl),
    network: config.network,
    headBlock: engine.chainClock.head?.number ?? null,
    ...openness(engine),
    nodes: nodes.status(),
    pool: await readPoolState(engine),
    workers: workers.states(),
    telegram: await telegramOf(config, engine, telegram()),
  };
}

/** Whether orders are taken, and why not. */
function openness({ gates, database }: Engine): Pick<StatusResult, "state" | "reason"> {
  const { halt, pause, shuttingDown } = gates;
  const { writeProblem } = database;
  const unwritten = writeProblem && `the database cannot be written (${writeProblem})`;
  const problem = unwritten ?? gates.chainProblem();
  const reason = halt ?? pause ?? problem ?? null;
  if (shuttingDown) return { state: "stopping", reason };
  if (halt !== undefined) return { state: "halted", reason };
  if (pause !== undefined) return { state: "paused", reason };
  return { state: problem === undefined ? "open" : "waiting", reason };
}
