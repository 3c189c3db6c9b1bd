/** The built program where somebody has cleared the data folder: it starts as ever, and makes the folder anew. */
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_RATES } from "../../src/domain/rates.js";
import { NODE_OPTIONS } from "../support/npm-start.js";
import { get } from "./api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The program and what it runs on, without any data. */
function copyProgram(to: string): string {
  mkdirSync(to, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(to, "package.json"));
  cpSync(join(ROOT, "dist"), join(to, "dist"), {
    recursive: true,
    filter: (path) => !/\.(map|tsbuildinfo)$|\/dist\/(bench|examples)$/.test(path),
  });
  cpSync(join(ROOT, "locales"), join(to, "locales"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(to, "node_modules"));
  return join(to, "dist", "main.js");
}

test("a desk starts without a data folder, with the default rates", async () => {
  const program = temporaryDirectory(onTestFinished);
  const main = copyProgram(program);
  const data = join(program, "data");
  const command = [process.execPath, ...NODE_OPTIONS, main];
  const desk = await startDeskProcess(deskEnv(data), command);
  onTestFinished(() => void desk.child.kill("SIGKILL"));
  const { fastSellRate } = await get<{ fastSellRate: object }>(desk.baseUrl, "/setting/ui", "");
  expect(fastSellRate).toEqual(DEFAULT_RATES.fast);
  expect(existsSync(join(data, "desk.db"))).toBe(true);
  expect(await desk.end("SIGTERM")).toBe(0);
});
