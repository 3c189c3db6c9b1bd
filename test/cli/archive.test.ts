/** `desk archive --lost`: what it shows, what it refuses, and that it needs no desk. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { assertArchiveThere } from "../../src/engine/operating/archive.js";
import { writeSetting } from "../../src/store/settings.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, runDesk } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

test("a lost archive is shown, given up when that is confirmed, and never beside a desk that runs", async () => {
  const path = join(directory.path, "desk.db");
  const desk = deskOn(path);
  const running = await runDesk(path);
  expect(await errorOf(desk, "archive", "--lost", "--confirm")).toMatchObject({ code: "IN_USE" });
  const moved = () => writeSetting("archive", { newest: "0.1" }, "desk", 1);
  await running.engine.database.commit(moved);
  await running.close();

  const listed = await errorOf(desk, "order", "list");
  expect(listed.message).toContain("Put that file back");
  const audited = await desk("audit");
  expect(audited.stdout).toContain("the archive has what the books have moved there");
  expect(audited.status).toBe(1);
  const loss = { file: `${path}-archive`, problem: "is not there", orders: 0, delegations: 0 };
  expect(await resultOf(desk, "archive", "--lost")).toEqual({ ...loss, confirmed: false });
  expect((await desk("archive", "--lost")).stdout).toContain("archive --lost --confirm");
  for (const [option, why, ...line] of [
    ["--confirm", "goes with --lost", "--confirm"],
    ["--limit", "does not go with --lost", "--lost", "--limit", "3"],
    ["--older-than", "does not go with --lost", "--lost", "--older-than", "90"],
  ] as const) {
    const { code, message } = await errorOf(desk, "archive", ...line);
    expect(code).toBe("VALIDATION_FAILED");
    expect(message).toContain(`${option}: ${why}`);
  }
  expect((await desk("archive", "--lost", "--confirm")).stdout).toContain("Start the desk");
  expect(await errorOf(desk, "archive", "--lost")).toMatchObject({ code: "NOT_FOUND" });
  const { engine, close } = openEngine(path);
  assertArchiveThere(engine);
  engine.archive.close();
  close();
});
