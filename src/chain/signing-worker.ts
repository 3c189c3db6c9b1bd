/** The thread of signing-thread.ts: signs one transaction after the other. */
import { parentPort } from "node:worker_threads";
import { AssertionFailed, present } from "../domain/assert.js";
import { signTransaction } from "./sign.js";
import type { SigningAnswer, SigningRequest } from "./signing-thread.js";

const port = present(parentPort, "runs as a thread");

async function resultOf({ call }: SigningRequest): Promise<SigningAnswer["result"]> {
  try {
    return { signed: await signTransaction(...call) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { failure, isAssertion: error instanceof AssertionFailed };
  }
}

port.on("message", async (request: SigningRequest) => {
  port.postMessage({ id: request.id, result: await resultOf(request) } satisfies SigningAnswer);
});
