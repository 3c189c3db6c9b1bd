/** How long a client may take: to send what it begins, and at the end of the desk. */
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { Connections } from "../../src/http/connection.js";
import { createListener } from "../../src/http/listener.js";
import { until } from "../support/until.js";
import { startDesk } from "./desk.js";

test("headers and bodies have a time in which they must be sent, and Node looks for those beyond it", () => {
  const server = createListener(() => {}, new Connections());
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
])("the end does not wait for who sends half of their %s", async (_, half) => {
  const desk = await startDesk();
  const { apiKey } = await desk.customer();
  // Node alone would wait for ever.
  desk.server.server.headersTimeout = 0;
  desk.server.server.requestTimeout = 0;
  const arrived = new Promise((resolve) => {
    desk.server.server.once("connection", (connection) => connection.once("data", resolve));
  });
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  const gone = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST /v1/order/create HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\n${half}`);
  await arrived;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const end = { isThere: false };
  const closed = desk.close().finally(() => {
    end.isThere = true;
  });
  // The database's own answers take real time.
  await until("the end is there", async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return end.isThere;
  });
  await closed;
  await gone;
});

test.each([
  [
    "asked nothing is let go without an answer, which would be read as that to the next request",
    "",
    "",
  ],
  ["sent half of a request is told so", "GET / HTTP/1.1\r\n", "HTTP/1.1 400 Bad Request"],
])("who opens a connection and has %s", async (_, sent, answered) => {
  const desk = await startDesk();
  // Nobody waits for 10 s here.
  desk.server.server.headersTimeout = 100;
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  const gone = once(socket, "close");
  socket.write(sent);
  await gone;
  expect(text.split("\r\n")[0]).toBe(answered);
  await desk.close();
});
