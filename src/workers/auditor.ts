/**
 * Audits the books on a schedule, in a process with its own connection, and halts new orders on a violation or a damaged
 * database. Each time what has changed; all of the books at the start, once a day, and until an audit is clean again.
 */

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reasonOf } from "#shared/reason.js";
import { isDamage } from "../common/failures.js";
import { DAY_MS } from "../common/time.js";
import { assert } from "../domain/assert.js";
import type { AuditResult, AuditScope } from "../engine/operating/audit.js";
import type { DatabaseSource } from "../store/database.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const WHOLE_EVERY_MS = DAY_MS;
/** How much of the process's error output is kept for when it cannot run. */
const MOST_SAID = 2_000;

type AuditorContext = Pick<
  WorkerContext,
  "engine" | "logger" | "auditEveryMs" | "audit" | "monotonicMs"
>;

export function createAuditor(context: AuditorContext): Loop {
  const { engine, logger, auditEveryMs, monotonicMs } = context;
  const ownProcess = new AuditProcess(engine.database.source, engine.deposits?.keys.xpub);
  const { audit = (scope, stopping) => ownProcess.audit(scope, stopping) } = context;
  /** When the last clean audit of all books began. */
  let wholeAtMs: number | undefined;
  return new Loop({
    name: "auditor",
    movesMoney: false,
    everyMs: auditEveryMs,
    context,
    round: async (stopping) => {
      const startedAtMs = monotonicMs();
      const isDue = wholeAtMs === undefined || startedAtMs - wholeAtMs >= WHOLE_EVERY_MS;
      const scope = isDue ? "all" : "changes";
      const { ok, violations } = await audit(scope, stopping).catch((error: unknown) => {
        if (isDamage(error)) engine.gates.databaseDamaged(reasonOf(error));
        throw error;
      });
      const tookMs = Math.round(monotonicMs() - startedAtMs);
      logger.debug({ ok, scope, tookMs }, "audited the books");
      if (isDue || !ok) wholeAtMs = ok ? startedAtMs : undefined;
      if (ok) return;
      logger.fatal({ violations }, "the books do not add up");
      engine.gates.haltFor(`the audit found ${violations.length} violations`);
    },
  });
}

/** The database's password and the key of deposits go this way, because others see the arguments of a process. */
export interface AuditQuestion {
  readonly source: DatabaseSource;
  readonly scope: AuditScope;
  readonly xpub: string | undefined;
}

/** What the process answers. */
export type AuditAnswer =
  | { readonly done: AuditResult }
  /** With the code of the database, where the error has one. */
  | { readonly failure: string; readonly code: unknown };

interface AuditOnce {
  /** The key of deposits. */
  readonly xpub?: string | undefined;
  readonly stopping?: AbortSignal;
}

/** Audits all of a database once, without holding up this process; fails when told to stop. */
export async function auditInProcess(
  source: DatabaseSource,
  { xpub, stopping }: AuditOnce = {},
): Promise<AuditResult> {
  const auditing = new AuditProcess(source, xpub);
  try {
    return await auditing.audit("all", stopping);
  } finally {
    auditing.end();
  }
}

function failureOf({ failure, code }: Extract<AuditAnswer, { failure: string }>): Error {
  return Object.assign(new Error(`the audit failed: ${failure}`), { code });
}

interface Asked {
  readonly resolve: (result: AuditResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A process that audits a database, one audit at a time, and remembers the last state. If it ends, a new one starts and audits all.
 * No thread: to end a thread while SQLite runs in it can abort the whole desk.
 */
export class AuditProcess {
  readonly #source: DatabaseSource;
  readonly #xpub: string | undefined;
  #child: ChildProcess | undefined;
  #asked: Asked | undefined;

  constructor(source: DatabaseSource, xpub?: string) {
    this.#source = source;
    this.#xpub = xpub;
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Fails when told to stop, because large books take long. The process then ends, also between two audits. */
  audit(scope: AuditScope, stopping?: AbortSignal): Promise<AuditResult> {
    assert(!this.#asked, "an audit is under way");
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#child ??= this.#start(stopping);
      // A process that cannot be asked any more explains itself when it closes.
      const question: AuditQuestion = { source: this.#source, scope, xpub: this.#xpub };
      this.#child.send(question, () => {});
    });
  }

  end(): void {
    if (this.#child?.connected) this.#child.disconnect();
  }

  #start(stopping: AbortSignal | undefined): ChildProcess {
    const file = fileURLToPath(new URL("./audit-process.js", import.meta.url));
    const child = fork(file, {
      ...{ execArgv: [], signal: stopping, killSignal: "SIGKILL" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    // The process may end while it closes, or before it can.
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(0, MOST_SAID);
    });
    child.on("message", (answer: AuditAnswer) => {
      const asked = this.#answered();
      if ("done" in answer) asked?.resolve(answer.done);
      else asked?.reject(failureOf(answer));
    });
    const ended = (reason: string, cause?: unknown) => {
      if (this.#child === child) this.#ended(reason, cause);
    };
    child.once("error", (error) => ended(reasonOf(error), error));
    child.once("close", (status, signal) => {
      process.off("exit", kill);
      ended(`its process ended with ${signal ?? `status ${status}`}: ${said.trim()}`);
    });
    return child;
  }

  #ended(reason: string, cause?: unknown): void {
    this.end();
    this.#child = undefined;
    this.#answered()?.reject(new Error(`the audit failed: ${reason}`, { cause }));
  }

  #answered(): Asked | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }
}
