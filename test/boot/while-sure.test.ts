/** What a desk that may not be the active one any more does on the chain: nothing. */
import { expect, test } from "vitest";
import { whileSure } from "../../src/boot/database.js";
import type { Chain } from "../../src/chain/port.js";
import { addressOf } from "../support/addresses.js";

test.each([
  ["sure of it", true, "accepted", 1],
  ["not sure of it", false, "retry", 0],
])("a desk that is %s: %s", async (_how, isSure, kind, count) => {
  let sent = 0;
  const broadcast = async () => {
    sent += 1;
    return { kind: "accepted" } as const;
  };
  const chain = whileSure({ broadcast } as Partial<Chain> as Chain, { isSure: () => isSure });
  const outcome = await chain.broadcast({ txid: "00", hex: "00" }, addressOf(1));
  expect(outcome.kind).toBe(kind);
  expect(sent).toBe(count);
});
