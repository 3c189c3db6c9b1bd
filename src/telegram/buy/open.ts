/** Opens the card of a draft: from a command, a one-line order, the menu, a pasted address, Repeat, or the wallets that another has left. */

import type { FlowStep } from "../../engine/chat/flows.js";
import { markDone } from "../../engine/chat/inbox.js";
import { findFlow } from "../../store/chat/flows.js";
import { keepUsable } from "../intake/addresses.js";
import type { Fields, LineProblem, Verdict } from "../intake/findings.js";
import { withFittingAmounts } from "../intake/wallet-text.js";
import type { BotDeps } from "../kit/deps.js";
import { languageOf } from "../kit/language.js";
import { cardOf } from "../kit/parts.js";
import type { TapCall } from "../kit/runner.js";
import { judgedByChain } from "../kit/said.js";
import type { Sizing } from "../kit/sizing.js";
import { rowOf } from "../kit/state.js";
import { actingFor, type BotUser } from "../transport/actor.js";
import { answer as tell } from "../transport/answer.js";
import type { Place } from "../transport/message.js";
import { chunkNotice, fitting, fittingAmounts } from "./answers.js";
import { entered, sourcesWith, withNotice } from "./change.js";
import {
  DRAFT_CODEC,
  type Draft,
  type DraftData,
  draftDataSchema,
  EMPTY_DATA,
  firstOpenStep,
  noticeIn,
  withCommonAmount,
} from "./draft.js";
import { offeredWallets } from "./offered-wallets.js";
import { questionOf } from "./prompt.js";
import { awaitsQuote, withoutWaiting } from "./reduce.js";
import { DRAFTS, quoteDraft } from "./screen.js";

export interface Opening {
  readonly fields: Fields;
  /** What the message itself said of them, where the usual has been added. */
  readonly said?: Fields | undefined;
  readonly verdicts: readonly Verdict[];
  readonly problems?: readonly LineProblem[];
  /** The message that asked for it: a group's answer is a reply to it. */
  readonly messageId?: number | undefined;
  /** Its amount was found, not chosen: it does not become the usual one. */
  readonly isFound?: boolean;
  /** The rentals that it is to extend. */
  readonly extended?: DraftData["extended"];
  /** It asks for the two wallets of `/usdt`. */
  readonly sizes?: boolean;
  /** The one of them that is known. */
  readonly transfer?: DraftData["transfer"];
  /** What `/usdt` has found. */
  readonly sizing?: Sizing | undefined;
  /** The draft whose waiting wallets these are, as it is without them; nothing is opened when it has changed since. */
  readonly takesFrom?: FlowStep | undefined;
  /** The unpaid card that the message has begun already, before it was edited. */
  readonly edits?: Draft | undefined;
}

export async function openCard(
  deps: BotDeps,
  updateId: number,
  place: Place,
  user: BotUser,
  opening: Opening,
): Promise<void> {
  const { engine } = deps;
  if (!user.may_order) {
    const card = cardOf((await languageOf(deps, place.chatId)).team.refused);
    return tell(deps, updateId, place, card, { replyTo: opening.messageId });
  }
  const fitting = withFittingAmounts(opening.verdicts, opening.fields.resource);
  const verdicts = await judgedByChain(deps, fitting);
  const { extended, takesFrom } = opening;
  const extendsBatch = extended?.batchId;
  const draft = newDraft({
    id: engine.newId(),
    ownerUserId: user.user_id,
    customerId: user.customer_id,
    ...place,
    ...keepUsable(verdicts),
    fields: opening.fields,
    said: opening.said,
    problems: [...(opening.problems ?? [])],
    ...(opening.sizes || place.isGroup ? {} : await offeredWallets(engine, user, verdicts)),
    sizes: opening.sizes ?? false,
    transfer: opening.transfer,
    sizing: opening.sizing,
    isFound: opening.isFound ?? false,
    extended,
    messageId: opening.messageId,
  });
  const { edits } = opening;
  if (edits) {
    // What orders the same leaves the card, and the Pay on it, as they are.
    if (ordersSame(draft.data, edits.data)) return void (await markDone(engine, updateId));
    const { step, data } = draft;
    return DRAFTS.run(deps, updateId, edits.id, { kind: "begun", step, data });
  }
  const asks = draft.isGroup && draft.step === "receivers";
  const question = { field: "receivers", updateId, replyTo: opening.messageId } as const;
  const messages = await languageOf(deps, draft.chatId);
  const told = asks ? [questionOf(messages, draft, question)] : [];
  const call = { updateId, place, user, messageId: opening.messageId };
  const opened = await DRAFTS.open(deps, call, draft, { told, extendsBatch, takesFrom });
  if (opened && awaitsQuote(draft)) await quoteDraft(deps, draft);
}

/** The wallets that one call did not take: a card with the same fields for the next of them, once the first are paid, or their card is cancelled. Each list is handed on once: the card it came from offers it no more. */
export async function openWaiting(deps: BotDeps, call: TapCall, draftId: string): Promise<void> {
  const { updateId, place, answer } = call;
  const { toasts } = await languageOf(deps, call.user.user_id);
  const row = await deps.engine.database.read(() => findFlow(draftId));
  if (row && row.owner_user_id !== call.user.user_id) {
    return answer.say({ text: toasts.notYours, alert: true });
  }
  const draft = row && DRAFTS.state(row);
  const isOver = draft?.status === "paid" || draft?.status === "dropped";
  if (!isOver || draft.data.waiting.length === 0) {
    return answer.say({ text: toasts.stale });
  }
  answer.say({});
  const { user } = await actingFor(deps, call, draft.customerId);
  const { waiting, type, resource, amount, amounts, bandwidth, duration } = draft.data;
  const { price, allowPartial, partialMin, bulk, requireLock, foundAmount } = draft.data;
  const terms = { price, allowPartial, partialMin, bulk, requireLock };
  const taken = rowOf(DRAFT_CODEC, withoutWaiting(draft), deps.engine.now(), row?.batch_id);
  await openCard(deps, updateId, place, user, {
    fields: { type, resource, amount, bandwidth, duration, ...terms },
    verdicts: waiting.map((address) => ({ address, amount: amounts[address] })),
    isFound: amount === foundAmount,
    takesFrom: { row: taken, version: draft.version },
  });
}

function ordersSame(one: DraftData, other: DraftData): boolean {
  const ordered = (data: DraftData) =>
    JSON.stringify(draftDataSchema.parse({ ...data, sources: {}, at: EMPTY_DATA.at }));
  return ordered(one) === ordered(other);
}

type Whose = Pick<Draft, "id" | "ownerUserId" | "customerId" | "chatId" | "threadId" | "isGroup">;
type Lists = Partial<
  Pick<
    DraftData,
    | "receivers"
    | "refused"
    | "alsoRefused"
    | "beyondLimit"
    | "waiting"
    | "amounts"
    | "problems"
    | "wallets"
    | "walletNames"
    | "sizes"
    | "transfer"
    | "sizing"
    | "extended"
  >
>;

export interface NewDraft extends Whose, Lists {
  /** What is known already; the card asks for the rest. */
  readonly fields: Fields;
  readonly said?: Fields | undefined;
  readonly isFound?: boolean;
  /** The message that opened the card. */
  readonly messageId?: number | undefined;
}

/**
 * Version 1, at the first question that is open. No effects: whoever opens a card quotes a complete
 * one, and asks for the receivers in a group.
 */
export function newDraft(opened: NewDraft): Draft {
  const { id, ownerUserId, customerId, chatId, threadId, isGroup } = opened;
  const { fields, receivers = [], refused = [], alsoRefused = {} } = opened;
  const { beyondLimit = 0, waiting = [], amounts = {} } = opened;
  const { problems = [], wallets = [], walletNames = {}, extended } = opened;
  const { sizes = false, transfer, sizing } = opened;
  const given: DraftData = {
    ...EMPTY_DATA,
    ...fields,
    ...{ receivers, refused, alsoRefused, beyondLimit, waiting, amounts, problems, wallets },
    ...{ walletNames, sizes, transfer, sizing, extended },
  };
  const { notice, fits: wanted } = fittingAmounts(withCommonAmount(given));
  const whose = { id, ownerUserId, customerId, chatId, threadId, isGroup };
  const blank: Draft = { ...whose, version: 1, status: "open", step: "type", data: EMPTY_DATA };
  const data: DraftData = {
    ...fitting(EMPTY_DATA, wanted),
    ...(opened.isFound && { foundAmount: wanted.amount }),
    sources: sourcesOf(opened, blank),
  };
  const { state: draft } = entered(blank, data, firstOpenStep(data));
  const wrong = notice ?? chunkNotice(wanted) ?? noticeIn(draft.data);
  return { ...draft, version: 1, data: withNotice(draft.data, wrong) };
}

/**
 * A message of addresses and nothing else is an answer that can be edited as such. Of a line the words belong to several questions: edited,
 * it begins the card again.
 */
function sourcesOf(opened: NewDraft, blank: Draft): DraftData["sources"] {
  const { fields, said = fields, receivers = [], refused = [], messageId } = opened;
  const sources = sourcesWith(blank, "opened", messageId);
  const { type: _, ...others } = said;
  const saysMore = Object.values(others).some((value) => value !== undefined);
  return saysMore || receivers.length + refused.length === 0
    ? sources
    : { ...sources, receivers: messageId };
}
