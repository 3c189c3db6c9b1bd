/** The orders that are measured: Energy for a day, to accounts every sandbox has activated. */
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";

export type Receivers = 1 | 20;

/** The receivers of the nth call: each call starts one account further. */
export function receiversOf(call: number, count: Receivers): string[] {
  const { length } = MNEMONIC_ACCOUNTS;
  const nth = (at: number) => MNEMONIC_ACCOUNTS[(call + at) % length] ?? "";
  return Array.from({ length: count }, (_, at) => nth(at));
}

/** As many different bodies as there are accounts; call n sends the nth, again and again. */
export function orderBodies(count: Receivers): string[] {
  return MNEMONIC_ACCOUNTS.map((_, call) => JSON.stringify(orderOf(receiversOf(call, count))));
}

export function orderOf(receiver: readonly string[]) {
  return { type: "Fast", resourceType: "Energy", receiver, resourceAmount: 65_000, duration: "1d" };
}
