/** A copy of a desk's files, started beside the original or in its place: two desks with the same orders would deliver each twice. */
import { cpSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { startTronNode } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { refusalHere, startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";

/** A node of its own, as on a real network: what was made beside the database is not what stops a copy. */
async function settings() {
  const directory = temporaryDirectory(onTestFinished);
  const node = await startTronNode({ directory: join(directory, "node"), port: 0, blockMs: 200 });
  onTestFinished(() => node.close());
  const more = {
    TRON_NETWORK: "sandbox",
    TRON_FULL_HOST: node.url,
    POOL_OWNERS: node.poolOwners.join(","),
    OPERATOR_KEY: node.operatorKeyHex,
    SANDBOX_BLOCK_MS: "200",
  };
  const place = (name: string) => {
    const path = join(directory, name);
    return { path, database: join(path, "desk.db"), env: deskEnv(path, more) };
  };
  return { original: place("original"), copy: place("copy") };
}

type Place = Awaited<ReturnType<typeof settings>>["copy"];

/** As whoever copies a disk: all that makes the database, times and modes with it. */
function copyDatabase(from: Place, to: Place): void {
  mkdirSync(to.path);
  const isPart = (path: string) => path === from.path || /desk\.db(-wal)?$/.test(path);
  cpSync(from.path, to.path, { recursive: true, preserveTimestamps: true, filter: isPart });
}

async function expectRefused({ database, env }: Place): Promise<void> {
  const refusal = await refusalHere(env);
  expect(refusal).toBeInstanceOf(StandingRefusal);
  expect(reasonOf(refusal)).toContain(`${database} is a copy of the file that the desk ran on`);
  expect(reasonOf(refusal)).toContain("`desk moved`");
  expect(reasonOf(refusal)).toContain("`desk restore --unmarked`");
}

test("a copy is refused beside a desk that runs and after it, and the original starts again unasked", async () => {
  const { original, copy } = await settings();
  const desk = await startDeskHere(original.env);
  copyDatabase(original, copy);
  await expectRefused(copy);
  await desk.end("SIGTERM");
  await expectRefused(copy);
  await (await startDeskHere(original.env)).end("SIGTERM");
  renameSync(original.path, `${original.path}-renamed`);
  const env = { ...original.env, DATABASE_PATH: join(`${original.path}-renamed`, "desk.db") };
  await (await startDeskHere(env)).end("SIGTERM");
});

test("a desk that was moved starts once `desk moved` says so, and from then on unasked", async () => {
  const { original, copy } = await settings();
  await (await startDeskHere(original.env)).end("SIGTERM");
  copyDatabase(original, copy);
  await expectRefused(copy);
  expect(await resultOf(deskOn(copy.database), "moved")).toEqual({ wasMoved: true });
  expect(await resultOf(deskOn(copy.database), "moved")).toEqual({ wasMoved: false });
  for (const _ of ["first", "second"]) await (await startDeskHere(copy.env)).end("SIGTERM");
});

test("a copy that was meant as a backup starts once it is restored as one", async () => {
  const { original, copy } = await settings();
  await (await startDeskHere(original.env)).end("SIGTERM");
  copyDatabase(original, copy);
  const restored = await resultOf(deskOn(copy.database), "restore", "--unmarked", "--confirm");
  expect(restored).toMatchObject({ confirmed: true });
  await (await startDeskHere(copy.env)).end("SIGTERM");
});
