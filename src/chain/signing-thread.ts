/**
 * Builds, signs and recovers signers in a thread of its own: a signature takes a fifth of a millisecond and comes with many others,
 * and what needs tronweb loads it for a quarter of a second, during which the desk would answer nobody. The assertions about the
 * signed bytes run there.
 */
import { Worker } from "node:worker_threads";
import { reasonOf } from "#shared/reason.js";
import { AssertionFailed } from "../domain/assert.js";
import type { Chain } from "./port.js";

/** A signature leaves little garbage; by default a thread would keep 48 MiB for it. */
const YOUNG_MIB = 4;

/** What the thread can do. */
export type Signing = Pick<
  Chain,
  "sign" | "recoverSigner" | "buildPermissionUpdate" | "buildUnsigned"
>;

export interface SigningCall {
  readonly name: keyof Signing;
  readonly args: readonly unknown[];
}

export interface SigningRequest {
  readonly id: number;
  readonly call: SigningCall;
}

export interface SigningAnswer {
  readonly id: number;
  readonly result: { readonly done: unknown } | Failure;
}

/** Errors lose their class on the way. */
interface Failure {
  readonly failure: string;
  readonly isMistake: boolean;
  readonly isAssertion: boolean;
}

export interface SigningThread extends Signing {
  /** Requests not signed yet fail. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (done: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The thread starts with the first signature. If it ends by itself, its requests fail and are tried again like any other
 * signature, in a new thread: nothing it signed became known, so nothing was sent.
 */
export function createSigningThread(file: URL = workerFile()): SigningThread {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let asked = 0;
  let isClosed = false;

  function answered({ id, result }: SigningAnswer): void {
    const call = waiting.get(id);
    waiting.delete(id);
    if ("done" in result) call?.resolve(result.done);
    else call?.reject(failureOf(result));
  }

  function ended(worker: Worker, reason: string): void {
    if (thread !== worker) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function start(): Worker {
    const worker = new Worker(file, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.on("message", answered);
    worker.on("messageerror", () => void worker.terminate());
    worker.on("error", (error: unknown) => {
      ended(worker, `the signing thread failed: ${reasonOf(error)}`);
    });
    worker.on("exit", () => ended(worker, "the signing thread has ended"));
    worker.unref();
    return worker;
  }

  const ask =
    <Name extends keyof Signing>(name: Name) =>
    (...args: Parameters<Signing[Name]>) =>
      new Promise<unknown>((resolve, reject) => {
        if (isClosed) return reject(new Error("the signing thread is closed"));
        asked += 1;
        thread ??= start();
        thread.postMessage({ id: asked, call: { name, args } } satisfies SigningRequest);
        waiting.set(asked, { resolve, reject });
      }) as ReturnType<Signing[Name]>;

  return {
    sign: ask("sign"),
    recoverSigner: ask("recoverSigner"),
    buildPermissionUpdate: ask("buildPermissionUpdate"),
    buildUnsigned: ask("buildUnsigned"),
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

/** A thread cannot load TypeScript: from source, the compiled file is used. */
function workerFile(): URL {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "../../dist/chain/signing-worker.js" : "./signing-worker.js";
  return new URL(file, import.meta.url);
}

function failureOf({ failure, isMistake, isAssertion }: Failure): Error {
  if (isAssertion) return new AssertionFailed(failure);
  return isMistake ? new TypeError(failure) : new Error(failure);
}
