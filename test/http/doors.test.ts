/** Who comes in, what is public, and what an answer gives away. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { OutcomeUnknown, SessionLost } from "../../src/common/failures.js";
import { formatApiKey } from "../../src/domain/api-key.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { issueKey, readKeys, revokeKey } from "../../src/engine/customers/customers.js";
import { fileOf } from "../../src/store/database.js";
import { one } from "../../src/store/phase.js";
import { damage } from "../support/damage.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { call, create, expectError } from "./client.js";
import { fastOrder, RATES, STALE_AFTER_MS, startDesk, type TestDesk, wallet } from "./desk.js";

/** What a proxy in front of a node may answer. */
const NODE_SAYS = "wallet/getaccount answered HTTP 403: access denied to 10.0.0.7";

let desk: TestDesk;
const logLines: string[] = [];
beforeAll(async () => {
  desk = await startDesk({ logLines });
});
afterAll(() => desk.close());

describe("an API key", () => {
  const unknown = formatApiKey(new Uint8Array(128).fill(7));

  test("no key, a malformed, an unknown and a revoked one get the same answer", async () => {
    const { customerId, apiKey } = await desk.customer();
    const { keyId, apiKey: revoked } = await issueKey(desk.engine, customerId);
    expect((await call(desk, "/v1/balance", { key: revoked })).status).toBe(200);
    await revokeKey(desk.engine, keyId);
    expect(await readKeys(desk.engine, customerId)).toHaveLength(2);
    const keys = [
      undefined,
      "",
      "x",
      apiKey.slice(0, -1),
      unknown,
      revoked,
      `${apiKey}, ${apiKey}`,
    ];
    const texts = new Set<string>();
    for (const key of keys) {
      for (const path of [
        "/v1/balance",
        "/v1/order/create",
        "/v1/nothing",
        "/v1",
        "/%761/orders",
      ]) {
        const options = path.endsWith("create") ? { body: fastOrder() } : {};
        const answer = await call(desk, path, key === undefined ? options : { ...options, key });
        expectError(answer, 401, "UNAUTHORIZED");
        texts.add(answer.text.replace(answer.requestId ?? "", ""));
      }
    }
    expect([...texts]).toHaveLength(1);
    expect((await call(desk, "/v1/balance", { key: apiKey })).status).toBe(200);
  });

  test("is asked for before the body is read", async () => {
    const answer = await call(desk, "/v1/order/create", { key: unknown, raw: "{" });
    expectError(answer, 401, "UNAUTHORIZED");
  });
});

describe("GET /setting/ui", () => {
  test("is public and has exactly its shape", async () => {
    const answer = await call(desk, "/setting/ui");
    expect(answer.status).toBe(200);
    const both = { energy: expect.any(Number), bandwidth: expect.any(Number) };
    expect(JSON.parse(answer.text)).toEqual({
      success: true,
      data: {
        minAmount: { energy: 32_000, bandwidth: 1_000 },
        fastSellRate: { energy: 60, bandwidth: 600 },
        settingsOrder: { partialFill: { energy: 20_000, bandwidth: 1_000 } },
        readyResource: both,
        ratesByDuration: [
          ["15m", 900],
          ["1h", 3_600],
          ["3h", 10_800],
          ["1d", 86_400],
          ["3d", 259_200],
          ["7d", 604_800],
          ["14d", 1_209_600],
          ["30d", 2_592_000],
        ].map(([duration, exactDurationSeconds]) => ({
          duration,
          exactDurationSeconds,
          rate: RATES.floors[duration as keyof typeof RATES.floors],
        })),
      },
    });
  });
});

describe("GET /healthz and /readyz", () => {
  test("are public and fine", async () => {
    expect((await call(desk, "/healthz")).data).toEqual({ status: "ok" });
    expect((await call(desk, "/readyz")).data).toEqual({
      status: "ready",
      database: "ok",
      node: "ok",
      telegram: "off",
      halted: false,
      paused: false,
    });
  });

  test("a desk that has not read the chain since its start is not ready, and sells nothing yet", async () => {
    const { apiKey } = await desk.customer();
    desk.engine.gates.startUp();
    expectError(await call(desk, "/readyz"), 503, "CHAIN_UNAVAILABLE");
    const refused = await create(desk, apiKey, fastOrder());
    expectError(refused, 503, "CHAIN_UNAVAILABLE");
    expect(refused.error.message).toContain("the desk is still starting");
    desk.engine.gates.started();
    await expect.poll(async () => (await call(desk, "/readyz")).status).toBe(200);
    expect((await create(desk, apiKey, fastOrder())).status).toBe(200);
  });

  test("a paused and a halted desk is not ready, and takes no orders", async () => {
    const { apiKey } = await desk.customer();
    desk.engine.gates.hold("pause", "stocktaking");
    const paused = await call(desk, "/readyz");
    expectError(paused, 503, "DESK_HALTED");
    expect(paused.error.details).toMatchObject({ paused: true, halted: false });
    expect(paused.text).not.toContain("stocktaking");
    expectError(await create(desk, apiKey, fastOrder()), 503, "DESK_HALTED");
    desk.engine.gates.haltFor("a secret");
    const halted = await call(desk, "/readyz");
    expect(halted.error.details).toMatchObject({ paused: true, halted: true });
    expect(halted.text).not.toContain("secret");
    expect((await call(desk, "/v1/balance", { key: apiKey })).status).toBe(200);
    desk.engine.gates.resume();
    expect((await call(desk, "/readyz")).status).toBe(200);
  });

  test("a node that does not answer is named, and no order is taken", async () => {
    const other = await startDesk();
    const { apiKey } = await other.customer(100);
    other.engine.gates.follows(() => false);
    const answer = await call(other, "/readyz");
    expectError(answer, 503, "CHAIN_UNAVAILABLE");
    const node = "the TRON node does not answer";
    expect(answer.error.details).toMatchObject({ node, database: "ok" });
    const manual = fastOrder({ type: "Manual", price: 60, options: { allow_partial: true } });
    for (const order of [fastOrder(), manual]) {
      expectError(await create(other, apiKey, order), 503, "CHAIN_UNAVAILABLE");
    }
    expect((await call(other, "/v1/balance", { key: apiKey })).data).toMatchObject({ held: 0 });
    other.engine.gates.follows(() => true);
    expect((await call(other, "/readyz")).status).toBe(200);
    expect((await create(other, apiKey, fastOrder())).status).toBe(200);
    await other.close();
  });

  test("what a node says is the operator's, and not told to who asks for what needs it", async () => {
    const lines: string[] = [];
    const other = await startDesk({ logLines: lines });
    const { apiKey } = await other.customer();
    other.chain.lookUp = () => Promise.reject(new Error(NODE_SAYS));
    other.chain.resources = () => Promise.reject(new Error(NODE_SAYS));
    for (const answer of [
      await create(other, apiKey, fastOrder()),
      await call(other, `/v1/address/${wallet(1)}`, { key: apiKey }),
    ]) {
      expectError(answer, 503, "CHAIN_UNAVAILABLE");
      expect(answer.text).not.toContain("denied");
      expect(answer.error.message).toMatch(/^TRON is unavailable: the TRON node does not/);
    }
    expect(lines.filter((line) => line.includes(NODE_SAYS))).toHaveLength(2);
    await other.close();
  });

  test("a head that stands still stops Fast orders and readiness", async () => {
    const other = await startDesk();
    const { apiKey } = await other.customer();
    other.clock.monotonicMs += STALE_AFTER_MS + 1;
    expectError(await call(other, "/readyz"), 503, "CHAIN_UNAVAILABLE");
    expectError(await create(other, apiKey, fastOrder()), 503, "CHAIN_UNAVAILABLE");
    await other.close();
  });

  sqliteTest("a database that could not be written is named until it can be", async () => {
    const other = await startDesk();
    const { apiKey } = await other.customer();
    await other.database.read(() => one("PRAGMA busy_timeout = 1"));
    const lock = new Sqlite(fileOf(other.database));
    lock.exec("BEGIN IMMEDIATE");
    const refused = await create(other, apiKey, fastOrder());
    expectError(refused, 503, "DESK_HALTED");
    expect(refused.headers.get("retry-after")).toBe("5");
    const answer = await call(other, "/readyz");
    expectError(answer, 503, "DESK_HALTED");
    expect(answer.error.details).toMatchObject({ database: "cannot be written", halted: false });
    expect((await call(other, "/v1/balance", { key: apiKey })).status).toBe(200);
    lock.close();
    expect((await create(other, apiKey, fastOrder())).status).toBe(200);
    expect((await call(other, "/readyz")).status).toBe(200);
    await other.close();
  });

  sqliteTest(
    "the request that first meets damage in the database is refused like those after it",
    async () => {
      const other = await startDesk();
      const { apiKey } = await other.customer();
      damage(fileOf(other.database), "withdrawal");
      const path = `/v1/withdrawals/${"1".repeat(24)}/cancel`;
      const met = await call(other, path, { method: "POST", key: apiKey });
      expectError(met, 503, "DESK_HALTED");
      expect(met.headers.get("retry-after")).toBe("5");
      expectError(await create(other, apiKey, fastOrder()), 503, "DESK_HALTED");
      await other.close();
    },
  );

  test.each([
    [new SessionLost("gone"), 503, "DESK_HALTED", "Nothing was changed"],
    [new OutcomeUnknown("gone"), 504, "OUTCOME_UNKNOWN", "with the same Idempotency-Key"],
  ] as const)(
    "a request whose database was lost is told what to do: %s",
    async (lost, status, code, advice) => {
      const other = await startDesk();
      const { apiKey } = await other.customer();
      other.database.commit = () => Promise.reject(lost);
      const answer = await create(other, apiKey, fastOrder());
      expectError(answer, status, code);
      expect(answer.error.message).toContain(advice);
      expect(answer.headers.get("retry-after")).toBe("5");
      await other.close();
    },
  );

  test("a database that does not answer is named", async () => {
    const other = await startDesk();
    other.database.read = () => {
      throw new Error("disk I/O error");
    };
    const answer = await call(other, "/readyz");
    expectError(answer, 503, "DESK_HALTED");
    expect(answer.error.details).toMatchObject({ database: "does not answer" });
    expect((await call(other, "/healthz")).status).toBe(200);
    await other.close();
  });
});

describe("a bug", () => {
  test("is INTERNAL with the id of the log line, and nothing else", async () => {
    const { apiKey } = await desk.customer();
    const { commit } = desk.database;
    desk.database.commit = () => Promise.reject(new Error("no such table: secrets"));
    const answer = await create(desk, apiKey, fastOrder());
    desk.database.commit = commit;
    expectError(answer, 500, "INTERNAL");
    expect(answer.error).not.toHaveProperty("details");
    expect(answer.text).not.toMatch(/secrets|at /);
    const line = logLines.find((text) => text.includes(answer.requestId ?? "?"));
    expect(line).toContain("no such table: secrets");
    expect(desk.engine.gates.halt).toBeUndefined();
  });

  test("a failed assertion halts the desk", async () => {
    const other = await startDesk();
    const { apiKey } = await other.customer();
    const { commit } = other.database;
    other.database.commit = () => Promise.reject(new AssertionFailed("books do not balance"));
    expectError(await create(other, apiKey, fastOrder()), 500, "INTERNAL");
    other.database.commit = commit;
    expect(other.engine.gates.halt).toContain("books do not balance");
    expectError(await create(other, apiKey, fastOrder()), 503, "DESK_HALTED");
    await other.close();
  });
});
