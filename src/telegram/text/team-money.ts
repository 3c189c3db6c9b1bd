/** The money of teams: withdrawals that another owner confirms, and what is told of it. */
import type { Part } from "../transport/format.js";
import type { NamesIn, Words } from "./words.js";

export const teamMoney = ({ text, rich }: Words) => ({
  from: (name: string): string => text("team-money-from", { name }),
  asks: (name: string, teamName: string): string =>
    text("team-money-asks", { name, team: teamName }),
  withdrawal: (amount: string, address: Part, fee: string): Part =>
    rich("team-money-withdrawal", { amount, address, fee }),
  available: (amount: string): string => text("team-money-available", { amount }),
  needsOwner: text("team-money-needs-owner"),
  sendAgain: (amount: string): string => text("team-money-send-again", { amount }),
  title: (amount: string): string => text("team-money-title", { amount }),
  waits: (until: Part): Part => rich("team-money-waits", { until }),
  over: (status: NamesIn<"team-money-over">, by: string): string =>
    text(`team-money-over-${status}`, { by }),
  ownersOnly: (name: string): string => text("team-money-owners-only", { name }),
  news: (amount: string, address: Part): Part => rich("team-money-news", { amount, address }),
  by: (asked: string, confirmed: string | undefined): string =>
    text("team-money-by", { asked, confirmed }),
  paidIn: (amount: string, name: string): string => text("team-money-paid-in", { amount, name }),
  low: (available: string, limit: string): Part => rich("team-money-low", { available, limit }),
  wallets: (name: string): Part => rich("team-money-wallets", { name }),
  walletsMore: (count: number): string => text("team-money-wallets-more", { count }),
  restored: (at: Part): Part => rich("team-money-restored", { at }),
});
