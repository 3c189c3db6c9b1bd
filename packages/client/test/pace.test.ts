/** The pace: 15 creations in any second of the service's clock, however many are asked for at once. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { API_KEY, createWhen, json, startBareDesk } from "./bare-desk.js";
import { clientOf, errorOf, ORDER } from "./orders.js";

const BALANCE = { available: 1, held: 0 };
const answerBalance = (response: ServerResponse) =>
  json(response, 200, { success: true, data: BALANCE });

/** The most that any second holds. */
function mostInASecond(times: readonly number[]): number {
  const counts = times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length);
  return Math.max(...counts);
}

test("40 creations at once all go out, and no second holds more than 15", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  await Promise.all(Array.from({ length: 40 }, () => desk.createOrder(ORDER)));
  expect(service.created).toHaveLength(40);
  expect(mostInASecond(service.seen.map(({ atMs }) => atMs))).toBeLessThanOrEqual(15);
});

test("150 reads at once wait their turn, and no second holds more than 60", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  service.next(...Array.from({ length: 150 }, () => answerBalance));
  await Promise.all(Array.from({ length: 150 }, () => desk.balance()));
  expect(service.seen).toHaveLength(150);
  expect(mostInASecond(service.seen.map(({ atMs }) => atMs))).toBeLessThanOrEqual(60);
});

test("60 cancels at once wait their turn, and no second holds more than 30", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url);
  const notFound = { success: false, error: { code: "ORDER_NOT_FOUND", message: "none" } };
  const refuse = (response: ServerResponse) => json(response, 404, notFound);
  service.next(...Array.from({ length: 60 }, () => refuse));
  await Promise.all(Array.from({ length: 60 }, () => errorOf(desk.cancel("0".repeat(24)))));
  expect(service.seen).toHaveLength(60);
  expect(mostInASecond(service.seen.map(({ atMs }) => atMs))).toBeLessThanOrEqual(30);
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
