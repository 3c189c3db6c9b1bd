/** Delegations, of the pool for a Fast order and of sellers for a Manual one, and their undelegation. */

import { expect, vi } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { savePermission } from "../../../src/engine/legs/open-work.js";
import type { LegRow } from "../../../src/store/legs.js";
import { findOwner } from "../../../src/store/owners.js";
import { createReclaimer } from "../../../src/workers/reclaimer.js";
import { createSigner } from "../../../src/workers/signer.js";
import { addressesOf } from "../../support/addresses.js";
import { type Desk, openDesk } from "../../support/desk.js";
import { readNow } from "../../support/read-now.js";
import { manual, NO_POOL, openSeller, sweep } from "../../support/sellers.js";
import {
  deliver,
  passRentals,
  reclaim,
  replanNow,
  send,
  sendReclaims,
  sign,
  solidify,
} from "../../support/steps.js";
import { expectMoney, type Subject } from "./subject.js";
import { idle, type World } from "./world.js";

/** After it a refused undelegation is tried again. */
const RETRY_MS = 30_000;

const legsOf = (desk: Desk) => desk.legs() as [LegRow, ...LegRow[]];
const orderOf = (desk: Desk) => desk.orderRow(legsOf(desk)[0].order_id);
const statesOf = (desk: Desk) => desk.legs().map(({ state }) => state);

function pauseOf(desk: Desk, { owner }: LegRow): string | null {
  return must(
    readNow(desk.database, () => findOwner(owner)),
    "the owner is known",
  ).pause_reason;
}

/** The first leg is dead and its part is planned anew, to be signed at once. */
function plannedAnew({ desk }: World): readonly [dead: LegRow, next: LegRow] {
  const [dead, next] = legsOf(desk);
  expect(statesOf(desk)).toEqual(["dead", "planned"]);
  expect(orderOf(desk)).toMatchObject({ status: "processing", unplanned_amount: 0 });
  return [dead, must(next, "a second leg")];
}

async function signs(world: World): Promise<void> {
  const signer = createSigner(world.context());
  signer.start();
  await world.begun;
  await signer.stop();
}

/** What is the same for the pool's and a seller's; the price is of the whole order. */
function delegation(priceTrx: number): Omit<Subject, "name" | "open" | "ends" | "expectDead"> {
  return {
    first: signs,
    async sign(desk) {
      await sign(desk);
    },
    send,
    states: ["signed", "sent"],
    refusalWaits: true,
    inBooks: (desk) => legsOf(desk)[0],
    expectOpen(desk) {
      expect(desk.legs()).toMatchObject([{ reserving: 1, posted: 0 }]);
      expect(orderOf(desk)).toMatchObject({ status: "processing", unplanned_amount: 0 });
      expect(pauseOf(desk, legsOf(desk)[0])).toBeNull();
      expectMoney(desk, 1_000 - priceTrx, priceTrx);
    },
    expectDone(desk) {
      expect(desk.legs()).toMatchObject([{ state: "solidified", posted: 1, earned: 1 }]);
      expect(orderOf(desk)).toMatchObject({ status: "completed", refunded_sun: 0 });
      expect(pauseOf(desk, legsOf(desk)[0])).toBeNull();
      expectMoney(desk, 1_000 - priceTrx, 0);
    },
  };
}

function refunded({ desk }: World): void {
  expect(statesOf(desk)).toEqual(["dead"]);
  const reason = expect.stringMatching(/receiver is (not activated|a contract)/);
  expect(orderOf(desk)).toMatchObject({ status: "cancelled", cancel_reason: reason });
  expectMoney(desk, 1_000, 0);
}

const POOL_TRX = 3.9;

function otherOwner(world: World): void {
  const [dead, next] = plannedAnew(world);
  expect(next.owner).not.toBe(dead.owner);
  expect(pauseOf(world.desk, dead)).toBeNull();
  expectMoney(world.desk, 1_000 - POOL_TRX, POOL_TRX);
}

export const ofThePool: Subject = {
  ...delegation(POOL_TRX),
  name: "Delegation of the pool",
  async open() {
    const desk = await openDesk();
    for (const owner of desk.owners) await savePermission(desk.engine, owner, 2);
    await desk.order();
    return desk;
  },
  expectDead: (desk) => otherOwner({ desk } as World),
  ends: {
    out: ({ desk }) => ofThePool.expectOpen(desk),
    "other owner": (world) => {
      otherOwner(world);
      // No more is planned on stake that the node has not found.
      const { owner } = legsOf(world.desk)[0];
      const capacity = `FROM capacity WHERE owner = '${owner}' AND resource = 'energy'`;
      expect(world.desk.rows(`SELECT snapshot_sun ${capacity}`)).toEqual([{ snapshot_sun: 0 }]);
    },
    "owner paused": (world) => {
      const [dead, next] = plannedAnew(world);
      expect(next.owner).not.toBe(dead.owner);
      expect(pauseOf(world.desk, dead)).toMatch(/may not delegate|too little bandwidth and TRX/);
      expectMoney(world.desk, 1_000 - POOL_TRX, POOL_TRX);
    },
    "other lock": (world) => {
      const [dead, next] = plannedAnew(world);
      expect([dead.locked, next.locked]).toEqual([1, 1]);
      expect(next.owner).not.toBe(dead.owner);
      expectMoney(world.desk, 1_000 - POOL_TRX, POOL_TRX);
    },
    refund: refunded,
    "next block": async ({ desk }) => {
      expect(statesOf(desk)).toEqual(["dead"]);
      expect(orderOf(desk)).toMatchObject({ status: "processing", unplanned_amount: 65_000 });
      expectMoney(desk, 1_000 - POOL_TRX, POOL_TRX);
      await replanNow(desk);
      expect(statesOf(desk)).toEqual(["dead", "planned"]);
    },
  },
};

/** 100,000 Energy at 45 SUN. */
const SELLERS_TRX = 5;

function otherSeller(world: World): void {
  const [dead, next] = plannedAnew(world);
  expect(next.owner).not.toBe(dead.owner);
  expect(next.locked).toBe(1);
  expect(pauseOf(world.desk, dead)).toBeNull();
  expectMoney(world.desk, 1_000 - SELLERS_TRX, SELLERS_TRX);
}

export const ofASeller: Subject = {
  ...delegation(SELLERS_TRX),
  name: "Delegation of a seller",
  async open() {
    const desk = await openDesk(NO_POOL);
    for (const minPrice of [50, 50]) await openSeller(desk, { units: 100_000, minPrice });
    await desk.order(manual());
    return desk;
  },
  expectDead: (desk) => otherSeller({ desk } as World),
  ends: {
    out: ({ desk }) => ofASeller.expectOpen(desk),
    "other seller": otherSeller,
    "seller paused": (world) => {
      const [dead, next] = plannedAnew(world);
      expect(next.owner).not.toBe(dead.owner);
      expect(pauseOf(world.desk, dead)).toMatch(/may not delegate|too little bandwidth and TRX/);
      expectMoney(world.desk, 1_000 - SELLERS_TRX, SELLERS_TRX);
    },
    refund: refunded,
    "back in the book": async ({ desk }) => {
      expect(statesOf(desk)).toEqual(["dead"]);
      expect(orderOf(desk)).toMatchObject({ status: "processing", unplanned_amount: 100_000 });
      expectMoney(desk, 1_000 - SELLERS_TRX, SELLERS_TRX);
      await sweep(desk);
      expect(statesOf(desk)).toEqual(["dead", "planned"]);
    },
  },
};

/** Two rentals of one owner have ended; how often the first and the second one's undelegation went out. */
function outOf({ desk, sent }: World): readonly [first: number, second: number] {
  const [first, second] = desk.legs().map(({ receiver }) => receiver);
  const count = (of: unknown) => sent.filter(({ receiver }) => receiver === of).length;
  return [count(first), count(second)];
}

/** The leg waits to be taken back, and is after the pause, with bytes of its own, and all that waited with it. */
async function takenBackLater(world: World, before: readonly number[], after: readonly number[]) {
  const { desk, reclaimer } = world;
  const [first] = legsOf(desk);
  expect(first).toMatchObject({ state: "solidified", reclaim_txid: null, reclaim_attempts: 0 });
  const look = async () => {
    reclaimer?.wake();
    if (reclaimer) await idle(reclaimer);
    return outOf(world);
  };
  expect(await look()).toEqual(before);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + RETRY_MS);
  try {
    expect(await look()).toEqual(after);
  } finally {
    clock.mockRestore();
  }
  expect(legsOf(desk)[0].state).toBe("reclaim_sent");
  expect(new Set(world.sent.map(({ txid }) => txid)).size).toBe(world.sent.length);
}

export const undelegation: Subject = {
  name: "Undelegation",
  async open() {
    const desk = await openDesk({ ownersUnits: [200_000] });
    for (const owner of desk.owners) await savePermission(desk.engine, owner, 2);
    await desk.create({ receiver: addressesOf(1, 2) });
    await deliver(desk);
    await solidify(desk);
    await passRentals(desk);
    return desk;
  },
  async first(world) {
    const reclaimer = createReclaimer(world.context());
    world.reclaimer = reclaimer;
    reclaimer.wake();
    await idle(reclaimer);
  },
  async sign(desk) {
    await reclaim(desk, legsOf(desk)[0].id);
  },
  send: sendReclaims,
  states: ["reclaim_signed", "reclaim_sent"],
  refusalWaits: false,
  inBooks: (desk) => {
    const [{ state, reclaim_attempts: attempts, reclaim_txid: txid }] = legsOf(desk);
    return { state, attempts, txid };
  },
  expectOpen: (desk) => {
    expect(orderOf(desk).status).toBe("completed");
    expect(pauseOf(desk, legsOf(desk)[0])).toBeNull();
  },
  expectDone: (desk) => expect(legsOf(desk)[0].state).toBe("reclaimed"),
  expectDead: (desk) =>
    expect(legsOf(desk)[0]).toMatchObject({ state: "solidified", reclaim_txid: null }),
  ends: {
    out: (world) => {
      expect(outOf(world)).toEqual([1, 1]);
      undelegation.expectOpen(world.desk);
    },
    "in 30 s": (world) => takenBackLater(world, [1, 1], [2, 1]),
    "owner in 30 s": (world) => takenBackLater(world, [1, 0], [2, 1]),
  },
};
