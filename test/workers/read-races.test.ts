/** What becomes of a transaction while the database is read: what others have found out of it stays known. */
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import type { Address } from "../../src/domain/address.js";
import type { Refusal, WorkerContext } from "../../src/workers/context.js";
import { createResender } from "../../src/workers/resender.js";
import { openDesk } from "../support/desk.js";
import { holdReads } from "../support/hold-reads.js";

test("a refusal that comes while the resender reads what is out is not forgotten", async () => {
  const { engine, database } = await openDesk();
  const known = { refusals: new Map<string, Refusal>(), disagreements: new Map() };
  const operator = { privateKeyHex: "", address: "" as Address };
  const context: WorkerContext = {
    ...{ engine, logger: pino({ level: "silent" }), blockMs: 3_000, resendEveryMs: 60_000 },
    ...{ firstAttempts: new Set<string>(), stakeDisagreements: new Map(), ...known },
    // Nothing is out, so nobody asks the chain.
    ...{ chain: {} as Chain, genesisId: "", operator },
    ...{ auditEveryMs: 0, longestRushMs: 0, monotonicMs: () => 0 },
  };
  const resender = createResender(context);
  onTestFinished(() => resender.stop());
  const reads = holdReads(database);
  resender.start();
  await expect.poll(() => reads.waiting.length).toBe(1);
  known.refusals.set("txid", {} as Refusal);
  await reads.answer();
  await expect.poll(() => resender.isIdle).toBe(true);
  expect([...known.refusals.keys()]).toEqual(["txid"]);
});
