/**
 * Orders on three servers with automatic failover while the primary is killed, stopped, frozen and thawed: what was acknowledged is
 * there, what was refused is not, and orders are taken again.
 */
import { expect, onTestFinished, test } from "vitest";
import { orderOf, receiversOf } from "../../bench/bodies.js";
import { createCustomers, openEngine } from "../../bench/books.js";
import { readChain, stockPool } from "../../bench/pool.js";
import { postgresPrograms } from "../../bench/postgres-server.js";
import { OutcomeUnknown, SessionLost } from "../../src/common/failures.js";
import { readPostgresUrl } from "../../src/config/postgres-url.js";
import type { CustomerId } from "../../src/domain/ids.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import type { Engine } from "../../src/engine/context.js";
import { audit } from "../../src/engine/operating/audit.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { column } from "../../src/store/phase.js";
import type { Place } from "../../src/store/postgres/open.js";
import { takeOver } from "../../src/store/postgres/take-over.js";
import { until } from "../support/until.js";
import { makeDatabase, startCluster, whyNoCluster } from "./patroni.js";
import { SERVER_FAULTS } from "./server-faults.js";

/** Many enough that a commit is under way at any moment. */
const AT_ONCE = 4;
const GOES_ON_WITHIN_MS = 120_000;
/** What was under way at the fault is answered by then. */
const SETTLED_MS = 1_000;
/** Each takes half a minute. */
const TIMES = Number(process.env.FAILOVERS ?? 5);
const programs = postgresPrograms();
const whyNot = programs === undefined ? "PostgreSQL is not installed" : whyNoCluster();
const HAS_PATRONI = whyNot === undefined;

const PLACE_OPTIONS = {
  ...{ name: "desk", host: "test", now: Date.now, seen: () => undefined },
  ...{ onStandingBy() {}, onTrouble() {} },
};

/** The books of a desk without a chain: orders are created one after the other, taken over anew whenever its session is lost. */
class Orders {
  readonly acknowledged = new Set<string>();
  readonly refused = new Set<string>();
  lastAtMs = 0;
  readonly #place: Place;
  #customers: readonly CustomerId[] = [];
  #nth = 0;
  #isOver = false;

  constructor(place: Place) {
    this.#place = place;
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      const isNew = this.#customers.length === 0;
      const { database } = await takeOver({
        ...PLACE_OPTIONS,
        place: this.#place,
        isNew,
        onLost() {},
      });
      try {
        const engine = await openEngine(database);
        if (isNew) {
          await stockPool(engine);
          this.#customers = (await createCustomers(engine)).ids;
        }
        await readChain(engine);
        while (!this.#isOver) await this.#order(engine);
        expect(await audit(database)).toEqual({ ok: true, violations: [] });
        const keys = await database.read(() => column<string>("SELECT idempotency_key FROM batch"));
        expect([...this.acknowledged].filter((key) => !keys.includes(key))).toEqual([]);
        expect([...this.refused].filter((key) => keys.includes(key))).toEqual([]);
        expect(keys.length).toBe(new Set(keys).size);
        await database.close();
      } catch (error) {
        if (!isOfSession(error)) throw error;
      }
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  /** A few at a time, as they share a commit. */
  async #order(engine: Engine): Promise<void> {
    const work = Array.from({ length: AT_ONCE }, async () => {
      this.#nth += 1;
      const key = `order ${this.#nth}`;
      const customerId = this.#customers[this.#nth % this.#customers.length];
      if (customerId === undefined) throw new Error("nobody orders");
      const request = parseOrderRequest(orderOf(receiversOf(this.#nth, 1)));
      try {
        await createOrders(engine, { customerId, channel: "http", request, idempotencyKey: key });
        this.acknowledged.add(key);
        this.lastAtMs = performance.now();
      } catch (error) {
        if (error instanceof SessionLost) this.refused.add(key);
        throw error;
      }
    });
    const failed = (await Promise.allSettled(work)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
}

const isOfSession = (error: unknown) =>
  error instanceof SessionLost || error instanceof OutcomeUnknown;

test.skipIf(!HAS_PATRONI)(
  `what was acknowledged outlives its server, ${TIMES} times each (${whyNot ?? "Patroni"})`,
  async () => {
    const cluster = await startCluster(programs ?? "");
    onTestFinished(() => cluster.stop());
    await cluster.isWhole();
    const place = readPostgresUrl(cluster.url);
    if ("wrong" in place) throw new Error(place.wrong);
    await makeDatabase(place);
    const orders = new Orders(place);
    const running = orders.run();
    const goesOn = (sinceMs: number) =>
      until("orders are taken", () => orders.lastAtMs > sinceMs, Boolean, GOES_ON_WITHIN_MS);
    await Promise.race([running, goesOn(0)]);
    for (const [name, begin] of Object.entries(SERVER_FAULTS)) {
      for (let time = 1; time <= TIMES; time += 1) {
        await cluster.isWhole();
        const primary = await cluster.primary();
        const startedAtMs = performance.now();
        const end = begin(cluster, primary);
        await Promise.race([running, goesOn(startedAtMs + SETTLED_MS)]);
        const tookMs = Math.round(orders.lastAtMs - startedAtMs);
        console.log(`${name}: orders were taken again after ${tookMs} ms`);
        end();
        await Promise.race([running, goesOn(performance.now() + SETTLED_MS)]);
      }
    }
    orders.stop();
    await running;
    console.log(`${orders.acknowledged.size} acknowledged, ${orders.refused.size} refused`);
  },
  1_800_000,
);
