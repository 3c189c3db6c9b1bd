/** The questions of an order. */
import { formatInteger } from "../../../domain/money.js";
import { MAX_RECEIVERS } from "../../../domain/receivers.js";
import { MIN_AMOUNT, resourceTitle } from "../../../domain/resource.js";
import { code, join, rich } from "../../format.js";
import type { ClosedTexts, WizardTexts } from "../messages/wizard.js";
import { manualParts } from "./manual.js";
import { DROPPED, SUCH_AS, wallets } from "./words.js";

export const wizard: WizardTexts = {
  title: (resource) => (resource ? `Buy ${resourceTitle(resource)}` : "New order"),
  question: {
    type: () =>
      "What kind of order?\nFast is delivered at once, at the desk's price. Manual waits for yours.",
    resource: () => "What do you need?\nEnergy: USDT and contracts. Bandwidth: TRX transfers.",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "Which wallets receive it?",
        isGroup
          ? `Reply to my question with up to ${MAX_RECEIVERS} addresses or a CSV or TXT file.`
          : `Paste up to ${MAX_RECEIVERS} addresses or send a CSV or TXT file.`,
        hasWallets ? "Or take one you used last." : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText }) =>
      join([
        `How much ${resourceTitle(resource)}${receivers > 1 ? " for each wallet" : ""}?`,
        awaitsText ? `${isGroup ? "Reply to my question with" : "Type"} ${SUCH_AS}` : undefined,
        `At least ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () => "For how long?\n15m, 1h, 3h and 1d cost the same.",
    ...manualParts.questions,
  },
  taken: (count) => `✅ ${wallets(count)} taken`,
  refused: (address, reason) => rich`${code(address)} ${reason} ❌`,
  moreRefused: (count) => `❌ and ${formatInteger(count)} more that cannot be used`,
  beyondLimit: (count) =>
    `⚠️ ${formatInteger(count)} more wait: at most ${MAX_RECEIVERS} at once. They come next, once these are paid.`,
  lowEnergy: (least) => `⚠️ Under ${formatInteger(least)} a USDT transfer still burns TRX.`,
  lineProblem: {
    UNKNOWN_WORD: (word) => `❌ “${word}”: not understood`,
    TWO_AMOUNTS: (word, hint) => `❌ “${word}”: more than one amount (${hint.join(", ")})`,
    TWO_DURATIONS: (word, hint) => `❌ “${word}”: more than one duration (${hint.join(", ")})`,
    TWO_RESOURCES: (word, hint) => `❌ “${word}”: more than one resource (${hint.join(", ")})`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ “${word}”: no amount; write 65000 or 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ “${word}”: too little; at least ${hint[0]}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ “${word}”: too much; at most ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ “${word}”: not offered; take ${hint.join(", ")}`,
    DURATION_NEEDS_UNIT: (word, hint) => `❌ “${word}”: which unit? Write ${hint.join(" or ")}`,
    ...manualParts.lineProblems,
  },
  moreProblems: "❌ and more words",
};

export const closed: ClosedTexts = {
  dropped: DROPPED,
  replaced: "This card was replaced by a newer card. Nothing was charged here.",
  paid: "Paid. The order card shows how it goes.",
};
