/** What is remembered of receivers, and for how long. */
import { expect, test } from "vitest";
import { ReceiverCheck } from "../../src/engine/receiver-check.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

test.each([
  ["within three seconds", 2_999, 1],
  ["after three seconds", 3_000, 2],
  ["when the clock was set back", -3_600_000, 2],
])("an account that is not activated, looked at again %s (%d ms)", async (_, laterMs, asked) => {
  const { engine } = await openDesk();
  let now = 1_800_000_000_000;
  let calls = 0;
  const lookUp = async () => {
    calls += 1;
    return undefined;
  };
  const check = new ReceiverCheck(engine.database, lookUp, () => now);
  expect(await check.verdicts([addressOf(7)])).toEqual(["not activated"]);
  now += laterMs;
  expect(await check.verdicts([addressOf(7)])).toEqual(["not activated"]);
  expect(calls).toBe(asked);
});
