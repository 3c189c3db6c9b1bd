/** Files that a person attaches on the chat page, in a real browser. Needs Debian's Chromium; where there is none the test says so. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../e2e/desk-process.js";
import { CHROMIUM, HAS_CHROMIUM, openChat, SLOW, sees, startDesk, useBrowser } from "./chat.js";

useBrowser();

const ALICE = 7001;
/** The largest that the page takes. */
const LARGE_BYTES = 20_000_000;

const attach = (page: Page, path: string) => page.getByLabel("Attach").setInputFiles(path);
const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();

test.skipIf(!HAS_CHROMIUM)(
  `a file as large as ${LARGE_BYTES} bytes arrives whole, with its caption (needs ${CHROMIUM})`,
  SLOW,
  async () => {
    const desk = await startDesk();
    const page = await openChat(desk, `#person=${ALICE}&chat=group`, "light");
    const path = join(temporaryDirectory(onTestFinished), "largest.bin");
    const bytes = Buffer.from(Uint8Array.from({ length: LARGE_BYTES }, (_, at) => at % 251));
    writeFileSync(path, bytes);
    await attach(page, path);
    await page.getByRole("textbox", { name: "Message" }).fill("all of it");
    await send(page);
    await sees(page, "all of it");
    const telegram = `${desk.baseUrl}/sandbox/telegram`;
    const { messages } = (await (await fetch(`${telegram}/chats/-1001`)).json()) as {
      messages: { caption: string; document: { file_id: string; file_name: string } }[];
    };
    const [message] = messages;
    expect(message).toMatchObject({
      caption: "all of it",
      document: { file_name: "largest.bin", file_size: LARGE_BYTES },
    });
    const down = await fetch(`${telegram}/files/${message?.document.file_id}`);
    expect(bytes.equals(Buffer.from(await down.arrayBuffer()))).toBe(true);
  },
);

test.skipIf(!HAS_CHROMIUM)(
  `a file that is gone when it is sent is told by its name (needs ${CHROMIUM})`,
  SLOW,
  async () => {
    const desk = await startDesk();
    const page = await openChat(desk, `#person=${ALICE}&chat=group`, "light");
    const path = join(temporaryDirectory(onTestFinished), "gone.txt");
    writeFileSync(path, "hello");
    await attach(page, path);
    rmSync(path);
    await send(page);
    await page.getByRole("status").getByText("gone.txt cannot be read.").waitFor();
  },
);
