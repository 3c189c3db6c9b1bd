/** `/usdt`: how much Energy a transfer takes, and how that is known. */
import type { SizeBasis } from "../../../domain/usdt.js";
import type { Part } from "../../format.js";

/** Units of Energy. */
export interface SizeFacts {
  readonly basis: SizeBasis;
  /** What a trial took. */
  readonly triedUnits: number | undefined;
  readonly neededUnits: number;
  readonly heldUnits: number;
  readonly rentUnits: number;
  /** In full. */
  readonly to: Part;
}

export interface UsdtTexts {
  readonly usage: Part;
  /** On the card that was opened with it. */
  readonly sized: (facts: SizeFacts) => Part;
  /** The sender holds enough. */
  readonly enough: (facts: SizeFacts) => Part;
  readonly notActivated: (from: Part) => Part;
}
