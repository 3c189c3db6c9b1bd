/** Manual orders: price and options in the wizard, what the book would do, and why an order rests. */
import type { Duration } from "../../../domain/duration.js";
import type { Part } from "../../format.js";
import type { LineProblem } from "../../wizard/draft.js";
import type { BatchState } from "./batch.js";
import type { NoticeCode, NoticeFacts } from "./notices.js";
import type { Prompt } from "./prompts.js";
import type { QuestionFacts } from "./wizard.js";

export interface ManualTexts {
  readonly buttons: ManualButtons;
  readonly market: MarketTexts;
  readonly confirm: ManualConfirmTexts;
  readonly order: ManualOrderTexts;
  readonly resting: RestingTexts;
}

/** Prices in SUN, amounts in units; money in TRX, written. */
export interface ManualButtons {
  /** A price, what it comes to, and how much of so many units it fills at once. */
  readonly price: (priceSun: number, total: string, fills: number, of: number) => string;
  readonly parts: (least: number) => string;
  readonly whole: string;
  readonly otherChunk: string;
  readonly bulk: (isOn: boolean) => string;
  readonly priceField: (priceSun: number) => string;
  /** `least` is undefined where one owner must deliver all. */
  readonly optionsField: (least: number | undefined, bulk: boolean) => string;
  readonly takeFast: (total: string) => string;
}

export interface MarketTexts {
  readonly prices: (floorSun: number, fastSun: number) => string;
  readonly asks: (levels: readonly DepthText[]) => string;
  readonly noAsks: string;
  readonly bids: (levels: readonly DepthText[]) => string;
  /** What would fill all at once costs no less than Fast. */
  readonly fastIsBetter: string;
}

export interface DepthText {
  readonly priceSun: number;
  readonly units: number;
}

export interface ManualConfirmTexts {
  readonly fillsAll: string;
  readonly fillsSome: (fills: number, rests: number) => string;
  readonly fillsNone: string;
  readonly waitsForAll: string;
  readonly parts: (least: number) => string;
  readonly whole: string;
  readonly bulk: string;
  readonly held: (total: string) => string;
  readonly deadline: (ms: number) => string;
  readonly runs: (duration: Duration) => string;
  readonly fastDearer: (fast: string, saved: string) => string;
  readonly fastSame: string;
  readonly fastCheaper: (fast: string, less: string) => string;
}

export interface ManualOrderTexts {
  readonly price: (priceSun: number) => string;
  /** Units delivered of so many, those on their way, and those that rest. */
  readonly progress: (delivered: number, of: number, onTheWay: number, rests: number) => string;
  readonly restsUntil: (at: Part) => Part;
  /** `held` is bound by what still runs to its end. */
  readonly itemised: (
    paid: string,
    delivered: string,
    held: string | undefined,
    refunded: string,
  ) => string;
}

/** Each stands on a line of its own. */
export interface RestingTexts {
  readonly heldUp: string;
  readonly overdue: string;
  readonly fillsNow: string;
  readonly locked: (owners: number, until: Part) => Part;
  readonly underWay: (owners: number) => string;
  readonly unlockable: (owners: number) => string;
  readonly tooLittle: (owners: number) => string;
  readonly tooCoarse: (owners: number) => string;
  readonly failedLately: (owners: number) => string;
  readonly bulk: string;
  /** Nobody, or nobody else, offers at the price; the next price is undefined when there is none. */
  readonly nobody: (priceSun: number, nextSun: number | undefined, isElse: boolean) => string;
}

/** What the sections that others share say of Manual orders: each composes its own. */
export interface ManualParts {
  readonly questions: Record<"price" | "options", (facts: QuestionFacts) => Part>;
  readonly lineProblems: Record<
    Extract<
      LineProblem["code"],
      | `TWO_${"TYPES" | "PRICES" | "CHUNKS"}`
      | `PRICE_${string}`
      | `CHUNK_${string}`
      | "NOT_WITH_FAST"
      | "PARTIAL_OR_WHOLE"
    >,
    (word: string, hint: readonly string[]) => Part
  >;
  readonly notices: Record<
    Extract<NoticeCode, `PRICE_${string}` | `CHUNK_${string}`>,
    (facts: NoticeFacts) => Part
  >;
  readonly prompts: Record<"price" | "partialMin", Prompt>;
  readonly headlines: Record<
    Extract<BatchState, "resting" | "partlyFilled">,
    (delivered: number, of: number) => string
  >;
  readonly states: Record<Extract<BatchState, "resting" | "partlyFilled">, string>;
}
