/**
 * Takes the pictures of docs/telegram.md: the chat page in a real browser, as wide as a phone, on the built desk with a sandbox of
 * its own. `npm run screenshots` puts them into docs/images and fails where there is no Chromium.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { OTHER_RECEIVER, RECEIVER } from "../e2e/api.js";
import type { RunningDesk } from "../e2e/desk-process.js";
import {
  CHROMIUM,
  HAS_CHROMIUM,
  openChat,
  pay,
  say,
  sees,
  startDesk,
  tap,
  useBrowser,
} from "./chat.js";
import { withPalette } from "./palette-png.js";

useBrowser();

const IMAGES = fileURLToPath(new URL("../../docs/images", import.meta.url));
const MAX_BYTES = 120_000;
/** As wide as a phone, and so high that a whole card is in sight. */
const PAPER = { width: 360, height: 1_400 };
const GROUND = 6;
/** Of the card of a team, whose further buttons need no picture. */
const TEXT_AND_TWO_ROWS = 421;
/** As on the chain itself, so that the times in the pictures are what a trader sees. */
const BLOCK_MS = 3_000;

test("the pictures of docs/telegram.md", async () => {
  if (!HAS_CHROMIUM) {
    throw new Error(`no pictures were taken: they need ${CHROMIUM} (apt-get install chromium)`);
  }
  mkdirSync(IMAGES, { recursive: true });
  const desk = await startDesk(BLOCK_MS);
  const page = await openChat(desk, "", "light", { viewport: PAPER, deviceScaleFactor: 2 });
  await orderFast(page);
  await orderManual(page);
  await lookBack(page);
});

test("the pictures of docs/teams.md", async () => {
  const desk = await startDesk(BLOCK_MS);
  const alice = await openPerson(desk, 7001);
  const bob = await openPerson(desk, 7002);
  const carol = await openPerson(desk, 7003);
  await say(alice, "/team new Desk 7");
  await sees(alice, /founded/);
  await invite(alice, bob, "trader");
  await invite(alice, carol, "approver");
  await say(alice, "/team");
  await tap(alice, "Limits…");
  await tap(alice, "Alone 10");
  await sees(alice, /alone up to 10 TRX/);
  await tap(alice, "Back");
  await sees(alice, /You are an owner/);
  await tap(alice, /^Pay from/);
  await sees(alice, /you pay from team Desk 7/);
  await take(alice, "team", newest(alice), newest(alice), TEXT_AND_TWO_ROWS);
  await tap(alice, "Link a group…");
  await sees(alice, /\/link \w+/);
  const code = /\/link \w+/.exec(await newest(alice).innerText())?.[0] ?? "";
  const owner = await openPerson(desk, 7001, "group");
  await say(owner, code);
  await sees(owner, /Orders of this group are those of team/);
  const trader = await openPerson(desk, 7002, "group");
  await say(trader, `/buy 131k 1h ${RECEIVER} ${OTHER_RECEIVER}`);
  await pay(trader, /^Ask approval/);
  await sees(trader, /asks for an order/);
  await take(trader, "team-request", card(trader));
});

const openPerson = (desk: RunningDesk, person: number, chat = "") =>
  openChat(desk, `#person=${person}${chat && `&chat=${chat}`}`, "light", {
    viewport: PAPER,
    deviceScaleFactor: 2,
  });

async function invite(owner: Page, guest: Page, role: string): Promise<void> {
  await say(owner, "/team");
  await tap(owner, "Invite…");
  await tap(owner, new RegExp(`^${role}$`));
  await sees(owner, new RegExp(`joins as ${role}`));
  const link = await newest(owner).innerText();
  await say(guest, `/start ${/t_[0-9a-f]{32}/.exec(link)?.[0]}`);
  await sees(guest, /of team Desk 7 now/);
}

async function orderFast(page: Page): Promise<void> {
  await say(page, "/start");
  await tap(page, "Buy Energy");
  await sees(page, /which wallets/i);
  await say(page, `${RECEIVER} ${OTHER_RECEIVER} ${RECEIVER.slice(0, -1)}h`);
  await sees(page, /checksum/);
  await page.getByRole("button", { name: /65,000/ }).waitFor();
  await take(page, "wizard", card(page));
  await tap(page, /65,000/);
  await tap(page, /^1h/);
  await page.getByRole("button", { name: "Pay 5.85 TRX" }).waitFor();
  await take(page, "confirm-fast", card(page));
  await pay(page, "Pay 5.85 TRX");
  await sees(page, /safe to send/i);
}

async function orderManual(page: Page): Promise<void> {
  await say(page, `/buy energy 1,000,000 1h ${RECEIVER} manual`);
  await tap(page, /^50 SUN · 50 TRX/);
  await sees(page, /in parts, from several sellers/);
  await tap(page, "Parts, at least 20,000");
  await page.getByRole("button", { name: "Pay 50 TRX" }).waitFor();
  await take(page, "confirm-manual", card(page));
  await pay(page, "Pay 50 TRX");
  await sees(page, /Partly filled/);
  await take(page, "order-partly-filled", card(page));
}

async function lookBack(page: Page): Promise<void> {
  await say(page, "/stats");
  await sees(page, /TRX spent/);
  await decoded(page);
  await take(page, "stats", newest(page));
  await say(page, "/history");
  await sees(page, /\.csv/);
  await take(page, "history", newest(page), newest(page, 2));
}

const newest = (page: Page, place = 1) => page.getByRole("log").getByRole("article").nth(-place);
const card = (page: Page) => page.getByRole("log").locator("article.card").last();

/** The photo came from the desk and is read. */
async function decoded(page: Page): Promise<void> {
  await page.getByRole("log").getByRole("img", { name: "Photo" }).last().waitFor();
  await page.evaluate('[...document.querySelectorAll("img.photo")].at(-1).decode()');
}

/** From one message to another, with a little ground above and below; at most so high, in px. */
async function take(
  page: Page,
  name: string,
  to: Locator,
  from = to,
  mostPx = PAPER.height,
): Promise<void> {
  const [first, last] = [await from.boundingBox(), await to.boundingBox()];
  if (!first || !last) throw new Error(`nothing to see for ${name}.png`);
  const y = first.y - GROUND;
  const clip = {
    x: 0,
    y,
    width: PAPER.width,
    height: Math.min(mostPx, last.y + last.height + GROUND - y),
  };
  const png = await withPalette(await page.screenshot({ clip, animations: "disabled" }));
  expect(png.length, `${name}.png`).toBeLessThan(MAX_BYTES);
  writeFileSync(join(IMAGES, `${name}.png`), png);
}
