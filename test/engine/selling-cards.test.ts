/** Cards of /sell: two updates that meet on one card, of which the later must not write over the earlier. */
import { expect, test } from "vitest";
import { openSelling, readSelling, saveSelling } from "../../src/engine/chat/selling.js";
import { openDesk } from "../support/desk.js";
import { newUpdate, USER } from "./faults/updates.js";

test("what was made of an older version is not written, and its update is done with the newer one", async () => {
  const desk = await openDesk();
  const { engine, customerId } = desk;
  const id = "a".padEnd(24, "0");
  const first = {
    ...{ id, version: 1, owner_user_id: USER, customer_id: customerId, chat_id: USER },
    ...{ status: "open" as const, step: "address", data: "{}", updated_at: desk.clock.nowMs },
  };
  const card = {
    ...{ id: "c".padEnd(24, "0"), draft_id: null, batch_id: null, selling_id: id },
    ...{ owner_user_id: USER, chat_id: USER, thread_id: null, reply_to: null },
  };
  await openSelling(engine, await newUpdate(desk), first, card);
  const [earlier, later] = [await newUpdate(desk), await newUpdate(desk)];
  const second = { ...first, version: 2, step: "permission" };
  await saveSelling(engine, { updateId: earlier, before: first, next: second, redraws: false });
  // It closes the card as it was, which moves it by no version that the table could refuse.
  const stale = { updateId: later, before: first, next: first, redraws: true };
  await expect(saveSelling(engine, stale)).rejects.toMatchObject({ name: "ChangedMeanwhile" });
  expect(await readSelling(engine, id)).toMatchObject({ version: 2, step: "permission" });
  const done = () => desk.rows(`SELECT done_at FROM inbox WHERE update_id = ${later}`);
  expect(done()).toEqual([{ done_at: null }]);
  await saveSelling(engine, { ...stale, before: second, next: second });
  expect(done()).toEqual([{ done_at: desk.clock.nowMs }]);
});
