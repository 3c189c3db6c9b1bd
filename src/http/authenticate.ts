/** Finds the customer of a request's key, before anything else of the request is read. */
import type { onRequestAsyncHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import { customerForKey } from "../engine/customers/customers.js";
import type { Door } from "./door.js";

/** One answer for a missing, an unknown and a revoked key, so that it reveals nothing about keys. */
const REFUSAL = "Send a valid API key of yours in the header x-api-key.";

export function authenticate({ engine }: Door): onRequestAsyncHookHandler {
  return async (request) => {
    const customerId = await customerForKey(engine, request.raw.headers["x-api-key"]);
    if (customerId === undefined) throw new DeskError("UNAUTHORIZED", REFUSAL);
    request.customerId = customerId;
  };
}
