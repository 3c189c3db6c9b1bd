/** Audits the books on a schedule, in a process with its own read-only connection, and halts new orders on a violation. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reasonOf } from "../common/reason.js";
import type { AuditResult } from "../engine/operating/audit.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

/** Of what the process says when it cannot run. */
const MOST_SAID = 2_000;

export function createAuditor(context: WorkerContext): Loop {
  const { engine, logger, auditEveryMs, audit = auditInProcess } = context;
  return new Loop({
    name: "auditor",
    everyMs: auditEveryMs,
    context,
    round: async (stopping) => {
      const startedAtMs = performance.now();
      const { ok, violations } = await audit(engine.database.path, stopping);
      const tookMs = Math.round(performance.now() - startedAtMs);
      logger.debug({ ok, tookMs }, "audited the books");
      if (ok) return;
      logger.fatal({ violations }, "the books do not add up");
      engine.gates.haltFor(`the audit found ${violations.length} violations`);
    },
  });
}

/** What the process answers. */
export type AuditAnswer = { readonly done: AuditResult } | { readonly failure: string };

/**
 * Audits a database file without holding up this process; fails when told to stop, because large books take long. No thread: one
 * that is ended while SQLite runs in it can abort the whole process.
 */
export function auditInProcess(path: string, stopping?: AbortSignal): Promise<AuditResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("./audit-process.js", import.meta.url)), [path], {
      ...{ execArgv: [], signal: stopping, killSignal: "SIGKILL" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(0, MOST_SAID);
    });
    const failed = (reason: string, cause?: unknown) =>
      reject(new Error(`the audit failed: ${reason}`, { cause }));
    child.once("message", (answer: AuditAnswer) => {
      if ("done" in answer) resolve(answer.done);
      else failed(answer.failure);
    });
    child.once("error", (error) => failed(reasonOf(error), error));
    child.once("close", (status, signal) => {
      failed(`its process ended with ${signal ?? `status ${status}`}: ${said.trim()}`);
    });
  });
}
