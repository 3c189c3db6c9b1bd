/**
 * An end to waiting for the node. Behind a slow or throttling one a question waits its turn for half a minute and longer; whoever asked
 * over HTTP has given up by then, and must not be charged for an order that he takes for failed.
 */
import { nodeFailed } from "./gates.js";

/** Less than scripts wait by default: the typed client 15 s, others 30. */
export const ANSWER_WITHIN_MS = 10_000;

/** Throws CHAIN_UNAVAILABLE when it takes too long. What was asked goes on, for whoever asks again. */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const late = new Error(`no answer within ${ANSWER_WITHIN_MS} ms`);
    timer = setTimeout(() => reject(late), ANSWER_WITHIN_MS);
  }).catch(nodeFailed);
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
