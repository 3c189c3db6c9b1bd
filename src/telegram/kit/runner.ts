/**
 * Runs flows: what users work on in chats, each on one card. An event (a tap, an answer, the clock) is reduced once to see what must be
 * looked up or done before, and again in the transaction that writes the card's next version.
 */
import { DeskError } from "../../domain/errors.js";
import {
  applyToFlow,
  type FlowChange,
  type FlowOutcome,
  type FlowRow,
  type NewFlow,
  openFlow,
  readFlow,
} from "../../engine/chat/flows.js";
import { type NewCard, readSumShown } from "../../engine/chat/outbox.js";
import type { TelegramUserRow } from "../../engine/chat/telegram-users.js";
import { type Engine, momentOf } from "../../engine/context.js";
import { ordersChanged } from "../../engine/orders/change-order.js";
import { ordersCreated } from "../../engine/orders/create-orders.js";
import { withdrawalCreated } from "../../engine/withdrawals/withdraw.js";
import type { Messages } from "../text/messages.js";
import type { Card, Place } from "../transport/message.js";
import type { Drawing } from "../transport/sender.js";
import type { TapAnswer } from "../transport/tap-answer.js";
import type { BotDeps, ShowCall } from "./deps.js";
import type { Drawer } from "./draw.js";
import { languageOf } from "./language.js";
import { cardOf } from "./parts.js";
import { type AnyEffect, type Reduction, redraws, type Tap, type WordOf } from "./reduction.js";
import { type AnyState, type FlowCodec, rowOf, stateOf } from "./state.js";
import type { DeskContact } from "./views.js";

/** What a flow is: its states, a pure reducer, its card, and what its effects come to. */
export interface FlowRules<S extends AnyState, Action, Event, Effect extends AnyEffect> {
  readonly kept: FlowCodec<S>;
  /** `now` is wall time. */
  reduce(state: S, event: Event | Tap<Action>, now: number): Reduction<S, Effect>;
  /** The answers to taps. */
  words(
    messages: Messages,
  ): Readonly<Record<WordOf<Effect>, string | ((amount: string) => string)>>;
  /** The word for a tap on a card that is forgotten. */
  readonly gone: WordOf<Effect>;
  /** The card as it is now. */
  draw(drawer: Drawer, state: S, messages: Messages, row: FlowRow): Promise<Drawing>;
  /** How /cancel ends it, and what is said of that. */
  readonly cancelled: Cancelled;
  /** A text as the answer to the question that the card is at; undefined when it answers none. */
  answer?(state: S, text: string): Event | undefined;
  /** For how long after the card's last change a text may answer it; forever unless given. */
  readonly answeredForMs?: number;
  /** What the clock makes of it when it is due. */
  due?(state: S): Event | undefined;
  /**
   * Does or looks up what the effects need before the card is written; what comes of it is the next event. It may be done again when a
   * stop comes between. A `DeskError` is for `refused`.
   */
  prepare?(
    door: BotDeps,
    state: S,
    effects: readonly Effect[],
    updateId: number | undefined,
  ): Promise<Event | undefined>;
  /** What a refusal makes of the card, of what was prepared or paid; and the answer to the tap in the place of the reducer's. */
  refused?(
    error: DeskError,
    state: S,
    effects: readonly Effect[],
  ): Refusal<Event | Tap<Action>, WordOf<Effect>>;
  /** Called before the transaction; gives what is written in it beside the reducer's state, as a pure function. */
  within?(
    door: BotDeps,
    state: S,
    updateId: number | undefined,
  ): Promise<(before: S, reduction: Reduction<S, Effect>, at: number) => Within<S>>;
  /** Does what the effects ask for once the card is written; what comes of it is another event. */
  follow?(door: BotDeps, state: S, effects: readonly Effect[]): Promise<Event | undefined>;
}

interface Cancelled {
  readonly status: FlowRow["status"];
  card(messages: Messages, desk: DeskContact): Card;
}

interface Refusal<Event, Word> {
  readonly event: Event;
  readonly toast?: Toast<Word>;
}

interface Toast<Word> {
  readonly toast: Word;
  readonly amount?: string;
  readonly alert?: boolean;
}

type Within<S> = Pick<FlowChange, "told" | "payment" | "booking" | "amendment" | "withdrawal"> & {
  /** In the place of the reducer's. */
  readonly state?: S;
};

/** A flow to those who need not know what it is about. */
export interface AnyFlow {
  readonly cancelled: Cancelled;
  /** True when the text answers the card. */
  answer(door: BotDeps, updateId: number, row: FlowRow, text: string): Promise<boolean>;
  /** The clock has come to what it is due at. */
  lapse(door: BotDeps, row: FlowRow): Promise<void>;
  draw(drawer: Drawer, row: FlowRow, messages: Messages): Promise<Drawing>;
}

export interface Flow<S, Action, Event> extends AnyFlow {
  state(row: FlowRow): S;
  /** Opens a card in the place of one of the same kind; false when somebody was faster, or the update was applied before. */
  open(door: BotDeps, call: ShowCall, state: S, more?: Opened): Promise<boolean>;
  /** A button of the card: it is answered before what follows from it is done. */
  tap(door: BotDeps, call: TapCall, press: PressOn<Action>): Promise<void>;
  /** `updateId` is undefined for what no update has caused. */
  run(
    door: BotDeps,
    updateId: number | undefined,
    flowId: string,
    event: Event,
    how?: How,
  ): Promise<void>;
}

interface How {
  /** A new message answered: the card goes on below it. */
  readonly isTyped: boolean;
}

type Opened = Pick<NewFlow, "told" | "extendsBatch" | "takesFrom">;

export interface TapCall extends ShowCall {
  readonly answer: TapAnswer;
}

interface PressOn<Action> {
  readonly flowId: string;
  readonly version: number;
  readonly action: Action;
}

export function createFlow<S extends AnyState, Action, Event, Effect extends AnyEffect>(
  rules: FlowRules<S, Action, Event, Effect>,
): Flow<S, Action, Event> {
  const { kept } = rules;
  const runner = new Runner(rules);
  return {
    cancelled: rules.cancelled,
    state: (row) => stateOf(kept, row),
    run: (door, updateId, flowId, event, how) =>
      runner.run(door, { ...how, updateId, event }, flowId),
    async open(door, { updateId, place, user, messageId }, state, more = {}) {
      const { engine, sender } = door;
      const flow = rowOf(kept, state, engine.now());
      const card = newCard(engine, user, place, { flow_id: state.id }, messageId);
      const opened = await engine.database.commit(() =>
        openFlow({ updateId, flow, card, ...more }),
      );
      sender.wake();
      return opened;
    },
    async tap(door, { updateId, user, answer }, { flowId, version, action }) {
      const words = rules.words(await languageOf(door, user.user_id));
      const event = { kind: "tap", version, action, by: user.user_id } as const;
      const onToast: OnToast<Effect> = (toast) => {
        if (!toast) return answer.say({});
        const { alert = false, amount = "" } = toast;
        const word = words[toast.toast];
        answer.say({ text: typeof word === "string" ? word : word(amount), alert });
      };
      await runner.run(door, { updateId, event, onToast }, flowId);
    },
    async answer(door, updateId, row, text) {
      const { answeredForMs = Infinity } = rules;
      if (door.engine.now() - row.updated_at > answeredForMs) return false;
      const event = rules.answer?.(stateOf(kept, row), text);
      if (event === undefined) return false;
      await runner.run(door, { updateId, event, isTyped: true }, row.id);
      return true;
    },
    async lapse(door, row) {
      const event = rules.due?.(stateOf(kept, row));
      if (event !== undefined) await runner.run(door, { updateId: undefined, event }, row.id);
    },
    async draw(drawer, row, messages) {
      const left = cardOf(messages.closed.continued);
      return { ...(await rules.draw(drawer, stateOf(kept, row), messages, row)), left };
    },
  };
}

type Events<Event> = [Event, ...Event[]];
type OnToast<Effect extends AnyEffect> = (toast: Toast<WordOf<Effect>> | undefined) => void;

interface Run<Event, Effect extends AnyEffect> extends Partial<How> {
  readonly updateId: number | undefined;
  readonly event: Event;
  readonly onToast?: OnToast<Effect>;
}

/** An event until it is written: reduced, prepared, committed, and followed by what its effects ask for. */
class Runner<S extends AnyState, Action, Event, Effect extends AnyEffect> {
  constructor(private readonly rules: FlowRules<S, Action, Event, Effect>) {}

  async run(door: BotDeps, call: Run<Event | Tap<Action>, Effect>, flowId: string): Promise<void> {
    for (;;) {
      const row = await readFlow(door.engine, flowId);
      if (!row) return call.onToast?.({ toast: this.rules.gone });
      const isDone = await this.#attempt(door, row, call);
      if (isDone) return;
    }
  }

  /** False when the card has changed since it was read, and what was prepared is of no use. */
  async #attempt(
    door: BotDeps,
    row: FlowRow,
    call: Run<Event | Tap<Action>, Effect>,
  ): Promise<boolean> {
    const { engine, sender } = door;
    const { onToast } = call;
    const state = stateOf(this.rules.kept, row);
    const events: Events<Event | Tap<Action>> = [call.event];
    let refusal: Refusal<Event | Tap<Action>, WordOf<Effect>> | undefined;
    const committed = await this.#prepareAll(door, state, events, call.updateId)
      .then(() => this.#commit(door, row, call, events, state))
      .catch((error: unknown) => {
        if (!(error instanceof DeskError) || !this.rules.refused) throw error;
        const tried = this.#reduceAll(state, events, engine.now());
        refusal = this.rules.refused(error, tried.state, tried.effects);
        events.push(refusal.event);
        return this.#commit(door, row, call, events, state);
      });
    const { outcome, effects } = committed;
    if (outcome.kind === "outrun") return false;
    onToast?.(refusal?.toast ?? this.#toastFor(outcome, effects));
    sender.wake();
    if (outcome.kind !== "applied") return true;
    if (outcome.created) ordersCreated(engine, outcome.created);
    if (outcome.isAmended) ordersChanged(engine);
    if (outcome.withdrawn) withdrawalCreated(engine, outcome.withdrawn);
    const next = await this.rules.follow?.(door, stateOf(this.rules.kept, outcome.flow), effects);
    if (next !== undefined) await this.run(door, { updateId: undefined, event: next }, row.id);
    return true;
  }

  async #prepareAll(
    door: BotDeps,
    before: S,
    events: Events<Event | Tap<Action>>,
    updateId: number | undefined,
  ) {
    for (;;) {
      const { state, effects } = this.#reduceAll(before, events, door.engine.now());
      const next = await this.rules.prepare?.(door, state, effects, updateId);
      if (next === undefined) return;
      events.push(next);
    }
  }

  async #commit(
    door: BotDeps,
    { id: flowId, version }: FlowRow,
    { updateId, isTyped = false }: Run<Event | Tap<Action>, Effect>,
    events: Events<Event | Tap<Action>>,
    state: S,
  ) {
    const { engine } = door;
    const moment = momentOf(engine);
    const within = await this.rules.within?.(door, state, updateId);
    let effects: readonly Effect[] = [];
    const change = (row: FlowRow): FlowChange => {
      const before = stateOf(this.rules.kept, row);
      const reduction = this.#reduceAll(before, events, moment.at);
      effects = reduction.effects;
      const { state: after = reduction.state, ...more } =
        within?.(before, reduction, moment.at) ?? {};
      const isChanged = after.version !== before.version;
      const next = isChanged ? rowOf(this.rules.kept, after, moment.at, row.batch_id) : undefined;
      return { ...more, next, redraws: redraws(effects), goesBelow: isTyped };
    };
    // What was looked up is for the version that was read.
    const prepared = events.length > 1 ? version : undefined;
    const outcome = await engine.database.commit(() =>
      applyToFlow(engine, { updateId, flowId, version: prepared, moment, change }),
    );
    return { outcome, effects };
  }

  #toastFor({ kind }: FlowOutcome, effects: readonly Effect[]): Toast<WordOf<Effect>> | undefined {
    if (kind === "gone") return { toast: this.rules.gone };
    if (kind !== "applied") return undefined;
    return effects.find(({ kind }) => kind === "toast") as Toast<WordOf<Effect>> | undefined;
  }

  /** What all events come to, the first one's first. */
  #reduceAll(state: S, [first, ...more]: Events<Event | Tap<Action>>, at: number) {
    let reduction = this.rules.reduce(state, first, at);
    for (const event of more) reduction = this.rules.reduce(reduction.state, event, at);
    return reduction;
  }
}

/** A sum has been on a card's screen for long enough to be read before it was tapped. */
export async function isSumRead(
  { engine, readFirstMs }: Pick<BotDeps, "engine" | "readFirstMs">,
  flowId: string,
  sum: string | undefined,
  updateId: number | undefined,
): Promise<boolean> {
  if (readFirstMs === 0) return true;
  const shown = await readSumShown(engine, flowId, updateId);
  return shown !== undefined && shown.sum === sum && shown.shown_ms >= readFirstMs;
}

/** A card as it begins: where it was asked for, in a group as a reply, and in the language of the client that asked. */
export function newCard(
  engine: Engine,
  user: TelegramUserRow,
  { chatId, threadId, isGroup }: Place,
  subject: Partial<Pick<NewCard, "flow_id" | "batch_id">>,
  messageId?: number,
): NewCard {
  return {
    ...{ id: engine.newId(), flow_id: null, batch_id: null, ...subject },
    owner_user_id: user.user_id,
    client_language: user.client_language,
    chat_id: chatId,
    thread_id: threadId ?? null,
    reply_to: isGroup ? (messageId ?? null) : null,
  };
}
