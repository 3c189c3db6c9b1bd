/** The cards of /key, in each language. */

import { expect, test } from "vitest";
import { MAX_KEYS } from "../../../src/domain/api-key.js";
import { sun } from "../../../src/domain/money.js";
import {
  askRevokeCard,
  keyNotShownCard,
  keysCard,
  newKeyCard,
  revokedText,
} from "../../../src/telegram/account/keys.js";

import { golden } from "./drawn.js";
import { NOW } from "./views.js";

const UNUSED = { issuedAt: NOW, isDisabled: false };
const KEY = { ...UNUSED, keyId: "a".repeat(24), startsWith: "edk_4fG7" };
const OTHER = { ...KEY, keyId: "b".repeat(24), startsWith: "edk_x0Qz", issuedAt: NOW + 86_400_000 };
const API_KEY = `edk_4fG7${"0".repeat(34)}`;

test("no key yet", () => {
  const view = { keys: [], issued: 0, hasRoom: true };
  expect(golden((messages) => keysCard(view, messages))).toMatchInlineSnapshot(`
    "*API keys*

    You have none.

    With a key your programs order over HTTP, from your balance.
    [Issue a key (primary)]"
  `);
});

test("keys by their first characters, and what was just done", () => {
  const view = { keys: [KEY, OTHER], issued: 3, hasRoom: true };
  expect(
    golden((messages) => keysCard(view, messages, revokedText("edk_9abc", messages))),
  ).toMatchInlineSnapshot(`
    "*API keys*

    ✅ The key |edk_9abc…| is revoked.

    |edk_4fG7…|, issued ‹2026-11-20 14:05 UTC›
    |edk_x0Qz…|, issued ‹2026-11-21 14:05 UTC›

    With a key your programs order over HTTP, from your balance.
    [Revoke edk_4fG7…]
    [Revoke edk_x0Qz…]
    [Issue a key (primary)]"
  `);
});

test("one that a restore has disabled says so", () => {
  const view = { keys: [{ ...KEY, isDisabled: true }], issued: 1, hasRoom: true };
  expect(golden((messages) => keysCard(view, messages))).toContain(
    "|edk_4fG7…|, issued ‹2026-11-20 14:05 UTC›, disabled until the operator enables it",
  );
});

test("as many as there may be", () => {
  const keys = Array.from({ length: MAX_KEYS }, () => KEY);
  const view = { keys, issued: 12, hasRoom: false };
  const shown = golden((messages) => keysCard(view, messages, revokedText(undefined, messages)));
  expect(shown).toContain("You have 10, the most there may be");
  expect(shown).not.toContain("Issue a key");
});

test("the question before a key is revoked", () => {
  expect(golden((messages) => askRevokeCard(KEY, messages))).toMatchInlineSnapshot(`
    "Revoke the key |edk_4fG7…|?
    Programs that use it are refused at once. It cannot be undone.
    [Revoke (danger)] [Back]"
  `);
});

test("a new key is hidden, to be copied, and no button of it comes back to the bot", () => {
  const shown = golden((messages) => newKeyCard(API_KEY, messages));
  expect(shown).toMatchInlineSnapshot(`
    "*Your new API key*
    ||edk_4fG70000000000000000000000000000000000||
    It is shown once: keep it now, the desk does not store it. Whoever has it can spend your balance. Delete this message when you have kept it.
    [Copy the key ⧉ edk_4fG70000000000000000000000000000000000]"
  `);
  expect(JSON.stringify(shown)).not.toContain("callback_data");
  const spends = { teamName: "№ 7", capSun: sun(10_000_000) };
  expect(golden((messages) => newKeyCard(API_KEY, messages, spends))).toContain(
    "Whoever has it can spend up to 10 TRX a day (UTC) of team № 7, in your name.",
  );
});

test("a key that may not have arrived", () => {
  expect(golden((messages) => keyNotShownCard("edk_4fG7", messages))).toMatchInlineSnapshot(
    `"⚠️ The new key (|edk_4fG7…|) may not have reached you, so it was revoked. Issue another with /key."`,
  );
});
