/**
 * What a page from elsewhere can do to a running sandbox in a real browser: nothing. It is of another port or another site, or of a
 * name that leads to this machine. Needs Debian's Chromium; where there is none the test says so and passes by.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askNode } from "../e2e/api.js";
import type { RunningDesk } from "../e2e/desk-process.js";
import {
  CHROMIUM,
  EVIL,
  HAS_CHROMIUM,
  openChat,
  openPage,
  SLOW,
  say,
  sees,
  startDesk,
  useBrowser,
} from "./chat.js";

useBrowser();

const ALICE = 7001;

interface Sandbox {
  readonly isStalled: boolean;
  /** Messages of a chat that nobody writes in but the page. */
  readonly messages: number;
}

async function sandboxOf({ baseUrl, nodeUrl }: RunningDesk): Promise<Sandbox> {
  const { stalled } = await askNode<{ stalled: boolean }>(nodeUrl, "sandbox/state", {});
  const chat = await fetch(`${baseUrl}/sandbox/telegram/chats/${ALICE}`);
  const { messages = [] } = (await chat.json()) as { messages?: unknown[] };
  return { isStalled: stalled, messages: messages.length };
}

/** One for all: whatever a foreign page asks of it leaves it as it was, and its own page comes last. */
let desk: RunningDesk;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  if (HAS_CHROMIUM) desk = await startDesk(300, (end) => ends.push(end));
}, SLOW.timeout);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

interface Form {
  readonly action: string;
  readonly enctype: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Resolves once the answer is there, in a frame that the page cannot read. */
function sendForm(page: Page, form: Form): Promise<void> {
  return page.evaluate(`(() => new Promise((resolve) => {
    const { action, enctype, fields } = ${JSON.stringify(form)};
    const frame = document.createElement("iframe");
    frame.name = "frame" + Math.random();
    document.body.append(frame);
    const form = document.createElement("form");
    Object.assign(form, { action, enctype, method: "post", target: frame.name });
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      form.append(input);
    }
    document.body.append(form);
    frame.addEventListener("load", () => resolve());
    form.submit();
  }))()`);
}

/** Any request that a script may make of anybody; resolves with the status that it got to see. */
function ask(page: Page, url: string, init: object): Promise<number | "nothing"> {
  return page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(({ status }) => status, () => "nothing")`,
  );
}

function loadPicture(page: Page, url: string): Promise<void> {
  return page.evaluate(`new Promise((resolve) => {
    const picture = new Image();
    picture.onload = picture.onerror = () => resolve();
    picture.src = ${JSON.stringify(url)};
  })`);
}

/** On port 80, which is not the sandbox's: the same site as the sandbox, or another. */
const ELSEWHERE = ["127.0.0.1", EVIL].map((host) => `http://${host}/`);
/** All other tests use the address. */
const HOSTS = ["localhost", "desk.localhost"];
const JSON_TYPE = { "content-type": "application/json" };

test.skipIf(!HAS_CHROMIUM).each(ELSEWHERE)(
  `a page of %s changes nothing and reads nothing, by form, script or a picture's address (needs ${CHROMIUM})`,
  SLOW,
  async (address) => {
    const page = await openPage(address);
    const stall = `${desk.nodeUrl}/sandbox/stall`;
    const on = '{"on":true}';
    const asText = { action: stall, enctype: "text/plain", fields: { '{"on":true,"x":"': '"}' } };
    await sendForm(page, asText);
    await ask(page, stall, { method: "POST", mode: "no-cors", body: on });
    const asJson = { method: "POST", headers: JSON_TYPE };
    expect(await ask(page, stall, { ...asJson, body: on })).toBe("nothing");
    expect(await ask(page, `${desk.nodeUrl}/sandbox/state`, {})).toBe("nothing");

    const telegram = `${desk.baseUrl}/sandbox/telegram`;
    const messages = `${telegram}/chats/${ALICE}/messages`;
    const written = { from: String(ALICE), text: "/key" };
    const body = JSON.stringify(written);
    await sendForm(page, { action: messages, enctype: "multipart/form-data", fields: written });
    const fields = { '{"from":7001,"text":"/key': '"}' };
    await sendForm(page, { action: messages, enctype: "text/plain", fields });
    await ask(page, messages, { method: "POST", mode: "no-cors", body });
    expect(await ask(page, messages, { ...asJson, body })).toBe("nothing");
    expect(await ask(page, `${telegram}/chats`, {})).toBe("nothing");
    expect(await sandboxOf(desk)).toEqual({ isStalled: false, messages: 0 });
    const isOpen = await page.evaluate(`new Promise((resolve) => {
      const stream = new EventSource("${telegram}/chats/-1001/events");
      stream.onopen = () => resolve(true);
      stream.onerror = () => resolve(false);
    })`);
    expect(isOpen).toBe(false);

    const action = `${telegram}/bot42:sandbox/sendMessage`;
    const said = { chat_id: "-1001", text: "hi" };
    const url = `${action}?${new URLSearchParams(said)}`;
    await loadPicture(page, url);
    await ask(page, url, { mode: "no-cors" });
    for (const enctype of ["application/x-www-form-urlencoded", "multipart/form-data"]) {
      await sendForm(page, { action, enctype, fields: said });
    }
    const { calls } = (await (await fetch(`${telegram}/calls`)).json()) as {
      calls: { method: string }[];
    };
    expect(calls.filter(({ method }) => method === "sendMessage")).toEqual([]);
    expect(await (await fetch(`${telegram}/chats/-1001`)).json()).toMatchObject({ messages: [] });
  },
);

test.skipIf(!HAS_CHROMIUM)(
  `a page whose name leads to this machine reads no chat, takes no key and stalls nothing (needs ${CHROMIUM})`,
  SLOW,
  async () => {
    const post = (body: object) => {
      return { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) };
    };

    // To its browser the page asks its own address.
    const page = await openPage(`http://${EVIL}:${new URL(desk.baseUrl).port}/`);
    const chat = `/sandbox/telegram/chats/${ALICE}`;
    expect(await ask(page, `${chat}/messages`, post({ from: ALICE, text: "/key" }))).toBe(421);
    for (const path of ["/chats", `/chats/${ALICE}`, `/chats/${ALICE}/events`, "/calls"]) {
      expect([path, await ask(page, `/sandbox/telegram${path}`, {})]).toEqual([path, 421]);
    }
    const bot = "/sandbox/telegram/bot42:sandbox";
    expect(await ask(page, `${bot}/getUpdates`, {})).toBe(421);
    expect(await ask(page, "/sandbox/chat", {})).toBe(421);

    const nodePage = await openPage(`http://${EVIL}:${new URL(desk.nodeUrl).port}/`);
    expect(await ask(nodePage, "/sandbox/stall", post({ on: true }))).toBe(421);
    expect(await ask(nodePage, "/sandbox/state", {})).toBe(421);
    expect(await ask(nodePage, "/wallet/getnowblock", {})).toBe(421);
    expect(await sandboxOf(desk)).toMatchObject({ isStalled: false, messages: 0 });
  },
);

test.skipIf(!HAS_CHROMIUM)(
  `the sandbox's own page writes, sends files and follows the chat, by each of its names (needs ${CHROMIUM})`,
  SLOW,
  async () => {
    const { port } = new URL(desk.baseUrl);
    for (const host of HOSTS) {
      const named = { ...desk, baseUrl: `http://${host}:${port}` };
      const page = await openChat(named, `#person=${ALICE}&chat=group`, "light");
      await say(page, `hello from ${host}`);
      await sees(page, `hello from ${host}`);
      const name = `${host}.txt`;
      const file = { name, mimeType: "text/plain", buffer: Buffer.from("hello") };
      await page.getByLabel("Attach").setInputFiles(file);
      await page.getByRole("button", { name: "Send" }).click();
      await sees(page, name);
    }
  },
);
