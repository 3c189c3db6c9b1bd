/** What was asked of each host: by path since the start, and of the last hour how many answers, failures, and what that makes a day. */
import { expect, test } from "vitest";
import { CallTally } from "../../src/chain/node-calls.js";

const MINUTE_MS = 60_000;
const HOST = "1 http://node1";

function tallyAt() {
  const clock = { nowMs: 1_234_567 };
  const tally = new CallTally(() => clock.nowMs);
  return { clock, tally };
}

test("calls are counted by host and path", () => {
  const { tally } = tallyAt();
  const [first, second] = [tally.counter("1 http://a"), tally.counter("2 http://b")];
  first("wallet/getblock", 20, true);
  first("wallet/getblock", 30, false);
  second("wallet/getblock", 5, true);
  second("wallet/broadcasthex", 7, true);
  expect(tally.read()).toEqual([
    { host: "1 http://a", path: "wallet/getblock", calls: 2, errors: 1, tookMs: 50 },
    { host: "2 http://b", path: "wallet/getblock", calls: 1, errors: 0, tookMs: 5 },
    { host: "2 http://b", path: "wallet/broadcasthex", calls: 1, errors: 0, tookMs: 7 },
  ]);
});

/** Minutes since the start in which a call was answered or failed, and when it is looked. */
const HOURS: readonly (readonly [
  what: string,
  answered: readonly number[],
  failed: readonly number[],
  atMinute: number,
  expected: { answers: number; failures: number; callsADay: number },
])[] = [
  ["nothing was asked", [], [], 10, { answers: 0, failures: 0, callsADay: 0 }],
  ["a moment after the start", [0, 0], [0], 0.01, { answers: 2, failures: 1, callsADay: 4_320 }],
  ["since the start", [0, 3, 9], [5], 10, { answers: 3, failures: 1, callsADay: 576 }],
  ["all of the first hour", [0], [], 59.9, { answers: 1, failures: 0, callsADay: 24 }],
  ["an hour later", [0], [], 60, { answers: 0, failures: 0, callsADay: 0 }],
  ["an hour after one of two", [0, 1], [], 60, { answers: 1, failures: 0, callsADay: 24 }],
  ["many hours later", [0, 59], [59], 7_000, { answers: 0, failures: 0, callsADay: 0 }],
  [
    "in the same minute of an hour",
    [0, 60.5],
    [],
    60.5,
    { answers: 1, failures: 0, callsADay: 24 },
  ],
  [
    "one each minute for days",
    range(5_000),
    [],
    5_000,
    { answers: 59, failures: 0, callsADay: 1_440 },
  ],
];

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}

test.each(HOURS)("the last hour: %s", (_, answered, failed, atMinute, expected) => {
  const { clock, tally } = tallyAt();
  const startMs = clock.nowMs;
  const count = tally.counter(HOST);
  const calls = [
    ...answered.map((minute) => ({ minute, ok: true })),
    ...failed.map((minute) => ({ minute, ok: false })),
  ].sort((a, b) => a.minute - b.minute);
  for (const { minute, ok } of calls) {
    clock.nowMs = startMs + minute * MINUTE_MS;
    count("wallet/getblock", 1, ok);
  }
  clock.nowMs = startMs + atMinute * MINUTE_MS;
  expect(tally.lastHour(HOST)).toEqual(expected);
});

test("the last hour is that of one host; one that was asked nothing has nothing", () => {
  const { tally } = tallyAt();
  tally.counter(HOST)("wallet/getblock", 1, true);
  expect(tally.lastHour("2 http://node2")).toEqual({ answers: 0, failures: 0, callsADay: 0 });
});
