/** What a team reads of itself: its log and its report. */
import type { TeamAct } from "../../domain/team-request.js";
import type { Part } from "../transport/format.js";
import type { Words } from "./words.js";

export const teamLog = ({ text, rich }: Words) => ({
  title: (name: string): string => text("team-log-title", { name }),
  /** Did it where no member has: when a time had come. */
  desk: text("team-log-desk"),
  line: (at: Part, who: string, what: Part): Part => rich("team-log-line", { at, who, what }),
  act: (act: TeamAct): string => text(`team-act-${act}`),
  confirmed: (name: string): string => text("team-log-confirmed", { name }),
  inGroup: text("team-log-in-group"),
  byKey: text("team-log-by-key"),
  most: (amount: string): string => text("team-log-most", { amount }),
  file: text("team-log-file"),
  fileGoesOn: text("team-log-file-older"),
  button: text("team-buttons-log"),
  csv: text("team-buttons-csv"),
  csvOlder: text("team-buttons-csv-older"),
});
