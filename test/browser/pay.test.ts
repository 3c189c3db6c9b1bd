/**
 * Clicks that come twice, and what fits on the first screen of a phone: the chat page in a real browser. Needs Debian's Chromium;
 * where there is none the test says so and passes by.
 */
import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { RECEIVER } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";
import { active } from "../telegram/e2e/wallets.js";
import {
  CHROMIUM,
  HAS_CHROMIUM,
  openChat,
  pay,
  SLOW,
  say,
  sees,
  shoot,
  startDesk,
  tap,
  topOfWords,
  useBrowser,
} from "./chat.js";

useBrowser();

const NEEDS = { ...SLOW, timeout: 240_000, skip: !HAS_CHROMIUM };
const SMALL = { viewport: { width: 360, height: 640 } };

const last = (page: Page, label: string | RegExp): Locator =>
  page.getByRole("log").getByRole("button", { name: label }).last();

/** So long after Pay has come to the screen by the desk's clock, which stands still meanwhile. */
const CLICKED_AGAIN_MS = [300, 450];

/** A click, and more upon the same place once Pay is on the screen. */
async function clickAgainAndAgain(page: Page, label: string | RegExp): Promise<void> {
  const clicked = page.evaluate<[number, number]>(`new Promise((resolve) =>
    addEventListener("click", ({ clientX, clientY }) => resolve([clientX, clientY]), {
      capture: true, once: true,
    }))`);
  await tap(page, label);
  const [x, y] = await clicked;
  await last(page, /^Pay /).waitFor();
  const shownAtMs = Date.now();
  for (const afterMs of CLICKED_AGAIN_MS) {
    vi.setSystemTime(shownAtMs + afterMs);
    await page.mouse.click(x, y);
  }
}

/** A whole order on one line, as far as its price. */
async function buyLine(page: Page, words: string): Promise<void> {
  await say(page, `/buy 65k energy 1h ${words} ${RECEIVER}`);
  await last(page, /^Pay /).waitFor();
}

/** Each ends with the tap that brings Pay to the screen. */
const FLOWS: Readonly<Record<string, (page: Page) => Promise<string | RegExp>>> = {
  "the duration, after wallet and amount": async (page) => {
    await say(page, "/buy energy");
    await sees(page, /which wallets/i);
    await say(page, RECEIVER);
    await tap(page, /^65,000/);
    await last(page, "7d").waitFor();
    return "7d";
  },
  "the amount, when all else is known": async (page) => {
    await say(page, `/buy energy 7d ${RECEIVER}`);
    return /^65,000/;
  },
  "one field of a whole order": async (page) => {
    await buyLine(page, "");
    await tap(page, "✏️ Change");
    await tap(page, "✏️ 1h");
    return "7d";
  },
  "the way back to a whole order": async (page) => {
    await buyLine(page, "");
    await tap(page, "✏️ Change");
    await tap(page, "✏️ 1h");
    // The card before has such a button too.
    await last(page, "7d").waitFor();
    return "Back to the order";
  },
  "the way back from the fields": async (page) => {
    await buyLine(page, "");
    await tap(page, "✏️ Change");
    return "Back to the order";
  },
  "the best price in the place of Manual": async (page) => {
    await buyLine(page, "@55");
    await tap(page, "✏️ Change");
    await tap(page, "✏️ Manual");
    return "Best price now";
  },
  "the parts of a Manual order": async (page) => {
    await buyLine(page, "@55 partial");
    await tap(page, "✏️ Change");
    await tap(page, /^✏️ .*20,000/);
    return /^Parts, at least 20,000/;
  },
  "Buy on a quote": async (page) => {
    await say(page, `/quote 65k energy 7d ${RECEIVER}`);
    await sees(page, /Quote: /);
    return "Buy";
  },
};

for (const [name, begin] of Object.entries(FLOWS)) {
  test(`clicks 300 and 450 ms after the first buy nothing: ${name} (needs ${CHROMIUM})`, {
    ...SLOW,
    skip: !HAS_CHROMIUM,
  }, async () => {
    // However long the browser takes, the desk's clock says what the test says.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const directory = temporaryDirectory(onTestFinished);
    const desk = await startDeskHere(deskEnv(directory, { SANDBOX_BLOCK_MS: "300" }));
    const page = await openChat(desk, "", "light", SMALL);
    await clickAgainAndAgain(page, await begin(page));
    // What is said in a chat is answered in its order.
    await say(page, "/balance");
    await sees(page, /^Balance 1,000 TRX/);
    const said = await page.getByRole("log").innerText();
    expect(said).not.toMatch(/safe to send|Being delivered/);
  });
}

test(
  `a pasted wallet, or one line, is one card with one Pay; a price that is over is paid by its tap (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const desk = await startDesk();
    const page = await openChat(desk, "", "light", SMALL);
    const isOnePay = async (sum: string, whose: string) => {
      await last(page, `Pay ${sum} TRX`).waitFor({ timeout: 20_000 });
      await sees(page, whose);
      const labels = await page.getByRole("log").getByRole("button").allInnerTexts();
      expect(labels.filter((label) => /^(Pay|Take)/.test(label))).toEqual([`Pay ${sum} TRX`]);
    };
    // At 45 SUN there is nothing for a day.
    await say(page, active(0));
    await isOnePay("2.925", "From sellers at 45 SUN; the desk's own price is 3.9 TRX");
    await sees(page, "2.925 TRX for 65,000 Energy, 3 hours");
    await shoot(page, "one-pay-1-pasted");
    await pay(page, "Pay 2.925 TRX");
    await sees(page, /safe to send/i);
    await say(page, `131k 1d ${active(1)}`);
    await isOnePay("6.55", "From sellers at 50 SUN; the desk's own price is 7.86 TRX");
    await shoot(page, "one-pay-2-line");
    vi.setSystemTime(Date.now() + 130_000);
    await pay(page, "Pay 6.55 TRX");
    await sees(page, /6\.55 TRX · 50 SUN/);
    await say(page, active(2));
    await sees(page, active(2));
    await last(page, /^Pay /).waitFor({ timeout: 20_000 });
    // So old that it is asked for first, and a further wallet is one of its own.
    vi.setSystemTime(Date.now() + 20 * 60_000);
    await last(page, "New quote").waitFor({ timeout: 20_000 });
    await say(page, active(3));
    await sees(page, /replaced by a newer card/);
    await shoot(page, "one-pay-3-over");
  },
);

test(
  `amounts and durations carry what they cost, all on the first screen of a low phone (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const desk = await startDesk();
    const page = await openChat(desk, "", "light", SMALL);
    const isOnScreen = async (question: string, lowest: string) => {
      const log = page.getByRole("log");
      await vi.waitFor(async () => {
        const [whole, top, bottom] = await Promise.all(
          [log, log.getByText(question).last(), last(page, lowest)].map((one) => one.boundingBox()),
        );
        if (!whole || !top || !bottom) throw new Error(`${question}: something is not drawn`);
        expect(top.y, question).toBeGreaterThanOrEqual(whole.y);
        expect(bottom.y + bottom.height).toBeLessThanOrEqual(whole.y + whole.height + 1);
      }, SETTLED);
      // A card that a newer one replaces loses its buttons meanwhile.
      const card = log.locator("article.card").last();
      const priced = await card.getByRole("button", { name: / TRX$/ }).all();
      expect(priced.length).toBeGreaterThan(3);
      for (const one of priced) {
        expect(await one.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true);
      }
    };
    await say(page, "/buy energy");
    await sees(page, /which wallets/i);
    await say(page, active(4));
    await last(page, "65,000 · USDT transfer · 2.925 TRX").waitFor({ timeout: 20_000 });
    await isOnScreen("How much Energy?", "Cancel");
    await shoot(page, "one-pay-4-amounts");
    await tap(page, /^65,000/);
    await last(page, /^30d · /).waitFor({ timeout: 20_000 });
    await isOnScreen("For how long?", "Cancel");
    await shoot(page, "one-pay-5-durations");
    await say(page, "2h");
    await sees(page, /“2h” is not offered/);
    await last(page, /^30d · /).waitFor({ timeout: 20_000 });
    await isOnScreen("is not offered", "Cancel");
    await shoot(page, "one-pay-6-not-offered");
    await tap(page, "3h · 2.925 TRX");
    await last(page, "Pay 2.925 TRX").waitFor({ timeout: 20_000 });
  },
);

/** What is said to get a confirm card, and what stands on it: its headline and its lowest button. */
interface Shown {
  readonly line: string;
  readonly headline: string | RegExp;
  readonly lowest: string | RegExp;
  /** Each wallet gets the same once before, so that it already holds some. */
  readonly isHeld?: boolean;
}

const someActive = (count: number) =>
  Array.from({ length: count }, (_, at) => active(at)).join(" ");

const SHOWN: Readonly<Record<string, Shown>> = {
  "2 wallets": {
    ...{ line: `/buy 65k energy 1h ${someActive(2)}`, headline: "5.85 TRX for" },
    lowest: "Pay 5.85 TRX",
  },
  "1 wallet that holds some": {
    ...{ line: `/buy 65k energy 1h ${active(20)}`, headline: /TRX for/, isHeld: true },
    lowest: /^Pay /,
  },
  "20 wallets that all hold some": {
    ...{ line: `/buy 65k energy 1h ${someActive(20)}`, headline: /TRX.* for /, isHeld: true },
    lowest: /^Pay /,
  },
  "a price of one's own": {
    ...{ line: `/buy 65k energy 1h ${active(21)} @55`, headline: /3\.575 TRX.* for / },
    lowest: "Pay 3.575 TRX",
  },
  "a transfer of USDT": {
    ...{ line: `/usdt ${active(22)} ${active(23)}`, headline: /TRX.* for / },
    lowest: /^Pay /,
  },
  "too little balance": {
    ...{ line: `/buy 65k energy 30d ${someActive(14)}`, headline: /TRX.* for / },
    lowest: "Not enough balance",
  },
};

/** The page goes to its end by itself, once all is drawn. */
const SETTLED = { timeout: 10_000, interval: 50 };

test(
  `headline, wallet, balance and Pay are on the first screen of a low phone (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const desk = await startDesk();
    // Whoever may pay from a team reads more, and has a button more.
    const founder = await openChat(desk, "", "light", SMALL);
    await say(founder, "/team new Desk 7");
    await sees(founder, /is founded/);
    await founder.context().close();
    for (const [name, { line, headline, lowest, isHeld }] of Object.entries(SHOWN)) {
      const page = await openChat(desk, "", "light", SMALL);
      if (isHeld) {
        await say(page, line);
        await pay(page, lowest);
        await sees(page, /delivered.*safe to send/i);
        const word = name.startsWith("20") ? "/again" : "Repeat";
        await (word === "Repeat" ? tap(page, word) : say(page, word));
      } else {
        await say(page, line);
      }
      const button = last(page, lowest);
      await button.waitFor({ timeout: 20_000 });
      const log = page.getByRole("log");
      const head = log.getByText(headline).last();
      await vi.waitFor(async () => {
        const boxes = [log, button, head].map((one) => one.boundingBox());
        const [whole, bottom, drawn] = await Promise.all(boxes);
        const balanceY = await topOfWords(page, "Balance ");
        if (!whole || !bottom) throw new Error(`${name}: something is not drawn`);
        for (const y of [drawn?.y, balanceY]) expect(y, name).toBeGreaterThanOrEqual(whole.y);
        expect(bottom.y + bottom.height, name).toBeLessThanOrEqual(whole.y + whole.height + 1);
      }, SETTLED);
      await shoot(page, `pay-${name.replaceAll(/\W+/g, "-")}`);
      if (isHeld) await sees(page, /already (hold|have)/);
      await page.context().close();
    }
  },
);
