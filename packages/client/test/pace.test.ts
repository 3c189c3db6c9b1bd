/** The pace: 15 creations in any second of the service's clock, however many are asked for at once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import type { EnergyDesk } from "../src/index.js";
import { API_KEY, createWhen, json, startBareDesk, type Turn } from "./bare-desk.js";
import { clientOf, errorOf, ORDER } from "./orders.js";

const BALANCE = { available: 1, held: 0 };
const answerBalance = (response: ServerResponse) =>
  json(response, 200, { success: true, data: BALANCE });

const answerNotFound = (response: ServerResponse) =>
  json(response, 404, { success: false, error: { code: "ORDER_NOT_FOUND", message: "none" } });
/** A second, and what a timer may be early by. */
const SECOND_MS = 1_010;

test.each<[string, number, (desk: EnergyDesk) => Promise<unknown>, Turn | undefined]>([
  ["creations", 15, (desk) => desk.createOrder(ORDER), undefined],
  ["reads", 60, (desk) => desk.balance(), answerBalance],
  ["cancels", 30, (desk) => errorOf(desk.cancel("0".repeat(24))), answerNotFound],
])("%s: %i in any second, however many are asked for at once", async (_, most, call, turn) => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  if (turn) service.next(...Array.from({ length: 3 * most + 3 }, () => turn));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = Array.from({ length: 3 * most }, () => call(desk));
  for (const seconds of [1, 2, 3]) {
    await Promise.all(calls.slice(0, seconds * most));
    vi.advanceTimersByTime(SECOND_MS - 1);
    // By then what was sent too early would have come.
    await fetch(`${service.url}/else`);
    expect(service.seen.filter(({ path }) => path !== "/else")).toHaveLength(seconds * most);
    vi.advanceTimersByTime(1);
  }
});

test("a read that is refused with 429 is sent again when the service says", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  service.next((response) => json(response, 429, {}, { "retry-after": "1" }), answerBalance);
  expect(await desk.balance()).toEqual(BALANCE);
  const [first, again] = service.seen;
  expect((again?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThan(990);
});

test("a machine's clock that was ahead and is set right holds up nothing", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  service.next(...Array.from({ length: 3 }, () => answerBalance));
  const { now } = Date;
  let aheadMs = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now() + aheadMs);
  onTestFinished(() => void vi.restoreAllMocks());
  await desk.balance();
  aheadMs = 86_400_000;
  await desk.balance();
  aheadMs = 0;
  // What waited for the clock would wait for a day.
  await desk.balance();
});

test("one that is aborted leaves the queue and sends nothing", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  // A place is free a second after its answer: none is before all have come.
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.next(...Array.from({ length: 15 }, () => createWhen(service, mayAnswer)));
  const turns = Array.from({ length: 15 }, () => desk.createOrder(ORDER));
  const stop = new AbortController();
  const waiting = errorOf(desk.createOrder(ORDER, { signal: stop.signal }));
  const last = desk.createOrder(ORDER);
  await service.calls(15);
  stop.abort();
  expect(await waiting).toMatchObject({ code: "ABORTED", outcomeUnknown: false });
  answer();
  await Promise.all([...turns, last]);
  expect(service.created).toHaveLength(16);
});

test("a 429 holds up all creations, and reading goes on", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  service.next((response) => json(response, 429, {}, { "retry-after": "1" }));
  const refused = desk.createOrder(ORDER);
  await service.calls(1);
  // Until the client has read the refusal.
  await errorOf(desk.balance());
  await Promise.all([refused, desk.createOrder(ORDER)]);
  const [first, balance, ...later] = service.seen;
  expect(balance?.method).toBe("GET");
  expect(later).toHaveLength(2);
  for (const { atMs } of later) expect(atMs - (first?.atMs ?? 0)).toBeGreaterThan(990);
});

test("a script ends by itself, and not before its last order", async () => {
  const service = await startBareDesk();
  const script = `
    import { EnergyDesk } from "energy-desk-client";
    const desk = new EnergyDesk({ baseUrl: process.env.DESK, apiKey: process.env.KEY });
    for (let sent = 0; sent < 17; sent += 1) desk.createOrder(${JSON.stringify(ORDER)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    env: { PATH: process.env.PATH, DESK: service.url, KEY: API_KEY },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill());
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  }
  expect(await once(child, "close")).toEqual([0, null]);
  expect(said).toBe("");
  expect(service.created).toHaveLength(17);
});
