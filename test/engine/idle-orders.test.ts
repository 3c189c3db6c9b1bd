/** What bounds orders: those that bring nothing, and a rush that signatures let pass. */

import { describe, expect, test } from "vitest";
import { closeOverdue } from "../../src/engine/book/match-book.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { Load } from "../../src/engine/load.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { addressesOf } from "../support/addresses.js";
import { type Desk, openDesk, request } from "../support/desk.js";
import { deliver, kill, sign } from "../support/steps.js";

const DAY_MS = 86_400_000;
const FEW = { policy: { mostIdleOrders: 4 }, ownersUnits: [10_000_000] };
/** Below what anybody asks: it rests. */
const RESTS = {
  type: "Manual",
  price: 41,
  options: { allow_partial: true, partial_min: 20_000 },
};

async function deskOf(options = FEW): Promise<Desk> {
  const desk = await openDesk(options);
  // Six hours before the day ends.
  desk.clock.nowMs += DAY_MS - (desk.clock.nowMs % DAY_MS) - DAY_MS / 4;
  return desk;
}
const cancel = (desk: Desk, id: string) => cancelOrder(desk.engine, desk, id);
/** Creates resting orders until one is refused; how many there was room for. */
async function room(desk: Desk): Promise<number> {
  for (let made = 0; ; made += 1) {
    try {
      await desk.order(RESTS);
    } catch (error) {
      expect(error).toMatchObject({ code: "RATE_LIMITED" });
      return made;
    }
  }
}

describe("a customer's orders that bring nothing", () => {
  test("are bounded while they are open, and say so without a time", async () => {
    const desk = await deskOf();
    expect(await room(desk)).toBe(4);
    await expect(desk.create(RESTS)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { maximum: 4 },
      retryAfterSeconds: 60,
    });
    const { customerId } = await createCustomer(desk.engine, "Somebody else");
    const call = {
      customerId,
      channel: "http",
      request: request(),
      idempotencyKey: undefined,
    } as const;
    await expect(createOrders(desk.engine, call)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
    });
  });

  test("count on that day once they were cancelled, and the refusal says until when", async () => {
    const desk = await deskOf();
    for (let made = 1; made <= 4; made += 1) await cancel(desk, await desk.order(RESTS));
    const until = Math.ceil(desk.clock.nowMs / DAY_MS) * DAY_MS;
    const before = desk.moneySun;
    await expect(desk.create()).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { maximum: 4, until },
      retryAfterSeconds: DAY_MS / 4 / 1_000,
    });
    expect(desk.moneySun).toEqual(before);
    desk.clock.nowMs = until;
    expect(await room(desk)).toBe(4);
  });

  test("count on that day once their deadline has passed", async () => {
    const desk = await deskOf();
    await desk.order({ ...RESTS, lifetimeHours: 1 });
    desk.clock.nowMs += 3_600_000;
    expect(await closeOverdue(desk.engine)).toBe(1);
    expect(await room(desk)).toBe(3);
  });

  test("are all wallets of a call, which is created whole or not", async () => {
    const desk = await deskOf();
    await expect(desk.create({ ...RESTS, receiver: addressesOf(1, 5) })).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    await desk.create({ ...RESTS, receiver: addressesOf(1, 4) });
  });

  test("may be asked for again by their key: nothing more is created", async () => {
    const desk = await deskOf();
    const first = await desk.create(RESTS, "key");
    expect(await room(desk)).toBe(3);
    expect((await desk.create(RESTS, "key")).orderIds).toEqual(first.orderIds);
  });
});

describe("there is room again for", () => {
  test("what was delivered", async () => {
    const desk = await deskOf();
    for (let made = 1; made <= 6; made += 1) {
      await desk.order();
      await deliver(desk);
    }
    expect(await room(desk)).toBe(4);
  });

  test("what died", async () => {
    const desk = await deskOf();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, "receiver_not_activated");
    expect(desk.orderRow(id).status).toBe("cancelled");
    expect(await room(desk)).toBe(4);
  });

  test("what was cancelled while TRON was out of sight, or the desk had halted", async () => {
    const desk = await deskOf();
    const [first, second, third] = [
      await desk.order(RESTS),
      await desk.order(RESTS),
      await desk.order(RESTS),
    ];
    desk.engine.gates.follows(() => false);
    await cancel(desk, first);
    desk.engine.gates.follows(() => true);
    desk.engine.gates.haltFor("a check failed");
    await cancel(desk, second);
    desk.engine.gates.resume();
    await cancel(desk, third);
    expect(await room(desk)).toBe(3);
  });

  test("what ran out while the desk was away", async () => {
    const desk = await deskOf();
    await desk.order({ ...RESTS, lifetimeHours: 1 });
    desk.clock.nowMs += 3_600_000 + 60_000;
    expect(await closeOverdue(desk.engine)).toBe(1);
    expect(await room(desk)).toBe(4);
  });

  test("what a restore has ended", async () => {
    const desk = await deskOf();
    await desk.order(RESTS);
    await confirmRestore(desk.engine, { takenAt: 1, block: null });
    desk.engine.gates.resume();
    expect(await room(desk)).toBe(4);
  });
});

function openLoad(unsignedLimit: number) {
  const clock = { monotonicMs: 1_000 };
  const load = new Load(() => clock.monotonicMs, unsignedLimit);
  /** So many calls that begin together and end when the answer is called. */
  const begin = (calls: number) => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const all = Promise.all(Array.from({ length: calls }, () => load.creating(() => ended)));
    return async () => {
      end();
      await all;
    };
  };
  return { load, clock, begin };
}

test("eight calls that wait at once are a rush, and fewer never are, however many follow each other", async () => {
  const { load, begin } = openLoad(1_000);
  for (let round = 0; round < 20; round += 1) {
    const end = begin(7);
    expect(load.isRush()).toBe(false);
    await end();
  }
  const end = begin(7);
  await load.creating(async () => {
    expect(load.isRush()).toBe(true);
  });
  await end();
  expect(load.isRush()).toBe(true);
});

test("a rush is over when fewer calls waited for 100 ms, and not while they wait for long", async () => {
  const { load, clock, begin } = openLoad(1_000);
  const end = begin(8);
  clock.monotonicMs += 1_000;
  expect(load.isRush()).toBe(true);
  clock.monotonicMs += 1_000;
  await end();
  const endOfOne = begin(1);
  clock.monotonicMs += 99;
  expect(load.isRush()).toBe(true);
  clock.monotonicMs += 1;
  expect(load.isRush()).toBe(false);
  await endOfOne();
  expect(load.isRush()).toBe(false);
});

test("a call that fails is counted no longer", async () => {
  const { load, begin } = openLoad(1_000);
  for (let call = 0; call < 8; call += 1) {
    const refused = load.creating(async () => Promise.reject(new Error("refused")));
    await expect(refused).rejects.toThrow("refused");
  }
  await begin(1)();
  expect(load.isRush()).toBe(false);
});

test("a rush ends where what it leaves unsigned would soon make the desk refuse orders", async () => {
  const { load, begin } = openLoad(40);
  await begin(8)();
  load.created(20);
  expect(load.isRush()).toBe(true);
  load.created(1);
  expect(load.isRush()).toBe(false);
  expect(load.isBusy()).toBe(false);
  load.signed(1);
  expect(load.isRush()).toBe(true);
});

test("a desk that has just started is in no rush", () => {
  expect(openLoad(1_000).load.isRush()).toBe(false);
});

test("the desk is full once 64 calls wait to be looked at and the first has waited 100 ms", () => {
  const { load, clock } = openLoad(1_000);
  const looks = Array.from({ length: 63 }, () => load.arrived());
  clock.monotonicMs += 1_000;
  expect(load.isFull()).toBe(false);
  looks.push(load.arrived());
  expect(load.isFull()).toBe(true);
  looks.shift()?.();
  expect(load.isFull()).toBe(false);
  for (const look of looks.splice(0)) look();
  clock.monotonicMs += 1_000;
  for (let call = 0; call < 200; call += 1) load.arrived();
  clock.monotonicMs += 99;
  expect(load.isFull()).toBe(false);
  clock.monotonicMs += 1;
  expect(load.isFull()).toBe(true);
});

test("while it was full a moment ago nothing is looked at that has waited 100 ms, and a burst makes it full", () => {
  const { load, clock } = openLoad(1_000);
  const looks = Array.from({ length: 64 }, () => load.arrived());
  clock.monotonicMs += 100;
  expect(load.isFull()).toBe(true);
  const late = looks.splice(0, 32);
  expect(late.map((look) => look())).not.toContain(true);
  const young = Array.from({ length: 32 }, () => load.arrived());
  expect(load.isFull()).toBe(true);
  expect(young.map((look) => look())).not.toContain(false);
  // The others wait until it has not been full for a second.
  clock.monotonicMs += 1_000;
  expect(looks.map((look) => look())).not.toContain(false);
  for (let call = 0; call < 64; call += 1) load.arrived();
  expect(load.isFull()).toBe(false);
});

test("creations are slow while the first of them has waited 32 ms", async () => {
  const { load, clock, begin } = openLoad(1_000);
  const end = begin(1);
  clock.monotonicMs += 31;
  const endOfSecond = begin(1);
  expect(load.isSlow()).toBe(false);
  clock.monotonicMs += 1;
  expect(load.isSlow()).toBe(true);
  await end();
  expect(load.isSlow()).toBe(false);
  await endOfSecond();
});
