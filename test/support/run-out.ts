/** Rentals from their orders to their end. */
import type { Desk } from "./desk.js";
import { snapshotOf } from "./sellers.js";
import { deliver, mineAll, passRentals, reclaim, sendReclaims, solidify } from "./steps.js";

/** Lets all that is planned run to its end: delivered, final, over, taken back, final, and counted by the chain. */
export async function runOut(desk: Desk): Promise<void> {
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  for (const { id } of desk.legs("state = 'solidified'")) await reclaim(desk, id);
  await sendReclaims(desk);
  await mineAll(desk);
  await solidify(desk);
  for (const owner of [...desk.owners, ...desk.sellers]) await snapshotOf(desk, owner);
}
