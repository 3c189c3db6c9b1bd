/** The bench's scenarios that open books by themselves, without a desk: each runs to its end. What they measure is nothing here. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

test("the engine and the order book are measured to the end", async () => {
  const args = ["dist/bench/bench/main.js", "--only", "engine,book", "--seconds", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect(stdout).toContain("engine completed, 1 receiver");
  expect(stdout).toContain("Manual that rests");
  expect(stdout).toMatch(/\nTook \d+ s\.\n$/);
}, 600_000);
