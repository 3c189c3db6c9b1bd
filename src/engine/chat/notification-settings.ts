/** What a chat wants to hear of, and below which balance its owner wants to be told: read and changed in one step with an update. */
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import {
  isForGroups,
  NEWS_KINDS,
  type NewsKind,
  type NewsMode,
  usualMode,
} from "../../domain/notification.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import {
  askForLimit,
  balanceLimitOf,
  closeLimitQuestion,
  deleteBalanceLimit,
  findLimitQuestion,
  type LimitOf,
  newsModesOf,
  setBalanceLimit,
  setNewsMode,
} from "../../store/chat/news-settings.js";
import { enqueueAll, type OutboxMessage } from "../../store/chat/outbox.js";
import {
  askAboveSunOf,
  saveAskAbove,
  saveTellOrders,
  tellOrdersSunOf,
} from "../../store/chat/telegram-users.js";
import { availableSunOf } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { USUAL_ASK_ABOVE_SUN } from "./telegram-users.js";

export interface NewsSettings {
  readonly modes: ReadonlyMap<NewsKind, NewsMode>;
  /** Undefined: they do not want to be told. */
  readonly limitSun: Sun | undefined;
  /** From which sum on they are told of orders by their keys; undefined: never, or in a group. */
  readonly tellOrdersSun: Sun | undefined;
  /** Which of the two will be typed. */
  readonly asking: LimitOf | undefined;
  /** Above which sum Pay asks once more; undefined in a group. */
  readonly askAboveSun: Sun | undefined;
  /** What is available, where that is below the limit that was set just now. */
  readonly belowSun?: Sun | undefined;
}

/** A chat, and who asks in it. */
export interface NewsChat {
  readonly chatId: number;
  readonly isGroup: boolean;
  readonly userId: number;
  readonly customerId: CustomerId;
}

export type SettingChange =
  | { readonly set: "mode"; readonly kind: NewsKind; readonly mode: NewsMode }
  | { readonly set: "limit"; readonly limitSun: Sun | undefined }
  | { readonly set: "tellOrders"; readonly fromSun: Sun | undefined }
  /** Above which sum Pay asks once more. */
  | { readonly set: "askAbove"; readonly aboveSun: Sun }
  /** A limit will be typed; the card that asks for it is this message. */
  | { readonly set: "question"; readonly messageId: number; readonly about: LimitOf }
  /** The open question is dropped. */
  | { readonly set: "nothing" };

export interface SettingUpdate {
  readonly updateId: number;
  readonly chat: NewsChat;
  readonly change: SettingChange;
  /** The answer to the user. */
  readonly told: (settings: NewsSettings) => readonly OutboxMessage[];
}

/** Changes a setting and says how all of them are, once an update. */
export async function changeSettings(engine: Engine, update: SettingUpdate): Promise<void> {
  const at = engine.now();
  const { chat, change } = update;
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(update.updateId, at))) return;
    const belowSun = yield* applyChange(chat, change, at);
    yield* enqueueAll(update.told({ ...(yield* settingsOf(chat)), belowSun }), at);
  });
}

/** Gives what is available where a limit was set above it. */
function* applyChange(chat: NewsChat, change: SettingChange, at: number): Phase<Sun | undefined> {
  const { chatId, userId, customerId } = chat;
  if (!chat.isGroup) yield* closeLimitQuestion(userId);
  switch (change.set) {
    case "mode":
      yield* setNewsMode(chatId, change.kind, change.mode);
      return undefined;
    case "limit": {
      const { limitSun } = change;
      if (limitSun === undefined) {
        yield* deleteBalanceLimit(userId);
        return undefined;
      }
      const availableSun = yield* availableSunOf(customerId);
      // Who is below it already is told so now.
      const armed = availableSun >= limitSun;
      yield* setBalanceLimit({ customerId, userId, limitSun, armed });
      return armed ? undefined : availableSun;
    }
    case "question":
      yield* askForLimit(userId, change.messageId, change.about, at);
      return undefined;
    case "tellOrders":
      yield* saveTellOrders(userId, change.fromSun);
      return undefined;
    case "askAbove":
      yield* saveAskAbove(userId, change.aboveSun);
      return undefined;
    case "nothing":
      return undefined;
  }
}

function* settingsOf({ chatId, isGroup, userId }: NewsChat): Phase<NewsSettings> {
  const said = yield* newsModesOf(chatId);
  const kinds = NEWS_KINDS.filter((kind) => !isGroup || isForGroups(kind));
  return {
    modes: new Map(kinds.map((kind) => [kind, said.get(kind) ?? usualMode(kind, isGroup)])),
    limitSun: isGroup ? undefined : yield* balanceLimitOf(userId),
    askAboveSun: isGroup ? undefined : ((yield* askAboveSunOf(userId)) ?? USUAL_ASK_ABOVE_SUN),
    tellOrdersSun: isGroup ? undefined : yield* tellOrdersSunOf(userId),
    asking: isGroup ? undefined : (yield* findLimitQuestion(userId))?.about,
  };
}
