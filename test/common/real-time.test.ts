/** A clock of the machine that is set back, as after a start with a wrong one, holds up none of the queues. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createPace } from "../../src/chain/pace.js";
import { SlidingWindow } from "../../src/engine/admission.js";
import { CustomerPace } from "../../src/telegram/kit/customer-pace.js";
import { SendPace } from "../../src/telegram/transport/pace.js";
import { TIMINGS } from "../../src/telegram/transport/timings.js";

function nodesQueue() {
  const pace = createPace({ requestsPerSecond: 400, maxConcurrent: 4 });
  return { turn: () => pace.run("read", 60_000, async () => {}), stop: () => pace.stop() };
}

function queueOfTelegram() {
  const pace = new SendPace({ ...TIMINGS, chatPauseMs: 10 });
  return { turn: () => pace.run(1, "answer", async () => {}), stop: () => pace.stop() };
}

function queueOfCustomer() {
  const pace = new CustomerPace(new SlidingWindow("create", 15, () => performance.now()));
  return { turn: () => pace.turn("c1"), stop: () => pace.stop() };
}

test.each([
  ["calls to the node", nodesQueue],
  ["messages to Telegram", queueOfTelegram],
  ["orders from a chat", queueOfCustomer],
])("%s go on", async (_, open) => {
  const queue = open();
  onTestFinished(() => queue.stop());
  const { now } = Date;
  let aheadMs = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
  onTestFinished(() => void vi.restoreAllMocks());
  await queue.turn();
  aheadMs = 86_400_000;
  await queue.turn();
  aheadMs = 0;
  const begun = performance.now();
  await queue.turn();
  expect(performance.now() - begun).toBeLessThan(5_000);
});
