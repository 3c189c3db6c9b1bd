/** The chat page in a real browser, as wide as a phone. Screenshots go to dist/screenshots. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { sellersOffer } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, type RunningDesk, temporaryDirectory } from "../e2e/desk-process.js";

export const CHROMIUM = "/usr/bin/chromium";
export const HAS_CHROMIUM = existsSync(CHROMIUM);
const SCREENSHOTS = fileURLToPath(new URL("../../dist/screenshots", import.meta.url));
const PHONE = { width: 360, height: 740 };

/** Whose DNS an attacker has bent to this machine. */
export const EVIL = "evil.example";

/** A page that calls nobody but the desk: the machine may have no other network. */
const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Only the newest browsers keep pages from this machine by themselves.
  "--disable-features=LocalNetworkAccessChecks",
  `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`,
];

let browser: Browser | undefined;

/** Said by each file, because files share what they import. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (!HAS_CHROMIUM) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGS });
  });
  afterAll(async () => browser?.close());
}

/** A desk as a process and a browser take long to start on a busy machine. */
export const SLOW = { timeout: 180_000 };

/** An empty page of any address, whatever is served there: as it was before DNS led to this machine. */
export async function openPage(url: string): Promise<Page> {
  if (!browser) throw new Error("no browser was started");
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const html = "<!doctype html><title>A page</title><body></body>";
  await page.route(url, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto(url);
  return page;
}

/** A page of the desk that has no errors, as long as it is open. */
async function openOwn(
  url: string,
  options: BrowserContextOptions,
  listen: (page: Page, errors: string[]) => void = () => undefined,
): Promise<Page> {
  if (!browser) throw new Error("no browser was started");
  const context = await browser.newContext({ viewport: PHONE, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  listen(page, errors);
  onTestFinished(() => expect(errors).toEqual([]));
  await page.goto(url);
  return page;
}

export const openChat = (
  desk: Pick<RunningDesk, "baseUrl">,
  place: string,
  colorScheme: "light" | "dark",
  more: BrowserContextOptions = {},
) => openOwn(`${desk.baseUrl}/sandbox/chat${place}`, { colorScheme, ...more });

/** It warns of nothing either, and asks nobody but the desk. */
export const openDocs = ({ baseUrl }: RunningDesk, options: BrowserContextOptions) =>
  openOwn(`${baseUrl}/docs`, options, (page, errors) => {
    page.on("console", (message) => {
      if (message.type() === "warning") errors.push(message.text());
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== "data:" && origin !== baseUrl) errors.push(`asked for ${request.url()}`);
    });
  });

export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

export const tap = (page: Page, label: string | RegExp) =>
  page.getByRole("log").getByRole("button", { name: label }).last().click();

/** A person reads the sum before they pay it. */
const READ_MS = 1_500;

/** Pays by the button with that sum: again where the desk, which knows later than the page that it is shown, says it was not read. */
export async function pay(page: Page, label: string | RegExp): Promise<void> {
  const button = page.getByRole("log").getByRole("button", { name: label }).last();
  const unread = page.locator("#toast", { hasText: "Read it first" });
  await button.waitFor({ timeout: 20_000 });
  await page.waitForTimeout(READ_MS);
  for (;;) {
    await button.click();
    const answers = [button.waitFor({ state: "detached" }), unread.waitFor()];
    await Promise.race(answers.map((answer) => answer.catch(() => undefined)));
    if (!(await unread.isVisible())) return;
    await unread.waitFor({ state: "hidden" });
  }
}

export const sees = (page: Page, text: string | RegExp) =>
  page.getByRole("log").getByText(text).last().waitFor({ timeout: 60_000 });

/** Where words of a message begin, which may be higher than the screen; the last that are said. */
export function topOfWords(page: Page, words: string): Promise<number> {
  return page.evaluate<number>(`((words) => {
    const walker = document.createTreeWalker(document.querySelector("[role=log]"), 4);
    const range = document.createRange();
    let top = -1;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(words);
      if (at < 0) continue;
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      top = range.getBoundingClientRect().top;
    }
    return top;
  })(${JSON.stringify(words)})`);
}

export const shoot = (page: Page, name: string) =>
  page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

export async function startDesk(
  blockMs = 300,
  onEnd: (end: () => void | Promise<void>) => void = onTestFinished,
): Promise<RunningDesk> {
  const directory = temporaryDirectory(onEnd);
  const desk = await startDeskHere(
    deskEnv(directory, { SANDBOX_BLOCK_MS: String(blockMs) }),
    onEnd,
  );
  await sellersOffer(desk.baseUrl);
  return desk;
}
