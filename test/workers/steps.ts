/** What the tests wait for, and what must hold at the end of each of them. */

import { expect } from "vitest";
import { isDelivered, type LegState } from "../../src/domain/leg.js";
import { readCursor } from "../../src/engine/legs/open-work.js";
import { audit } from "../../src/engine/operating/audit.js";
import { type LegRow, legsWhere } from "../../src/store/legs.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { RENTAL_MS, type Rig, SOLID_LAG_BLOCKS } from "./rig.js";

/** Waits until the desk has followed the chain to its head. */
export async function followed(rig: Rig): Promise<void> {
  const { head } = await rig.state();
  await until(`block ${head.number} is followed`, async () => {
    const cursor = await readCursor(rig.desk.engine);
    return cursor?.number === head.number && cursor.id === head.id;
  });
}

/** A block, and another, until it is so. */
export async function mineUntil(rig: Rig, what: string, isSo: () => unknown): Promise<void> {
  for (let blocks = 0; blocks < 200; blocks += 1) {
    if (await isSo()) return;
    await rig.mine();
    await followed(rig);
    await rested(rig);
  }
  throw new Error(`200 blocks later it is not so that ${what}`);
}

/** Until the desk has done what the block called for, and looked at what it has sent. */
async function rested({ desk: { loops } }: Rig): Promise<void> {
  loops.wake(["resender"]);
  await loops.rest();
}

export const isPending = (rig: Rig) => async () => (await rig.state()).pending > 0;

/** Each is in a block, however long ago: one may be solid before the other is in. */
export function areDelivered(all: readonly { readonly state: string }[]): boolean {
  return all.every(({ state }) => isDelivered(state as LegState));
}

/** Waits for the broadcast and puts it into a block. */
export async function includePending(rig: Rig): Promise<void> {
  await until("a transaction is pending", isPending(rig));
  await rig.mine();
  await followed(rig);
}

/** Orders, and waits until the order is final. */
export async function orderDelivered(
  rig: Rig,
  ...order: Parameters<Rig["desk"]["order"]>
): Promise<string> {
  const orderId = await rig.desk.order(...order);
  await delivered(rig, orderId);
  return orderId;
}

export async function delivered(rig: Rig, orderId: string): Promise<void> {
  const isFinal = () => rig.desk.readOrder(orderId).status !== "processing";
  await mineUntil(rig, "the order is final", isFinal);
  const { status, refunded_sun: refunded, improved_sun: improved } = rig.desk.readOrder(orderId);
  expect({ status, refunded }).toEqual({ status: "completed", refunded: improved });
}

export async function solidified(rig: Rig): Promise<void> {
  await rig.mine(SOLID_LAG_BLOCKS + 1);
  await followed(rig);
  const open = () => legs(rig).filter(({ state }) => state === "included");
  await until("all that was included is solid", () => open().length === 0);
}

/** Until the desk, which waits for it, knows the solid block of now. */
export async function solidSeen(rig: Rig): Promise<void> {
  const { head } = await rig.state();
  const { chainClock } = rig.desk.engine;
  const solid = () => chainClock.solid?.number ?? 0;
  await until("the solid block is seen", () => solid() >= head.number - SOLID_LAG_BLOCKS);
}

/** Lets every rental end. */
export async function rentalsEnd(rig: Rig): Promise<void> {
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
}

/** Lets every rental end, and waits until all stake is back. */
export async function reclaimed(rig: Rig): Promise<void> {
  await rentalsEnd(rig);
  const ENDS = new Set(["reclaimed", "released", "dead"]);
  await mineUntil(rig, "all is taken back", () => legs(rig).every(({ state }) => ENDS.has(state)));
}

export function legs(rig: Rig): LegRow[] {
  return readNow(rig.desk.database, () => legsWhere("1 = 1 ORDER BY id"));
}

/**
 * The books are right, the desk never halted, and the chain holds exactly the delegations and undelegations of its legs:
 * who has paid has at least what they paid for, and nobody has anything after the end.
 */
export async function assertBooksMatchChain(rig: Rig): Promise<void> {
  const { desk } = rig;
  expect(await audit(desk.database)).toEqual({ ok: true, violations: [] });
  expect(desk.engine.gates.halt).toBeUndefined();
  const onChain = (await rig.transactions()).filter(({ txid }) => !rig.isForeign(txid));
  const txids = (kind: string) =>
    onChain.filter((one) => one.kind === kind).map(({ txid }) => txid);
  const onBooks = legs(rig).filter(({ state }) => isDelivered(state));
  expect(txids("delegate").sort()).toEqual(onBooks.map(({ txid }) => txid).sort());
  const back = onBooks.filter(({ reclaim_block }) => reclaim_block !== null);
  const reclaims = new Set(back.map(({ reclaim_txid }) => reclaim_txid));
  expect(txids("undelegate").sort()).toEqual([...reclaims].sort());
  const owed = new Map<LegRow["receiver"], number>();
  for (const leg of onBooks) {
    if (leg.resource !== "energy" || leg.state === "released") continue;
    // What fell short is made good by another leg, or given back.
    const units = leg.reclaim_block === null ? leg.units - leg.short_units : 0;
    owed.set(leg.receiver, (owed.get(leg.receiver) ?? 0) + units);
  }
  for (const [receiver, units] of owed) {
    const has = await rig.energyOf(receiver);
    if (units > 0) expect(has).toBeGreaterThanOrEqual(units);
    else expect(has).toBe(0);
  }
}
