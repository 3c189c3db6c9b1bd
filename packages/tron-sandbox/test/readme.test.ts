/** The example of the README runs as it stands, with the package as it is built; and so does its command. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "./support.js";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(`${PACKAGE}/README.md`, "utf8");

function start(args: readonly string[]) {
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill());
  return child;
}

function block(language: string): string {
  const directory = temporaryDirectory();
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const found = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(README)?.[1] ?? "";
  expect(found).toContain("./chain");
  return found.replace("./chain", directory);
}

test("the example pays 5 TRX", async () => {
  const child = start(["--input-type=module", "-e", block("js")]);
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect({ said, complained }).toEqual({
    said: expect.stringMatching(/^\d+ \{ net_usage: \d+ \} 1005000000\n$/),
    complained: "",
  });
});

test("the command starts a node", async () => {
  const [npx, name, ...args] = block("text").trim().replace("9090", "0").split(" ");
  expect([npx, name]).toEqual(["npx", "tron-sandbox"]);
  const { bin } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, "utf8"));
  const child = start([`${PACKAGE}/${bin["tron-sandbox"]}`, ...args]);
  const [line] = await once(child.stdout, "data");
  const { url } = JSON.parse(String(line));
  const state = await fetch(`${url}/sandbox/state`);
  expect(await state.json()).toMatchObject({ poolOwners: expect.any(Array) });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});
