/** Finds out how many calls a second a node grants: faster and faster, until it refuses or the limit of this check is reached. */
import { reasonOf } from "#shared/reason.js";
import { NodeRefused } from "./http-host.js";
import type { NodeCalls } from "./node-calls.js";

const RATES = [5, 10, 15, 20, 25, 30] as const;
/** As long as the window of a provider may be. */
const SECONDS = 2;

export interface GrantedRate {
  /** The highest rate granted; 0 when even the first was refused. */
  readonly perSecond: number;
  /** The node's refusal of the next rate; undefined when all were granted. */
  readonly refused: { readonly perSecond: number; readonly says: string } | undefined;
}

/**
 * `calls` must have no pace of their own. Throws a failure that is no refusal, and stops when the signal says that the time is
 * over.
 */
export async function measureRate(
  calls: NodeCalls,
  pause: (ms: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<GrantedRate> {
  let granted = 0;
  for (const perSecond of RATES) {
    signal.throwIfAborted();
    const says = await refusalOf(calls, pause, perSecond);
    if (says !== undefined) return { perSecond: granted, refused: { perSecond, says } };
    granted = perSecond;
  }
  return { perSecond: granted, refused: undefined };
}

async function refusalOf(
  calls: NodeCalls,
  pause: (ms: number) => Promise<unknown>,
  perSecond: number,
): Promise<string | undefined> {
  const answers: Promise<unknown>[] = [];
  let says: string | undefined;
  for (let at = 0; at < perSecond * SECONDS && says === undefined; at += 1) {
    const answer = calls.call("wallet/getblock", { detail: false }, "read").catch((error) => {
      if (!(error instanceof NodeRefused)) throw error;
      says ??= reasonOf(error);
    });
    // All are awaited below; until then this handles a rejection.
    answer.catch(() => {});
    answers.push(answer);
    await pause(1_000 / perSecond);
  }
  await Promise.all(answers);
  return says;
}
