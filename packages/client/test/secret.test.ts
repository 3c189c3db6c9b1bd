/** The key is in a header and nowhere else: in no error, whatever the service says, and in no picture of the client. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { EnergyDesk } from "../src/index.js";
import { API_KEY, json, startBareDesk, type Turn } from "./bare-desk.js";
import { clientOf, errorOf, ORDER } from "./orders.js";

function everythingOf(value: unknown): string {
  const shown = inspect(value, {
    depth: Number.POSITIVE_INFINITY,
    showHidden: true,
    getters: true,
  });
  return [shown, String(value), JSON.stringify(value), value instanceof Error && value.stack].join(
    "\n",
  );
}

function expectNoKey(value: unknown): void {
  const text = everythingOf(value);
  for (const form of [API_KEY, encodeURIComponent(API_KEY), btoa(API_KEY), API_KEY.slice(0, 8)]) {
    expect(text).not.toContain(form);
  }
}

const ECHOES: readonly [string, Turn][] = [
  ["in a message", (response) => json(response, 401, { message: `unknown key ${API_KEY}` })],
  ["as text", (response) => response.writeHead(500).end(`${"x".repeat(290)} ${API_KEY}`)],
  [
    "in another form",
    (response) => json(response, 400, { error: `?key=${encodeURIComponent(API_KEY)}` }),
  ],
  ["in base 64", (response) => json(response, 400, { detail: `Basic ${btoa(API_KEY)}` })],
  [
    "deep in details",
    (response, { headers }) =>
      json(response, 400, {
        error: { code: "FORBIDDEN", message: "no", details: [{ headers, [API_KEY]: 1 }] },
        requestId: `req-${API_KEY}`,
      }),
  ],
  [
    "in a success",
    (response, { headers }) => json(response, 200, { success: true, data: headers }),
  ],
];

test.each(ECHOES)("a service that repeats it %s is not repeated", async (_, turn) => {
  const service = await startBareDesk();
  service.next(turn);
  expectNoKey(await errorOf(clientOf(service.url).createOrder(ORDER)));
  expect(service.seen[0]?.headers["x-api-key"]).toBe(API_KEY);
});

test("failures of the network, signals and options do not hold it", async () => {
  const service = await startBareDesk();
  const desk = clientOf(service.url, { maxRetries: 0 });
  service.next((response) => response.destroy());
  expectNoKey(await errorOf(desk.balance()));
  service.next((response) => response.socket?.end("HTTP/1.1 what?\r\n\r\n"));
  expectNoKey(await errorOf(desk.balance()));
  const signal = AbortSignal.abort(new Error(`stop ${API_KEY}`));
  expectNoKey(await errorOf(desk.balance({ signal })));
  expectNoKey(desk);
  for (const options of [
    { baseUrl: `http://127.0.0.1/?key=${API_KEY}`, apiKey: API_KEY },
    { baseUrl: `no address ${API_KEY}`, apiKey: API_KEY },
    { baseUrl: service.url, apiKey: `${API_KEY}\n` },
    { baseUrl: service.url, apiKey: API_KEY, timeoutMs: 0 },
  ]) {
    expect(() => new EnergyDesk(options)).toThrow(TypeError);
    try {
      new EnergyDesk(options);
    } catch (error) {
      expectNoKey(error);
    }
  }
});

test("a redirect is not followed, so no other host is told", async () => {
  const service = await startBareDesk();
  service.next((response) => response.writeHead(307, { location: "/elsewhere" }).end());
  expect(await errorOf(clientOf(service.url).createOrder(ORDER))).toMatchObject({ status: 307 });
  expect(service.seen).toHaveLength(1);
});
