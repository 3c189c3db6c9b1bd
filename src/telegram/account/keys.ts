/**
 * `/key`, in private: lists, issues and revokes keys. The text of a new key is sent once, past the outbox; unless Telegram
 * certainly takes the message, the key is revoked.
 */

import { apiKeyHint, MAX_KEYS } from "../../domain/api-key.js";
import { tellOnce } from "../../engine/chat/outbox.js";
import {
  issuePendingKey,
  keyNotShown,
  keyShown,
  type OwnKey,
  type OwnKeys,
  readOwnKey,
  readOwnKeys,
  revokeOwnKey,
} from "../../engine/customers/own-keys.js";
import {
  type KeyToShow,
  type Spends,
  showTeamKey,
  type TeamKeyEvent,
} from "../../engine/teams/keys.js";
import { encodeTap, type KeyTap } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { cardOf, type Style } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { answer, answerTo } from "../transport/answer.js";
import { blocks, bold, code, type Part, spoiler } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import type { TapAnswer } from "../transport/tap-answer.js";

export async function showKeys(deps: BotDeps, call: ShowCall, edits?: number): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  const card = place.isGroup
    ? noteCard("privateOnly", contactOf(deps), messages)
    : keysCard(await readOwnKeys(deps.engine, user.customer_id), messages);
  await answer(deps, updateId, place, card, { replyTo: messageId, edits });
}

interface KeyCall extends ShowCall {
  readonly answer: TapAnswer;
}

/** Cards of /key are in private only, but anybody can send their callback data from a group. */
export async function applyKeyTap(deps: BotDeps, call: KeyCall, tapped: KeyTap): Promise<void> {
  if (!call.place.isGroup && tapped.act === "show") return showOfTeam(deps, call, tapped.keyId);
  if (call.place.isGroup || tapped.act === "list" || tapped.act === "show") {
    call.answer.say({});
    return showKeys(deps, call, call.place.isGroup ? undefined : call.messageId);
  }
  if (tapped.act === "issue") return issue(deps, call, tapped.issued);
  call.answer.say({});
  return tapped.act === "ask" ? ask(deps, call, tapped.keyId) : revoke(deps, call, tapped.keyId);
}

/** The message about it goes, unless the key may not have arrived: then there is a new one to show. */
async function showOfTeam(deps: BotDeps, call: KeyCall, keyId: string): Promise<void> {
  const { engine, sender } = deps;
  const { updateId, place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  const got = await showTeamKey(engine, { updateId, userId: user.user_id, keyId });
  call.answer.say(got.kind === "gone" ? { text: messages.keys.gone } : {});
  if (got.kind === "issued") await send(deps, call, got);
  const said =
    got.kind === "issued"
      ? shownKeyCard(got, apiKeyHint(got.apiKey), messages)
      : cardOf(messages.keys.gone);
  await tellOnce(engine, answerTo(updateId, place, said, { edits: call.messageId }));
  sender.wake();
}

interface Issued {
  readonly keyId: string;
  readonly apiKey: string;
  /** Of a team's. */
  readonly spends?: Spends | undefined;
}

async function send(
  { engine, sender, logger }: BotDeps,
  { place }: KeyCall,
  { keyId, apiKey, spends }: Issued,
): Promise<void> {
  const messages = await languageOf({ engine }, place.chatId);
  const isTaken = await sender.sendOnce(place, newKeyCard(apiKey, messages, spends));
  if (!isTaken) await keyNotShown(engine, keyId);
  else if (!(await keyShown(engine, keyId))) logger.warn({ keyId }, "a key was shown too late");
}

async function issue(deps: BotDeps, call: KeyCall, issued: number): Promise<void> {
  const { engine, sender } = deps;
  const { updateId, place, user } = call;
  const { customer_id: customerId } = user;
  const messages = await languageOf(deps, place.chatId);
  const got = await issuePendingKey(engine, { updateId, customerId, issued });
  if (got.kind === "stale") call.answer.say({ text: messages.toasts.stale });
  else if (got.kind === "full") call.answer.say({ text: messages.keys.full(MAX_KEYS) });
  else call.answer.say({});
  if (got.kind === "issued") await send(deps, call, got);
  // The current list; the update itself is done.
  const list = keysCard(await readOwnKeys(engine, customerId), messages);
  await tellOnce(engine, answerTo(updateId, place, list, { edits: call.messageId }));
  sender.wake();
}

async function ask(deps: BotDeps, call: KeyCall, keyId: string): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  const key = await readOwnKey(engine, user.customer_id, keyId);
  const card: Card = key
    ? askRevokeCard(key, messages)
    : keysCard(await readOwnKeys(engine, user.customer_id), messages, messages.keys.gone);
  await answer(deps, updateId, place, card, { edits: messageId });
}

async function revoke(deps: BotDeps, call: KeyCall, keyId: string): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  await revokeOwnKey(deps.engine, {
    updateId,
    customerId: user.customer_id,
    keyId,
    told: (left, revoked) => {
      const news = revokedText(revoked?.startsWith, messages);
      return answerTo(updateId, place, keysCard(left, messages, news), { edits: messageId });
    },
  });
  deps.sender.wake();
}

/** `news` is what has just been done. */
export function keysCard(view: OwnKeys, messages: Messages, news?: Part): Card {
  const { keys: words } = messages;
  const { keys, issued, hasRoom } = view;
  const lines = keys.map(({ startsWith, issuedAt, isDisabled }) =>
    (isDisabled ? words.disabledLine : words.line)(code(hint(startsWith)), messages.time(issuedAt)),
  );
  return cardOf(
    blocks([bold(words.title)], [news], lines.length > 0 ? lines : [words.none], [
      hasRoom ? words.about : words.full(MAX_KEYS),
    ]),
    [
      ...keys.map(({ keyId, startsWith }) => [
        button(words.revoke(hint(startsWith)), { act: "ask", keyId }),
      ]),
      hasRoom ? [button(words.issue, { act: "issue", issued }, "primary")] : [],
    ],
  );
}

export function askRevokeCard({ keyId, startsWith }: OwnKey, messages: Messages): Card {
  const { keys: words, buttons } = messages;
  return cardOf(words.askRevoke(code(hint(startsWith))), [
    [
      button(words.confirmRevoke, { act: "revoke", keyId }, "danger"),
      button(buttons.back, { act: "list" }),
    ],
  ]);
}

export function revokedText(startsWith: string | undefined, { keys: words }: Messages): Part {
  return startsWith === undefined ? words.gone : words.revoked(code(hint(startsWith)));
}

/** No button of it sends a tap: a tap would send back the whole message. */
export function newKeyCard(apiKey: string, { keys: words, trx }: Messages, of?: Spends): Card {
  return cardOf(words.shown(spoiler(apiKey), of?.teamName, trx(of?.capSun ?? 0)), [
    [{ text: words.copy, copy_text: { text: apiKey } }],
  ]);
}

export function keyNotShownCard(startsWith: string, { keys: words }: Messages): Card {
  return cardOf(words.notShown(code(hint(startsWith))));
}

/** Of a team's key that waits to be shown. */
export function keyToShowCard(
  { keyId, notShown }: TeamKeyEvent,
  { teamName, capSun, madeBy }: KeyToShow,
  messages: Messages,
): Card {
  const { team, trx } = messages;
  return cardOf(
    blocks(
      [notShown === undefined ? undefined : team.keyNotShown(code(hint(notShown)))],
      [team.keyToShow(teamName, trx(capSun), madeBy)],
    ),
    [[button(team.buttons.showKey, { act: "show", keyId }, "primary")]],
  );
}

/** Whose key it is revokes it like an owner. */
function shownKeyCard(
  { team, keyId: key }: { readonly team: string; readonly keyId: string },
  startsWith: string,
  messages: Messages,
): Card {
  const callback_data = encodeTap({ on: "team", tapped: { act: "unkey", team, key } });
  const text = messages.keys.revoke(hint(startsWith));
  return cardOf(messages.team.keyShown(code(hint(startsWith))), [[{ text, callback_data }]]);
}

function button(text: string, tapped: KeyTap, style?: Style): Button {
  const callback_data = encodeTap({ on: "keys", tapped });
  return { text, callback_data, ...(style ? { style } : {}) };
}

function hint(startsWith: string): string {
  return `${startsWith}…`;
}
