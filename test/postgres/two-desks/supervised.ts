/** The built desk with its supervisor, which starts it again when it exits, and with a network to the servers of its own. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { request, WebSocket } from "undici";
import { onTestFinished } from "vitest";
import { type Desk, deskProcess } from "../../cli/desk-command.js";
import { deskEnv, PROGRAM, spawnDesk } from "../../e2e/desk-process.js";
import { until } from "../../support/until.js";
import { type ServerProxy, startProxy } from "../proxy.js";

/** As in docs/operations/energy-desk.service. */
const RESTART_MS = 5_000;
const MUST_NOT_START = 78;
/** Whoever looks after a desk takes no answer for so long as none. */
const LOOK_MS = 1_000;

export interface SupervisedOptions {
  readonly name: string;
  readonly directory: string;
  readonly port: number;
  /** Of the servers. */
  readonly databasePorts: readonly number[];
  /** What follows the hosts in DATABASE_URL, and what stands before them. */
  readonly login: string;
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
}

type Look = "ready" | "not ready" | "no answer";

export interface SupervisedDesk {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly command: Desk;
  /** One to each server. */
  readonly network: readonly ServerProxy[];
  /** Why it ended, each time that it did so by itself. */
  readonly ends: readonly string[];
  start(...args: readonly string[]): void;
  signal(signal: NodeJS.Signals): void;
  look(): Promise<Look>;
  /** Its event loop does nothing else for so long. */
  stall(ms: number): Promise<void>;
  /** All that it said, in all its lives. */
  said(): string;
  /** As its operator does; it is not started again. */
  stop(): Promise<void>;
}

interface Life {
  readonly child: ChildProcess;
  readonly output: { readonly banner: string; readonly log: string };
  readonly exited: Promise<number | null>;
}

export async function superviseDesk(options: SupervisedOptions): Promise<SupervisedDesk> {
  const { name, directory, port, databasePorts, login, database } = options;
  const network: ServerProxy[] = [];
  for (const one of databasePorts) network.push(await startProxy({ port: one }));
  const hosts = network.map((proxy) => `127.0.0.1:${proxy.port}`).join();
  const databasePath = join(directory, name, "desk.db");
  const settings = {
    ...options.settings,
    DATABASE_PATH: databasePath,
    DATABASE_URL: `postgresql://${login}@${hosts}/${database}`,
    PORT: String(port),
  };
  const url = `http://127.0.0.1:${port}`;
  const lives: Life[] = [];
  const ends: string[] = [];
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;

  function start(...args: readonly string[]): void {
    const env = { ...deskEnv(directory, settings), NODE_OPTIONS: "--inspect=127.0.0.1:0" };
    const life = spawnDesk(env, [...PROGRAM, ...args]);
    lives.push(life);
    life.exited.then((status) => {
      if (isStopping) return;
      if (status !== null) ends.push(`${status}: ${lastWords(life.output.log)}`);
      if (status !== MUST_NOT_START) restart = setTimeout(() => start(), RESTART_MS);
    }, rethrow);
  }

  const life = () => {
    const last = lives.at(-1);
    if (!last) throw new Error(`${name} was not started`);
    return last;
  };
  const signal = (what: NodeJS.Signals) => void life().child.kill(what);
  const isOver = ({ child }: Life) => child.exitCode !== null || child.signalCode !== null;

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(restart);
    const last = lives.at(-1);
    if (!last || isOver(last)) return;
    const closed = once(last.child, "close");
    last.child.kill("SIGCONT");
    last.child.kill("SIGTERM");
    const giveUp = setTimeout(() => last.child.kill("SIGKILL"), 15_000);
    await closed;
    clearTimeout(giveUp);
  }
  onTestFinished(stop);

  return {
    ...{ name, url, port, network, ends, start, signal, stop },
    command: deskProcess(databasePath, settings),
    async look() {
      try {
        const signal = AbortSignal.timeout(LOOK_MS);
        const { statusCode, body } = await request(`${url}/readyz`, { signal });
        await body.dump();
        return statusCode === 200 ? "ready" : "not ready";
      } catch {
        return "no answer";
      }
    },
    async stall(ms) {
      const { output } = life();
      const where = await until(`${name} can be stalled`, () => INSPECTOR.exec(output.log)?.[0]);
      const socket = new WebSocket(where);
      await once(socket, "open");
      const expression = `for (const end = Date.now() + ${ms}; Date.now() < end; );`;
      socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } }));
      // Whoever stays connected keeps the process from ending.
      socket.close();
    },
    said: () => lives.map(({ output }) => output.banner + output.log).join(""),
  };
}

const INSPECTOR = /ws:\/\/\S+/;

/** The reason of the last line that is fatal, else the last line. */
function lastWords(log: string): string {
  const lines = log.trim().split("\n");
  const fatal = lines.findLast((line) => line.includes('"level":60'));
  return fatal ? String(JSON.parse(fatal).reason) : (lines.at(-1) ?? "");
}

function rethrow(error: unknown): never {
  throw error;
}
