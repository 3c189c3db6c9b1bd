/** Each version of the schema stays as it is, and a database that it left in the middle of its work goes on with the program of today. */
import { describe, expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { type FlowRow, readOpenFlows } from "../../src/engine/chat/flows.js";
import { readCardOfFlow } from "../../src/engine/chat/outbox.js";
import { audit } from "../../src/engine/operating/audit.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { readOrder, readOrders } from "../../src/engine/orders/read-orders.js";
import { Database } from "../../src/store/database.js";
import { all } from "../../src/store/phase.js";
import { MIGRATIONS } from "../../src/store/schema.js";
import { DRAFT_CODEC } from "../../src/telegram/state/draft.js";
import { stateOf } from "../../src/telegram/state/flow.js";
import { SELLING_CODEC } from "../../src/telegram/state/selling.js";
import { openEngine } from "../cli/running-desk.js";
import { request } from "../support/desk.js";
import { contents, KEPT_VERSIONS, keptDatabase } from "../support/kept-versions.js";
import { seeOneBlock, tellNetwork } from "../support/network.js";

/** Who wrote to the bot in each of them. */
const CHAT = 7001;

/** Everything the file says of its tables; comments and spaces are nobody's matter. */
function schemaOf(sqlite: Sqlite.Database): Record<string, string> {
  const rows = sqlite.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all();
  sqlite.close();
  const plain = (rows as { name: string; sql: string }[]).map(
    ({ name, sql }) =>
      [
        name,
        sql
          .replace(/--[^\n]*/g, "")
          .replace(/\s+/g, " ")
          .trim(),
      ] as const,
  );
  return Object.fromEntries(plain);
}

function stepsUpTo(version: number): Sqlite.Database {
  const sqlite = new Sqlite(":memory:");
  for (const step of MIGRATIONS.slice(0, version)) sqlite.exec(step);
  return sqlite;
}

test("a database of each version is kept", () => {
  expect(
    KEPT_VERSIONS,
    "Keep a database of the newest version: npm run build && node test/fixtures/keep-version.mjs",
  ).toEqual(MIGRATIONS.map((_, at) => at + 1));
});

/** What the story of the newest has no rows for: they come of faults, of sellers' own stake, or of further commands in a chat. */
const NOT_IN_THE_STORY = [
  ...["balance_limit", "limit_question", "not_read", "private_stake", "seller_challenge"],
  ...["stake_act", "telegram_chat", "told_lock", "wallet_name", "watched_batch"],
];

test("the newest of them has rows in every table", () => {
  const { rows } = contents(keptDatabase(MIGRATIONS.length));
  const empty = [...rows].filter(([, of]) => of.length === 0).map(([table]) => table);
  expect(empty.sort()).toEqual(NOT_IN_THE_STORY);
});

describe.each(KEPT_VERSIONS)("version %i", (version) => {
  test("is made by the same steps as ever", () => {
    const kept = schemaOf(new Sqlite(keptDatabase(version), { readonly: true }));
    expect(
      schemaOf(stepsUpTo(version)),
      `Version ${version} of the schema is in use and stays as it is: add a step to MIGRATIONS instead (CONTRIBUTING.md, "Change the database").`,
    ).toEqual(kept);
  });

  test("opens with every row that it had, and the books add up", async () => {
    const path = keptDatabase(version);
    const before = contents(path);
    const database = new Database({ path });
    expect(await audit(database)).toEqual({ ok: true, violations: [] });
    expect(await database.read(() => all("PRAGMA foreign_key_check"))).toEqual([]);
    expect(await database.read(() => all("PRAGMA user_version"))).toEqual([
      { user_version: MIGRATIONS.length },
    ]);
    database.close();
    const after = contents(path, before.columnsOf);
    for (const [table, rows] of before.rows) expect(after.rows.get(table), table).toEqual(rows);
  });

  test("goes on with what its users work on in chats", async () => {
    const { engine, close } = await openEngine(keptDatabase(version));
    const open = await readOpenFlows(engine, CHAT, CHAT);
    expect(open.map(({ kind }) => kind).sort()).toEqual(["draft", "selling"]);
    const [draft, selling] = [DRAFT_CODEC, SELLING_CODEC].map(
      ({ kind }) => open.find((row) => row.kind === kind) as FlowRow,
    ) as [FlowRow, FlowRow];
    expect(stateOf(DRAFT_CODEC, draft)).toMatchObject({
      ...{ step: "confirm", data: { amount: 65_000, quote: { totalSun: 3_900_000 } } },
    });
    expect(draft.due_at).toBe(stateOf(DRAFT_CODEC, draft).data.quote?.expiresAt);
    expect(stateOf(SELLING_CODEC, selling)).toMatchObject({ step: "address", isGroup: false });
    for (const { id } of open) expect(await readCardOfFlow(engine, id)).toBeDefined();
    close();
  });

  test("shows its orders of every status, and its work goes on", async () => {
    const { engine, close } = await openEngine(keptDatabase(version));
    const rows = await engine.database.read(() =>
      all<{ id: string; customer_id: string; status: string }>(
        "SELECT id, customer_id, status FROM orders ORDER BY id DESC",
      ),
    );
    const statuses = new Set(rows.map(({ status }) => status));
    expect(statuses).toEqual(new Set(["processing", "completed", "cancelled"]));
    const customerId = String(rows[0]?.customer_id);
    for (const { id, customer_id, status } of rows) {
      expect(await readOrder(engine, customer_id, id)).toMatchObject({ id, status });
    }
    const { orders } = await readOrders(engine, { customerId, limit: 100 });
    const his = rows.filter(({ customer_id }) => customer_id === customerId);
    expect(orders.map(({ id }) => id)).toEqual(his.map(({ id }) => id));

    // Nothing of the newest is signed yet.
    const cancelled = await cancelOrder(engine, customerId, String(rows[0]?.id));
    expect(cancelled).toMatchObject({ status: "cancelled", heldSun: 0 });
    seeOneBlock(engine);
    await tellNetwork(engine);
    const call = { customerId, door: "http", request: request(), idempotencyKey: "1" } as const;
    const { orderIds } = await createOrders(engine, call);
    expect((await readOrder(engine, customerId, String(orderIds[0]))).status).toBe("processing");
    expect(await audit(engine.database)).toEqual({ ok: true, violations: [] });
    close();
  });
});
