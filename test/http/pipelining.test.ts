/** Requests that are sent in one go: by whom nothing is read of the answers, and by whom the connection is broken off. */
import { once } from "node:events";
import { connect } from "node:net";
import { cpuUsage, memoryUsage } from "node:process";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpServer } from "../../src/http/server.js";
import { call } from "./client.js";
import { fastOrder, latch, startDesk, type TestDesk, wallet } from "./desk.js";

describe("a client that asks and never reads", () => {
  const ASKED = 1_000;
  const MOST_CPU_MS = 2_000;
  const MOST_BYTES = 50_000_000;
  // Without what the tests look at in each answer.
  let desk: TestDesk;
  let server: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    desk = await startDesk();
    const logger = pino({ level: "silent" });
    const { engine } = desk;
    server = createHttpServer({
      engine,
      logger,
      chainReady: async () => {},
      telegram: () => "off",
    });
    url = await server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await desk.close();
  });

  test.each(["/openapi.json", "/docs", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"])(
    "costs little, however often it asks for %s",
    async (path) => {
      const ask = async (what: string) =>
        (await (await fetch(url + what)).arrayBuffer()).byteLength;
      expect(await ask(path)).toBeGreaterThan(100);
      const [cpu, memory] = [cpuUsage(), memoryUsage()];
      const socket = connect(Number(new URL(url).port), "127.0.0.1").pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(ASKED));
      await once(socket, "readable");
      await ask("/healthz");
      const spent = cpuUsage(cpu);
      const { heapUsed, external } = memoryUsage();
      socket.destroy();
      expect((spent.user + spent.system) / 1_000).toBeLessThan(MOST_CPU_MS);
      expect(heapUsed + external - memory.heapUsed - memory.external).toBeLessThan(MOST_BYTES);
    },
  );
});

test("who takes nothing of an answer is let go, after the time in which a kept connection is", async () => {
  const desk = await startDesk();
  const { server } = desk.server;
  expect(server.timeout).toBeGreaterThan(server.keepAliveTimeout);
  // Nobody waits so long here.
  server.setTimeout(300);
  const gone = new Promise((resolve) => {
    server.once("connection", (socket) => socket.once("close", resolve));
  });
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1").pause();
  // More than the system takes off the desk's hands.
  socket.write("GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
  await gone;
  socket.destroy();
  await desk.close();
});

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
