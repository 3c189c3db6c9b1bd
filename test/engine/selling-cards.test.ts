/** Cards of /sell: two updates that meet on one card, of which the later must not write over the earlier. */
import { expect, test } from "vitest";
import { applyToFlow, type FlowChange, openFlow } from "../../src/engine/chat/flows.js";
import { type FlowRow, findFlow } from "../../src/store/chat/flows.js";
import { openDesk } from "../support/desk.js";
import { newUpdate, USER } from "./faults/updates.js";

test("what was made of an older version is not written, and its update is done with the newer one", async () => {
  const desk = await openDesk();
  const { engine, customerId } = desk;
  const id = "a".padEnd(24, "0");
  const first = {
    ...{ id, kind: "selling", version: 1, owner_user_id: USER, customer_id: customerId },
    ...{ chat_id: USER, thread_id: null, is_group: 0 as const, status: "open" as const },
    ...{ step: "address", data: "{}", batch_id: null, due_at: null },
    updated_at: desk.clock.nowMs,
  };
  const card = {
    ...{ id: "c".padEnd(24, "0"), flow_id: id, batch_id: null },
    ...{ owner_user_id: USER, chat_id: USER, thread_id: null, reply_to: null },
  };
  const opening = { updateId: await newUpdate(desk), flow: first, card };
  await desk.commit(() => openFlow(opening));
  const apply = (updateId: number, flow: FlowRow, change: FlowChange<void>) =>
    desk.commit(() => applyToFlow({ updateId, flow, moment: desk.moment, ...change }));
  const [earlier, later] = [await newUpdate(desk), await newUpdate(desk)];
  const second = { ...first, version: 2, step: "permission" };
  await apply(earlier, first, { next: second });
  // It leaves the card as it was, which moves it by no version that the table could refuse.
  expect(await apply(later, first, { redraws: true })).toEqual({ kind: "outrun" });
  expect(await engine.database.read(() => findFlow(id))).toMatchObject({
    version: 2,
    step: "permission",
  });
  const done = () => desk.rows(`SELECT done_at FROM inbox WHERE update_id = ${later}`);
  expect(done()).toEqual([{ done_at: null }]);
  // A group that has become another chat: what was made of it would tell the old one.
  const elsewhere = { ...second, chat_id: USER + 1 };
  expect(await apply(later, elsewhere, { redraws: true })).toEqual({ kind: "outrun" });
  expect(await apply(later, second, { redraws: true })).toMatchObject({ kind: "applied" });
  expect(done()).toEqual([{ done_at: desk.clock.nowMs }]);
});
