/**
 * A newcomer reads the API in a real browser and orders from the page, on a desk and its sandbox. The page asks nobody
 * but the desk. Screenshots go to dist/screenshots. Needs Debian's Chromium; where there is none the test says so and passes by.
 */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";

const CHROMIUM = "/usr/bin/chromium";
const SCREENSHOTS = fileURLToPath(new URL("../../dist/screenshots", import.meta.url));

async function openPage(url: string): Promise<Page> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  const quiet = ["--disable-background-networking", "--disable-component-update"];
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...args, ...quiet, "--disable-sync"],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1_280, height: 1_000 } });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== url) complaints.push(`asked for ${request.url()}`);
  });
  onTestFinished(() => expect(complaints).toEqual([]));
  await page.goto(`${url}/docs`);
  return page;
}

const HAS_CHROMIUM = existsSync(CHROMIUM);

test.skipIf(!HAS_CHROMIUM)(`an order is made from the page (needs ${CHROMIUM})`, async () => {
  const desk = await startDeskHere(deskEnv(temporaryDirectory(onTestFinished)));
  mkdirSync(SCREENSHOTS, { recursive: true });
  const page = await openPage(desk.baseUrl);

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
  await page.screenshot({ path: join(SCREENSHOTS, "docs-create.png") });
  await create.getByRole("button", { name: "Try it out" }).click();
  await create.getByRole("button", { name: "Execute" }).click();
  const answer = create.locator(".live-responses-table");
  await expect.poll(() => answer.innerText()).toContain('"success": true');
  const text = await answer.innerText();
  expect(text).toContain('"paidAmount": 3.9');
  // A second later the limit is whole again.
  expect(text).toMatch(/ratelimit: "create";r=1[45];t=[01]/);
  await answer.scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(SCREENSHOTS, "docs-ordered.png") });

  await page.setViewportSize({ width: 360, height: 740 });
  const widthOf = () => page.evaluate("document.documentElement.scrollWidth");
  await expect.poll(widthOf).toBeLessThanOrEqual(360);
});
