/** The texts of /history. Days are written 2026-11-20; no beginning is the first day there is. */
import type { Part } from "../../format.js";

export interface HistoryTexts {
  readonly caption: (from: string | undefined, to: string) => Part;
  readonly nothing: (from: string | undefined, to: string) => Part;
  /** `command` asks for less; undefined when a single day is too much. */
  readonly tooLarge: (command: Part | undefined) => Part;
  readonly wrongDay: (word: string, example: Part) => Part;
  readonly backwards: (example: Part) => Part;
}
