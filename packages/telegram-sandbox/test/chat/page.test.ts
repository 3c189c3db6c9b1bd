/** The page as it is served: whole, strict, and without anything from elsewhere. */
import Fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { mountChatPage } from "../../src/chat/index.js";

async function get(path: string, headers: Record<string, string> = {}) {
  const server = Fastify();
  onTestFinished(() => server.close());
  mountChatPage(server, { nodeUrl: "http://127.0.0.1:1" });
  return server.inject({ url: path, headers });
}

const paths = (html: string) => [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, at]) => at);

describe("the page", () => {
  test("holds the names that people and tests look for", async () => {
    const { body } = await get("/sandbox/chat");
    for (const part of [
      '<label for="person">Person</label>',
      '<label for="chat">Chat</label>',
      'role="log"',
      'role="status"',
      'aria-label="Message"',
      'aria-label="Send"',
      'aria-label="Attach"',
    ]) {
      expect(body).toContain(part);
    }
  });

  test.each([
    ["ru-RU,ru;q=0.9,en;q=0.8", '<html lang="ru">', "Сообщение", "Группа: OTC desk"],
    ["zh-CN", '<html lang="zh-Hans">', "消息", "群组：OTC desk"],
    ["es-419,es;q=0.9", '<html lang="es">', "Mensaje", "Grupo: OTC desk"],
    ["fr", '<html lang="en">', "Message", "Group: OTC desk"],
  ])("speaks the browser's language: %s", async (accepted, html, message, group) => {
    const { body, headers } = await get("/sandbox/chat", { "accept-language": accepted });
    expect(headers.vary).toBe("accept-language");
    for (const part of [html, `aria-label="${message}"`, group]) expect(body).toContain(part);
  });

  test("has nothing inline, and nothing from elsewhere", async () => {
    const { body } = await get("/sandbox/chat");
    expect(body).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/);
    const sources = [...body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, at = ""]) => at);
    expect(sources.filter((at) => !/^\/sandbox\/chat\/|^data:/.test(at))).toEqual([]);
  });

  test("finds everything it asks for", async () => {
    const { body } = await get("/sandbox/chat");
    for (const path of paths(body)) expect((await get(path ?? "")).statusCode, path).toBe(200);
  });

  test("has modules that import only what is served", async () => {
    const { body } = await get("/sandbox/chat");
    const modules = new Set(paths(body).filter((path) => path?.endsWith(".js")));
    expect(modules).toContain("/sandbox/chat/chat.js");
    for (const path of modules) {
      const { body: source, headers } = await get(path ?? "");
      expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
      for (const [, imported] of source.matchAll(/^import .*"\.\/([^"]+)"/gm)) {
        expect(modules).toContain(`/sandbox/chat/${imported}`);
      }
    }
  });

  test("never makes HTML of a text", async () => {
    const { body } = await get("/sandbox/chat");
    for (const path of paths(body).filter((one) => one?.endsWith(".js"))) {
      const { body: source } = await get(path ?? "");
      expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
    }
  });
});

test.each(["/sandbox/chat", "/sandbox/chat/chat.css", "/sandbox/chat/chat.js", "/sandbox/tx/x"])(
  "%s comes with a strict policy",
  async (path) => {
    const { headers } = await get(path);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
  },
);
