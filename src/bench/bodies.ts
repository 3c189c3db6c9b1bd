/** The orders that are measured: Energy for a day, to accounts every sandbox has activated. */
import { MNEMONIC_ACCOUNTS } from "../sandbox/tron-node/mnemonic-accounts.js";

export type Receivers = 1 | 20;

const RECEIVERS = MNEMONIC_ACCOUNTS;

/** The receivers of the nth call: each call starts one account further. */
export function receiversOf(call: number, count: Receivers): string[] {
  return Array.from({ length: count }, (_, at) => RECEIVERS[(call + at) % RECEIVERS.length] ?? "");
}

/** As many different bodies as there are accounts; call n sends the nth of them, again and again. */
export function orderBodies(count: Receivers): string[] {
  return RECEIVERS.map((_, call) => JSON.stringify(orderOf(receiversOf(call, count))));
}

export function orderOf(receiver: readonly string[]) {
  return { type: "Fast", resourceType: "Energy", receiver, resourceAmount: 65_000, duration: "1d" };
}
