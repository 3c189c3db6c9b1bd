/** The auditor's process: audits a database on request, answers with a message, and ends with its parent. */

import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "#shared/reason.js";
import { transferIn } from "../chain/raw-transaction.js";
import { assert } from "../domain/assert.js";
import { Auditor, keyAsEvidence } from "../engine/operating/audit.js";
import type { AuditAnswer, AuditQuestion } from "./auditor.js";

// The desk ends it. A terminal or systemd signals both at once; if only this process ended, it would look like an audit that
// failed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

assert(process.send, "runs as a process with a parent");
let auditor: Auditor | undefined;

process.on("disconnect", () => process.exit());
process.on("message", async (asked: AuditQuestion) => process.send?.(await answer(asked)));

async function answer({ source, scope, xpub }: AuditQuestion): Promise<AuditAnswer> {
  try {
    const evidence = { depositKeys: keyAsEvidence(xpub), sentBy: transferIn };
    // While nobody reads, a commit can write the WAL back and begin it anew. Without rest it grew as by one long read.
    auditor ??= new Auditor(source, evidence, { rest: sleep });
    return { done: await auditor.audit(scope) };
  } catch (error) {
    return { failure: reasonOf(error), code: (error as { readonly code?: unknown }).code };
  }
}
