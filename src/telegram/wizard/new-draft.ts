/**
 * A draft as it begins: from a button of the menu, a line, a bare address, or an order to repeat.
 */

import { amountNotice } from "../intake/amount-notice.js";
import {
  type Draft,
  type DraftData,
  EMPTY_DATA,
  type Fields,
  firstOpenStep,
} from "../state/draft.js";
import { entered } from "./change.js";
import { chunkNotice, fitting } from "./manual.js";
import { sourcesWith } from "./sources.js";

type Whose = Pick<Draft, "id" | "ownerUserId" | "customerId" | "chatId" | "threadId" | "isGroup">;
type Lists = Partial<
  Pick<
    DraftData,
    | "receivers"
    | "refused"
    | "moreRefused"
    | "beyondLimit"
    | "waiting"
    | "problems"
    | "wallets"
    | "walletNames"
    | "sizing"
    | "extended"
  >
>;

export interface NewDraft extends Whose, Lists {
  /** What is known already; the card asks for the rest. */
  readonly fields: Fields;
  /** The message that opened the card. */
  readonly messageId?: number | undefined;
}

/**
 * Version 1, at the first question that is open. No effects: whoever opens a card quotes a complete
 * one, and asks for the receivers in a group.
 */
export function newDraft(opened: NewDraft): Draft {
  const { id, ownerUserId, customerId, chatId, threadId, isGroup } = opened;
  const { fields, receivers = [], refused = [], moreRefused = 0 } = opened;
  const { beyondLimit = 0, waiting = [] } = opened;
  const { problems = [], wallets = [], walletNames = {}, sizing, extended } = opened;
  const { amount, resource } = fields;
  const notice = amount === undefined ? undefined : amountNotice(amount, resource);
  const wanted: DraftData = {
    ...EMPTY_DATA,
    ...fields,
    amount: notice ? undefined : amount,
    ...{ receivers, refused, moreRefused, beyondLimit, waiting, problems, wallets },
    ...{ walletNames, sizing, extended },
  };
  const whose = { id, ownerUserId, customerId, chatId, threadId, isGroup };
  const blank: Draft = { ...whose, version: 1, status: "open", step: "type", data: EMPTY_DATA };
  const data: DraftData = {
    ...fitting(EMPTY_DATA, wanted),
    ...(isBareAnswer(opened) && { sources: sourcesWith(blank, "receivers", opened.messageId) }),
  };
  const { draft } = entered(blank, data, firstOpenStep(data));
  return { ...draft, version: 1, data: { ...draft.data, notice: notice ?? chunkNotice(wanted) } };
}

/**
 * A message of addresses and nothing else is an answer that can be edited. A line is not: its words
 * belong to several questions, and an edit of it would be read for one of them only.
 */
function isBareAnswer({ fields, receivers = [], refused = [] }: NewDraft): boolean {
  const { type: _, ...others } = fields;
  const saysMore = Object.values(others).some((value) => value !== undefined);
  return !saysMore && receivers.length + refused.length > 0;
}
