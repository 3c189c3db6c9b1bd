/**
 * A Manual order on the chat page in a real browser: price and options by the wizard, filled in part by the demo sellers, and
 * the rest refunded. Needs Debian's Chromium; where there is none the test says so and passes by.
 */
import { expect, test } from "vitest";
import { OTHER_RECEIVER, RECEIVER } from "../e2e/api.js";
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
  useBrowser,
} from "./chat.js";

useBrowser();

const SUMS = /paid ([\d.]+), delivered ([\d.]+), refunded ([\d.]+) TRX/;
/** 299,401 of it are offered at 45 SUN. */
const SAVED = 1.497005;

test(`from a price to a refund (needs ${CHROMIUM})`, { ...SLOW, skip: !HAS_CHROMIUM }, async () => {
  const desk = await startDesk();
  const page = await openChat(desk, "", "light");
  await say(page, "/buy");
  await tap(page, "Manual: my price");
  await page.getByRole("button", { name: "✏️ Manual" }).waitFor();
  await tap(page, /^Energy$/);
  await sees(page, /which wallets/i);
  await say(page, RECEIVER);
  await sees(page, /how much energy/i);
  await say(page, "1,000,000");
  await tap(page, /^1h$/);
  await sees(page, /Floor 40 SUN · desk's own price 60 SUN/);
  await page.getByRole("button", { name: "55 SUN · 55 TRX · all now" }).waitFor();
  await shoot(page, "manual-1-price");
  await tap(page, /^50 SUN · 50 TRX/);
  await sees(page, /in parts, from several sellers/);
  await shoot(page, "manual-2-options");
  await tap(page, "Parts, at least 20,000");
  await page.getByRole("button", { name: "Pay 50 TRX" }).waitFor({ timeout: 20_000 });
  await sees(page, /At most 50 TRX for 1,000,000 Energy/);
  await sees(page, /Delivered at once, all of it would cost 55 TRX/);
  await shoot(page, "manual-3-confirm");
  await pay(page, "Pay 50 TRX");
  await sees(page, /Partly filled, the rest is waiting/);
  await sees(page, /offers at 50 SUN or less; the next price is 55 SUN/);
  await shoot(page, "manual-4-partly-filled");
  await tap(page, /^Cancel$/);
  await sees(page, SUMS);
  await shoot(page, "manual-5-refund");
  await sees(page, `${SAVED} TRX saved by a better price`);
  const [, paid, delivered, refunded] = SUMS.exec(await page.getByRole("log").innerText()) ?? [];
  expect(Number(paid)).toBeCloseTo(50 - SAVED, 6);
  expect(Number(delivered) + Number(refunded)).toBeCloseTo(50 - SAVED, 6);
  expect(Number(delivered)).toBeGreaterThan(0);
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(overflow).toBe(0);
});

test.skipIf(!HAS_CHROMIUM)(
  `two wallets wait together in a group (needs ${CHROMIUM})`,
  SLOW,
  async () => {
    const desk = await startDesk();
    const page = await openChat(desk, "#person=7001&chat=group", "dark");
    await say(page, `/buy 500k energy 1h ${RECEIVER} ${OTHER_RECEIVER} @45 min=50k bulk`);
    await page.getByRole("button", { name: "Pay 45 TRX" }).waitFor({ timeout: 20_000 });
    await sees(page, /Nothing starts until all wallets can be filled/);
    await shoot(page, "manual-6-group-confirm");
    expect(await page.getByRole("log").innerText()).not.toMatch(/balance/i);
    await pay(page, "Pay 45 TRX");
    await sees(page, /Waiting in the order book: 0 of 2 wallets/);
    await shoot(page, "manual-7-group-waits");
    await tap(page, /^Cancel$/);
    await sees(page, /Cancelled, nothing delivered/);
  },
);
