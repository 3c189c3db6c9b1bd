/** Where links may lead. */
import { expect, test } from "vitest";
import { destination } from "../../src/chat/browser/links.js";

const ORDER = "1a1f85629950011eb3fcf11a";

test.each([
  ["https://example.com/a?b=1", "https://example.com/a?b=1"],
  ["http://127.0.0.1:3000/sandbox/tx/ab", "http://127.0.0.1:3000/sandbox/tx/ab"],
  ["example.com/path", "https://example.com/path"],
  ["mailto:desk@example.com", "mailto:desk@example.com"],
  ["https://t.me/another_bot", "https://t.me/another_bot"],
])("%s leads to the web", (written, href) => {
  expect(destination(written)).toEqual({ kind: "web", href });
});

test.each([
  ["https://t.me/desk_sandbox_bot", undefined],
  ["https://t.me/Desk_Sandbox_Bot?start=o_12", "o_12"],
  ["tg://resolve?domain=desk_sandbox_bot&start=x", "x"],
  [`https://t.me/desk_sandbox_bot?start=o_${ORDER}`, `o_${ORDER}`],
  ["https://t.me/desk_sandbox_bot?start=a%20b", undefined],
  [`https://t.me/desk_sandbox_bot?start=${"x".repeat(65)}`, undefined],
])("%s leads to the private chat", (written, payload) => {
  expect(destination(written)).toEqual({ kind: "bot", payload });
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "tg://user?id=7001",
  "words",
  "",
])("%j leads nowhere", (written) => {
  expect(destination(written)).toEqual({ kind: "none" });
});
