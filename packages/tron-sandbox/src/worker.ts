/**
 * The thread's side of in-worker.ts: starts the node with the options it was given, and closes it
 * when told to.
 */
import { parentPort, workerData } from "node:worker_threads";
import { reasonOf } from "#shared/reason.js";
import { startTronNode } from "./index.js";
import { StartProblem, type TronNodeOptions } from "./options.js";
import { CLOSE, type FromWorker } from "./worker-messages.js";

function tell(message: FromWorker): void {
  parentPort?.postMessage(message);
}

async function main(options: TronNodeOptions): Promise<void> {
  const { close, ...node } = await startTronNode(options);
  parentPort?.on("message", (message) => {
    if (message === CLOSE) void close().finally(() => parentPort?.close());
  });
  tell({ ready: { ...node, poolOwners: [...node.poolOwners] } });
}

main(workerData).catch((error: unknown) => {
  const isKnown = error instanceof StartProblem;
  const problem = isKnown ? error.message : `The sandbox node could not start: ${reasonOf(error)}.`;
  tell({ problem, option: isKnown ? error.option : undefined });
  parentPort?.close();
});
