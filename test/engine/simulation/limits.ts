/** The desk's limits in a run: such that some commands of it meet them. */

/** So few that busy customers have no room for more. */
export const MOST_IDLE_ORDERS = 10;

/** So long a rate of USDT is in force that nobody sets or confirms. */
export const RATE_LASTS_MS = 1_800_000;
