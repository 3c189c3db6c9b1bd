/** Desks of one database and one chain, as processes; each with files and a port of its own, as on a machine of its own. */
import { once } from "node:events";
import { join } from "node:path";
import { startTronNode } from "tron-sandbox";
import { onTestFinished } from "vitest";
import { freePort } from "../../bench/free-ports.js";
import { type Desk, deskProcess } from "../cli/desk-command.js";
import { deskEnv, PROGRAM, spawnDesk, temporaryDirectory } from "../e2e/desk-process.js";
import { http } from "../support/http.js";
import { until } from "../support/until.js";
import { emptyDatabase, urlOf } from "./databases.js";

type More = Readonly<Record<string, string>>;

export interface DeskOfSeveral {
  readonly url: string;
  /** The operator's command on its machine. */
  readonly command: Desk;
  log(): string;
  /** The key of the demo customer, at the first start. */
  apiKey(): string;
  signal(signal: NodeJS.Signals): void;
  /** Its exit status; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  ask(path: string): Promise<{ status: number; retryAfter: unknown; body: unknown }>;
  /** Resolves once it would take an order, with the milliseconds since the call. */
  ready(): Promise<void>;
  /** Resolves once it says where the active desk is. */
  standsBy(): Promise<void>;
}

export interface Desks {
  readonly database: string;
  readonly directory: string;
  readonly nodeUrl: string;
  start(name: string, more?: More, args?: readonly string[]): Promise<DeskOfSeveral>;
}

export async function startDesks(): Promise<Desks> {
  const directory = temporaryDirectory(onTestFinished);
  const node = await startTronNode({ directory: join(directory, "node"), port: 0, blockMs: 150 });
  onTestFinished(() => node.close());
  const database = await emptyDatabase();
  return {
    ...{ database, directory, nodeUrl: node.url },
    async start(name, more = {}, args = []) {
      const port = await freePort();
      const databasePath = join(directory, name, "desk.db");
      const settings = {
        ...{ DATABASE_PATH: databasePath, DATABASE_URL: urlOf(database), PORT: String(port) },
        ...{ TRON_NETWORK: "sandbox", TRON_FULL_HOST: node.url, LOG_LEVEL: "info" },
        ...{ POOL_OWNERS: node.poolOwners.join(","), OPERATOR_KEY: node.operatorKeyHex, ...more },
      };
      const { child, exited, output } = spawnDesk(deskEnv(directory, settings), [
        ...PROGRAM,
        ...args,
      ]);
      const isOver = () => child.exitCode !== null || child.signalCode !== null;
      onTestFinished(async () => {
        if (isOver()) return;
        child.kill("SIGKILL");
        await once(child, "close");
      });
      const url = `http://127.0.0.1:${port}`;
      const ask: DeskOfSeveral["ask"] = async (path) => {
        const { status, headers, text } = await http(url + path);
        return { status, retryAfter: headers["retry-after"], body: JSON.parse(text) };
      };
      const all = () => output.banner + output.log;
      return {
        ...{
          url,
          exited,
          ask,
          command: deskProcess(databasePath, settings),
          log: () => output.log,
        },
        apiKey: () => /edk_\w+/.exec(output.banner)?.[0] ?? "",
        signal: (signal) => void child.kill(signal),
        async ready() {
          await until(all, async () => {
            if (isOver()) throw new Error(all());
            return (await ask("/readyz").catch(() => undefined))?.status === 200;
          });
        },
        async standsBy() {
          await until(all, async () => {
            const { body } = (await ask("/readyz").catch(() => undefined)) ?? {};
            return JSON.stringify(body)?.includes("is active since");
          });
        },
      };
    },
  };
}
