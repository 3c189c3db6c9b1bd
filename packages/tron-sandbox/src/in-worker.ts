/**
 * Runs the node in a thread, so that its signature checks do not hold up the event loop of who
 * starts it.
 */
import { Worker } from "node:worker_threads";
import { reasonOf } from "#shared/reason.js";
import { StartProblem, type TronNode, type TronNodeOptions } from "./options.js";
import { CLOSE, fromWorker } from "./worker-messages.js";

export { StartProblem } from "./options.js";
export type { TronNode, TronNodeOptions };

export interface WorkerOptions extends TronNodeOptions {
  /** Called once if the node ends without having been closed; the sentence says why. */
  readonly onExit?: (reason: string) => void;
}

export async function startTronNodeInWorker(options: WorkerOptions): Promise<TronNode> {
  const { onExit, ...workerData } = options;
  // A thread takes over Node's options, of which one is for the script of `node --eval` alone and ends a thread that has a file.
  const isEvaluated = process.execArgv.some((option) => option.startsWith("--input-type"));
  const worker = new Worker(workerFile(), { workerData, ...(isEvaluated && { execArgv: [] }) });
  let closing = false;
  let failure = "its thread ended";
  worker.on("error", (error: unknown) => {
    failure = reasonOf(error);
  });
  const exited = new Promise<void>((resolve) => {
    worker.once("exit", () => resolve());
  });
  const started = await new Promise<Omit<TronNode, "close">>((resolve, reject) => {
    worker.once("message", (received: unknown) => {
      const message = fromWorker.parse(received);
      if ("ready" in message) resolve(message.ready);
      else reject(new StartProblem(message.problem, message.option));
    });
    const early = (): void =>
      reject(new StartProblem(`The sandbox node could not start: ${failure}.`));
    exited.then(early, early);
  });
  void exited.then(() => {
    if (!closing) onExit?.(`The sandbox node stopped: ${failure}. Start it again.`);
  });
  return {
    ...started,
    close() {
      closing = true;
      worker.postMessage(CLOSE);
      return exited;
    },
  };
}

/**
 * A thread cannot load TypeScript: when this file runs from its source, the compiled one is taken.
 */
function workerFile(): URL {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "../dist/worker.js" : "./worker.js";
  return new URL(file, import.meta.url);
}
