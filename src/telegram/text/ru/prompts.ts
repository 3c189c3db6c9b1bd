/** Questions that force a reply. */
import type { PromptTexts } from "../messages/prompts.js";
import { manualParts } from "./manual.js";
import { ofResource, SUCH_AS } from "./words.js";

export const prompts: PromptTexts = {
  receivers: {
    text: () => "На какие кошельки? Ответьте на это сообщение адресами или файлом.",
    placeholder: "T… T…",
  },
  amount: {
    text: (resource) => `Сколько ${ofResource[resource]}? Ответьте числом, ${SUCH_AS}`,
    placeholder: "65000",
  },
  ...manualParts.prompts,
  order: {
    text: () => "Какой заказ? Ответьте на это сообщение его ID.",
    placeholder: "24 знака",
  },
};
