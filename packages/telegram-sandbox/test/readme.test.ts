/** The example of the README runs as it stands, with the package as it is built; and so does its command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(`${PACKAGE}/README.md`, "utf8");

function start(args: readonly string[]) {
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill());
  return child;
}

function block(language: string): string {
  const directory = mkdtempSync(join(tmpdir(), "telegram-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const found = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(README)?.[1] ?? "";
  expect(found).toContain("./telegram");
  return found.replace("./telegram", directory);
}

test("the example repeats what it is told", async () => {
  const child = start(["--input-type=module", "-e", block("js")]);
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect({ said, complained }).toEqual({ said: expect.any(String), complained: "" });
  expect(README).toContain(`It prints \`${said.trim()}\``);
  expect(said).toBe("[ 'hello', 'You said hello' ]\n");
});

test("the command starts the API and the page", async () => {
  const [npx, name, ...args] = block("text").trim().replace("8081", "0").split(" ");
  expect([npx, name]).toEqual(["npx", "telegram-sandbox"]);
  const { bin } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, "utf8"));
  const child = start([`${PACKAGE}/${bin["telegram-sandbox"]}`, ...args]);
  const [line] = await once(child.stdout, "data");
  const { apiRoot, token, chatUrl } = JSON.parse(String(line));
  const me = await fetch(`${apiRoot}/bot${token}/getMe`);
  expect(await me.json()).toMatchObject({ ok: true, result: { is_bot: true } });
  expect((await fetch(chatUrl)).headers.get("content-type")).toContain("text/html");
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});
