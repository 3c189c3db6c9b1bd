/** Questions that force a reply. */
import { resourceTitle } from "../../../domain/resource.js";
import type { PromptTexts } from "../messages/prompts.js";
import { manualParts } from "./manual.js";
import { SUCH_AS } from "./words.js";

export const prompts: PromptTexts = {
  receivers: {
    text: () => "Which wallets? Reply with their addresses or a file.",
    placeholder: "T… T…",
  },
  amount: {
    text: (resource) => `How much ${resourceTitle(resource)}? Reply with ${SUCH_AS}`,
    placeholder: "65000",
  },
  ...manualParts.prompts,
  order: { text: () => "Which order? Reply with its id.", placeholder: "24 letters and digits" },
};
