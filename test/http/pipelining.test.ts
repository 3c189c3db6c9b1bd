/** Requests that are sent in one go: by whom the connection is broken off. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { call } from "./client.js";
import { fastOrder, latch, startDesk, wallet } from "./desk.js";

test("the end does not wait for answers that were to follow another when their connection broke off", async () => {
  const desk = await startDesk();
  const { apiKey } = await desk.customer(100);
  const asked = latch();
  const gate = latch();
  desk.chain.lookUp = async () => {
    asked.open();
    await gate.opened;
    return { contract: false };
  };
  const gone = new Promise((resolve) => {
    desk.server.server.once("connection", (socket) => socket.once("close", resolve));
  });
  const body = JSON.stringify(fastOrder({ receiver: [wallet(5)] }));
  const head = `Host: a\r\nx-api-key: ${apiKey}\r\nContent-Type: application/json\r\n`;
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
  socket.write(
    `POST /v1/order/create HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}` +
      `GET /v1/balance HTTP/1.1\r\n${head}\r\n`.repeat(3),
  );
  await asked.opened;
  expect((await call(desk, "/healthz")).status).toBe(200);
  socket.destroy();
  await gone;
  gate.open();
  const startedMs = performance.now();
  await desk.close();
  expect(performance.now() - startedMs).toBeLessThan(4_000);
});
