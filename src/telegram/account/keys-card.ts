/** The cards of /key: the list, the question before a key is revoked, and the one message that shows a key. */
import { MAX_KEYS } from "../../domain/api-key.js";
import { encodeTap, type KeyTap } from "../kit/buttons.js";
import { cardOf, type Style } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, type Part, spoiler, time } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";

/** A key as its owner sees it. The engine's `OwnKey` fits as it is. */
export interface KeyView {
  readonly keyId: string;
  readonly startsWith: string;
  readonly issuedAt: number;
  /** Since a restore: it lets nobody in until the operator enables it. */
  readonly isDisabled?: boolean;
}

export interface KeysView {
  readonly keys: readonly KeyView[];
  /** How many were ever issued: the button that issues the next one carries it. */
  readonly issued: number;
  readonly hasRoom: boolean;
}

/** `news` is what has just been done. */
export function keysCard(view: KeysView, messages: Messages, news?: Part): Card {
  const { keys: words } = messages;
  const { keys, issued, hasRoom } = view;
  const lines = keys.map(({ startsWith, issuedAt, isDisabled }) =>
    (isDisabled ? words.disabledLine : words.line)(code(hint(startsWith)), time(issuedAt)),
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

export function askRevokeCard({ keyId, startsWith }: KeyView, messages: Messages): Card {
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
export function newKeyCard(apiKey: string, { keys: words }: Messages): Card {
  return cardOf(words.shown(spoiler(apiKey)), [
    [{ text: words.copy, copy_text: { text: apiKey } }],
  ]);
}

export function keyNotShownCard(startsWith: string, { keys: words }: Messages): Card {
  return cardOf(words.notShown(code(hint(startsWith))));
}

function button(text: string, tapped: KeyTap, style?: Style): Button {
  const callback_data = encodeTap({ on: "keys", tapped });
  return { text, callback_data, ...(style ? { style } : {}) };
}

function hint(startsWith: string): string {
  return `${startsWith}…`;
}
