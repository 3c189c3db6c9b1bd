/** What Telegram shows of the bot outside of its messages, in every language, and that it is set no oftener than needed. */
import { expect, test } from "vitest";
import { createApi } from "../../src/telegram/api.js";
import { COMMANDS } from "../../src/telegram/commands/commands.js";
import { LANGUAGES } from "../../src/telegram/language.js";
import { publishProfile } from "../../src/telegram/profile.js";
import { type Sandbox, startSandbox, TOKEN } from "../telegram-api/support.js";

const { en, ru } = LANGUAGES;

async function publish(sandbox: Sandbox): Promise<string[]> {
  const { signal } = new AbortController();
  const calls = () => sandbox.user<{ calls: { n: number; method: string }[] }>("/calls");
  const before = (await calls()).calls.length;
  await publishProfile(createApi(TOKEN, sandbox.base), signal);
  const made = (await calls()).calls.slice(before).map(({ method }) => method);
  return made.filter((method) => method.startsWith("set"));
}

test("commands by scope, and who the bot is, are there in every language", async () => {
  const sandbox = await startSandbox();
  await publish(sandbox);
  const api = createApi(TOKEN, sandbox.base);
  const inPrivate = { type: "all_private_chats" } as const;
  const inGroups = { type: "all_group_chats" } as const;
  const names = COMMANDS.map(({ name }) => name);
  expect(await api.getMyCommands({ scope: inPrivate })).toEqual(
    names.map((name) => ({ command: name, description: en.messages.commands[name] })),
  );
  expect(await api.getMyCommands({ scope: inPrivate, language_code: "ru" })).toEqual(
    names.map((name) => ({ command: name, description: ru.messages.commands[name] })),
  );
  const shown = (await api.getMyCommands({ scope: inGroups, language_code: "ru" })).map(
    ({ command }) => command,
  );
  expect(shown).toEqual(COMMANDS.filter((one) => one.inGroups).map(({ name }) => name));
  expect(shown).not.toContain("balance");
  const russian = { language_code: "ru" } as const;
  const { description, shortDescription } = ru.messages.profile;
  expect(await api.getMyDescription(russian)).toEqual({ description });
  expect(await api.getMyShortDescription(russian)).toEqual({ short_description: shortDescription });
  // Everybody else reads English.
  expect(await api.getMyDescription({ language_code: "de" })).toEqual({
    description: en.messages.profile.description,
  });
});

test("what is published already is not set again", async () => {
  const sandbox = await startSandbox();
  const all = ["setMyCommands", "setMyCommands", "setMyDescription", "setMyShortDescription"];
  expect(await publish(sandbox)).toEqual(Object.keys(LANGUAGES).flatMap(() => all));
  expect(await publish(sandbox)).toEqual([]);
  const api = createApi(TOKEN, sandbox.base);
  await api.setMyDescription("Of another program", { language_code: "ru" });
  await api.setMyCommands([{ command: "buy", description: "Buy" }], {
    scope: { type: "all_group_chats" },
  });
  expect(await publish(sandbox)).toEqual(["setMyCommands", "setMyDescription"]);
  expect(await publish(sandbox)).toEqual([]);
});
