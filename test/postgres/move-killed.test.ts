/** A move that is killed (SIGKILL) before each of its steps: never do both databases open, and the command repeated finishes it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSeller } from "../support/sellers.js";
import { deliver } from "../support/steps.js";
import {
  booksOf,
  type Engine,
  MovingDesk,
  moveTo,
  newSides,
  openAt,
  optionsOf,
  type Sides,
  whoOpens,
} from "./moving.js";

const MODULE = join(import.meta.dirname, "../../dist/engine/operating/move.js");

/** Before the n-th time that it tells of this step, or of this step of this table. */
interface Killed {
  readonly step: string;
  readonly table?: string;
  readonly nth?: number;
  readonly opens: "source" | "target" | "neither";
}

const KILLED: readonly Killed[] = [
  { step: "audit", opens: "source" },
  { step: "seal", opens: "source" },
  { step: "copy", opens: "neither" },
  { step: "copy", table: "orders", nth: 2, opens: "neither" },
  { step: "compare", table: "leg", opens: "neither" },
  // The audit before the seal is not done again.
  { step: "audit", opens: "neither" },
  { step: "note", opens: "neither" },
  { step: "open", opens: "neither" },
  { step: "done", opens: "target" },
];

async function killedMove(engine: Engine, sides: Sides, { step, table, nth = 1 }: Killed) {
  const command = engine === "postgres" ? "moveToPostgres" : "moveToSqlite";
  const code = `const { ${command} } = await import(${JSON.stringify(MODULE)});
    let left = ${nth};
    const onProgress = ({ step, table }) => {
      if (step !== ${JSON.stringify(step)} || (${table !== undefined} && table !== ${JSON.stringify(table)})) return;
      left -= 1;
      if (left === 0) process.kill(process.pid, "SIGKILL");
    };
    await ${command}({ ...${JSON.stringify(optionsOf(sides))}, onProgress });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal;
}

describe.each(["postgres", "file"] as const)("a move to %s", (target) => {
  test("that is killed before each step is finished by the same command", async () => {
    const moving = await MovingDesk.open();
    const { desk } = moving;
    await openSeller(desk, { units: 50_000 });
    await desk.create({ resourceAmount: 32_000 });
    await deliver(desk);
    await desk.create({ resourceAmount: 32_000 });
    const books = booksOf(desk.database);
    await desk.close();
    const source = target === "postgres" ? "file" : "postgres";
    let { sides } = moving;
    if (source === "postgres") {
      await moveTo("postgres", optionsOf(sides));
      sides = { ...sides, file: (await newSides()).file };
    }
    for (const killed of KILLED) {
      expect([killed, await killedMove(target, sides, killed)]).toEqual([killed, "SIGKILL"]);
      const opens = { source: [source], target: [target], neither: [] }[killed.opens];
      expect([killed, await whoOpens(sides)]).toEqual([killed, opens]);
    }
    expect(await moveTo(target, optionsOf(sides))).toMatchObject({ wasMoved: false });
    const moved = await openAt(target, sides);
    expect(booksOf(moved)).toEqual(books);
    await moved.close();
  });
});
