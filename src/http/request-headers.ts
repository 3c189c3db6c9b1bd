/** Checks of headers that Node would refuse with a bare status or accept, and of the names that the desk answers to. */
import type { onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import type { Door } from "./door.js";

/** Routes below this check the host themselves, with errors in their own form. */
const CHECKS_ITSELF = "/sandbox/";

export function refuseBrokenHeaders({ hostProblem }: Door): onRequestHookHandler {
  return ({ raw }, _reply, done) => {
    const problem =
      problemOf(raw.rawHeaders, raw.httpVersion, raw.headers.expect) ??
      (raw.url?.startsWith(CHECKS_ITSELF) ? undefined : hostProblem?.(raw.rawHeaders));
    done(problem === undefined ? undefined : new DeskError("VALIDATION_FAILED", problem));
  };
}

/** `rawHeaders` as in Node: names and values in turn. */
function problemOf(
  rawHeaders: readonly string[],
  httpVersion: string,
  expect: string | undefined,
): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  // A proxy in front of the desk might have used the other one.
  if (hosts > 1) return "The request has two Host headers. Send one.";
  if (hosts === 0 && httpVersion === "1.1") return "HTTP/1.1 needs a Host header. Send it along.";
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    return "The Expect header may only say 100-continue. Send it so, or leave it away.";
  return undefined;
}
