/**
 * Three PostgreSQL servers with automatic failover, as an operator would run them: Patroni with etcd, one synchronous replica at least. In
 * a temporary folder, on loopback.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../bench/free-ports.js";
import { unprivileged } from "../../bench/postgres-server.js";
import { all, type Row } from "../../src/store/phase.js";
import { findPrimary, onSession, type Place } from "../../src/store/postgres/open.js";
import { until } from "../support/until.js";
import { temporaryPlace } from "../vitest.config.js";

const MEMBERS = ["one", "two", "three"] as const;
const PASSWORD = "desk";

export interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly directory: string;
  /** Patroni, which starts the server. */
  patroni: ChildProcess;
}

export interface Cluster {
  readonly members: readonly Member[];
  /** As DATABASE_URL takes it. */
  readonly url: string;
  /** The one that takes writes, by its own word. */
  primary(): Promise<Member>;
  /** Resolves once there is a primary that all others follow, one of them synchronous. */
  isWhole(): Promise<void>;
  /** Starts what was killed. */
  start(member: Member): void;
  /** All processes of its server, the first one first; not Patroni. */
  serverOf(member: Member): number[];
  stop(): void;
}

/** Why no cluster can be started here; undefined where one can. */
export function whyNoCluster(): string | undefined {
  const version = spawnSync("patroni", ["--version"]).stdout?.toString() ?? "";
  const [, major = 0, minor = 0, patch = 0] = (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).map(
    Number,
  );
  if (version === "") return "patroni is not installed";
  // Older ones lose acknowledged commits: https://github.com/patroni/patroni/pull/2693
  if (major * 1e6 + minor * 1e3 + patch < 3_000_003) return `patroni is ${version.trim()}`;
  return spawnSync("etcd", ["--version"]).status === 0 ? undefined : "etcd is not installed";
}

export async function startCluster(programs: string): Promise<Cluster> {
  const directory = mkdtempSync(join(temporaryPlace(), "desk-patroni-"));
  const user = unprivileged();
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  own(directory);
  const how = { ...user, cwd: directory, stdio: "ignore" as const };
  const [clientPort = 0, peerPort = 0, ...ports] = await freePorts(2 + 2 * MEMBERS.length);
  const etcd = spawn(
    "etcd",
    [
      ...["--data-dir", join(directory, "etcd"), "--unsafe-no-fsync"],
      ...["--listen-client-urls", `http://127.0.0.1:${clientPort}`],
      ...["--advertise-client-urls", `http://127.0.0.1:${clientPort}`],
      ...["--listen-peer-urls", `http://127.0.0.1:${peerPort}`],
      ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peerPort}`],
      ...["--initial-cluster", `default=http://127.0.0.1:${peerPort}`],
    ],
    how,
  );
  const start = (member: Omit<Member, "patroni">) =>
    spawn("patroni", [join(member.directory, "patroni.json")], { ...how, ...logged(member) });
  const members = MEMBERS.map((name, at): Member => {
    const member = {
      name,
      port: ports[2 * at] ?? 0,
      restPort: ports[2 * at + 1] ?? 0,
      directory: join(directory, name),
    };
    mkdirSync(member.directory);
    own(member.directory);
    const config = configOf(member, programs, clientPort);
    writeFileSync(join(member.directory, "patroni.json"), JSON.stringify(config));
    return { ...member, patroni: start(member) };
  });
  const cluster: Cluster = {
    members,
    url: `postgresql://desk:${PASSWORD}@${members.map(({ port }) => `127.0.0.1:${port}`).join()}/desk`,
    async primary() {
      const found = await primaryOf(members);
      if (!found) throw new Error("no server takes writes");
      return found;
    },
    async isWhole() {
      const what = "all follow a primary, one of them synchronous";
      await until(what, () => isWhole(members), Boolean, 180_000);
    },
    start(member) {
      member.patroni = start(member);
    },
    serverOf({ directory: of }) {
      const first = pidIn(of);
      const children = spawnSync("pgrep", ["-P", String(first)]).stdout.toString();
      return [first, ...children.split("\n").map(Number)].filter(
        (pid) => pid !== undefined && pid > 0,
      ) as number[];
    },
    stop() {
      for (const member of members) {
        for (const pid of [member.patroni.pid, ...cluster.serverOf(member)]) kill(pid);
      }
      etcd.kill("SIGKILL");
      rmSync(directory, { recursive: true, force: true });
    },
  };
  process.once("exit", () => cluster.stop());
  return cluster;
}

/** What Patroni says goes into a file beside its settings. */
function logged({ directory }: Pick<Member, "directory">) {
  const log = openSync(join(directory, "log"), "a");
  return { detached: true, stdio: ["ignore", log, log] as ["ignore", number, number] };
}

function pidIn(directory: string): number | undefined {
  try {
    return Number(readFileSync(join(directory, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return undefined;
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, "SIGKILL");
  } catch {
    // It is over.
  }
}

function configOf(
  { name, port, restPort, directory }: Omit<Member, "patroni">,
  programs: string,
  etcd: number,
) {
  const login = (username: string) => ({ username, password: PASSWORD });
  const parameters = {
    synchronous_commit: "on",
    max_connections: 100,
    unix_socket_directories: directory,
  };
  return {
    ...{ scope: "desk", name, namespace: "/desk/" },
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 5, retry_timeout: 5, maximum_lag_on_failover: 1_048_576 },
        ...{ synchronous_mode: true, synchronous_mode_strict: true, primary_start_timeout: 0 },
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(directory, "data"),
      bin_dir: programs,
      pgpass: join(directory, "pgpass"),
      authentication: {
        superuser: login("desk"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      pg_hba: [
        "host all all 127.0.0.1/32 md5",
        "host replication all 127.0.0.1/32 md5",
        "local all all trust",
      ],
    },
  };
}

async function answerOf({ restPort }: Member, path: string): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(1_000);
  return fetch(`http://127.0.0.1:${restPort}/${path}`, { signal }).catch(() => undefined);
}

async function primaryOf(members: readonly Member[]): Promise<Member | undefined> {
  for (const member of members) if ((await answerOf(member, "primary"))?.ok) return member;
  return undefined;
}

/**
 * By the word of Patroni, and by that of the primary: a server that was cut off calls itself a running replica before it is rewound, and is
 * broken for good if the primary dies meanwhile.
 */
async function isWhole(members: readonly Member[]): Promise<boolean> {
  const primary = await primaryOf(members);
  const answer = primary && (await answerOf(primary, "patroni"));
  if (!answer) return false;
  const synchronous = await Promise.all(members.map((one) => answerOf(one, "synchronous")));
  if (!synchronous.some((one) => one?.ok)) return false;
  const { replication = [] } = (await answer.json()) as { replication?: readonly Follower[] };
  return replication.filter(({ state }) => state === "streaming").length === members.length - 1;
}

interface Follower {
  readonly state: string;
}

/** Asks the server that a desk would take, once one answers. */
export async function askPrimary<T extends Row>(place: Place, sql: string): Promise<T[]> {
  const find = () => findPrimary(place, "test").catch(() => undefined);
  const session = await until("a server takes writes", find);
  try {
    return await onSession(session, all<T>(sql));
  } finally {
    await session.close();
  }
}

/** The one that desks find through this place. */
export async function makeDatabase(place: Place): Promise<void> {
  const sql = `CREATE DATABASE ${place.database} TEMPLATE template0 LOCALE 'C' ENCODING 'UTF8'`;
  await askPrimary({ ...place, database: "postgres" }, sql);
}
