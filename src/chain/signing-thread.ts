/**
 * Signatures in a thread of their own: each takes more than a millisecond, and loading tronweb half
 * a second, in which the desk's own thread would answer nobody. What is asserted about the signed
 * bytes is asserted there.
 */
import { Worker } from "node:worker_threads";
import { AssertionFailed } from "../domain/assert.js";
import type { Chain, SignedTransaction } from "./port.js";

/** What a signature leaves behind is small; by default a thread would keep 48 MiB for it. */
const YOUNG_MIB = 8;

export type Sign = Chain["sign"];

export interface SigningRequest {
  readonly id: number;
  readonly call: Parameters<Sign>;
}

export interface SigningAnswer {
  readonly id: number;
  readonly result:
    | { readonly signed: SignedTransaction }
    | { readonly failure: string; readonly isAssertion: boolean };
}

export interface SigningThread {
  readonly sign: Sign;
  /** What has not been signed yet fails. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (signed: SignedTransaction) => void;
  readonly reject: (error: Error) => void;
}

/** The thread starts with the first signature, and again should it ever end. */
export function createSigningThread(): SigningThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let asked = 0;

  function answered({ id, result }: SigningAnswer): void {
    const call = waiting.get(id);
    waiting.delete(id);
    if ("signed" in result) call?.resolve(result.signed);
    else call?.reject(failureOf(result));
  }

  function ended(reason: string): void {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function start(): Worker {
    const worker = new Worker(new URL("./signing-worker.js", import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.on("message", answered);
    worker.on("error", ({ message }) => ended(`the signing thread failed: ${message}`));
    worker.on("exit", () => {
      if (thread === worker) ended("the signing thread has ended");
    });
    worker.unref();
    return worker;
  }

  return {
    sign: (...call) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        thread ??= start();
        thread.postMessage({ id: asked, call } satisfies SigningRequest);
      }),
    async close() {
      await thread?.terminate();
    },
  };
}

function failureOf({ failure, isAssertion }: { failure: string; isAssertion: boolean }): Error {
  return isAssertion ? new AssertionFailed(failure) : new Error(failure);
}
