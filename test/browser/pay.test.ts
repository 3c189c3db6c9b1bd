/**
 * Clicks that come twice, and what fits on the first screen of a phone: the chat page in a real browser. Needs Debian's Chromium;
 * where there is none the test says so and passes by.
 */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { RECEIVER } from "../e2e/api.js";
import { longTest } from "../support/forms.js";
import { active } from "../telegram/e2e/wallets.js";
import {
  CHROMIUM,
  HAS_CHROMIUM,
  openChat,
  SLOW,
  say,
  sees,
  shoot,
  startDesk,
  tap,
  useBrowser,
} from "./chat.js";

useBrowser();

const NEEDS = { ...SLOW, timeout: 240_000, skip: !HAS_CHROMIUM };
const SMALL = { viewport: { width: 360, height: 640 } };

const last = (page: Page, label: string | RegExp): Locator =>
  page.getByRole("log").getByRole("button", { name: label }).last();

/** Two clicks upon the same place, so far apart. */
async function clickTwice(page: Page, label: string | RegExp, apartMs: number): Promise<void> {
  await last(page, label).waitFor();
  const box = await last(page, label).boundingBox();
  if (!box) throw new Error(`${label} is not on the screen`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(apartMs);
  await page.mouse.click(x, y);
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
    return "Back to the order";
  },
  "the way back from the fields": async (page) => {
    await buyLine(page, "");
    await tap(page, "✏️ Change");
    return "Back to the order";
  },
  "Fast in the place of Manual": async (page) => {
    await buyLine(page, "@55");
    await tap(page, "✏️ Change");
    await tap(page, "✏️ Manual");
    return "Fast";
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

longTest(
  `two clicks 300 to 1,400 ms apart buy nothing in any flow (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const desk = await startDesk();
    for (const [name, begin] of Object.entries(FLOWS)) {
      for (const apartMs of [300, 1_400]) {
        const page = await openChat(desk, "", "light", SMALL);
        const label = await begin(page);
        await clickTwice(page, label, apartMs);
        await page.waitForTimeout(300);
        await say(page, "/balance");
        await sees(page, /^Balance 1,000 TRX/);
        const said = await page.getByRole("log").innerText();
        expect(said, `${name}, ${apartMs} ms`).not.toMatch(/safe to send|Being delivered/);
        // No Pay of this run is left to be taken for the next one's.
        await say(page, "/cancel");
        await last(page, /^Pay /).waitFor({ state: "detached" });
        await page.context().close();
      }
    }
  },
);

test(
  `headline, sum and Pay are on the first screen, also with 20 wallets (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const desk = await startDesk();
    for (const [count, sum] of [
      [1, "3.9 TRX"],
      [2, "7.8 TRX"],
      [20, "78 TRX"],
    ] as const) {
      const wallets = Array.from({ length: count }, (_, at) => active(at));
      const page = await openChat(desk, "", "light", SMALL);
      await say(page, `/buy 65k energy 1h ${wallets.join(" ")}`);
      const pay = last(page, `Pay ${sum}`);
      await pay.waitFor({ timeout: 20_000 });
      await page.waitForTimeout(300);
      await shoot(page, `pay-${count}`);
      const headline = page.getByRole("log").getByText(`${sum} for`).last();
      const [top, bottom] = await Promise.all([headline.boundingBox(), pay.boundingBox()]);
      const log = await page.getByRole("log").boundingBox();
      if (!top || !bottom || !log) throw new Error("something is not drawn");
      expect(top.y, `${count} wallets`).toBeGreaterThanOrEqual(log.y);
      expect(bottom.y + bottom.height).toBeLessThanOrEqual(log.y + log.height + 1);
      await page.context().close();
    }
  },
);
