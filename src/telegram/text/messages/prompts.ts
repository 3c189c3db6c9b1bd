/** Questions that force a reply. */
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";
import type { AskedField } from "../../wizard/draft.js";

/** A question that forces a reply; the placeholder stands in the empty input field. */
export interface Prompt {
  readonly text: (resource: Resource) => Part;
  readonly placeholder: string;
}

export type PromptTexts = Record<AskedField | "order", Prompt>;
