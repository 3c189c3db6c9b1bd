/** A rental in words: how much for how many wallets, and a wallet with its amount. */

import { amountOfEach } from "../../domain/price.js";
import type { Messages } from "../text/messages.js";
import type { Rental } from "../text/words.js";
import { type Part, rich } from "../transport/format.js";

/** From so many wallets on, what is alike of them is said once, and what decides stands last, above the buttons. */
export const MANY_WALLETS = 4;

/** Of a booking or a call with one amount for all its wallets. */
export function rentalOfEach({
  amount,
  receivers,
  ...of
}: Omit<Rental, "receivers"> & { readonly receivers: readonly string[] }): Rental {
  return rentalOf({ ...of, amounts: receivers.map(() => amount) });
}

export function rentalOf(
  view: Omit<Rental, "amount" | "receivers" | "isSum"> & { readonly amounts: readonly number[] },
): Rental {
  const { amounts, resource, duration, bandwidth } = view;
  const each = amountOfEach(amounts);
  const { length: receivers } = amounts;
  const terms = { resource, duration, receivers };
  if (each !== undefined) return { ...terms, amount: each, bandwidth };
  const inAll = bandwidth === undefined ? undefined : bandwidth * receivers;
  return { ...terms, amount: sumOf(amounts), bandwidth: inAll, isSum: true };
}

/** `amount` is undefined where all get the same. */
export function walletWithAmount(
  wallet: Part,
  amount: number | undefined,
  { number }: Messages,
): Part {
  return amount === undefined ? wallet : rich`${wallet} · ${number(amount)}`;
}

/** "5 × 65,000", "5 × 131,000": what is said more than once, in the order in which it is said first. */
export function counted(said: readonly string[], { number }: Messages): string[] {
  const times = new Map<string, number>();
  for (const one of said) times.set(one, (times.get(one) ?? 0) + 1);
  return [...times].map(([one, count]) => `${number(count)} × ${one}`);
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, units) => sum + units, 0);
}
