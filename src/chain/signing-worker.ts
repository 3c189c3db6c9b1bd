/** The thread of signing-thread.ts: signs, and recovers signers, one after the other. */
import { parentPort } from "node:worker_threads";
import { AssertionFailed, present } from "../domain/assert.js";
import { recoverSigner } from "./recover-signer.js";
import { signTransaction } from "./sign.js";
import type { SigningAnswer, SigningCall, SigningRequest } from "./signing-thread.js";

const port = present(parentPort, "runs as a thread");

function perform(call: SigningCall): Promise<unknown> {
  return call.name === "sign" ? signTransaction(...call.args) : recoverSigner(...call.args);
}

async function resultOf({ call }: SigningRequest): Promise<SigningAnswer["result"]> {
  try {
    return { done: await perform(call) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { failure, isAssertion: error instanceof AssertionFailed };
  }
}

port.on("message", async (request: SigningRequest) => {
  port.postMessage({ id: request.id, result: await resultOf(request) } satisfies SigningAnswer);
});
