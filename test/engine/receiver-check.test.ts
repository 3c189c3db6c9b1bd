/** What is remembered of receivers, and for how long. */
import { expect, onTestFinished, test, vi } from "vitest";
import { ANSWER_WITHIN_MS } from "../../src/engine/chain-reads.js";
import { ReceiverCheck } from "../../src/engine/receiver-check.js";
import { Addresses } from "../../src/engine/receivers/address-resource.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";

/** The clock of timers stands until it is advanced. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
}

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

test("a wallet that a slow node keeps silent about is refused in time, and known once the node has answered", async () => {
  const { engine } = await openDesk();
  holdTimers();
  let answer: (account: { contract: boolean }) => void = () => {};
  const answered = new Promise<{ contract: boolean }>((resolve) => {
    answer = resolve;
  });
  const lookUp = vi.fn(() => answered);
  const check = new ReceiverCheck(engine.database, lookUp, () => 1_800_000_000_000);
  const refused = expect(check.assertDeliverable([addressOf(7)])).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
    retryAfterSeconds: 3,
  });
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  await refused;
  const again = check.verdicts([addressOf(7)]);
  answer({ contract: false });
  expect(await again).toEqual(["ok"]);
  expect(lookUp).toHaveBeenCalledOnce();
});

test("so is a look at what a wallet has", async () => {
  const { engine } = await openDesk();
  holdTimers();
  const check = new ReceiverCheck(engine.database, async () => ({ contract: false }), engine.now);
  const lookUpResources = () => new Promise<never>(() => {});
  const addresses = new Addresses({ ...engine, receivers: check, lookUpResources });
  const refused = expect(addresses.read(engine.newId(), addressOf(7))).rejects.toMatchObject({
    code: "CHAIN_UNAVAILABLE",
  });
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  await refused;
});
