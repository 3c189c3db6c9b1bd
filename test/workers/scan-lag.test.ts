/** How late deposits are is told although it could not be written at first. */
import pino from "pino";
import { expect, test } from "vitest";
import type { BlockRef } from "../../src/chain/port.js";
import { scanFrom } from "../../src/engine/deposits/scan.js";
import { ScanLag } from "../../src/workers/deposit-scanner.js";
import { openDesk } from "../support/desk.js";
import { hashOf } from "../support/paper-chain.js";

test("an incident that cannot be written is with the next round", async () => {
  const desk = await openDesk();
  const block = (number: number): BlockRef => ({
    ...{ number, id: hashOf(`block ${number}`), timestampMs: number * 3_000 },
  });
  await desk.commit(() => scanFrom(block(100)));
  let nowMs = 0;
  const context = {
    engine: desk.engine,
    logger: pino({ enabled: false }),
    monotonicMs: () => nowMs,
  };
  const lag = new ScanLag(context as never);
  const told = () => desk.rows("SELECT text FROM incident WHERE kind = 'deposits-late'").length;
  await lag.note(block(200), undefined);
  nowMs = 600_000;
  const { commit } = desk.database;
  desk.database.commit = () => Promise.reject(new Error("database or disk is full"));
  await expect(lag.note(block(300), undefined)).rejects.toThrow("is full");
  expect(told()).toBe(0);
  desk.database.commit = commit;
  await lag.note(block(300), undefined);
  expect(told()).toBe(1);
});
