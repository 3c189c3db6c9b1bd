/** A copy of a desk's files, started beside the original or in its place: two desks with the same orders would deliver each twice. */
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { refusalHere, startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";
import { startOwnNode } from "./own-node.js";

interface Place {
  readonly path: string;
  readonly database: string;
  readonly env: NodeJS.ProcessEnv;
}

let directory: string;
let place: (name: string) => Place;
let original: Place;
const ends: (() => void | Promise<void>)[] = [];

/** A node of its own, as on a real network: what was made beside the database is not what stops a copy. */
beforeAll(async () => {
  directory = temporaryDirectory((clean) => ends.push(clean));
  const node = await startOwnNode(200, (end) => ends.push(end));
  place = (name) => {
    const path = join(directory, name);
    return { path, database: join(path, "desk.db"), env: deskEnv(path, node.env) };
  };
  original = place("original");
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** As whoever copies a disk: all that makes the database, times and modes with it. */
function copyTo(name: string): Place {
  const to = place(name);
  mkdirSync(to.path);
  const isPart = (path: string) => path === original.path || /desk\.db(-wal)?$/.test(path);
  cpSync(original.path, to.path, { recursive: true, preserveTimestamps: true, filter: isPart });
  return to;
}

async function startAndEnd({ env }: Place): Promise<void> {
  await (await startDeskHere(env)).end("SIGTERM");
}

async function expectRefused({ database, env }: Place): Promise<void> {
  const refusal = await refusalHere(env);
  expect(refusal).toBeInstanceOf(StandingRefusal);
  expect(reasonOf(refusal)).toContain(`${database} is a copy of the file that the desk ran on`);
  expect(reasonOf(refusal)).toContain("`desk moved`");
  expect(reasonOf(refusal)).toContain("`desk restore --unmarked`");
}

test("a copy is refused beside a desk that runs and after it, and the original starts again unasked", async () => {
  const desk = await startDeskHere(original.env);
  const copy = copyTo("copy");
  await expectRefused(copy);
  await desk.end("SIGTERM");
  await expectRefused(copy);
  const renamed = place("renamed");
  renameSync(original.path, renamed.path);
  original = renamed;
  await startAndEnd(original);
});

test("a desk that was moved starts once `desk moved` says so, and from then on unasked", async () => {
  const copy = copyTo("moved");
  expect(await resultOf(deskOn(copy.database), "moved")).toEqual({ wasMoved: true });
  expect(await resultOf(deskOn(copy.database), "moved")).toEqual({ wasMoved: false });
  for (const _ of ["first", "second"]) await startAndEnd(copy);
});

test("a copy that was meant as a backup starts once it is restored as one", async () => {
  const copy = copyTo("backup");
  const restored = await resultOf(deskOn(copy.database), "restore", "--unmarked", "--confirm");
  expect(restored).toMatchObject({ confirmed: true });
  await startAndEnd(copy);
});
