/** Requests that are sent in one go: one answer is under way at a time, whatever is read of them or broken off. */
import { on, once } from "node:events";
import { connect, type Socket } from "node:net";
import { cpuUsage, memoryUsage } from "node:process";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHttpServer } from "../../src/http/server.js";
import { everyNth } from "../support/forms.js";
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
      telegram: () => "off",
    });
    url = await server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await desk.close();
  });

  test.each(
    everyNth(["/docs/swagger-ui-bundle.js", "/docs", "/openapi.json", "/docs/swagger-ui.css"], 2),
  )("costs little, however often it asks for %s", async (path) => {
    const ask = async (what: string) => (await (await fetch(url + what)).arrayBuffer()).byteLength;
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
  });
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

describe("on one connection", () => {
  let desk: TestDesk;
  let key: string;
  beforeAll(async () => {
    desk = await startDesk();
    key = (await desk.customer(100)).apiKey;
  });
  afterAll(() => desk.close());

  const open = (): Socket => connect(Number(new URL(desk.url).port), "127.0.0.1");

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  const post = (body: string) =>
    `POST /v1/order/create HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  /** The statuses of so many answers, as they come. */
  async function answers(socket: Socket, count: number): Promise<string[]> {
    let text = "";
    socket.setEncoding("utf8");
    for await (const [part] of on(socket, "data")) {
      text += part;
      const statuses = text.match(/HTTP\/1\.1 \d{3}/g) ?? [];
      if (statuses.length >= count) return text.split(/(?=HTTP\/1\.1 \d{3})/);
    }
    return [];
  }

  /** Orders wait for TRON until it is opened. */
  function gateOrders() {
    const { lookUp } = desk.chain;
    const gate = latch();
    let asked = 0;
    const first = latch();
    desk.chain.lookUp = async (address) => {
      asked += 1;
      first.open();
      await gate.opened;
      return lookUp(address);
    };
    const open = () => {
      desk.chain.lookUp = lookUp;
      gate.open();
    };
    return { first: first.opened, open, asked: () => asked };
  }

  const orderTo = (number: number) => JSON.stringify(fastOrder({ receiver: [wallet(number)] }));

  test("a second order begins when the first is answered, and both are answered in their order", async () => {
    const gate = gateOrders();
    const socket = open();
    socket.write(post(orderTo(101)) + post(orderTo(102)) + get("/nothing"));
    await gate.first;
    // Whoever comes later on another connection is answered first.
    expect((await call(desk, "/healthz")).status).toBe(200);
    expect(gate.asked()).toBe(1);
    gate.open();
    const [first, second, third] = await answers(socket, 3);
    expect(first).toMatch(/^HTTP\/1\.1 200 /);
    expect(first).toContain(wallet(101));
    expect(second).toContain(wallet(102));
    expect(third).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });

  test("what follows an unanswered order is not even taken apart, but for the piece it came in", async () => {
    const gate = gateOrders();
    let taken = 0;
    const count = () => {
      taken += 1;
    };
    desk.server.server.on("request", count);
    const socket = open();
    socket.write(post(orderTo(103)) + get("/").repeat(2_000));
    await gate.first;
    expect((await call(desk, "/healthz")).status).toBe(200);
    expect(taken).toBeLessThan(120);
    gate.open();
    expect(await answers(socket, 2_001)).toHaveLength(2_001);
    desk.server.server.off("request", count);
    socket.destroy();
  });

  test("a thousand are answered, each in its turn", async () => {
    const socket = open();
    const paths = Array.from({ length: 1_000 }, (_, at) => `/nothing/${at}`);
    socket.write(paths.map(get).join(""));
    const told = (await answers(socket, 1_000)).map(
      (one) => /GET (\/nothing\/\d+)\./.exec(one)?.[1],
    );
    expect(told).toEqual(paths);
    socket.destroy();
  });

  test("a thousand leave room for others between any two of them", async () => {
    const socket = open();
    await once(socket, "connect");
    let answered = 0;
    const count = () => {
      answered += 1;
    };
    const first = new Promise<void>((resolve) => {
      desk.server.server.once("request", (_, response) => response.once("close", resolve));
    });
    socket.write(get("/nothing").repeat(1_000));
    await first;
    desk.server.server.on("request", count);
    expect((await call(desk, "/healthz")).status).toBe(200);
    expect(answered).toBeLessThan(500);
    desk.server.server.off("request", count);
    socket.destroy();
  });

  test("a body that comes later finds its request, behind another or first", async () => {
    const gate = gateOrders();
    const socket = open();
    const second = post(orderTo(105));
    socket.write(post(orderTo(104)) + second.slice(0, -40));
    await gate.first;
    gate.open();
    const arrived = answers(socket, 1);
    expect((await arrived)[0]).toContain(wallet(104));
    const rest = answers(socket, 1);
    socket.write(second.slice(-40));
    expect((await rest)[0]).toContain(wallet(105));
    socket.destroy();
  });

  test("what cannot be read behind an order is refused after its answer", async () => {
    const gate = gateOrders();
    const socket = open();
    socket.write(`${post(orderTo(106))}no HTTP at all\r\n\r\n`);
    await gate.first;
    expect((await call(desk, "/healthz")).status).toBe(200);
    gate.open();
    const [first, second] = await answers(socket, 2);
    expect(first).toContain(wallet(106));
    expect(second).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  test("what follows the last one is not done", async () => {
    const { lookUp } = desk.chain;
    const asked: string[] = [];
    desk.chain.lookUp = (address) => {
      asked.push(address);
      return lookUp(address);
    };
    const socket = open();
    const closed = once(socket, "close");
    const last = get("/healthz").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    socket.write(last + post(orderTo(107)));
    socket.resume();
    await closed;
    expect((await call(desk, "/v1/balance", { key })).status).toBe(200);
    expect(asked).not.toContain(wallet(107));
    desk.chain.lookUp = lookUp;
  });
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
  const cutOff = vi.spyOn(desk.server.server, "closeAllConnections");
  await desk.close();
  expect(cutOff).not.toHaveBeenCalled();
});
