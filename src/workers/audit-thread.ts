/** The thread of the auditor: one audit of the files it is given, answered as a message. */
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../domain/assert.js";
import { auditFile } from "../engine/operating/audit.js";
import type { AuditedFiles } from "./auditor.js";

assert(workerData && parentPort, "runs as a thread with the files to audit");
const { path, archivePath } = workerData as AuditedFiles;
parentPort.postMessage(auditFile(path, archivePath));
