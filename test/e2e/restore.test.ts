/** The restore as docs/operating.md tells it, with the built program: backup under load, a new DATABASE_PATH, the same chain. */
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { auditFile } from "../../src/engine/operating/audit.js";
import { deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { createOrder, orderBody, readOrder, until } from "./api.js";
import { refusalHere } from "./desk-here.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";

/** Blocks as rare as a test of this length bears: each costs the two desks and their nodes a look. */
const SLOW = { SANDBOX_BLOCK_MS: "500" };

test("a desk goes on from its backup on a new path, once that is confirmed and each step is done", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const path = join(directory, "desk.db");
  const first = await startDeskProcess(deskEnv(directory, SLOW));
  onTestFinished(() => void first.end("SIGKILL"));
  const apiKey = first.apiKey ?? "";
  const order = async () => {
    const { body } = await createOrder(first.baseUrl, apiKey, orderBody());
    return body.data.orders[0]?.orderId ?? "";
  };
  const acknowledged = [await order()];
  const load = Promise.all(Array.from({ length: 3 }, order));
  const copy = join(directory, "backup.db");
  const backup = deskOn(path);
  expect(await resultOf(backup, "backup", copy)).toMatchObject({ audit: { ok: true } });
  await load;
  expect(await first.end("SIGTERM")).toBe(0);

  const restored = join(directory, "restored.db");
  cpSync(copy, restored);
  renameSync(`${path}-sandbox`, `${restored}-sandbox`);
  const env = deskEnv(directory, { ...SLOW, DATABASE_PATH: restored });
  const refusal = await refusalHere(env);
  expect(refusal).toBeInstanceOf(StandingRefusal);
  expect(reasonOf(refusal)).toContain("`desk restore --confirm`");
  const desk = deskOn(restored);
  expect(await resultOf(desk, "restore", "--confirm")).toMatchObject({ confirmed: true });

  const second = await startDeskProcess(env);
  onTestFinished(() => void second.end("SIGKILL"));
  expect(await resultOf(desk, "status")).toMatchObject({
    state: "halted",
    reason: expect.stringContaining("restored from a backup"),
  });
  const disabled = await createOrder(second.baseUrl, apiKey, orderBody());
  expect(disabled).toMatchObject({
    status: 401,
    body: { error: { message: expect.stringContaining("`desk key enable`") } },
  });
  await resultOf(desk, "key", "enable", "--all");
  const halted = await createOrder(second.baseUrl, apiKey, orderBody());
  expect(halted).toMatchObject({ status: 503, body: { error: { code: "DESK_HALTED" } } });
  await until(
    async () => second.log().includes("compared with the chain"),
    (isSo) => isSo,
    "it has compared itself with the chain",
  );
  await until(
    async () => (await errorOf(desk, "resume")).message,
    (refused) => /Open: debits: [^:]*`desk restore done debits --by NAME`\./.test(refused),
    "only what nobody but the operator knows is left",
  );
  await resultOf(desk, "restore", "done", "debits", "--by", "Ann");
  await resultOf(desk, "resume");
  for (const id of acknowledged) {
    const { status } = await readOrder(second.baseUrl, apiKey, id);
    expect(["completed", "cancelled", "processing"]).toContain(status);
  }
  expect((await createOrder(second.baseUrl, apiKey, orderBody())).status).toBe(200);
  expect(await auditFile(restored)).toEqual({ ok: true, violations: [] });
  expect(await second.end("SIGTERM")).toBe(0);
}, 120_000);
