/** What Telegram shows of the bot outside of its messages, in every language, and that it is set no oftener than needed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTelegramSandbox, type TelegramSandbox } from "telegram-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { COMMANDS } from "../../src/telegram/commands.js";
import { LANGUAGES } from "../../src/telegram/kit/language.js";
import { publishProfile } from "../../src/telegram/profile.js";
import { createApi } from "../../src/telegram/transport/api.js";

const { en, ru } = LANGUAGES;

async function startSandbox(): Promise<TelegramSandbox> {
  const directory = mkdtempSync(join(tmpdir(), "telegram-"));
  const sandbox = await startTelegramSandbox({ directory });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(directory, { recursive: true });
  });
  return sandbox;
}

async function callsOf({ apiRoot }: TelegramSandbox): Promise<string[]> {
  const { calls } = (await (await fetch(`${apiRoot}/calls`)).json()) as {
    calls: { method: string }[];
  };
  return calls.map(({ method }) => method);
}

async function publish(sandbox: TelegramSandbox): Promise<string[]> {
  const { signal } = new AbortController();
  const before = (await callsOf(sandbox)).length;
  await publishProfile(createApi(sandbox.token, sandbox.apiRoot), signal);
  const made = (await callsOf(sandbox)).slice(before);
  return made.filter((method) => method.startsWith("set"));
}

test("commands by scope, and who the bot is, are there in every language", async () => {
  const sandbox = await startSandbox();
  await publish(sandbox);
  const api = createApi(sandbox.token, sandbox.apiRoot);
  const inPrivate = { type: "all_private_chats" } as const;
  const inGroups = { type: "all_group_chats" } as const;
  const names = COMMANDS.map(({ name }) => name);
  expect(await api.getMyCommands({ scope: inPrivate })).toEqual(
    names.map((name) => ({ command: name, description: en.messages.command(name) })),
  );
  expect(await api.getMyCommands({ scope: inPrivate, language_code: "ru" })).toEqual(
    names.map((name) => ({ command: name, description: ru.messages.command(name) })),
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
  const api = createApi(sandbox.token, sandbox.apiRoot);
  await api.setMyDescription("Of another program", { language_code: "ru" });
  await api.setMyCommands([{ command: "buy", description: "Buy" }], {
    scope: { type: "all_group_chats" },
  });
  expect(await publish(sandbox)).toEqual(["setMyCommands", "setMyDescription"]);
  expect(await publish(sandbox)).toEqual([]);
});
