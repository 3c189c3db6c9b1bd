/** Audits the books on a schedule, in a thread with its own read-only connection, and halts new orders on a violation. */
import { Worker } from "node:worker_threads";
import { reasonOf } from "../domain/reason.js";
import type { AuditResult } from "../engine/operating/audit.js";
import type { WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

/** What an audit leaves behind is small; by default a thread would keep 48 MiB for it. */
const YOUNG_MIB = 8;

export function createAuditor(context: WorkerContext): Loop {
  const { engine, logger, auditEveryMs, audit = auditInThread } = context;
  return new Loop({
    name: "auditor",
    everyMs: auditEveryMs,
    context,
    round: async (stopping) => {
      const startedAtMs = performance.now();
      const { ok, violations } = await audit({ path: engine.database.path }, stopping);
      const tookMs = Math.round(performance.now() - startedAtMs);
      logger.debug({ ok, tookMs }, "audited the books");
      if (ok) return;
      logger.fatal({ violations }, "the books do not add up");
      engine.gates.haltFor(`the audit found ${violations.length} violations`);
    },
  });
}

/** What a thread is given. */
export interface AuditedFiles {
  readonly path: string;
  /** Checked too, which takes as long as it is large. */
  readonly archivePath?: string;
}

export type Audit = typeof auditInThread;

/** Audits a database file without holding up this thread; fails when told to stop, because large books take long. */
export function auditInThread(files: AuditedFiles, stopping?: AbortSignal): Promise<AuditResult> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./audit-thread.js", import.meta.url), {
      workerData: files,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    const giveUp = () => void thread.terminate();
    stopping?.addEventListener("abort", giveUp, { once: true });
    thread.once("message", resolve);
    thread.once("error", (error: unknown) => {
      reject(new Error(`the audit failed: ${reasonOf(error)}`, { cause: error }));
    });
    thread.once("exit", (code) => {
      stopping?.removeEventListener("abort", giveUp);
      reject(new Error(`the audit ended with status ${code}`));
    });
  });
}
