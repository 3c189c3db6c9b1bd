/**
 * Ends waiting for the node in time. Behind a slow node a call may wait for half a minute or longer. By then a caller over HTTP
 * has given up, and must not be charged for an order that he takes for failed.
 */
import { nodeFailed } from "./gates.js";

/** Less than scripts wait by default: the typed client 15 s, others 30 s. */
export const ANSWER_WITHIN_MS = 10_000;

/** Throws CHAIN_UNAVAILABLE after too long. The call goes on, for the next one who asks. */
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
