/**
 * What a trader remembers of the bot, on the chat page in a real browser: answers where they look, no payment that would be refused,
 * and only true words. Needs Debian's Chromium; where there is none the test says so and passes by.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askNode, RECEIVER } from "../e2e/api.js";
import { addressOf } from "../support/addresses.js";
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

const NEEDS = { ...SLOW, timeout: 180_000, skip: !HAS_CHROMIUM };
const SMALL = { viewport: { width: 360, height: 640 } };

const log = (page: Page) => page.getByRole("log");

/** It stands on the screen, without scrolling. */
async function isInSight(page: Page, text: string | RegExp): Promise<void> {
  await sees(page, text);
  const box = await log(page).getByText(text).last().boundingBox();
  const frame = await log(page).boundingBox();
  if (!box || !frame) throw new Error(`${text} is not drawn`);
  expect(box.y, `${text} is in sight`).toBeGreaterThanOrEqual(frame.y - 1);
  expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height + 1);
}

/** Part of a message that is higher than the screen. */
async function wordsAreInSight(page: Page, words: string): Promise<void> {
  const top = await topOfWords(page, words);
  const frame = await log(page).boundingBox();
  expect(top, `${words} is in sight`).toBeGreaterThanOrEqual(frame?.y ?? Infinity);
}

test(`answers come where the eyes are (needs ${CHROMIUM})`, NEEDS, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light", SMALL);
  await say(page, `/buy energy 1h ${RECEIVER}`);
  await sees(page, /how much energy/i);
  await say(page, "a lot");
  await isInSight(page, /“a lot” is not an amount/);
  await isInSight(page, /how much energy/i);
  await sees(page, /continued below/);
  await shoot(page, "trader-1-answer");
  await say(page, "65k");
  await isInSight(page, /2\.925 TRX for/);
  await pay(page, "Pay 2.925 TRX");
  await sees(page, /safe to send/i);
});

test(`Pay is offered only where it would be taken (needs ${CHROMIUM})`, NEEDS, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light", SMALL);
  await say(
    page,
    `/buy 65k energy 30d ${Array.from({ length: 10 }, (_, at) => active(at)).join(" ")}`,
  );
  await sees(page, /TRX missing/);
  await log(page).getByRole("button", { name: "Check the balance again" }).last().waitFor();
  expect(await log(page).getByRole("button", { name: /^Pay / }).count()).toBe(0);
  await shoot(page, "trader-4-short");
  await say(
    page,
    `/buy 65k energy 30d ${Array.from({ length: 6 }, (_, at) => active(at)).join(" ")}`,
  );
  await pay(page, "Pay 585 TRX");
  await sees(page, /Please confirm/);
  await shoot(page, "trader-5-large");
  await tap(page, "Yes, pay 585 TRX");
  await sees(page, /All 6 delivered/);
  await say(page, "/balance");
  await sees(page, /^Balance 415 TRX/);
});

test(`only what is true is said (needs ${CHROMIUM})`, NEEDS, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light", SMALL);
  await say(page, `/buy 32k energy 1h ${active(7)}`);
  await pay(page, "Pay 1.44 TRX");
  await sees(page, /Delivered: 32,000 Energy, too little for a USDT transfer/);
  await sees(page, /Not enough Energy for a USDT transfer/);
  await shoot(page, "trader-6-not-enough");
  expect(await log(page).innerText()).not.toMatch(/safe to send/i);
  await say(page, `/buy 65k energy 1d ${active(8)}`);
  await pay(page, "Pay 3.25 TRX");
  await sees(page, /safe to send/i);
  await askNode(desk.nodeUrl, "sandbox/mine", { missedMs: 23 * 3_600_000 + 120_000 });
  await tap(page, "Extend");
  await isInSight(page, /a minute before your current rental ends/);
  const book = log(page).getByRole("button", { name: "Start when it ends, hold 3.9 TRX" });
  await expect.poll(() => book.getAttribute("class")).toContain("success");
  await shoot(page, "trader-7-extend");
  await isInSight(page, /^3\.9 TRX for 65,000 Energy, 1 day/);
  await tap(page, /^Start now, 3\.\d+ TRX$/);
  await sees(page, /until your current rental ends are paid twice/);
  await log(page)
    .getByRole("button", { name: /^Pay 3\.\d+ TRX$/ })
    .waitFor();
  await tap(page, "Start when it ends, 3.9 TRX");
  await pay(page, "Start when it ends, hold 3.9 TRX");
  await sees(page, /Booked:/);
  await say(page, "/orders");
  await isInSight(page, /Booked, starts .* 3\.9 TRX held/);
  await shoot(page, "trader-7-orders");
  await say(page, "/balance");
  await isInSight(page, /Held for 1 booking: 3\.9 TRX/);
});

test(`what is typed is understood, or named (needs ${CHROMIUM})`, NEEDS, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light", SMALL);
  const typed: readonly [string, RegExp][] = [
    [`10m energy 30d ${active(1)}`, /10,000,000 Energy, 30 days/],
    [`65k energy 1h ${active(2)}`, /2\.925 TRX for 65,000 Energy, 1 hour/],
    [`/buy 65k energy 1h 0x${"ab".repeat(20)}`, /Ethereum-style address/],
    ["/ordrs", /Did you mean \/orders\?/],
    [`/buy 65k energy 1h @44.5 ${active(3)}`, /whole SUN only: @44 or @45\?/],
  ];
  for (const [text, answer] of typed) {
    await say(page, text);
    await sees(page, answer);
  }
  await say(page, "/usdt");
  await sees(page, /two wallets|which wallets/i);
  await say(page, `${active(4)} ${active(5)}`);
  await log(page).getByText(active(4)).last().waitFor();
  await shoot(page, "trader-8-typed");
});

test(`what was wrong is in sight (needs ${CHROMIUM})`, NEEDS, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light", SMALL);
  await say(page, `/buy 65k energy 1h manual ${active(1)}`);
  await sees(page, /Your price per unit/);
  await say(page, "44.5");
  await isInSight(page, /“44\.5” is not whole/);
  await isInSight(page, "45 SUN");
  await say(page, "cheap");
  await isInSight(page, /“cheap” is not a price/);
  await shoot(page, "trader-9-price");
  await say(page, `/buy 65k energy 1h @44.5 ${active(1)}`);
  await isInSight(page, /“@44\.5”: whole SUN only/);
  await isInSight(page, "44 SUN");
  await shoot(page, "trader-10-line");
});

test(`the settings warn in sight (needs ${CHROMIUM})`, NEEDS, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light", SMALL);
  await say(page, "/settings");
  await tap(page, "Alert me at a low balance");
  await sees(page, /below how many TRX/);
  await say(page, "99999");
  await sees(page, /already below that: 1,000 TRX/);
  await wordsAreInSight(page, "Your balance is already below that");
  await shoot(page, "trader-11-settings");
});

test(
  `of twenty wallets what it costs and whether they can send is in sight (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const desk = await startDesk();
    const page = await openChat(desk, "", "light", SMALL);
    const twenty = (wallet: (at: number) => string) =>
      Array.from({ length: 20 }, (_, at) => wallet(at)).join(" ");
    await say(page, `/buy 65k energy 1h ${twenty((at) => addressOf(500 + at))}`);
    await sees(page, /20 wallets are not activated/);
    await wordsAreInSight(page, "are not activated");
    await shoot(page, "trader-12-not-activated");
    await say(page, `/buy 65k energy 1h ${twenty(active)}`);
    await isInSight(page, /71\.5 TRX/);
    await wordsAreInSight(page, "For these");
    await shoot(page, "trader-13-twenty");
    await pay(page, "Pay 71.5 TRX");
    await isInSight(page, /All 20 delivered: safe to send/);
    await wordsAreInSight(page, " × delivered");
    await shoot(page, "trader-14-delivered");
  },
);

test(
  `of a Manual order once more, what it costs and why it waits is in sight (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const desk = await startDesk();
    const page = await openChat(desk, "", "light", SMALL);
    await say(page, `/buy 65k energy 1h ${RECEIVER}`);
    await pay(page, "Pay 2.925 TRX");
    await sees(page, /safe to send/i);
    await say(page, `/buy 65k energy 1h @42 ${RECEIVER}`);
    await isInSight(page, /2\.73 TRX for 65,000 Energy/);
    await pay(page, "Pay 2.73 TRX");
    await sees(page, /waiting in the order book/i);
    await say(page, "/again");
    await log(page).getByRole("button", { name: "Pay 2.73 TRX" }).last().waitFor();
    await shoot(page, "trader-15-again");
    await isInSight(page, /2\.73 TRX for 65,000 Energy/);
    await wordsAreInSight(page, "No offer fits now");
  },
);
