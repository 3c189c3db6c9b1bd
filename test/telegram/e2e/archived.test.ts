/** Orders that have left the books: their cards, Repeat and /again go on as ever; lost ones are not found, and their cards stay. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { redrawBatch } from "../../../src/engine/chat/outbox.js";
import { archiveOrders } from "../../../src/engine/operating/archive.js";
import { confirmLostArchive } from "../../../src/engine/operating/lost-archive.js";
import { readBatchId, readOrders } from "../../../src/engine/orders/order-resource.js";
import { run } from "../../../src/store/phase.js";
import { rows } from "./deliveries.js";
import { dataOf } from "./people.js";
import { startRig } from "./rig.js";
import { until } from "./until.js";
import { active } from "./wallets.js";

const HOUR_MS = 3_600_000;

test("the card of an archived order, /again and Repeat, also of one that is lost", async () => {
  const rig = await startRig();
  const person = rig.person(9_851);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  const card = await person.see("safe to send");
  const id = /Order ([0-9a-f]{24})/.exec(card.text ?? "")?.[1] ?? "";
  await person.say(`/buy 2000 bandwidth 3h ${active(1)}`);
  await person.tap("Pay 1.2 TRX");
  await until(
    async () => (await rows(rig, "SELECT id FROM leg WHERE state <> 'solidified'")).length === 0,
    () => "all delegations are final",
  );
  // As if the rental had ended and been taken back long ago.
  await rig.engine.database.commit(function* () {
    yield* run("DELETE FROM watched_batch");
    yield* run(`UPDATE capacity SET reserved_sun = reserved_sun - coalesce((SELECT sum(reserved_sun)
      FROM leg WHERE reserving = 1 AND owner = capacity.owner AND resource = capacity.resource), 0)`);
    yield* run("UPDATE leg SET reserving = 0");
    yield* run("UPDATE leg SET state = 'reclaimed' WHERE order_id = ?", id);
  });
  const before = rig.engine.now() + HOUR_MS;
  expect(await archiveOrders(rig.engine, { before, most: 9 })).toMatchObject({ orders: 1 });

  await person.say(`/again ${id}`);
  expect((await person.see("Pay 3.9 TRX")).text).toContain(active(0));
  await person.say(`/order ${id}`);
  const shown = await person.see(id);
  expect(shown.text).toContain(active(0));
  const repeated = await person.press(card.message_id, dataOf(card, "Repeat"));
  expect(repeated.text ?? "").toBe("");

  const [customer] = await rows(rig, "SELECT customer_id AS id FROM batch");
  const customerId = String(customer?.id);
  const batchId = readBatchId(rig.engine, customerId, id) ?? "";
  rmSync(rig.engine.archive.path);
  expect(await confirmLostArchive(rig.engine)).toMatchObject({ orders: 1, delegations: 1 });
  await redrawBatch(rig.engine, batchId);
  await person.say(`/order ${id}`);
  await person.see("no order");
  expect(readOrders(rig.engine, { customerId, limit: 9 }).orders).toHaveLength(1);
  expect(rig.log.filter((line) => line.includes("a batch without orders"))).toEqual([]);
});
