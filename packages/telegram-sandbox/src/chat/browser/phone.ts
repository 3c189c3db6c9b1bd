/** The phone: one person in one chat, and what happens when they write, tap or go elsewhere. */
import type { Acts } from "./acts.js";
import * as api from "./api.js";
import { eventText } from "./chat-event.js";
import { copyText } from "./clipboard.js";
import type { BotCommand } from "./commands.js";
import { type Composer, createComposer, type Written } from "./composer.js";
import { byId } from "./dom.js";
import { askedFor } from "./force-reply.js";
import { destination } from "./links.js";
import { type Following, followChat } from "./live.js";
import { createLog, type Log } from "./log.js";
import { type ChatView, isFrom, type Message } from "./message.js";
import { createNotices } from "./notices.js";
import {
  type ChatOption,
  chatIdOf,
  chatOption,
  hashOf,
  messagesIn,
  type Place,
  personOf,
} from "./place.js";
import { Unreadable } from "./read-file.js";
import { words } from "./reader.js";
import { followSelection } from "./selection.js";
import { drawHead, drawHint } from "./surroundings.js";
import { createWallet, type Wallet } from "./wallet.js";

export class Phone {
  readonly #notices = createNotices();
  readonly #log: Log = createLog();
  readonly #wallet: Wallet | undefined = createWallet(this.#notices);
  readonly #composer: Composer;
  readonly #acts: Acts;
  /** Groups that became supergroups, with what they became. */
  readonly #moved = new Map<number, number>();
  #place: Place;
  #following: Following | undefined;
  #messages: readonly Message[] = [];
  #commands: readonly BotCommand[] = [];
  /** The message whose wish for a reply was taken up. */
  #askedId: number | undefined;
  /** One message after another, in the order they were written. */
  #outbox: Promise<void> = Promise.resolve();

  constructor(place: Place) {
    this.#place = place;
    this.#composer = createComposer({
      onSend: (written) => this.#send(written),
      onEditLast: () => this.#editLast(),
      say: (text) => this.#notices.toast(text),
      commands: () => this.#commands,
    });
    this.#acts = this.#createActs();
    const shown = {
      personId: () => this.#place.personId,
      find: (id: number) => this.#messages.find(({ message_id }) => message_id === id),
    };
    followSelection(this.#log.element, shown, this.#acts);
    this.open(place);
  }

  open(place: Place): void {
    this.#following?.close();
    this.#place = place;
    this.#messages = [];
    this.#commands = [];
    this.#askedId = undefined;
    history.replaceState(null, "", hashOf(place));
    byId("person", HTMLSelectElement).value = String(place.personId);
    byId("chat", HTMLSelectElement).value = place.chat;
    this.#composer.set({ kind: "nothing" });
    this.#notices.toast("");
    this.#log.clear();
    drawHead(this.#option, undefined);
    this.#wallet?.show(this.#option.kind === "private" ? personOf(place.personId) : undefined);
    drawHint(undefined, this.#acts);
    this.#following = followChat(this.#pen.chatId, {
      onView: (view) => this.#show(view),
      onReach: (isReachable) => this.#notices.reachable(isReachable),
      onRefused: (reason) => this.#notices.toast(reason),
    });
  }

  /** Without them the page works as before; the next view asks again. */
  async #readCommands(): Promise<void> {
    const place = this.#place;
    const commands = await api.readCommands(this.#pen).catch(() => undefined);
    if (commands === undefined || place !== this.#place || commands.length === 0) return;
    this.#commands = commands;
    this.#composer.listCommands();
  }

  get #option(): ChatOption {
    return chatOption(this.#place.chat);
  }

  get #pen(): api.Pen {
    const chatId = chatIdOf(this.#place);
    const { topicId } = this.#option;
    return { chatId: this.#moved.get(chatId) ?? chatId, from: this.#place.personId, topicId };
  }

  #show(view: ChatView): void {
    const movedTo = view.messages.at(-1)?.migrate_to_chat_id;
    if (movedTo !== undefined) {
      this.#moved.set(chatIdOf(this.#place), movedTo);
      this.open(this.#place);
      return;
    }
    const before = this.#messages.at(-1)?.message_id;
    this.#messages = messagesIn(this.#option, view.messages);
    if (this.#messages.at(-1)?.message_id !== before) this.#wallet?.refresh();
    drawHead(this.#option, view.chat);
    const isSilent = this.#messages.every((one) => eventText(one) !== undefined);
    drawHint(isSilent ? this.#option.kind : undefined, this.#acts);
    this.#log.show(this.#messages, {
      personId: this.#place.personId,
      isGroup: this.#option.kind !== "private",
      acts: this.#acts,
    });
    this.#takeUpAsked();
    if (this.#commands.length === 0) void this.#readCommands();
  }

  /** A forced reply is begun when it is asked for, and dropped when it is not asked for any more. */
  #takeUpAsked(): void {
    const { about } = this.#composer;
    const asked = askedFor(this.#messages, this.#place.personId);
    const replies = about.kind === "reply" ? about.message.message_id : undefined;
    const isOver = replies === this.#askedId && asked?.message_id !== replies;
    const isGone = !this.#messages.some(({ message_id }) => message_id === replies);
    if (replies !== undefined && (isOver || isGone)) this.#composer.set({ kind: "nothing" });
    if (asked === undefined || asked.message_id === this.#askedId || about.kind === "edit") return;
    this.#askedId = asked.message_id;
    const placeholder = asked.reply_markup?.input_field_placeholder;
    this.#composer.set({ kind: "reply", message: asked }, placeholder);
    if (!(document.activeElement instanceof HTMLSelectElement)) this.#composer.focus();
  }

  #send(written: Written): void {
    const pen = this.#pen;
    this.#outbox = this.#outbox.then(async () => {
      const isDone = await this.#tried(() => this.#deliver(pen, written));
      if (!isDone) this.#composer.restore(written);
    });
  }

  async #deliver(pen: api.Pen, { text, about, file }: Written): Promise<void> {
    if (about.kind === "edit") {
      await api.editMessage(pen, about.message.message_id, text);
      return;
    }
    const replyTo = about.kind === "reply" ? about.message.message_id : undefined;
    const { update_id } = await api.sendMessage(pen, { text, file, replyTo });
    this.#log.scrollToEnd();
    if (update_id === null) this.#notices.toast(words.unseen);
  }

  /** Whether the desk did it; when not, the reader is told why. */
  async #tried(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      const isTold = error instanceof api.Refusal || error instanceof Unreadable;
      this.#notices.toast(isTold ? error.message : words.unreachable);
      return false;
    } finally {
      this.#following?.refresh();
    }
  }

  async #tap(message: Message, callbackData: string): Promise<void> {
    const pen = this.#pen;
    await this.#tried(async () => {
      const answer = await api.tapButton(pen, message.message_id, callbackData);
      const { answered, text, show_alert, url } = answer;
      if (url !== undefined) this.#follow(url);
      if (!answered) this.#notices.toast(words.unanswered);
      else if (text && show_alert) this.#notices.alert(text);
      else if (text) this.#notices.toast(text);
    });
  }

  #follow(url: string): void {
    const goal = destination(url);
    if (goal.kind === "bot") this.#acts.openPrivateChat(goal.payload);
    if (goal.kind === "web") window.open(goal.href, "_blank", "noopener");
  }

  #editLast(): void {
    const { personId } = this.#place;
    const own = this.#messages.findLast((one) => isFrom(one, personId) && one.text !== undefined);
    if (own) this.#acts.edit(own);
  }

  #createActs(): Acts {
    const write = (kind: "reply" | "edit") => (message: Message) => {
      this.#composer.set({ kind, message });
      this.#composer.focus();
    };
    const wallet = this.#wallet;
    return {
      say: (text) => this.#send({ text, about: { kind: "nothing" }, file: undefined }),
      tap: (message, callbackData) => this.#tap(message, callbackData),
      copy: (text) => void copyText(text, this.#notices),
      payIn: wallet && ((address) => wallet.payIn(address)),
      openPrivateChat: (payload) => {
        this.open({ ...this.#place, chat: "private" });
        if (payload !== undefined) this.#acts.say(`/start ${payload}`);
        this.#composer.focus();
      },
      goTo: (messageId) => this.#log.goTo(messageId),
      reply: write("reply"),
      edit: write("edit"),
      remove: (message) => void this.#tried(() => api.deleteMessage(this.#pen, message.message_id)),
    };
  }
}
