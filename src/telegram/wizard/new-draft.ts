/** A draft as it begins: from a button of the menu, a line, a bare address, or an order to repeat. */

import { keepUsable } from "../intake/addresses.js";
import { amountNotice } from "./amount-notice.js";
import { entered } from "./change.js";
import type { Verdict } from "./draft.js";
import { type Draft, type DraftData, EMPTY_DATA, firstOpenStep, type Notice } from "./draft.js";
import type { Reduction } from "./events.js";

type Opened = Pick<Draft, "id" | "ownerUserId" | "customerId" | "chatId" | "threadId" | "isGroup">;

export interface NewDraft extends Opened {
  /** What is known already; the card asks for the rest. */
  readonly fields?: Partial<Pick<DraftData, "type" | "resource" | "amount" | "duration">>;
  /** Of the addresses that came with it. */
  readonly verdicts?: readonly Verdict[];
  readonly problems?: DraftData["problems"];
  /** Offered as buttons at the receivers. */
  readonly wallets?: readonly string[];
  /** The messages whose edits change a field: that of a bare address. */
  readonly sources?: DraftData["sources"];
}

/** Version 1, at the first question that is open, with what follows from being there. */
export function newDraft(opened: NewDraft): Reduction {
  const { fields, verdicts = [], problems = [], wallets = [], sources = {}, ...whose } = opened;
  const amount = fields?.amount;
  const unfit = amount === undefined ? undefined : amountNotice(amount, fields?.resource);
  const usable = keepUsable(verdicts);
  const data: DraftData = {
    ...EMPTY_DATA,
    ...fields,
    ...usable,
    amount: unfit ? undefined : amount,
    problems: [...problems],
    wallets: [...wallets],
    sources,
  };
  const notice =
    unfit ?? (usable.receivers.length < 1 && usable.refused.length > 0 ? NONE_GOOD : undefined);
  const blank: Draft = { ...whose, version: 0, status: "open", step: "type", data: EMPTY_DATA };
  const { draft, effects } = entered(blank, data, firstOpenStep(data));
  return { draft: { ...draft, version: 1, data: { ...draft.data, notice } }, effects };
}

const NONE_GOOD: Notice = { code: "NO_ADDRESS" };
