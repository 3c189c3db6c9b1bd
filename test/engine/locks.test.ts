/** Locks: the contract says that a delegation is locked for its duration, and the chain says when that cannot be; how many that run now are. */

import { describe, expect, test } from "vitest";
import { readLockedShare } from "../../src/engine/operating/figures.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { NETWORK, THREE_DAYS_ONLY, tellNetwork } from "../support/network.js";
import { BLOCK_MS } from "../support/paper-chain.js";
import { openSeller } from "../support/sellers.js";
import {
  deliver,
  fork,
  legOf,
  mine,
  mineAll,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../support/steps.js";

const TWO_LARGE = { ownersUnits: [1_000_000, 900_000] };
const ONE_LARGE = { ownersUnits: [1_000_000] };

const legNow = (desk: Desk, orderId: string) => legOf(desk, `${orderId}.1`);

describe("legs on their way to one record", () => {
  test("are locked together when they last equally long", async () => {
    const desk = await openDesk(ONE_LARGE);
    const ids = [await desk.order(), await desk.order(), await desk.order()];
    await deliver(desk);
    const legs = ids.map((id) => legNow(desk, id));
    expect(legs.map(({ locked }) => locked)).toEqual([1, 1, 1]);
    expect(new Set(legs.map(({ expires_at }) => expires_at)).size).toBe(1);
  });

  test("of another time go to another owner, or unlocked where there is none", async () => {
    const [two, one] = [await openDesk(TWO_LARGE), await openDesk(ONE_LARGE)];
    for (const desk of [two, one]) await desk.order();
    const second = legNow(two, await two.order({ duration: "3h" }));
    expect(second.locked).toBe(1);
    expect(second.owner).not.toBe(legNow(two, two.legs()[0]?.order_id ?? "").owner);
    expect(legNow(one, await one.order({ duration: "3h" }))).toMatchObject({ locked: 0 });
  });

  test("of another receiver or another resource do not matter to each other", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    const other = { duration: "3h", receiver: [addressOf(2)] };
    expect(legNow(desk, await desk.order(other)).locked).toBe(1);
    const bandwidth = { resourceType: "Bandwidth", resourceAmount: 1_000, duration: "3h" };
    expect(legNow(desk, await desk.order(bandwidth)).locked).toBe(1);
  });
});

describe("a live lock", () => {
  /** Of one hour; six minutes are a tenth of it. */
  async function locked(options = ONE_LARGE): Promise<{ desk: Desk; first: string }> {
    const desk = await openDesk(options);
    const first = await desk.order();
    await deliver(desk);
    return { desk, first };
  }

  test("is joined while it is held a tenth longer at most; all then end together", async () => {
    const { desk, first } = await locked();
    await mine(desk, [], true, 300_000);
    const second = await desk.order();
    await deliver(desk);
    expect(legNow(desk, second).locked).toBe(1);
    expect(legNow(desk, first).expires_at).toBe(legNow(desk, second).expires_at);
    expect(legNow(desk, second)).toMatchObject({ overran: 0 });
  });

  test("is joined by bytes that expire before it could be held longer than that", async () => {
    const { desk } = await locked();
    const startedAt = desk.chain.head.timestampMs;
    await mine(desk, [], true, 345_000);
    const second = await desk.order();
    await sign(desk);
    // Its lock would end an hour and a block after the last block before that time.
    expect(legNow(desk, second).transaction_expires_at).toBe(startedAt + 360_000 - BLOCK_MS);
  });

  test("goes before an owner that could open another one", async () => {
    const { desk, first } = await locked(TWO_LARGE);
    const second = legNow(desk, await desk.order());
    expect(second).toMatchObject({ locked: 1, owner: legNow(desk, first).owner });
  });

  test("is not joined by a shorter one, a longer one, or one too late", async () => {
    const { desk } = await locked();
    expect(legNow(desk, await desk.order({ duration: "3h" })).locked).toBe(0);
    expect(legNow(desk, await desk.order({ duration: "15m" })).locked).toBe(0);
    await mine(desk, [], true, 354_000);
    expect(legNow(desk, await desk.order()).locked).toBe(0);
  });

  test("is not held by a small order that bought little", async () => {
    const { desk } = await locked();
    await desk.order({ resourceAmount: 900_000, receiver: [addressOf(2)] });
    await deliver(desk);
    await mine(desk, [], true, 120_000);
    const little = { resourceAmount: 32_000, receiver: [addressOf(2)] };
    expect(legNow(desk, await desk.order(little)).locked).toBe(0);
  });

  test("is no matter once it is over", async () => {
    const { desk } = await locked();
    await solidify(desk);
    await passRentals(desk);
    expect(legNow(desk, await desk.order({ duration: "3h" })).locked).toBe(1);
  });

  test("gives way to owners that together can lock what no one of them can alone", async () => {
    const { desk } = await locked({ ownersUnits: [1_000_000, 50_000, 50_000] });
    const id = await desk.order({ duration: "3h", resourceAmount: 90_000 });
    const legs = desk.legs(`order_id = '${id}'`);
    expect(legs.map(({ units, locked }) => [units, locked])).toEqual([
      [50_000, 1],
      [40_000, 1],
    ]);
  });

  test("that a fork includes late holds others too long: it stays, and is told", async () => {
    const { desk, first } = await locked();
    await mine(desk, [], true, 300_000);
    const second = await desk.order();
    await deliver(desk);
    await fork(desk);
    await mine(desk, [], true, 120_000);
    await mineAll(desk);
    expect(legNow(desk, second)).toMatchObject({ state: "included", locked: 1, overran: 1 });
    expect(legNow(desk, first)).toMatchObject({
      overran: 0,
      expires_at: legNow(desk, second).expires_at,
    });
  });
});

describe("a rental lasts its whole time", () => {
  test("also when the block before the one that took it was missed: the lock ends earlier", async () => {
    const desk = await openDesk(ONE_LARGE);
    const id = await desk.order();
    await sign(desk);
    await mine(desk, [legNow(desk, id).txid ?? ""], true, 3 * BLOCK_MS);
    const { timestampMs } = desk.chain.head;
    expect(legNow(desk, id).expires_at).toBe(timestampMs + 3_600_000);
  });
});

describe("at signing", () => {
  test("a lock the chain knows and we do not makes the leg unlocked", async () => {
    const desk = await openDesk(ONE_LARGE);
    const id = await desk.order();
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, undefined, new Map([[`${id}.1`, far]]));
    expect(legNow(desk, id)).toMatchObject({ state: "signed", locked: 0 });
  });

  test("or another owner's, where one can lock it", async () => {
    const desk = await openDesk(TWO_LARGE);
    const id = await desk.order();
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, undefined, new Map([[`${id}.1`, far]]));
    expect(desk.states(id)).toEqual(["dead", "signed"]);
    const [dead, second] = [legOf(desk, `${id}.1`), legOf(desk, `${id}.2`)];
    expect(dead.death_reason).toBe("cannot be locked");
    expect(second.locked).toBe(1);
    expect(second.owner).not.toBe(dead.owner);
  });

  test("a leg planned to join a lock is unlocked when it has become too late for it", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    await deliver(desk);
    await mine(desk, [], true, 300_000);
    const second = await desk.order();
    expect(legNow(desk, second).locked).toBe(1);
    await mine(desk, [], true, 60_000);
    await sign(desk);
    expect(legNow(desk, second)).toMatchObject({ state: "signed", locked: 0 });
  });

  test("where the desk always locks, such a leg dies and nothing unlocked goes out", async () => {
    const desk = await openDesk({ ...TWO_LARGE, policy: { lockMode: "always" } });
    const id = await desk.order();
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, undefined, new Map([[`${id}.1`, far]]));
    expect(desk.states(id)).toEqual(["dead", "signed"]);
    expect(legOf(desk, `${id}.2`).locked).toBe(1);
    expect(legOf(desk, `${id}.1`).death_reason).toBe("cannot be locked");
    expect(legOf(desk, `${id}.2`).owner).not.toBe(legOf(desk, `${id}.1`).owner);
  });
});

describe("a weight that has risen between plan and signature", () => {
  const heavier = {
    ...NETWORK.ratios.energy,
    totalWeight: NETWORK.ratios.energy.totalWeight * 1.1,
  };

  test.each([
    ["raises the reservation", 100_000, "signed"],
    ["is a death where the owner has not so much", 65_000, "dead"],
  ])("%s", async (_, units, state) => {
    const desk = await openDesk({ ownersUnits: [units] });
    const id = await desk.order();
    const { reserved_sun: before } = legNow(desk, id);
    await tellNetwork(desk.engine, { ratios: { ...NETWORK.ratios, energy: heavier } });
    await sign(desk);
    const { stake_sun, reserved_sun, death_reason, ...leg } = legNow(desk, id);
    expect(leg.state).toBe(state);
    if (state === "dead") return expect(death_reason).toBe("owner_capacity");
    expect(stake_sun).toBeGreaterThan(before * 1.09);
    expect(reserved_sun).toBe(stake_sun);
  });
});

describe("the desk's mode", () => {
  test("always: what no owner can lock is refused", async () => {
    const desk = await openDesk({ ...ONE_LARGE, policy: { lockMode: "always" } });
    await desk.order();
    const other = desk.order({ duration: "3h" });
    await expect(other).rejects.toMatchObject({ code: "NO_CAPACITY" });
  });

  test("never: nothing is locked", async () => {
    const desk = await openDesk({ ...ONE_LARGE, policy: { lockMode: "never" } });
    expect(legNow(desk, await desk.order()).locked).toBe(0);
  });

  test("auto, on a network that locks for three days only: nothing shorter is locked", async () => {
    const desk = await openDesk(ONE_LARGE);
    await tellNetwork(desk.engine, { parameters: THREE_DAYS_ONLY });
    expect(legNow(desk, await desk.order()).locked).toBe(0);
    const days = { duration: "3d", receiver: [addressOf(2)] };
    expect(legNow(desk, await desk.order(days)).locked).toBe(1);
  });
});

const NONE = { locked: 0, unlocked: 0 };

test("what runs is counted, locked or not, from its block until it is taken back", async () => {
  const desk = await openDesk({ ownersUnits: [130_000] });
  const now = () => readLockedShare(desk.engine);
  await desk.order();
  expect(await now()).toEqual({ pool: NONE, all: NONE, overran: 0 });
  await deliver(desk);
  expect(await now()).toMatchObject({ pool: { locked: 1, unlocked: 0 } });
  await solidify(desk);
  // A shorter one would end the lock earlier, which the chain does not take.
  const short = await desk.order({ duration: "15m" });
  await openSeller(desk, { units: 100_000 });
  await desk.order();
  await deliver(desk);
  expect(await now()).toEqual({
    pool: { locked: 1, unlocked: 1 },
    all: { locked: 2, unlocked: 1 },
    overran: 0,
  });
  await solidify(desk);
  await mine(desk, [], true, 1_000_000);
  expect(await reclaim(desk, `${short}.1`)).toBe("reclaim");
  expect(await now()).toMatchObject({ all: { locked: 2, unlocked: 0 } });
});

test("a lock that a fork brought too late for the others is counted for good", async () => {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  await desk.order();
  await deliver(desk);
  await mine(desk, [], true, 300_000);
  await desk.order();
  await deliver(desk);
  const now = async () => (await readLockedShare(desk.engine)).overran;
  expect(await now()).toBe(0);
  await fork(desk);
  await mine(desk, [], true, 120_000);
  await mineAll(desk);
  expect(await now()).toBe(1);
  await solidify(desk);
  await mine(desk, [], true, 3_603_000);
  for (const { id } of desk.legs("locked = 1")) expect(await reclaim(desk, id)).toBe("reclaim");
  expect(await now()).toBe(1);
});
