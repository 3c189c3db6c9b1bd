/** What each side of the sandbox takes of programs, in whichever form the originals take it, and of no page from elsewhere. */
import { describe, expect, test } from "vitest";
import {
  ask,
  CHAT,
  FOREIGN,
  FORM_TYPE,
  JSON_TYPE,
  MESSAGES,
  ownHost,
  startPorts,
  statusOf,
} from "./ports.js";

const { tron, telegram, post } = startPorts();
const BOT = "/sandbox/telegram/bot42:sandbox";
const PART = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FILE = `--x\r\nContent-Disposition: form-data; name="document"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n`;
const MULTIPART = "Content-Type: multipart/form-data; boundary=x";
const SEND = `${BOT}/sendMessage`;

describe("the Bot API's side of the bot", () => {
  const calls: [string, string, string, readonly string[], string][] = [
    ["a query", "GET", `${SEND}?chat_id=7001&text=hi`, [], ""],
    ["a form", "POST", SEND, [FORM_TYPE], `chat_id=7001&text=hi`],
    ["JSON", "POST", SEND, [JSON_TYPE], `{"chat_id":7001,"text":"hi"}`],
    ["a file", "POST", `${BOT}/sendDocument`, [MULTIPART], PART("chat_id", "7001") + FILE],
  ];

  test.each(calls)("takes %s of a program, and of no page", async (_, method, path, head, body) => {
    expect(await statusOf(telegram, method, path, [ownHost(telegram), ...head], body)).toBe(200);
    expect(await telegram.isChanged()).toBe(true);
    for (const header of FOREIGN) {
      const headers = [ownHost(telegram), ...head, header];
      const refused = await ask(telegram, method, path, headers, body);
      expect(refused.status).toBe(403);
      expect(JSON.parse(refused.body)).toMatchObject({ ok: false, error_code: 403 });
    }
    expect(await telegram.isChanged()).toBe(false);
  });

  test("gives no update to a page, and does not lose it", async () => {
    for (const header of FOREIGN) {
      const headers = [ownHost(telegram), header];
      expect(await statusOf(telegram, "GET", `${BOT}/getUpdates?offset=1000000000`, headers)).toBe(
        403,
      );
    }
    const { body } = await ask(telegram, "GET", `${BOT}/getUpdates`, [ownHost(telegram)]);
    expect(JSON.parse(body).result).toHaveLength(1);
  });
});

describe("the Bot API's side of the user", () => {
  test("takes a file of a program and of its own page, and of no other", async () => {
    const body = '{"from":7001,"document":{"file_name":"a.txt","base64":"aGVsbG8="}}';
    const upload = (...more: string[]) =>
      statusOf(telegram, "POST", MESSAGES, [ownHost(telegram), JSON_TYPE, ...more], body);
    expect(await upload()).toBe(200);
    expect(await upload(`Origin: ${telegram.url()}`, "Sec-Fetch-Site: same-origin")).toBe(200);
    expect(await telegram.isChanged()).toBe(true);
    for (const header of FOREIGN) expect(await upload(header)).toBe(403);
    expect(await telegram.isChanged()).toBe(false);
  });

  test("takes no file as a form, of its own page either", async () => {
    const body = PART("from", "7001") + FILE;
    const ownPage = [`Origin: ${telegram.url()}`, "Sec-Fetch-Site: same-origin"];
    for (const more of [[], ownPage]) {
      const headers = [ownHost(telegram), MULTIPART, ...more];
      const refused = await ask(telegram, "POST", MESSAGES, headers, body);
      expect(refused.status).toBe(415);
      expect(refused.body).toContain("application/json");
    }
    expect(await telegram.isChanged()).toBe(false);
  });

  test.each(["messages", "taps", "edits", "deletes", "members", "migrate"])(
    "%s takes JSON alone, a form not either",
    async (name) => {
      for (const type of [MULTIPART, FORM_TYPE, "X-Nothing: 1"]) {
        expect(
          await statusOf(telegram, "POST", `${CHAT}/${name}`, [ownHost(telegram), type], "{}"),
        ).toBe(415);
      }
    },
  );

  test("a group migrates by JSON that is empty", async () => {
    const path = "/sandbox/telegram/chats/-1001/migrate";
    expect(await statusOf(telegram, "POST", path, [ownHost(telegram), JSON_TYPE])).toBe(200);
  });

  test.each(["/faults", "/redeliver"])("%s takes JSON alone", async (path) => {
    const body = '{"method":"*","times":1,"update_id":1}';
    const headers = [ownHost(telegram), "Content-Type: text/plain"];
    expect(await statusOf(telegram, "POST", `/sandbox/telegram${path}`, headers, body)).toBe(415);
  });

  test.each(["/chats", `/chats/7001`, `/chats/7001/events`, "/calls"])(
    "%s is for no other page",
    async (path) => {
      for (const header of FOREIGN) {
        const headers = [ownHost(telegram), header];
        expect(await statusOf(telegram, "GET", `/sandbox/telegram${path}`, headers)).toBe(403);
      }
    },
  );
});

describe("the chat page", () => {
  const paths = ["/sandbox/chat", "/sandbox/chat/chat.js", `/sandbox/tx/${"ab".repeat(32)}`];

  test.each(paths)("%s answers to its own names alone", async (path) => {
    expect(await statusOf(telegram, "GET", path, ["Host: evil.example"])).toBe(421);
    expect(await statusOf(telegram, "GET", path, ["Host: desk.internal"])).not.toBe(421);
  });

  test("can be followed to from a page elsewhere", async () => {
    const headers = [ownHost(telegram), "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"];
    expect(await statusOf(telegram, "GET", "/sandbox/chat", headers)).toBe(200);
  });
});

describe("the TRON node", () => {
  test("broadcasts a program's transaction in a form's type, and no page's", async () => {
    const send = (...more: string[]) =>
      ask(tron, "POST", "/wallet/broadcasthex", [ownHost(tron), FORM_TYPE, ...more], "{}");
    expect((await send()).status).toBe(200);
    for (const header of FOREIGN) {
      expect((await send(header)).status).toBe(403);
      const path = "/wallet/broadcasthex?transaction=00";
      expect(await statusOf(tron, "GET", path, [ownHost(tron), header])).toBe(403);
    }
  });

  test("keeps a fault for the programs it was set for", async () => {
    await post("/sandbox/faults", {
      add: [{ kind: "status", status: 503, path: "/wallet/getnowblock" }],
    });
    const path = "/wallet/getnowblock";
    expect(await statusOf(tron, "GET", path, [ownHost(tron), "Origin: null"])).toBe(403);
    expect(await statusOf(tron, "GET", path, ["Host: evil.example"])).toBe(421);
    expect(await statusOf(tron, "GET", path, [ownHost(tron)])).toBe(503);
  });

  test("mines and stalls for nobody who asks by GET", async () => {
    const { head } = await post("/sandbox/state");
    for (const name of ["mine", "stall", "faults"]) {
      expect(await statusOf(tron, "GET", `/sandbox/${name}?on=true`, [ownHost(tron)])).toBe(415);
    }
    expect(await statusOf(tron, "GET", "/sandbox/state", [ownHost(tron)])).toBe(200);
    expect((await post("/sandbox/state")).head).toEqual(head);
  });
});
