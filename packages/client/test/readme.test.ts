/** The script of the README runs as it stands, with the package as it is built. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { API_KEY, startBareDesk } from "./bare-desk.js";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

test("the script of the README runs as it stands", async () => {
  const service = await startBareDesk();
  const readme = readFileSync(`${PACKAGE}/README.md`, "utf8");
  const script = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? "";
  const here = script.replace("http://127.0.0.1:3000", service.url);
  expect(here).not.toBe(script);
  const child = spawn(process.execPath, ["--input-type=module", "-e", here], {
    cwd: PACKAGE,
    env: { PATH: process.env.PATH, DESK_KEY: API_KEY },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect({ said, complained }).toEqual({ said: `${service.created[0]} 3.9\n`, complained: "" });
});
