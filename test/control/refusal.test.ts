/** What the operator reads of a refusal. */
import { expect, it } from "vitest";
import { refusalBody } from "../../src/control/refusal.js";
import { nodeFailed } from "../../src/engine/gates.js";

it("has what the node said, which customers are not told", async () => {
  const says = "wallet/getaccount answered HTTP 403: access denied";
  const error = await Promise.reject(new Error(says))
    .catch(nodeFailed)
    .catch((e: unknown) => e);
  expect(String(error)).not.toContain("denied");
  expect(refusalBody(error)).toMatchObject({
    code: "CHAIN_UNAVAILABLE",
    message: expect.stringMatching(/^TRON is unavailable: .* \(wallet.*HTTP 403.*\)$/),
  });
});

it("says of a damaged database what to do, whoever has met it", () => {
  const damage = Object.assign(new Error("the audit failed: malformed"), {
    code: "SQLITE_CORRUPT",
  });
  expect(refusalBody(damage)).toEqual({
    code: "DESK_HALTED",
    message:
      "The database is damaged (the audit failed: malformed). Stop the desk, keep the file, and restore the newest backup: docs/operating.md, Restoring one.",
  });
});
