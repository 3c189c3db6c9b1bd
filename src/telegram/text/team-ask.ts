/** Of an order that a member may not place alone, or not at all: said before it is tapped. */
import type { Reason } from "../../domain/team.js";
import type { Words } from "./words.js";

export const teamAsk = ({ text, list }: Words) => ({
  asks: (why: string, names: string): string => text("team-ask-asks", { why, names }),
  /** Each with the limit that it names. */
  why: {
    order: (limit) => text("team-ask-order", { limit }),
    day: (limit) => text("team-ask-day", { limit }),
    alone: (limit) => text("team-ask-alone", { limit }),
    price: () => text("team-why-price"),
    wallet: () => text("team-why-wallet"),
    ownWallet: () => text("team-ask-own-wallet"),
  } satisfies Record<Reason, (limit: string) => string>,
  names: (names: readonly string[], more: number): string =>
    [list(names), ...(more > 0 ? [text("team-ask-more", { count: more })] : [])].join(" "),
  button: (total: string): string => text("team-ask-button", { total }),
  asksAgain: (total: string): string => text("team-ask-again", { total }),
  /** In the place of Pay. */
  noPay: { limit: text("team-ask-no-limit"), nobody: text("team-ask-no-nobody") },
});
