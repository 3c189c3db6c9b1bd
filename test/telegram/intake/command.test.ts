/** Commands count at the start of a message, where Telegram marked them, and for this bot only. */
import { expect, test } from "vitest";
import { othersCommand, splitCommand } from "../../../src/telegram/intake/command.js";

const BOT = "desk_sandbox_bot";

const at = (offset: number, length: number) => [{ type: "bot_command", offset, length }];

test.each([
  ["/buy", 4, { command: "buy", args: "", isAddressed: false }],
  ["/buy 65k energy", 4, { command: "buy", args: "65k energy", isAddressed: false }],
  ["/BUY 65k", 4, { command: "buy", args: "65k", isAddressed: false }],
  ["/buy\n65k\n1h ", 4, { command: "buy", args: "65k\n1h", isAddressed: false }],
  ["/buy@desk_sandbox_bot 65k", 21, { command: "buy", args: "65k", isAddressed: true }],
  ["/buy@Desk_Sandbox_Bot", 21, { command: "buy", args: "", isAddressed: true }],
  ["/order 019a@x", 6, { command: "order", args: "019a@x", isAddressed: false }],
])("%j is a command", (text, length, expected) => {
  expect(splitCommand(text, at(0, length), BOT)).toEqual(expected);
});

test.each([
  ["/buy@other_bot 65k", 14, "buy@other_bot"],
  ["/buy@desk_sandbox_bot 65k", 21, undefined],
  ["/buy@ 65k", 5, undefined],
  ["/buy 65k", 4, undefined],
])("%j names another bot: %s", (text, length, others) => {
  expect(othersCommand(text, at(0, length), BOT)).toBe(others);
});

test.each([
  ["for another bot", "/buy@other_bot 65k", at(0, 14)],
  ["for a bot without a name", "/buy@", at(0, 5)],
  ["for two bots", "/buy@desk_sandbox_bot@x", at(0, 23)],
  ["not at the start", "now /buy 65k", at(4, 4)],
  ["not marked", "/buy 65k", []],
  ["without any marks", "/buy 65k", undefined],
  ["marked as something else", "/buy 65k", [{ type: "code", offset: 0, length: 4 }]],
  ["a slash alone", "/ buy", at(0, 1)],
  ["no slash", "buy", at(0, 3)],
])("%s is none", (_, text, entities) => {
  expect(splitCommand(text, entities, BOT)).toBeUndefined();
});
