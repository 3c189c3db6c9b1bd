/**
 * Runs screens: what users work on in chats, each on one card. An event (a tap, an answer, the clock) is reduced once, and what it makes
 * of the card is written only if the card is still as it was read; else the event begins again.
 */
import { DeskError } from "../../domain/errors.js";
import type { BatchId } from "../../domain/ids.js";
import {
  applyToFlow,
  type FlowOutcome,
  type NewFlow,
  openFlow,
  redrawUntil,
} from "../../engine/chat/flows.js";
import { readSumShown } from "../../engine/chat/outbox.js";
import { type Engine, type Moment, momentOf } from "../../engine/context.js";
import type { NewCard } from "../../store/chat/cards.js";
import { type FlowRow, findFlow } from "../../store/chat/flows.js";
import type { OutboxMessage } from "../../store/chat/outbox.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";
import type { Messages } from "../text/messages.js";
import type { Place } from "../transport/message.js";
import type { Drawing } from "../transport/sender.js";
import type { TapAnswer } from "../transport/tap-answer.js";
import type { BotDeps, ShowCall } from "./deps.js";
import type { Drawer, Draws } from "./draw.js";
import { languageOf } from "./language.js";
import { cardOf } from "./parts.js";
import {
  type AnyEffect,
  goesBelow,
  type Reduction,
  redraws,
  type Tap,
  type WordOf,
} from "./reduction.js";
import { type AnyState, type FlowCodec, rowOf, stateOf } from "./state.js";

/**
 * A screen: its states, a pure reducer, its card, and what is done with it. Four things can go with an event, in this order: `prepare`
 * before anything is written, `write` in the transaction, what the phase of that returns after the commit, and `follow`.
 */
export interface ScreenRules<S extends AnyState, Action, Event, Effect extends AnyEffect> {
  readonly codec: FlowCodec<S>;
  /** `now` is wall time. */
  reduce(state: S, event: Event | Tap<Action>, now: number): Reduction<S, Effect>;
  /** The answers to taps. */
  words(
    messages: Messages,
  ): Readonly<Record<WordOf<Effect>, string | ((...sums: string[]) => string)>>;
  /** The word for a tap on a card that is forgotten. */
  readonly gone: WordOf<Effect>;
  /** The card as it is now. */
  draw(
    drawer: Drawer,
    state: S,
    messages: Messages,
    row: FlowRow,
    reader: number | undefined,
  ): Promise<Drawing>;
  /** How /cancel ends it. */
  readonly cancelledAs: FlowRow["status"];
  /** A text as the answer to the question that the card is at; undefined when it answers none. */
  answer?(state: S, text: string): Event | undefined;
  /** For how long after the card's last change a text may answer it; forever unless given. */
  readonly answeredForMs?: number;
  /** What the clock makes of it when it is due. */
  due?(state: S): Event | undefined;
  /** What becomes of it once the balance that it waits for is there; undefined leaves it waiting. */
  covered?(deps: BotDeps, state: S): Promise<Event | undefined>;
  /**
   * Does or looks up what the effects need before the card is written; what comes of it is the next event. It may be done again when a
   * stop comes between. A `DeskError` is for `refused`.
   */
  prepare?(
    deps: BotDeps,
    state: S,
    effects: readonly Effect[],
    updateId: number | undefined,
  ): Promise<Event | undefined>;
  /** What a refusal makes of the card, of what was prepared or written; and the answer to the tap in the place of the reducer's. */
  refused?(
    error: DeskError,
    state: S,
    effects: readonly Effect[],
    deps: BotDeps,
  ): Awaitable<Refusal<Event | Tap<Action>, WordOf<Effect>>>;
  /** What is written with the card's next version. */
  write?(
    deps: BotDeps,
    before: S,
    reduction: Reduction<S, Effect>,
    updateId: number | undefined,
  ): Promise<Writing<S> | undefined>;
  /** Does what the effects ask for once the card is written; what comes of it is another event. */
  follow?(deps: BotDeps, state: S, effects: readonly Effect[]): Promise<Event | undefined>;
}

type Awaitable<T> = T | Promise<T>;

interface Refusal<Event, Word> {
  readonly event: Event;
  readonly toast?: Toast<Word>;
}

interface Toast<Word> {
  readonly toast: Word;
  readonly sumsSun?: readonly number[];
  readonly alert?: boolean;
}

/** Written in one transaction with the card. */
export interface Writing<S> {
  /** Written instead of the reducer's. */
  readonly state?: S | undefined;
  /** The call that the card becomes. */
  readonly batchId?: BatchId | undefined;
  readonly told?: readonly OutboxMessage[] | undefined;
  /** Returns what is to be done after the commit. A `DeskError` is for `refused`: nothing has happened then. */
  readonly phase?: ((moment: Moment) => Phase<AfterCommit>) | undefined;
}

type AfterCommit = () => void;

/** A flow of any kind. */
export interface AnyScreen {
  readonly cancelledAs: FlowRow["status"];
  /** True when the text answers the card. */
  answer(deps: BotDeps, updateId: number, row: FlowRow, text: string): Promise<boolean>;
  /** The clock has come to what it is due at. */
  lapse(deps: BotDeps, row: FlowRow): Promise<void>;
  /** The balance that it waits for is there. */
  cover(deps: BotDeps, row: FlowRow): Promise<void>;
  draw: Draws["flow"];
}

export interface Screen<S, Action, Event> extends AnyScreen {
  state(row: FlowRow): S;
  /** Opens a card in the place of one of the same kind; false when somebody was faster, or the update was applied before. */
  open(deps: BotDeps, call: ShowCall, state: S, more?: Opened): Promise<boolean>;
  /** A button of the card: it is answered before what follows from it is done. */
  tap(deps: BotDeps, call: TapCall, press: PressOn<Action>): Promise<void>;
  /** `updateId` is undefined for what no update has caused. */
  run(
    deps: BotDeps,
    updateId: number | undefined,
    flowId: string,
    event: Event,
    how?: How,
  ): Promise<void>;
}

interface How {
  /** A new message answered: the card continues below it. */
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

export function createScreen<S extends AnyState, Action, Event, Effect extends AnyEffect>(
  screen: ScreenRules<S, Action, Event, Effect>,
): Screen<S, Action, Event> {
  const { codec } = screen;
  const runner = new Runner(screen);
  return {
    cancelledAs: screen.cancelledAs,
    state: (row) => stateOf(codec, row),
    run: (deps, updateId, flowId, event, how) =>
      runner.run(deps, { ...how, updateId, event }, flowId),
    async open(deps, { updateId, place, user, messageId }, state, more = {}) {
      const { engine, sender } = deps;
      const flow = rowOf(codec, state, engine.now());
      const card = newCard(engine, user, place, { flow_id: state.id }, messageId);
      const opened = await engine.database.commit(() =>
        openFlow({ updateId, flow, card, ...more }),
      );
      sender.wake();
      return opened;
    },
    async tap(deps, { updateId, user, answer }, { flowId, version, action }) {
      const messages = await languageOf(deps, user.user_id);
      const words = screen.words(messages);
      const event = { kind: "tap", version, action, by: user.user_id } as const;
      const onToast: OnToast<Effect> = (toast) => {
        if (!toast) return answer.say({});
        const { alert = false, sumsSun = [] } = toast;
        const word = words[toast.toast];
        answer.say({
          text: typeof word === "string" ? word : word(...sumsSun.map(messages.trx)),
          alert,
        });
      };
      await runner.run(deps, { updateId, event, onToast }, flowId);
    },
    async answer(deps, updateId, row, text) {
      const { answeredForMs = Infinity } = screen;
      if (deps.engine.now() - row.updated_at > answeredForMs) return false;
      const event = screen.answer?.(stateOf(codec, row), text);
      if (event === undefined) return false;
      await runner.run(deps, { updateId, event, isTyped: true }, row.id);
      return true;
    },
    async lapse(deps, row) {
      const { engine, sender } = deps;
      const state = stateOf(codec, row);
      const dueAt = codec.dueAt?.(state, engine.now()) ?? 0;
      if (dueAt > engine.now()) {
        await engine.database.commit(() => redrawUntil(row, dueAt));
        return sender.wake();
      }
      const event = screen.due?.(state);
      if (event !== undefined) await runner.run(deps, { updateId: undefined, event }, row.id);
    },
    async cover(deps, row) {
      const event = await screen.covered?.(deps, stateOf(codec, row));
      if (event !== undefined) await runner.run(deps, { updateId: undefined, event }, row.id);
    },
    async draw(drawer, row, messages, reader) {
      const left = cardOf(messages.closed.continued);
      const drawing = await screen.draw(drawer, stateOf(codec, row), messages, row, reader);
      return { ...drawing, left };
    },
  };
}

type OnToast<Effect extends AnyEffect> = (toast: Toast<WordOf<Effect>> | undefined) => void;

interface Run<Event, Effect extends AnyEffect> extends Partial<How> {
  readonly updateId: number | undefined;
  readonly event: Event;
  readonly onToast?: OnToast<Effect>;
}

/** Of one event: what is refused may become a question to somebody else, which may be refused too. */
const MOST_REFUSALS = 2;

/** An event until it is written: reduced, prepared, committed, and followed by what its effects ask for. */
class Runner<S extends AnyState, Action, Event, Effect extends AnyEffect> {
  constructor(private readonly screen: ScreenRules<S, Action, Event, Effect>) {}

  async run(deps: BotDeps, call: Run<Event | Tap<Action>, Effect>, flowId: string): Promise<void> {
    for (;;) {
      const row = await deps.engine.database.read(() => findFlow(flowId));
      if (!row) return call.onToast?.({ toast: this.screen.gone });
      const isDone = await this.#attempt(deps, row, call);
      if (isDone) return;
    }
  }

  /** False when the card has changed since it was read: then nothing was done. */
  async #attempt(
    deps: BotDeps,
    row: FlowRow,
    call: Run<Event | Tap<Action>, Effect>,
  ): Promise<boolean> {
    const { screen } = this;
    const { updateId, onToast } = call;
    const before = stateOf(screen.codec, row);
    let reduction: Reduction<S, Effect> = { state: before, effects: [] };
    const reduce = (event: Event | Tap<Action>) => {
      reduction = screen.reduce(reduction.state, event, deps.engine.now());
    };
    let refusal: Refusal<Event | Tap<Action>, WordOf<Effect>> | undefined;
    let committed: Committed<S> | undefined;
    let event: Event | Tap<Action> | undefined = call.event;
    for (let refusals = 0; committed === undefined; refusals += 1) {
      try {
        while (event !== undefined) {
          reduce(event);
          // What a refusal makes of the card needs nothing more.
          if (refusal) break;
          event = await screen.prepare?.(deps, reduction.state, reduction.effects, updateId);
        }
        committed = await this.#commit(deps, row, before, reduction, call);
      } catch (error) {
        if (!(error instanceof DeskError) || !screen.refused || refusals >= MOST_REFUSALS)
          throw error;
        refusal = await screen.refused(error, reduction.state, reduction.effects, deps);
        event = refusal.event;
      }
    }
    const { outcome, state } = committed;
    if (outcome.kind === "outrun") return false;
    const { effects } = reduction;
    onToast?.(refusal?.toast ?? this.#toastFor(outcome, effects));
    deps.sender.wake();
    if (outcome.kind !== "applied") return true;
    outcome.written?.();
    const next = await screen.follow?.(deps, state, effects);
    if (next !== undefined) await this.run(deps, { updateId: undefined, event: next }, row.id);
    return true;
  }

  async #commit(
    deps: BotDeps,
    flow: FlowRow,
    before: S,
    reduction: Reduction<S, Effect>,
    { updateId, isTyped = false }: Run<Event | Tap<Action>, Effect>,
  ): Promise<Committed<S>> {
    const { codec, write } = this.screen;
    const { engine } = deps;
    const writing = await write?.(deps, before, reduction, updateId);
    const { state = reduction.state, batchId = flow.batch_id, told, phase } = writing ?? {};
    const moment = momentOf(engine);
    const isChanged = state.version !== before.version;
    const update = {
      ...{ updateId, flow, moment, told, redraws: redraws(reduction.effects) },
      goesBelow: isTyped || goesBelow(reduction.effects),
      next: isChanged ? rowOf(codec, state, moment.at, batchId) : undefined,
      write: phase,
    };
    const outcome = await engine.database.commit(() => applyToFlow<AfterCommit>(update));
    return { outcome, state: isChanged ? state : before };
  }

  #toastFor(
    { kind }: FlowOutcome<AfterCommit>,
    effects: readonly Effect[],
  ): Toast<WordOf<Effect>> | undefined {
    if (kind === "gone") return { toast: this.screen.gone };
    if (kind !== "applied") return undefined;
    return effects.find(({ kind }) => kind === "toast") as Toast<WordOf<Effect>> | undefined;
  }
}

interface Committed<S> {
  readonly outcome: FlowOutcome<AfterCommit>;
  readonly state: S;
}

/** A sum has been on a card's screen for long enough to be read before it was tapped. */
export async function isSumRead(
  { engine, readFirstMs }: Pick<BotDeps, "engine" | "readFirstMs">,
  flowId: string,
  { sum, amountSun }: { readonly sum: string | undefined; readonly amountSun: number },
  updateId: number | undefined,
): Promise<boolean> {
  const afterMs = readFirstMs(amountSun);
  if (afterMs === 0) return true;
  const shown = await readSumShown(engine, flowId, updateId);
  return shown !== undefined && shown.sum.split("\n")[0] === sum && shown.shown_ms >= afterMs;
}

/** A card as it begins: where it was asked for, in a group as a reply, and in the language of the client that asked. */
export function newCard(
  engine: Engine,
  user: TelegramUserRow,
  { chatId, threadId, isGroup }: Place,
  subject: Partial<Pick<NewCard, "flow_id" | "batch_id" | "request_id">>,
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
