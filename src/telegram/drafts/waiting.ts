/** The wallets that one call did not take: a card with the same fields for the next of them, once the first are paid. */

import { readDraft } from "../../engine/chat/drafts.js";
import type { ShowCall, TelegramDoor } from "../door.js";
import { languageOf } from "../language.js";
import type { TapAnswer } from "../sending/tap-answer.js";
import { draftOf, rowOf } from "../state/draft-rows.js";
import { withoutWaiting } from "../wizard/waiting.js";
import { openCard } from "./open-card.js";

export interface WaitingCall extends ShowCall {
  readonly answer: TapAnswer;
}

/** Each list is handed on once: the card it came from offers it no more. */
export async function openWaiting(
  door: TelegramDoor,
  call: WaitingCall,
  draftId: string,
): Promise<void> {
  const { updateId, place, user, answer } = call;
  const { toasts } = await languageOf(door, user.user_id);
  const row = await readDraft(door.engine, draftId);
  if (row && row.owner_user_id !== user.user_id) {
    return answer.say({ text: toasts.notYours, alert: true });
  }
  const draft = row && draftOf(row);
  if (draft?.status !== "paid" || draft.data.waiting.length === 0) {
    return answer.say({ text: toasts.stale });
  }
  answer.say({});
  const { waiting, type, resource, amount, duration } = draft.data;
  const { price, allowPartial, partialMin, bulk } = draft.data;
  const taken = rowOf(withoutWaiting(draft), door.engine.now(), row?.batch_id);
  await openCard(door, updateId, place, user, {
    fields: { type, resource, amount, duration, price, allowPartial, partialMin, bulk },
    verdicts: waiting.map((address) => ({ address })),
    takesFrom: { row: taken, version: draft.version },
  });
}
