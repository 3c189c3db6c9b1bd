/** The thread of signing-thread.ts: signs, recovers signers and builds, one after the other. */
import { parentPort } from "node:worker_threads";
import { AssertionFailed, isMistake, must } from "../domain/assert.js";
import { buildPermissionUpdate, buildUnsigned, signTransaction } from "./build.js";
import { recoverSigner } from "./signed-elsewhere.js";
import type { Signing, SigningAnswer, SigningRequest } from "./signing-thread.js";

const port = must(parentPort, "runs as a thread");

const CALLS = {
  sign: signTransaction,
  recoverSigner,
  buildPermissionUpdate,
  buildUnsigned,
} as Readonly<Record<keyof Signing, (...args: readonly unknown[]) => Promise<unknown>>>;

async function resultOf({ call }: SigningRequest): Promise<SigningAnswer["result"]> {
  try {
    return { done: await CALLS[call.name](...call.args) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { failure, isMistake: isMistake(error), isAssertion: error instanceof AssertionFailed };
  }
}

port.on("message", async (request: SigningRequest) => {
  port.postMessage({ id: request.id, result: await resultOf(request) } satisfies SigningAnswer);
});
