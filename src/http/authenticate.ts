/** Finds the customer of a request's key, before anything else of the request is read. */
import type { onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import { customerForKey } from "../engine/customers/customers.js";
import type { Door } from "./door.js";

/** One answer for a missing, an unknown and a revoked key, so that it reveals nothing about keys. */
const REFUSAL = "Send a valid API key of yours in the header x-api-key.";

export function authenticate({ engine }: Door): onRequestHookHandler {
  return (request, _reply, done) => {
    const customerId = customerForKey(engine, request.raw.headers["x-api-key"]);
    if (customerId === undefined) return done(new DeskError("UNAUTHORIZED", REFUSAL));
    request.customerId = customerId;
    done();
  };
}
