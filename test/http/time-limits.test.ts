/** How long a client may take: to send what it begins, and at the end of the desk. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { createListener } from "../../src/http/listener.js";
import { startDesk } from "./desk.js";

test("headers and bodies have a time in which they must be sent, and Node looks for those beyond it", () => {
  const server = createListener(() => {});
  const { headersTimeout, requestTimeout } = server;
  expect(headersTimeout).toBeGreaterThan(0);
  expect(headersTimeout).toBeLessThanOrEqual(10_000);
  expect(requestTimeout).toBeGreaterThan(headersTimeout);
  expect(requestTimeout).toBeLessThanOrEqual(15_000);
  server.close();
});

test.each([
  ["headers", ""],
  ["body", 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"type":'],
])("the end does not wait for who sends half of his %s", async (_, half) => {
  const desk = await startDesk();
  const { apiKey } = await desk.customer();
  const arrived = new Promise((resolve) => {
    desk.server.server.once("connection", (connection) => connection.once("readable", resolve));
  });
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  const gone = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST /v1/order/create HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\n${half}`);
  await arrived;
  const startedMs = performance.now();
  await desk.close();
  await gone;
  // Node alone would wait for twice as long.
  expect(performance.now() - startedMs).toBeLessThan(8_000);
});
