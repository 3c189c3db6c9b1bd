/** The process of the auditor: one audit of the file it is given, answered as a message. */

import { reasonOf } from "../common/reason.js";
import { assert } from "../domain/assert.js";
import { auditFile } from "../engine/operating/audit.js";
import type { AuditAnswer } from "./auditor.js";

// The desk ends it. A terminal and systemd tell both at once to stop, and this one alone would look like an audit that failed.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const [path] = process.argv.slice(2);
assert(path && process.send, "runs as a process with the file to audit");
process.send(answer(path), () => process.disconnect());

function answer(of: string): AuditAnswer {
  try {
    return { done: auditFile(of) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}
