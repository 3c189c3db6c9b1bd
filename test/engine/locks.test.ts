/** Locks: the contract says that a delegation is locked for its duration, and the chain says when that cannot be. */
import { describe, expect, test } from "vitest";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { THREE_DAYS_ONLY, tellNetwork } from "../support/network.js";
import { deliver, fork, legOf, mine, passRentals, sign, solidify } from "../support/steps.js";

const TWO_LARGE = { ownersUnits: [1_000_000, 900_000] };
const ONE_LARGE = { ownersUnits: [1_000_000] };

const legNow = (desk: Desk, orderId: string) => legOf(desk, `${orderId}.1`);

describe("at most one locked leg of an owner, a receiver and a resource is undecided:", () => {
  test("the next one goes to another owner", async () => {
    const desk = await openDesk(TWO_LARGE);
    const first = legNow(desk, await desk.order());
    const second = legNow(desk, await desk.order());
    expect([first.locked, second.locked]).toEqual([1, 1]);
    expect(second.owner).not.toBe(first.owner);
  });

  test("and is unlocked when there is no other owner", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    expect(legNow(desk, await desk.order())).toMatchObject({ locked: 0 });
  });

  test("but another receiver or another resource is locked at once", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    expect(legNow(desk, await desk.order({ receiver: [addressOf(2)] })).locked).toBe(1);
    const bandwidth = { resourceType: "Bandwidth", resourceAmount: 1_000 };
    expect(legNow(desk, await desk.order(bandwidth)).locked).toBe(1);
  });
});

describe("a live lock", () => {
  test("is joined when the new end is at most a minute later; both then end together", async () => {
    const desk = await openDesk(ONE_LARGE);
    const first = await desk.order();
    await deliver(desk);
    await mine(desk, [], true, 30_000);
    const second = await desk.order();
    await deliver(desk);
    expect(legNow(desk, second).locked).toBe(1);
    expect(legNow(desk, first).expires_at).toBe(legNow(desk, second).expires_at);
  });

  test("is not joined by one that ends later than that, nor by a shorter one", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    await deliver(desk);
    expect(legNow(desk, await desk.order({ duration: "3h" })).locked).toBe(0);
    expect(legNow(desk, await desk.order({ duration: "15m" })).locked).toBe(0);
    await mine(desk, [], true, 70_000);
    expect(legNow(desk, await desk.order()).locked).toBe(0);
  });

  test("is no matter once it is over", async () => {
    const desk = await openDesk(ONE_LARGE);
    await desk.order();
    await deliver(desk);
    await solidify(desk);
    await passRentals(desk);
    expect(legNow(desk, await desk.order()).locked).toBe(1);
  });
});

describe("at signing", () => {
  test("a lock the chain knows and we do not makes the leg unlocked", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, undefined, new Map([[`${id}.1`, far]]));
    expect(legNow(desk, id)).toMatchObject({ state: "signed", locked: 0 });
  });

  test("a leg planned to join a lock is unlocked when a fork made that lock uncertain", async () => {
    const desk = await openDesk(ONE_LARGE);
    const first = await desk.order();
    await deliver(desk);
    const second = await desk.order();
    expect(legNow(desk, second).locked).toBe(1);
    await fork(desk);
    await sign(desk);
    expect(legNow(desk, first)).toMatchObject({ state: "sent", locked: 1 });
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

describe("the desk's mode", () => {
  test("always: what no owner can lock is refused", async () => {
    const desk = await openDesk({ ...ONE_LARGE, policy: { lockMode: "always" } });
    await desk.order();
    await expect(desk.order()).rejects.toMatchObject({ code: "NO_CAPACITY" });
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
