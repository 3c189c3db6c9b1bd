/**
 * Edited messages. An unpaid card is drawn again for what its message says now; it is paid by a tap that has seen that, as any card. Of
 * any other message that orders something it is said, once, that an edit of it does not.
 */

import { readLatestFlows } from "../../engine/chat/flows.js";
import { markDone } from "../../engine/chat/inbox.js";
import { answerUpdate } from "../../engine/chat/outbox.js";
import { answeredBy, saidWhole } from "../buy/change.js";
import { DRAFT_CODEC, type Draft } from "../buy/draft.js";
import { openCard } from "../buy/open.js";
import { buyOpening, isOrder, textOpening } from "../buy/opening.js";
import { DRAFTS } from "../buy/screen.js";
import { answerDraft, isWalletsOnly, saysFields, type Written } from "../buy/typed.js";
import { sizeUsdt } from "../buy/usdt.js";
import type { Command } from "../intake/command.js";
import { typedLine } from "../intake/one-line.js";
import type { BotDeps } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { readLine, readWallets, walletsOf } from "../kit/said.js";
import type { Payload } from "../transport/send.js";
import type { Typed } from "./typed.js";

interface Edited extends Typed {
  readonly command: Command | undefined;
}

export async function applyEdit(deps: BotDeps, edited: Edited): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user, messageId } = edited;
  for (const row of await readLatestFlows(engine, DRAFT_CODEC.kind, place.chatId, user.user_id)) {
    const draft = DRAFTS.state(row);
    if (!answeredBy(draft, messageId) && !saidWhole(draft, messageId)) continue;
    if (draft.status === "open") return changeCard(deps, edited, draft);
    const note = draft.status === "paid" ? "editedAfterPayment" : "editedInVain";
    return sayUnchanged(deps, edited, note, draft);
  }
  if (await orders(deps, edited)) return sayUnchanged(deps, edited, "editedInVain");
  await markDone(engine, updateId);
}

/** As the new text would begin it, if the message did; one that answered its questions later answers them again. */
async function changeCard(deps: BotDeps, edited: Edited, draft: Draft): Promise<void> {
  const { updateId, place, user, messageId, file, command } = edited;
  const field = answeredBy(draft, messageId);
  const whole = saidWhole(draft, messageId);
  const { sizes, sizing } = draft.data;
  if (whole === "opened" && command?.command === "usdt") {
    return sizeUsdt(deps, { ...edited, args: command.args, edits: draft });
  }
  const begins = command === undefined || command.command === "buy";
  if (whole === "opened" && (sizes || sizing || !begins))
    return sayUnchanged(deps, edited, "editedInVain", draft);
  const text = command?.command === "buy" ? command.args : edited.text;
  const said = await readLine(deps, { user, args: text });
  const { amount, duration } = said.fields;
  const isLine = whole === "line" || (amount !== undefined && duration !== undefined);
  if (whole !== "opened" && isLine && saysFields(said)) {
    const event = { kind: "fields", fields: said.fields, messageId } as const;
    return DRAFTS.run(deps, updateId, draft.id, event);
  }
  const list = file
    ? await walletsOf(deps, edited, file)
    : await readWallets(deps, user.customer_id, text);
  if (!list) return;
  const isList = isWalletsOnly(said) || (file !== undefined && !command);
  if (field && (isList || whole !== "opened")) {
    return answerDraft(deps, draft, field, { ...edited, text, list }, true);
  }
  const opening = whole === "opened" && (await openingOf(deps, { ...edited, text, said, list }));
  if (!opening) return sayUnchanged(deps, edited, "editedInVain", draft);
  await openCard(deps, updateId, place, user, { ...opening, messageId, edits: draft });
}

type Read = Pick<Written, "said" | "list">;

function openingOf(deps: BotDeps, { command, text, said, list, ...edited }: Edited & Read) {
  return command?.command === "buy"
    ? buyOpening(deps, { ...edited, args: text })
    : textOpening(deps, edited.user, { said, line: typedLine(said), list });
}

/** Without a command of ours to another end; in a group what is not said to the bot is no matter of it. */
async function orders(
  deps: BotDeps,
  { place, user, text, command, repliesToBot }: Edited,
): Promise<boolean> {
  if (command) return ["buy", "quote", "again", "usdt"].includes(command.command);
  if (place.isGroup && !repliesToBot) return false;
  const line = typedLine(await readLine(deps, { user, args: text }));
  return isOrder({ line, list: await readWallets(deps, user.customer_id, text) });
}

type Unchanged = "editedAfterPayment" | "editedInVain";

/** Once of each message until its card changes, however often it is edited: below it, as it may be far up. */
async function sayUnchanged(
  deps: BotDeps,
  edited: Edited,
  note: Unchanged,
  draft?: Draft,
): Promise<void> {
  const { updateId, place, messageId } = edited;
  const { chatId, threadId } = place;
  const card = noteCard(note, contactOf(deps), await languageOf(deps, place.chatId));
  const payload: Payload = { card, chatId, threadId, replyTo: messageId };
  const edits = [chatId, messageId ?? `update:${updateId}`, ...(draft ? [draft.version] : [])];
  const key = `edited:${edits.join(":")}`;
  await answerUpdate(deps.engine, updateId, [{ key, chatId, payload: JSON.stringify(payload) }]);
  deps.sender.wake();
}
