/** After a restore a key of the backup is refused with what to do, until the operator enables it; a newer one works. */
import { expect, test } from "vitest";
import { enableDisabledKeys, issueKey, revokeKey } from "../../src/engine/customers/customers.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { call, expectError } from "./client.js";
import { startDesk } from "./desk.js";

test("a key of the backup says that it is disabled, and by whom it can be enabled", async () => {
  const desk = await startDesk();
  const { engine } = desk;
  const { customerId, apiKey } = await desk.customer(20);
  const revoked = await issueKey(engine, customerId);
  await revokeKey(engine, revoked.keyId);
  const balance = (key: string) => call(desk, "/v1/balance", { key });
  await confirmRestore(engine, { takenAt: 1, block: 1 });
  engine.keys.forget();
  const disabled = await balance(apiKey);
  expectError(disabled, 401, "UNAUTHORIZED");
  expect(disabled.error.message).toMatch(/is disabled.* restored.*`desk key enable`/);
  expect((await balance(revoked.apiKey)).error.message).toMatch(
    /^The API key is missing or invalid/,
  );
  expect((await balance((await issueKey(engine, customerId)).apiKey)).status).toBe(200);
  await enableDisabledKeys(engine, { keyIds: [], customerId });
  expect((await balance(apiKey)).status).toBe(200);
  await desk.close();
});
