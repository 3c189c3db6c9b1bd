/** `desk unread` and `desk deposit scan`: what could not be read of the chain, and blocks that are read after all. */
import { expect, it, onTestFinished } from "vitest";
import { chainUnavailable } from "../../src/engine/gates.js";
import { noteBlockNotRead } from "../../src/engine/not-read.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, runDesk } from "./running-desk.js";

it("lists what was not read, has a block read again by the running desk, and settles the rest", async () => {
  const directory = temporaryDirectory();
  onTestFinished(() => directory.remove());
  const path = `${directory.path}/desk.db`;
  const desk = deskOn(path);
  const alone = await openEngine(path);
  for (const reader of ["follower", "deposits"] as const) {
    await alone.engine.database.commit(() => noteBlockNotRead(68_123_456, reader, "no answer", 1));
  }
  await alone.close();
  const { unread } = await resultOf(desk, "unread", "list");
  expect(unread).toMatchObject([
    { number: 1, reader: "follower", blockNumber: 68_123_456, txid: null, reason: "no answer" },
    { number: 2, reader: "deposits" },
  ]);
  const scan = ["deposit", "scan", "68123456"];
  expect((await errorOf(desk, ...scan)).code).toBe("NOT_RUNNING");
  const scanned: number[] = [];
  const scanBlock = async (block: number) => {
    if (scanned.push(block) === 1) throw chainUnavailable("no node gives it");
    return 2;
  };
  const running = await runDesk(path, { scanBlock });
  onTestFinished(() => running.close());
  expect((await errorOf(desk, ...scan)).code).toBe("CHAIN_UNAVAILABLE");
  expect(await resultOf(desk, ...scan)).toEqual({ block: 68_123_456, credited: 2 });
  expect(scanned).toEqual([68_123_456, 68_123_456]);
  expect(await resultOf(desk, "unread", "settle", "1")).toEqual({ settled: 1 });
  expect((await resultOf(desk, "unread", "list")).unread).toMatchObject([{ number: 2 }]);
  expect((await errorOf(desk, "unread", "settle", "1")).code).toBe("NOT_FOUND");
  const many = { transactions: 0, confirmed: false };
  expect(await resultOf(desk, "unread", "settle", "--all")).toEqual(many);
  const confirmed = await resultOf(desk, "unread", "settle", "--block", "7", "--confirm");
  expect(confirmed).toEqual({ ...many, confirmed: true });
  for (const wrong of [[], ["1", "2"], ["1", "--all"]]) {
    const { code, details } = await errorOf(desk, "unread", "settle", ...wrong);
    expect([code, details]).toMatchObject(["VALIDATION_FAILED", [{ path: "NUMBER" }]]);
  }
});
