/** The thread of the auditor: one audit of the file it is given, answered as a message. */
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../domain/assert.js";
import { auditFile } from "../engine/audit.js";

assert(typeof workerData === "string" && parentPort, "runs as a thread with a database path");
parentPort.postMessage(auditFile(workerData));
