/** Files of wallets: what cannot be read of them, and the wallets that come next. */
import type { Part } from "../../format.js";
import type { FileProblem } from "../../updates/said.js";

export interface FileTexts {
  /** Why a file cannot be read, and what to do. */
  readonly problem: Record<FileProblem, Part>;
  /** A button: so many of those that are left come next. */
  readonly next: (next: number, left: number) => string;
}
