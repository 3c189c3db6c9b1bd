/** The wizard card: one question, its choices, and what is known already as buttons. */
import type { Card } from "../card.js";
import { blocks, bold, type Part } from "../format.js";
import type { Draft, Step } from "../state/draft.js";
import type { Messages } from "../text/messages.js";
import { cardOf, draftButtons } from "./buttons.js";
import { choiceRows } from "./choices.js";
import { endRow, fieldRows } from "./fields.js";
import { firstThatFits } from "./fit.js";
import { marketLines } from "./manual-choices.js";
import { noticeText } from "./notices.js";
import { sizingLine } from "./usdt.js";
import { LINE_LIMITS, verdictLines } from "./verdict-lines.js";
import type { DraftView } from "./views.js";

/** What a USDT transfer to a wallet that holds some takes at most. */
const USDT_TRANSFER_ENERGY = 64_285;

export function wizardCard(view: DraftView, messages: Messages): Card {
  const { draft } = view;
  const button = draftButtons(draft);
  const title = messages.wizard.title(draft.data.resource);
  return firstThatFits(LINE_LIMITS, (limit) =>
    cardOf(
      blocks(
        [bold(title)],
        [
          ...verdictLines(draft.data, limit, messages),
          sizingLine(draft, messages),
          lowEnergyWarning(draft, messages),
          noticeText(view, messages),
        ],
        marketLines(view, messages),
        [question(draft, messages)],
      ),
      [
        ...choiceRows(view, messages, button),
        ...fieldRows(draft, messages, button),
        endRow(messages, button),
      ],
    ),
  );
}

function question(draft: Draft, { wizard }: Messages): Part {
  const { data, isGroup } = draft;
  return wizard.question[askedStep(draft.step)]({
    resource: data.resource ?? "energy",
    receivers: data.receivers.length,
    isGroup,
    awaitsText: data.awaits !== undefined && data.awaits !== "receivers",
    hasWallets: data.wallets.length > 0,
  });
}

/** The card of `confirm` is another one (confirm.ts). */
function askedStep(step: Step): Exclude<Step, "confirm"> {
  return step === "confirm" ? "duration" : step;
}

/** Said once an amount is chosen that is too little for what most want it for. */
export function lowEnergyWarning({ data }: Draft, { wizard }: Messages): Part | undefined {
  const { resource, amount } = data;
  if (resource !== "energy" || amount === undefined) return undefined;
  return amount < USDT_TRANSFER_ENERGY ? wizard.lowEnergy(USDT_TRANSFER_ENERGY) : undefined;
}
