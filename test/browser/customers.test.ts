/**
 * What customers do in a real browser. Money is paid in on the chat page alone: from a person's wallet to the address that the bot
 * shows, announced, credited and spent. A newcomer reads the API and orders from its page. Needs Debian's Chromium; where there is
 * none the test says so and passes by.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningDesk } from "../e2e/desk-process.js";
import { active } from "../telegram/e2e/wallets.js";
import {
  CHROMIUM,
  HAS_CHROMIUM,
  openChat,
  openDocs,
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

let desk: RunningDesk;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  if (HAS_CHROMIUM) desk = await startDesk(100, (end) => ends.push(end));
}, SLOW.timeout);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const NEEDS = { ...SLOW, skip: !HAS_CHROMIUM };
const SMALL = { viewport: { width: 360, height: 640 } };
const WIDE = { viewport: { width: 1_280, height: 800 } };

const wallet = (page: Page, holds: string) =>
  page.getByRole("button", { name: `Alice's wallet: ${holds}` }).waitFor({ timeout: 20_000 });

/** Were each of its letters the widest one. */
async function wouldBeCut(field: Locator): Promise<boolean> {
  const value = await field.inputValue();
  await field.fill("W".repeat(value.length));
  const isCut = await field.evaluate((one) => one.scrollWidth > one.clientWidth);
  await field.fill(value);
  return isCut;
}

/** From the sheet under the address. */
async function payIn(
  page: Page,
  amount: string,
  asset: "TRX" | "USDT",
  person = "Alice",
): Promise<void> {
  await page.getByRole("button", { name: "Pay in from your wallet…" }).last().click();
  const sheet = page.getByRole("dialog", { name: `${person}'s wallet` });
  await sheet.getByLabel("Amount").fill(amount);
  expect(await wouldBeCut(sheet.getByLabel("To address"))).toBe(false);
  await sheet.getByText(asset, { exact: true }).click();
  await shoot(page, `deposit-sheet-${asset}`);
  await sheet.getByRole("button", { name: "Pay" }).click();
}

const toast = (page: Page, text: RegExp) =>
  page.locator("#toast").filter({ hasText: text }).waitFor({ timeout: 20_000 });

test(
  `TRX and USDT are paid in, announced, credited and spent (needs ${CHROMIUM})`,
  NEEDS,
  async () => {
    const page = await openChat(desk, "", "light", SMALL);
    await wallet(page, "1,000 TRX, 1,000 USDT");
    expect(await page.locator("#wallet").innerText()).toMatch(/^Wallet\s1,000 TRX\s1,000 USDT$/);
    await say(page, "/deposit");
    await sees(page, /Deposit address, TRON Sandbox \(TRC20\) only/);
    await shoot(page, "deposit-1-address");
    await payIn(page, "50", "TRX");
    await toast(page, /Paid 50 TRX, in block \d+/);
    await sees(page, "🔔 On the way: 50 TRX");
    await payIn(page, "20", "USDT");
    await toast(page, /Paid 20 USDT, in block \d+/);
    await sees(page, "🔔 Deposit credited: +50 TRX");
    await sees(page, "🔔 Deposit credited: +64 TRX");
    await sees(page, /The balance is 1,114 TRX now/);
    await shoot(page, "deposit-2-credited");
    await page.getByRole("button", { name: /Alice's wallet: 9\d\d\.?\d* TRX, 980 USDT/ }).waitFor();
    await say(page, `/buy 65k energy 1h ${active(0)}`);
    await pay(page, "Pay 2.925 TRX");
    await sees(page, /safe to send/i);
    await say(page, "/balance");
    await sees(page, /^Balance 1,111\.075 TRX/);
    // The sandbox's first credit is paid money: all of the balance can leave.
    expect(
      await page
        .getByRole("log")
        .getByText(/Can be withdrawn:/)
        .count(),
    ).toBe(0);
    await say(page, `/withdraw 10 ${active(1)}`);
    await sees(page, /Arrives: 10 TRX/);
    await shoot(page, "withdraw-1-card");
    await tap(page, "Withdraw 10 TRX");
    await sees(page, /cannot be undone/);
    await shoot(page, "withdraw-2-again");
    await pay(page, "Yes, send 10 TRX");
    await sees(page, /10 TRX paid out/);
    await shoot(page, "withdraw-3-paid");
    const paidTo = page.getByRole("log").getByText(active(1), { exact: true }).last();
    expect(await paidTo.evaluate((one) => one.getClientRects().length)).toBe(1);
    expect(await page.locator("#wallet").innerText()).toMatch(
      /^Wallet\s9\d\d(\.\d\d?)? TRX\s980 USDT$/,
    );
    await say(page, "/balance");
    await sees(page, /^Balance 1,100\.075 TRX/);
    await say(page, "/history");
    await sees(page, /history-.*\.csv/);
    await shoot(page, "withdraw-4-history");
    await tap(page, "Deposit");
    await page.getByRole("img", { name: /./ }).nth(1).waitFor({ timeout: 20_000 });
  },
);

test(`what the wallet cannot pay is said on its sheet (needs ${CHROMIUM})`, NEEDS, async () => {
  const page = await openChat(desk, "#person=7002", "dark", WIDE);
  await say(page, "/deposit");
  await sees(page, /Deposit address/);
  await payIn(page, "1001", "USDT", "Bob");
  const said = page.getByRole("dialog").getByRole("status");
  await said.getByText("the transaction failed with REVERT").waitFor({ timeout: 20_000 });
  await shoot(page, "deposit-3-reverted");
  expect(await said.getByRole("link").getAttribute("href")).toMatch(
    /^\/sandbox\/tx\/[0-9a-f]{64}$/,
  );
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("Chat", { exact: true }).selectOption("group");
  await page.getByText("Nobody has written here yet.").waitFor();
  expect(await page.locator("#wallet").isVisible()).toBe(false);
});

test(`an order is made from the page of the API (needs ${CHROMIUM})`, NEEDS, async () => {
  const page = await openDocs(desk, { viewport: { width: 1_280, height: 1_000 } });
  await page.getByRole("button", { name: "Authorize" }).first().click();
  // Who types at once types their key, and finds no other place for it: the operator's secrets are none of theirs.
  const first = "document.activeElement === document.querySelector('.auth-container input')";
  await expect.poll(() => page.evaluate(first)).toBe(true);
  expect(await page.locator(".auth-container input").count()).toBe(1);
  await page
    .locator("#api_key_value")
    .first()
    .fill(desk.apiKey ?? "");
  await page.getByRole("button", { name: "Apply credentials" }).first().click();
  await page.getByRole("button", { name: "Close" }).last().click();

  const create = page.locator("#operations-Orders-createOrder");
  await create.locator(".opblock-summary").click();
  await shoot(page, "docs-create");
  await create.getByRole("button", { name: "Try it out" }).click();
  await create.getByRole("button", { name: "Execute" }).click();
  const answer = create.locator(".live-responses-table");
  await expect.poll(() => answer.innerText()).toContain('"success": true');
  const text = await answer.innerText();
  expect(text).toContain('"paidAmount": 3.9');
  // A second later the limit is whole again.
  expect(text).toMatch(/ratelimit: "create";r=1[45];t=[01]/);
  await answer.scrollIntoViewIfNeeded();
  await shoot(page, "docs-ordered");

  await page.setViewportSize({ width: 360, height: 740 });
  const widthOf = () => page.evaluate("document.documentElement.scrollWidth");
  await expect.poll(widthOf).toBeLessThanOrEqual(360);
});
