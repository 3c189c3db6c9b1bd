/** TRX that goes to an account within a call, which makes the account where it is none yet. */
import { ACCOUNTS, newAccount } from "../state/records.js";
import { get, type Layer } from "../state/view.js";

/** What it takes to make an account within a call. */
export const CREATE_ACCOUNT_UNITS = 25_000;

/** Answers whether the account is new. */
export function creditSun(layer: Layer, address: string, sun: number, timeMs: number): boolean {
  const known = get(layer, ACCOUNTS, address);
  const account = known ?? newAccount(address, timeMs, 0);
  layer.put(ACCOUNTS, address, { ...account, balanceSun: account.balanceSun + sun });
  return known === undefined;
}
