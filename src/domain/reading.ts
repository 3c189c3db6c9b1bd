/** How long a sum must have been on the screen before a tap pays it: a double tap must not pay what nobody has read. */
import { SUN_PER_TRX } from "./money.js";

const LARGE_SUN = 50 * SUN_PER_TRX;

export function readFirstMs(amountSun: number): number {
  return amountSun < LARGE_SUN ? 500 : 1_500;
}
