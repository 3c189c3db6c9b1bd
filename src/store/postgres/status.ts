/** What the server tells of the desks on it and of its replication: whether an acknowledged order could be lost. */
import { all, type Phase, value } from "../phase.js";
import { type EpochRow, readEpoch } from "./epoch.js";

export interface ServerStatus {
  readonly active: Pick<EpochRow, "holder" | "epoch" | "since">;
  /** As they name themselves: their machine and port, and what they are. */
  readonly desks: readonly string[];
  readonly replicas: readonly Replica[];
  /** When an acknowledged order could be lost; null while none can. */
  readonly lossRisk: string | null;
}

interface Replica {
  readonly [column: string]: string | null;
  readonly name: string;
  /** Null where the desk's role may not see it. */
  readonly state: string | null;
  readonly sync: string | null;
}

export function* readServerStatus(): Phase<ServerStatus> {
  const { holder, epoch, since } = yield* readEpoch();
  const desks = yield* all<{ name: string }>(DESKS);
  const replicas = yield* all<Replica>(REPLICAS);
  const wanted = yield* value<string>("SELECT current_setting('synchronous_standby_names')");
  return {
    active: { holder, epoch, since },
    desks: desks.map(({ name }) => name),
    replicas,
    lossRisk: lossRiskOf(wanted ?? "", replicas) ?? null,
  };
}

const DESKS = `
  SELECT DISTINCT substr(application_name, ${"energy-desk ".length + 1}) AS name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'energy-desk % %' ORDER BY name`;

const REPLICAS = `
  SELECT coalesce(application_name, '?') AS name, state, sync_state AS sync FROM pg_stat_replication ORDER BY name`;

/** Undefined while each commit is on a second server before it is acknowledged. */
function lossRiskOf(wanted: string, replicas: readonly Replica[]): string | undefined {
  const loss = "what was acknowledged last is lost with the primary's disk, or by a failover";
  if (wanted.trim() === "") return `synchronous_standby_names is empty: ${loss}`;
  if (replicas.length > 0 && replicas.every(({ sync }) => sync === null)) {
    return "the desk's role may not see the replication, so nobody knows: grant it pg_monitor";
  }
  if (replicas.some(({ sync }) => sync === "sync" || sync === "quorum")) return undefined;
  return `no synchronous stand-by is connected: orders wait for one, and where somebody ends the wait, ${loss}`;
}
