/** The questions of an order, what was typed in answer, and the words of a closed card. */
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";
import type { BadReason, LineProblem, Step } from "../../wizard/draft.js";

export interface WizardTexts {
  readonly title: (resource: Resource | undefined) => string;
  readonly question: Record<Exclude<Step, "confirm">, (facts: QuestionFacts) => Part>;
  readonly taken: (receivers: number) => string;
  readonly refused: (address: string, reason: BadReason) => Part;
  readonly moreRefused: (count: number) => string;
  readonly beyondLimit: (count: number) => string;
  readonly lowEnergy: (least: number) => string;
  /** A word of a one-line order that could not be used; `word` and `hint` are short. */
  readonly lineProblem: Record<
    LineProblem["code"],
    (word: string, hint: readonly string[]) => Part
  >;
  /** Without their number: of a long line only the first ones are kept. */
  readonly moreProblems: string;
}

export interface QuestionFacts {
  readonly resource: Resource;
  readonly receivers: number;
  readonly isGroup: boolean;
  /** A typed answer is awaited. */
  readonly awaitsText: boolean;
  readonly hasWallets: boolean;
}

export type ClosedTexts = Record<"dropped" | "replaced" | "paid", string>;
