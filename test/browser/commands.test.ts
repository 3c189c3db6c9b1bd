/**
 * The list of commands above the textbox, and the language of the chat page, in a real browser. No desk is needed: a bot that has
 * published its commands is enough. Needs Debian's Chromium; where there is none the test says so and passes by.
 */
import type { Page } from "playwright-core";
import { startTelegramSandbox } from "telegram-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../e2e/desk-process.js";
import { CHROMIUM, HAS_CHROMIUM, openChat, SLOW, shoot, useBrowser } from "./chat.js";

useBrowser();

const NAMES = [
  "start",
  "buy",
  "balance",
  "bandwidth",
  "orders",
  "history",
  "stats",
  "usdt",
  "help",
];

async function startBot() {
  const directory = temporaryDirectory(onTestFinished);
  const { apiRoot, token, chatUrl, close } = await startTelegramSandbox({ directory });
  onTestFinished(close);
  const publish = async (description: string, fields: object) => {
    const commands = NAMES.map((command) => ({ command, description }));
    const response = await fetch(`${apiRoot}/bot${token}/setMyCommands`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ commands, scope: { type: "all_private_chats" }, ...fields }),
    });
    expect(response.status).toBe(200);
  };
  await publish("What it does, in so many words that they need a second line on a phone", {});
  await publish("命令说明", { language_code: "zh" });
  const told = async () => {
    const { messages } = (await (await fetch(`${apiRoot}/chats/7001`)).json()) as {
      messages: { text: string; from: { language_code: string } }[];
    };
    return messages.map(({ text, from }) => `${text} ${from.language_code}`);
  };
  return { baseUrl: new URL(chatUrl).origin, told };
}

const options = (page: Page) => page.getByRole("listbox").getByRole("option");

async function typeSlash(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name }).fill("/");
  await options(page).first().waitFor();
}

const NEEDS = { ...SLOW, skip: !HAS_CHROMIUM };

test(`/ lists the bot's commands (needs ${CHROMIUM})`, NEEDS, async () => {
  const bot = await startBot();
  const page = await openChat(bot, "", "light", { locale: "en-US" });
  await typeSlash(page, "Message");
  expect(await options(page).count()).toBe(NAMES.length);
  await shoot(page, "commands-360");
  const box = page.getByRole("textbox", { name: "Message" });
  await box.pressSequentially("ba");
  expect(await options(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^\/balance /),
    expect.stringMatching(/^\/bandwidth /),
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const chosen = page.getByRole("listbox").getByRole("option", { selected: true });
  expect(await chosen.innerText()).toMatch(/^\/bandwidth /);
  expect(await box.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
  await page.keyboard.press("Tab");
  expect(await box.inputValue()).toBe("/bandwidth ");
  expect(await options(page).count()).toBe(0);
  await box.fill("/st");
  await page.keyboard.press("Escape");
  expect(await options(page).count()).toBe(0);
  expect(await box.inputValue()).toBe("/st");
  await box.fill("/us");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText("/usdt").waitFor();
  await box.fill("/hi");
  await options(page).first().click();
  await page.getByRole("log").getByText("/history").waitFor();
  expect(await box.inputValue()).toBe("");
  expect(await bot.told()).toEqual(["/usdt en", "/history en"]);
});

test(`the page is in the browser's language (needs ${CHROMIUM})`, NEEDS, async () => {
  const bot = await startBot();
  const wide = { viewport: { width: 1_280, height: 800 } };
  const page = await openChat(bot, "", "dark", { locale: "zh-CN", ...wide });
  expect(await page.getAttribute("html", "lang")).toBe("zh-Hans");
  await page.getByText("这里还没有消息").waitFor();
  await typeSlash(page, "消息");
  expect(await options(page).first().innerText()).toBe("/start 命令说明");
  await shoot(page, "commands-1280");
  await page.getByRole("textbox", { name: "消息" }).fill("/start");
  await page.getByRole("button", { name: "发送" }).click();
  await page.getByRole("log").getByText("今天").waitFor();
  expect(await bot.told()).toEqual(["/start zh-hans"]);
  expect(await page.getByRole("log").locator(".meta").innerText()).toMatch(
    /^([01]\d|2[0-3]):\d\d$/,
  );
});
