/** Before each test file that is measured: keeps which functions of the project it runs, here and in the programs it starts. */
import { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { type Debugger, type Profiler, Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;
const SOURCE = /^(src|packages\/[^/]+\/src|packages\/shared)\/.*\.ts$/;
const INTO = process.env.PLANT_INTO ?? "";
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;[^,]*base64,([\w+/=]+)/g;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const nameOf = (id: string) => createHash("sha256").update(id).digest("hex");

let into = "";
beforeAll(() => {
  into = join(INTO, nameOf(expect.getState().testPath ?? ""));
});

/** Every program is told where to keep what it runs, even where the test says which variables it has. */
const { spawn } = ChildProcess.prototype as { spawn?: (options: { envPairs?: string[] }) => void };
Object.assign(ChildProcess.prototype, {
  spawn(this: ChildProcess, options: { envPairs?: string[] }) {
    options.envPairs?.push(`NODE_V8_COVERAGE=${into}.programs`);
    return spawn?.call(this, options);
  },
});

afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const parsed: Debugger.ScriptParsedEventDataType[] = [];
  session.on("Debugger.scriptParsed", ({ params }) => parsed.push(params));
  await session.post("Debugger.enable");
  const ran: Record<string, [number, number][]> = {};
  for (const script of result) {
    const path = relative(ROOT, decodeURIComponent(script.url.replace(/^file:\/\//, "")));
    if (!SOURCE.test(path)) continue;
    const before = await keepMap(path, script.scriptId);
    ran[path] = calledIn(script).map(([start, end]) => [start - before, end - before]);
  }
  writeFileSync(`${into}.ran.json`, JSON.stringify(ran));
  await session.post("Debugger.disable");
});

function calledIn({ functions }: Profiler.ScriptCoverage): [number, number][] {
  return functions.flatMap(({ ranges: [range] }): [number, number][] =>
    range && range.count > 0 ? [[range.startOffset, range.endOffset]] : [],
  );
}

/** Keeps how the code that runs leads back to the source, once for all; answers how much stands before that code. */
async function keepMap(path: string, scriptId: string): Promise<number> {
  const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
  const before = scriptSource.indexOf("=>{{") + "=>{{".length;
  const file = join(INTO, `${nameOf(path)}.map.json`);
  if (existsSync(file)) return before;
  const code = scriptSource.slice(before);
  const map = [...code.matchAll(INLINE_MAP)].at(-1)?.[1];
  if (map === undefined) throw new Error(`${path} runs without a map to its source`);
  const lines = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const kept = { path, lines, map: JSON.parse(Buffer.from(map, "base64").toString()) };
  writeFileSync(file, JSON.stringify(kept));
  return before;
}
