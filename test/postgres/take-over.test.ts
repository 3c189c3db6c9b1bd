/** Desks on one database as processes: one sells, another stands by, and takes over when the first one fails. */
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Said } from "../cli/desk-command.js";
import { createOrder, delegationsOnChain, orderBody, readOrder } from "../e2e/api.js";
import { startNodeProxy } from "../support/node-proxy.js";
import { until } from "../support/until.js";
import { openSession, urlOf } from "./databases.js";
import { startDesks } from "./desks.js";
import { startProxy } from "./proxy.js";

const BROADCAST = "/wallet/broadcasthex";

/** Before the first desk's node stands a proxy, and another before the second one's server. */
async function startTwo() {
  const desks = await startDesks();
  const proxy = await startNodeProxy(desks.nodeUrl);
  onTestFinished(() => proxy.close());
  const first = await desks.start("first", { TRON_FULL_HOST: proxy.url }, ["--new"]);
  await first.ready();
  const apiKey = await until(first.log, () => first.apiKey());
  const network = await startProxy();
  const second = await desks.start("second", {
    DATABASE_URL: urlOf(desks.database, `127.0.0.1:${network.port}`),
  });
  await second.standsBy();
  return { first, second, proxy, network, apiKey, nodeUrl: desks.nodeUrl };
}

type Two = Awaited<ReturnType<typeof startTwo>>;

/** An order that the first desk has signed, but that no node has heard of. */
async function orderUnderWay({ first, proxy, apiKey }: Two) {
  proxy.conduct = ({ path }) => (path === BROADCAST ? "hang" : undefined);
  const broadcast = proxy.next(BROADCAST);
  const headers = { "idempotency-key": "once" };
  const { status, body } = await createOrder(first.url, apiKey, orderBody(), headers);
  expect(status).toBe(200);
  await broadcast;
  return { orderId: body.data.orders[0]?.orderId ?? "", headers };
}

/** Delivered once, by the second desk, which knows the call that the first has answered. */
async function isDelivered(
  { second, apiKey, nodeUrl }: Two,
  { orderId, headers }: Awaited<ReturnType<typeof orderUnderWay>>,
) {
  const again = await createOrder(second.url, apiKey, orderBody(), headers);
  expect(again.body.data.orders.map((one) => one.orderId)).toEqual([orderId]);
  const { delegations } = await until(
    second.log,
    () => readOrder(second.url, apiKey, orderId),
    ({ status }) => status === "completed",
  );
  expect(delegations).toHaveLength(1);
  expect(await delegationsOnChain(nodeUrl)).toEqual(delegations.map(({ txid }) => txid));
}

describe("a desk that stands by", () => {
  test("says so at its doors, and takes over from one that is killed", async () => {
    const desks = await startTwo();
    const { first, second, network } = desks;
    const [at, beside] = [first, second].map(
      ({ url }) => `${hostname().slice(-34)}:${new URL(url).port}`,
    );
    const where = `${at} is active since`;
    const all = `(?=.*${at} active)(?=.*${beside} stand-by)`;
    const active = expect.stringContaining(where);
    expect(await second.ask("/healthz")).toMatchObject({ status: 200 });
    expect(await second.ask("/readyz")).toMatchObject({
      ...{ status: 503, retryAfter: "5" },
      body: { error: { message: active, details: { database: "stand-by" } } },
    });
    expect(await second.ask("/v1/orders")).toMatchObject({
      ...{ status: 503, retryAfter: "5" },
      body: { success: false, error: { code: "DESK_HALTED" } },
    });
    expect(await second.command("status")).toMatchObject({
      ...{ status: 0, stdout: expect.stringMatching(new RegExp(`epoch +1\ndesks +${all}`)) },
    });
    const refused: Partial<Said> = { status: 1, stderr: active };
    expect(await second.command("pause")).toMatchObject(refused);
    network.refuse();
    const notSeen = new RegExp(`${where} [^;]+; the last look failed: .* no server takes writes`);
    await until(
      second.log,
      () => second.ask("/readyz"),
      ({ body }) => notSeen.test(JSON.stringify(body)),
    );
    network.refuse(false);
    const order = await orderUnderWay(desks);
    first.signal("SIGKILL");
    await first.exited;
    await second.ready();
    expect(second.log()).toContain('"epoch":2');
    await isDelivered(desks, order);
  });

  test("takes over from one that is stopped, which sends nothing once it goes on, and ends", async () => {
    const desks = await startTwo();
    const { first, second, proxy } = desks;
    const order = await orderUnderWay(desks);
    first.signal("SIGSTOP");
    await second.ready();
    await isDelivered(desks, order);
    const sent = proxy.asked.length;
    first.signal("SIGCONT");
    expect(await first.exited).toBe(1);
    expect(proxy.asked.slice(sent).map(({ path }) => path)).not.toContain(BROADCAST);
    expect(first.log()).toContain("the session of the database was lost");
    expect((await second.ask("/readyz")).status).toBe(200);
  });
});

test("a database that went back is a restored one: it is confirmed before anything is sold", async () => {
  const desks = await startDesks();
  const first = await desks.start("desk", {}, ["--new"]);
  await first.ready();
  const marker = join(desks.directory, "desk", "desk.db.marker");
  await until("the desk has noted what it knows", () => existsSync(marker));
  first.signal("SIGTERM");
  expect(await first.exited).toBe(0);
  const session = await openSession(desks.database);
  await session.script("UPDATE desk_epoch SET seq = 0");
  await session.close();
  const refused = await desks.start("desk");
  expect(await refused.exited).toBe(78);
  expect(refused.log()).toMatch(/DATABASE_URL: \w+ is a backup of .* confirm it with/);
  // Where the numbers were not seen, too.
  expect(await (await desks.start("other")).exited).toBe(78);
  expect(await refused.command("restore", "--confirm")).toMatchObject({ status: 0 });
  const again = await desks.start("desk");
  await until(again.log, () => again.log().includes('"msg":"open"'));
  expect(await again.ask("/readyz")).toMatchObject({ status: 503 });
});
