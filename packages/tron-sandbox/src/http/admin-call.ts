/** What an endpoint under /sandbox is, and the field most of them read. */
import { z } from "zod";
import type { Sandbox } from "../sandbox.js";
import { fromBase58 } from "../wire/address.js";
import type { Json } from "../wire/json.js";

export type AdminEndpoint = (sandbox: Sandbox, body: Json) => unknown | Promise<unknown>;

/** What was asked for cannot be; the text says why and goes to the caller. */
export class AdminProblem extends Error {
  override name = "AdminProblem";
}

/** A base58 address; inside the node it is hex. */
export const base58 = z.string().transform((text, context) => {
  const hex = fromBase58(text);
  if (hex !== undefined) return hex;
  context.addIssue({ code: "custom", message: "must be a base58 address" });
  return z.NEVER;
});
