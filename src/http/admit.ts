/** What happens to a call before its body is read: its customer is found by the key, then it is counted. */
import type { FastifyReply, onRequestAsyncHookHandler, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { SlidingWindow } from "../engine/admission.js";
import { customerForKey, isKeyDisabled } from "../engine/customers/customers.js";
import type { HttpDeps } from "./deps.js";

/**
 * Counts a call against its limit once its key is known and before its body is read, so a malformed or oversized body counts
 * like any other. Reports the count in the RateLimit headers.
 */
export function admit(window: SlidingWindow): onRequestHookHandler {
  const policy = `"${window.name}";q=${window.limit};w=1`;
  const tell = (reply: FastifyReply, remaining: number, seconds: number) => {
    reply.header("ratelimit-policy", policy);
    reply.header("ratelimit", `"${window.name}";r=${remaining};t=${seconds}`);
  };
  return (request, reply, done) => {
    try {
      const { remaining, resetSeconds } = window.admit(request.customerId);
      tell(reply, remaining, resetSeconds);
      done();
    } catch (error) {
      if (error instanceof DeskError) tell(reply, 0, error.retryAfterSeconds ?? 1);
      done(error as Error);
    }
  };
}

/** One answer for a missing, an unknown and a revoked key, so that it reveals nothing about keys. */
const REFUSAL = "The API key is missing or invalid. Send yours in the header x-api-key.";

/** Its holder had it before the restore; whether it was revoked since, only the operator may know. */
const DISABLED =
  "This API key is disabled because the desk was restored from a backup. Ask its operator to enable it (`desk key enable`), or use a newer key.";

export function authenticate({ engine }: HttpDeps): onRequestAsyncHookHandler {
  return async (request) => {
    const key = request.raw.headers["x-api-key"];
    const customerId = await customerForKey(engine, key);
    if (customerId === undefined) {
      const why = (await isKeyDisabled(engine, key)) ? DISABLED : REFUSAL;
      throw new DeskError("UNAUTHORIZED", why);
    }
    request.customerId = customerId;
  };
}
