/** What a team reads of itself: its log and its report. */
import type { TeamAct } from "../../domain/team-request.js";
import type { Part } from "../transport/format.js";
import type { Rental, Words } from "./words.js";

export const teamLog = ({ text, rich, rental }: Words) => ({
  title: (name: string): string => text("team-log-title", { name }),
  /** Did it where no member has: when a time had come. */
  desk: text("team-log-desk"),
  line: (at: Part, who: string, what: Part): Part => rich("team-log-line", { at, who, what }),
  act: (act: TeamAct): string => text(`team-act-${act}`),
  left: text("team-log-left"),
  uninvited: text("team-log-uninvited"),
  notWithdrawn: text("team-log-not-withdrawn"),
  /** Of what another had asked for or ordered. */
  ofAnother: (
    act: "approved" | "declined" | "ended" | "lapsed" | "cancelled" | "changed",
    name: string,
  ): string => text("team-log-of-another", { act, name }),
  said: (act: string, what: Part): Part => rich("team-log-said", { act, what }),
  list: (parts: readonly Part[]): Part =>
    parts.reduce((before, last) => rich("clauses", { before, last })),
  order: (what: Rental, most: string | undefined): string =>
    text("team-log-order", { ...rental(what), most }),
  withdrawal: (amount: string, address: Part): Part =>
    rich("team-log-withdrawal", { amount, address }),
  confirmed: (name: string): string => text("team-log-confirmed", { name }),
  inGroup: text("team-log-in-group"),
  byKey: text("team-log-by-key"),
  file: text("team-log-file"),
  fileGoesOn: text("team-log-file-older"),
  button: text("team-buttons-log"),
  csv: text("team-buttons-csv"),
  csvOlder: text("team-buttons-csv-older"),
});

export const teamReport = ({ text, rich }: Words) => ({
  title: (name: string, days: number): string => text("team-report-title", { name, days }),
  nothing: text("team-report-nothing"),
  /** What of the whole, of a day or of a member. */
  line: (what: string, spent: string, orders: string): Part =>
    rich("team-report-line", { what, spent, orders }),
  total: text("team-report-total"),
  /** To the first delivery of an order. */
  times: (median: string, slowest: string): string =>
    text("team-report-times", { median, slowest }),
  byDay: text("team-report-by-day"),
  byMember: text("team-report-by-member"),
  /** Where there is no room for all. */
  more: (count: number): string => text("team-report-more", { count }),
  file: text("team-report-file"),
  button: text("team-buttons-report"),
});
