/** A file that comes without a command: the wallets that are asked for, or a card for them. */

import { readOpenDraft } from "../../engine/chat/drafts.js";
import { markDone } from "../../engine/chat/inbox.js";
import { fileProblemCard } from "../cards/files.js";
import type { ShowCall, TelegramDoor } from "../door.js";
import type { SentFile } from "../files/fetch-file.js";
import { languageOf } from "../language.js";
import { answer } from "../sending/answer.js";
import type { Draft, Verdict } from "../state/draft.js";
import { draftOf } from "../state/draft-rows.js";
import { expectedAnswer } from "../wizard/reduce.js";
import { applyEvent } from "./drafting.js";
import { judgedByChain, openCard } from "./open-card.js";
import { readWalletFile } from "./said.js";

export interface FileCall extends ShowCall {
  readonly file: SentFile;
  readonly repliesToBot: boolean;
}

/** In a group only the owner's reply to the question counts; in private a file is what a pasted list is. */
export async function applyFile(door: TelegramDoor, call: FileCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const row = await readOpenDraft(door.engine, place.chatId, user.user_id);
  const draft = row && draftOf(row);
  const answers = draft !== undefined && asksForWallets(draft);
  if (place.isGroup && !(answers && call.repliesToBot)) {
    await markDone(door.engine, updateId);
    return;
  }
  const verdicts = await walletsOf(door, call, call.file);
  if (!verdicts) return;
  if (answers) return answerWith(door, call, draft, verdicts);
  await openCard(door, updateId, place, user, { fields: { type: "Fast" }, verdicts, messageId });
}

function asksForWallets(draft: Draft): boolean {
  return draft.status === "open" && expectedAnswer(draft) === "receivers";
}

async function answerWith(
  door: TelegramDoor,
  { updateId, messageId }: ShowCall,
  draft: Draft,
  verdicts: readonly Verdict[],
): Promise<void> {
  const judged = await judgedByChain(door, verdicts);
  const event = { kind: "receivers", verdicts: judged, messageId } as const;
  await applyEvent(door, updateId, draft.id, event);
}

/** Undefined when the file cannot be read: then that is said, and the update is answered. */
export async function walletsOf(
  door: TelegramDoor,
  { updateId, place, user, messageId }: ShowCall,
  file: SentFile,
): Promise<readonly Verdict[] | undefined> {
  const read = await readWalletFile(door, file);
  if (typeof read !== "string") return read;
  const card = fileProblemCard(read, await languageOf(door, user.user_id));
  await answer(door, updateId, place, card, { replyTo: messageId });
  return undefined;
}
