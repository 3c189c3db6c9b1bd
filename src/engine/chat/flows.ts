/**
 * What users work on in chats, each on a card of its own. One transaction applies an update to a card: the update is marked as done, the
 * card's next version is written if the card is still as it was read, and with it what the change asks for, such as the orders of a payment.
 */
import { HOUR_MS } from "../../common/time.js";
import type { BatchId } from "../../domain/ids.js";
import { ANSWERS_WITHIN_MS } from "../../domain/notification.js";
import {
  forgetDrawn,
  insertCard,
  markCardOfFlowDirty,
  markShortCardsDirty,
  type NewCard,
  sendCardBelow,
} from "../../store/chat/cards.js";
import {
  closeFlow,
  type FlowRow,
  type FlowStatus,
  findFlow,
  flowsCovered,
  flowsDue,
  insertFlow,
  latestFlows,
  missingForNewest,
  openFlows,
  setFlowDue,
  updateFlow,
} from "../../store/chat/flows.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { findLimitQuestion } from "../../store/chat/news-settings.js";
import { enqueueAll, type OutboxMessage } from "../../store/chat/outbox.js";
import { insertExtension } from "../../store/chat/watched-batches.js";
import type { Phase } from "../../store/phase.js";
import type { Engine, Moment } from "../context.js";

/** What an event makes of a flow. */
export interface FlowChange<Written> {
  /** Undefined when nothing changes. */
  readonly next?: FlowRow | undefined;
  /** Written with `next`: money above all. It throws a `DeskError` to refuse. */
  readonly write?: ((moment: Moment) => Phase<Written>) | undefined;
  /** Sent with the card: the question for a typed answer. */
  readonly told?: readonly OutboxMessage[] | undefined;
  /** Its card is to be drawn also when nothing has changed: what a user sees may be older than we know. */
  readonly redraws?: boolean;
  /** An answer was typed: its card continues below it. */
  readonly goesBelow?: boolean;
}

export interface FlowUpdate<Written> extends FlowChange<Written> {
  /** The update that causes the change; undefined for a timer. */
  readonly updateId: number | undefined;
  /** As it was when the change was made of it. */
  readonly flow: FlowRow;
  readonly moment: Moment;
}

export type FlowOutcome<Written> =
  /** The card has changed since it was read: nothing was done, and the update is still to be applied. */
  | { readonly kind: "outrun" }
  /** The update was applied before: the card may only have to be redrawn. */
  | { readonly kind: "repeated" }
  | { readonly kind: "gone" }
  | { readonly kind: "applied"; readonly written: Written | undefined };

/** Throws a `DeskError` when what is to be written is refused; then nothing has happened, and the update is still to be done. */
export function* applyToFlow<Written>(update: FlowUpdate<Written>): Phase<FlowOutcome<Written>> {
  const { updateId, flow, next, write, told = [], redraws, goesBelow, moment } = update;
  const { id } = flow;
  const now = yield* findFlow(id);
  // A group that becomes another chat takes its flows along at the version they have.
  const isOther = now && (now.version !== flow.version || now.chat_id !== flow.chat_id);
  if (isOther) return { kind: "outrun" };
  if (updateId !== undefined && !(yield* finishUpdate(updateId, moment.at))) {
    yield* forgetDrawn(id);
    return { kind: "repeated" };
  }
  if (!now) return { kind: "gone" };
  yield* enqueueAll(told, moment.at);
  if (goesBelow) yield* sendCardBelow(id, moment.at);
  if (redraws) yield* forgetDrawn(id);
  if (!next) return { kind: "applied", written: undefined };
  const written = write && (yield* write(moment));
  const at = updateId === undefined ? now.updated_at : moment.at;
  yield* updateFlow({ ...next, updated_at: at }, flow.version);
  yield* markCardOfFlowDirty(id);
  if (next.status !== "open") yield* markShortCardsDirty(next.customer_id);
  return { kind: "applied", written };
}

/** Those of a kind that a user worked on last in a chat, newest first. */
export function readLatestFlows(engine: Engine, kind: string, chatId: number, userId: number) {
  return engine.database.read(() => latestFlows(kind, chatId, userId, 20));
}

/** Whether a user is answering a question of the bot's in a chat; one that has been left alone for a while is none. */
export function isAskedIn(engine: Engine, chatId: number, userId: number): Promise<boolean> {
  const since = engine.now() - ANSWERS_WITHIN_MS;
  return engine.database.read(function* (): Phase<boolean> {
    const flows = yield* openFlows(chatId, userId);
    if (flows.some((flow) => flow.step !== "confirm" && flow.updated_at > since)) return true;
    const limit = chatId === userId ? yield* findLimitQuestion(userId) : undefined;
    return limit !== undefined && limit.asked_at > since;
  });
}

/** Open ones that the clock has changed: a quote is over. */
export function readDueFlows(engine: Engine) {
  return engine.database.read(() => flowsDue(engine.now()));
}

/** The clock has changed what its card says, and nothing else: that it keeps its version lets a tap count that is on its way. */
export function* redrawUntil({ id, version }: FlowRow, dueAt: number): Phase<void> {
  yield* setFlowDue(id, version, dueAt);
  yield* markCardOfFlowDirty(id);
}

/** For how long after its last change an order that lacks money comes back by itself. */
const COMES_BACK_FOR_MS = 24 * HOUR_MS;

/** Open ones that lacked money which is there now; none while the desk takes no orders, because nobody could be told a price. */
export async function readCoveredFlows(engine: Engine): Promise<FlowRow[]> {
  if (engine.gates.obstacle() || !engine.gates.mayMatch()) return [];
  return engine.database.read(() => flowsCovered(engine.now() - COMES_BACK_FOR_MS));
}

/** What is still missing for what a user would order; undefined where nothing is. */
export async function readMissingSun(engine: Engine, userId: number): Promise<number | undefined> {
  const since = engine.now() - COMES_BACK_FOR_MS;
  const missingSun = (await engine.database.read(() => missingForNewest(userId, since))) ?? 0;
  return missingSun > 0 ? missingSun : undefined;
}

export interface NewFlow {
  readonly updateId: number;
  readonly flow: FlowRow;
  readonly card: NewCard;
  readonly told?: readonly OutboxMessage[];
  /** The batch whose rentals it is to extend. */
  readonly extendsBatch?: BatchId | undefined;
  /** Another one that changes with it; when somebody was faster there, nothing is opened. */
  readonly takesFrom?: FlowStep | undefined;
}

/** A flow as it becomes, from the version it had. */
export interface FlowStep {
  readonly row: FlowRow;
  readonly version: number;
}

/** Opens a flow with its card, in the place of one that its user has open in the same chat; once for an update. */
export function* openFlow(opening: NewFlow): Phase<boolean> {
  const { updateId, flow, card, told = [], extendsBatch, takesFrom } = opening;
  const { kind, chat_id: chatId, owner_user_id: userId, updated_at: at } = flow;
  if (!(yield* finishUpdate(updateId, at))) return false;
  if (takesFrom && !(yield* takeStep(takesFrom))) return false;
  for (const open of yield* openFlows(chatId, userId)) {
    if (open.kind === kind) yield* closeFlow(open, "replaced", at);
  }
  yield* insertFlow(flow);
  // Only the newest order comes back.
  yield* markShortCardsDirty(flow.customer_id);
  if (extendsBatch !== undefined) yield* insertExtension(flow.id, extendsBatch);
  yield* insertCard(card);
  yield* enqueueAll(told, at);
  return true;
}

function* takeStep({ row, version }: FlowStep): Phase<boolean> {
  const known = yield* findFlow(row.id);
  if (known?.version !== version) return false;
  yield* updateFlow(row, version);
  yield* markCardOfFlowDirty(row.id);
  return true;
}

export interface Cancelling {
  readonly updateId: number;
  readonly chatId: number;
  readonly userId: number;
  readonly endsAs: (open: FlowRow) => FlowStatus;
  /** Said where there is nothing that could be cancelled. */
  readonly nothing: OutboxMessage;
}

/** Closes what a user worked on last in a chat: its card says so below. */
export async function cancelFlow(engine: Engine, cancelling: Cancelling): Promise<void> {
  const at = engine.now();
  const { updateId, chatId, userId, endsAs, nothing } = cancelling;
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    const [open] = yield* openFlows(chatId, userId);
    if (!open) return yield* enqueueAll([nothing], at);
    yield* closeFlow(open, endsAs(open), at);
    yield* sendCardBelow(open.id, at);
  });
}
