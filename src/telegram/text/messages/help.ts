/** The help. */
import type { Part } from "../../format.js";

export interface HelpTexts {
  readonly title: string;
  readonly oneLine: (buy: string) => Part;
  readonly paying: string;
  readonly group: Part;
  readonly contact: (contact: string) => string;
}
