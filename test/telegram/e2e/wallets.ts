/** Wallets of the sandbox, and what cannot be delivered to. */
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { mistyped, wallet } from "../wallets.js";

/** Activated: the sandbox's own 40. */
export function active(number: number): string {
  const address = MNEMONIC_ACCOUNTS[number];
  if (address === undefined) throw new Error(`there is no wallet ${number}`);
  return address;
}

export const NOT_ACTIVATED = wallet(0xdead);
export const MISTYPED = mistyped(active(39));
