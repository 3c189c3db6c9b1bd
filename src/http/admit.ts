/**
 * Counts a call against its limit once its key is known and before its body is read, so a malformed or oversized body counts
 * like any other. Reports the count in the RateLimit headers.
 */
import type { FastifyReply, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { SlidingWindow } from "../engine/admission.js";

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
