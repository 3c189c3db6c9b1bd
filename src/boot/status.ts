/** What the operator's command line may ask of the running desk. */
import type { DeskControl, StatusResult } from "../cli/desk-control.js";
import type { Config } from "../config.js";
import type { Engine } from "../engine/context.js";
import { readPoolState } from "../engine/operate.js";
import { auditInThread } from "../workers/auditor.js";
import type { Workers } from "../workers/workers.js";
import { shownUrl } from "./node.js";
import { sandboxFund } from "./sandbox-fund.js";

export interface RunningDesk {
  readonly config: Config;
  readonly engine: Engine;
  readonly workers: Workers;
  readonly baseUrl: string;
  readonly nodeUrl: string;
}

export function controlOf(desk: RunningDesk): DeskControl {
  const { config, engine, nodeUrl } = desk;
  return {
    engine,
    config,
    audit: () => auditInThread(engine.database.path),
    status: () => statusOf(desk),
    ...(config.network === "sandbox" ? { sandboxFund: sandboxFund(nodeUrl) } : {}),
  };
}

function statusOf({ config, engine, workers, baseUrl, nodeUrl }: RunningDesk): StatusResult {
  const { halt, pause, shuttingDown } = engine.gates;
  return {
    baseUrl,
    nodeUrl: shownUrl(nodeUrl),
    network: config.network,
    headBlock: engine.chainClock.head?.number ?? null,
    state: shuttingDown ? "stopping" : halt ? "halted" : pause ? "paused" : "open",
    reason: halt ?? pause ?? engine.chainClock.problem() ?? null,
    pool: readPoolState(engine),
    workers: workers.states(),
  };
}
