/**
 * The time limit of calls to a node that answers all of them: no test waits for it, however busy the machine is. Only tests of a
 * silent node have a short one.
 */
export const UNLIMITED_MS = 3_600_000;
