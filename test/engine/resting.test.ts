/** Why an order rests: each reason with its sentence, and the locks that sellers must make. */
import { describe, expect, test } from "vitest";
import { orderAnswer } from "../../src/answers/order.js";
import type { Address } from "../../src/domain/address.js";
import { closeOverdue, matchSeller } from "../../src/engine/book/match-book.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import type { Desk } from "../support/desk.js";
import { THREE_DAYS_ONLY, tellNetwork } from "../support/network.js";
import { book, fillsOf, manual, NO_POOL, offer, openSeller, sweep } from "../support/sellers.js";
import { deliver, kill, legOf, mine, passRentals, sign, solidify } from "../support/steps.js";

async function why(desk: Desk, orderId: string): Promise<string | undefined> {
  const shown = orderAnswer(await readOrder(desk.engine, desk.customerId, orderId));
  return "restReason" in shown ? shown.restReason : undefined;
}

/** "2027-01-15 09:00 UTC" of a time. */
const utc = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

describe("an order says that", () => {
  test("nobody offers at its price, and what the next price is", async () => {
    const { desk } = await book([]);
    const id = await desk.order(manual());
    const nobody = "nobody offers at 50 SUN or less (the next price is 60 SUN)";
    expect(await why(desk, id)).toBe(nobody);
    const dearer = await openSeller(desk, { units: 100_000, minPrice: 51 });
    expect(await why(desk, id)).toBe(nobody.replace("60", "51"));
    await offer(desk, dearer, { minPrice: 51, shortestDuration: "3h" });
    expect(await why(desk, id)).toBe(nobody);
    const high = await desk.order(manual({ price: 61 }));
    expect(await why(desk, high)).toBe("nobody offers at 61 SUN or less");
  });

  test("sellers have too little for a part, whether or not they were asked", async () => {
    const { desk } = await book([
      [45, 99_000],
      [46, 30_000],
      [51, 30_000],
    ]);
    // The seller at 51 has too little, too.
    const nobody = "nobody else offers at 50 SUN or less (the next price is 60 SUN)";
    const whole = await desk.order(manual({}, { allow_partial: false }));
    expect(await why(desk, whole)).toBe(
      `2 sellers skipped: too little is free for a part that your options allow; ${nobody}`,
    );
    const parts = await desk.order(manual({ resourceAmount: 200_000 }, { partial_min: 99_000 }));
    expect(fillsOf(desk, parts)).toEqual([[desk.sellers[0], 99_000]]);
    expect(await why(desk, parts)).toBe(
      `1 seller skipped: too little is free for a part that your options allow; ${nobody}`,
    );
  });

  test("a seller's smallest part does not suit it", async () => {
    const { desk } = await book([]);
    await openSeller(desk, { units: 150_000, minPrice: 45, offer: { minChunk: 120_000 } });
    const id = await desk.order(manual());
    expect(await why(desk, id)).toMatch(
      /^1 seller skipped: no part that suits both the seller's smallest part and your options; nobody else/,
    );
  });

  test("a longer lock exists, and until when", async () => {
    const { desk } = await book([
      [45, 300_000],
      [46, 300_000],
    ]);
    for (const resourceAmount of [300_000, 200_000]) {
      await desk.create(manual({ duration: "3h", resourceAmount }));
      await deliver(desk);
      await desk.snapshot();
    }
    const [, lock] = desk.legs().map((leg) => leg.expires_at ?? 0);
    await offer(desk, desk.sellers[0] as Address, { minPrice: 60 });
    const id = await desk.order(manual());
    expect(fillsOf(desk, id)).toEqual([]);
    const next = "nobody else offers at 50 SUN or less (the next price is 60 SUN)";
    expect(await why(desk, id)).toBe(
      `1 seller can't serve this receiver until ${utc(lock ?? 0)}: an earlier rental of theirs is locked longer; ${next}`,
    );
    await solidify(desk);
    await passRentals(desk);
    await sweep(desk);
    expect(fillsOf(desk, id)).toEqual([[desk.sellers[1], 100_000]]);
    expect(await why(desk, id)).toBeUndefined();
  });

  test("another delegation to its receiver is on its way", async () => {
    const { desk } = await book([[45, 300_000]]);
    await desk.create(manual());
    const id = await desk.order(manual());
    const onItsWay = /^1 seller skipped: another delegation to this receiver is on its way; nobody/;
    expect(await why(desk, id)).toMatch(onItsWay);
    await sign(desk);
    expect(await why(desk, id)).toMatch(onItsWay);
  });

  test("the network cannot lock for so long", async () => {
    const { desk } = await book([[45, 300_000]]);
    await tellNetwork(desk.engine, { parameters: THREE_DAYS_ONLY });
    const id = await desk.order(manual());
    expect(await why(desk, id)).toMatch(
      /^1 seller skipped: it has to be locked, and the desk cannot lock for this duration; nobody/,
    );
  });

  test("a delegation has failed lately; the next failure makes the pause longer", async () => {
    const { desk, sellers } = await book([[45, 300_000]]);
    const id = await desk.order(manual());
    await sign(desk);
    await kill(desk, `${id}.1`, "other");
    expect(fillsOf(desk, id)).toEqual([]);
    expect(await why(desk, id)).toMatch(
      /^1 seller skipped: a delegation failed and is tried again in a while; nobody/,
    );
    desk.clock.nowMs += 59_999;
    await sweep(desk);
    expect(desk.states(id)).toEqual(["dead"]);
    desk.clock.nowMs += 1;
    await sweep(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    await sign(desk);
    await kill(desk, `${id}.2`, "other");
    desk.clock.nowMs += 119_999;
    await matchSeller(desk.engine, sellers[0] as Address);
    expect(desk.states(id)).toEqual(["dead", "dead"]);
    desk.clock.nowMs += 1;
    await matchSeller(desk.engine, sellers[0] as Address);
    expect(desk.states(id)).toEqual(["dead", "dead", "planned"]);
  });

  test("its call starts together", async () => {
    const { desk } = await book([[45, 150_000]]);
    const call = manual({ receiver: addressesOf(1, 2) }, { bulk_order: true });
    const [first = ""] = (await desk.create(call)).orderIds;
    const together = "the wallets of this call start together, once all can be filled";
    expect(await why(desk, first)).toBe(together);
    const [none = ""] = (await desk.create({ ...call, resourceAmount: 200_000 })).orderIds;
    expect(await why(desk, none)).toBe(
      `${together}; nobody else offers at 50 SUN or less (the next price is 60 SUN)`,
    );
    await offer(desk, desk.sellers[0] as Address, { minPrice: 51 });
    expect(await why(desk, none)).toBe(
      `${together}; nobody offers at 50 SUN or less (the next price is 51 SUN)`,
    );
  });

  test("it is being filled, held up, or over", async () => {
    const { desk } = await book([[45, 10_000]]);
    const id = await desk.order(manual());
    desk.stakesSun.set(desk.sellers[0] as Address, 10_000_000_000);
    await desk.snapshot();
    expect(await why(desk, id)).toBe("a seller has just become free: it is being filled");
    desk.clock.monotonicMs += 30_001;
    expect(await why(desk, id)).toBe(
      "nothing is matched now: TRON is out of sight or behind, or a check of the desk has failed",
    );
    await mine(desk);
    desk.clock.nowMs += 86_400_000;
    expect(await why(desk, id)).toBe(
      "its deadline has passed: it is being closed, and the rest refunded",
    );
    await closeOverdue(desk.engine);
    expect(await why(desk, id)).toBeUndefined();
  });
});

describe("a seller's delegation is always locked:", () => {
  const two = () =>
    book([
      [45, 300_000],
      [46, 300_000],
    ]);

  test("a live lock is joined where it is moved by a minute at most, and both then end together", async () => {
    const { desk } = await book([[45, 300_000]]);
    const first = await desk.order(manual());
    await deliver(desk);
    await desk.snapshot();
    await mine(desk, [], true, 48_000);
    const second = await desk.order(manual());
    await deliver(desk);
    expect(legOf(desk, `${second}.1`).locked).toBe(1);
    expect(legOf(desk, `${first}.1`).expires_at).toBe(legOf(desk, `${second}.1`).expires_at);
    await desk.snapshot();
    await mine(desk, [], true, 63_000);
    const third = await desk.order(manual());
    expect(fillsOf(desk, third)).toEqual([]);
  });

  test("one that can no longer be when it is signed dies, and another seller takes its part", async () => {
    const { desk, sellers } = await two();
    const id = await desk.order(manual());
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, `${id}.1`, new Map([[`${id}.1`, far]]));
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(legOf(desk, `${id}.1`).death_reason).toBe("cannot be locked");
    expect(fillsOf(desk, id)).toEqual([[sellers[1], 100_000]]);
  });

  test("so it is in a Fast order, which goes to another seller and not to none", async () => {
    const { desk, sellers } = await two();
    const id = await desk.order();
    expect(fillsOf(desk, id)).toEqual([[sellers[0], 65_000]]);
    const far = desk.chain.head.timestampMs + 86_400_000;
    await sign(desk, `${id}.1`, new Map([[`${id}.1`, far]]));
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(fillsOf(desk, id)).toEqual([[sellers[1], 65_000]]);
  });

  test("and where the desk locks nothing sellers sell nothing", async () => {
    const { desk } = await book([[45, 300_000]], { ...NO_POOL, policy: { lockMode: "never" } });
    expect(fillsOf(desk, await desk.order(manual({ receiver: [addressOf(5)] })))).toEqual([]);
  });

  test("where it always locks, the pool sells locked or not at all", async () => {
    const options = { ownersUnits: [500_000], policy: { lockMode: "always" as const } };
    const { desk } = await book([], options);
    await desk.create(manual({ price: 60 }));
    const second = await desk.order(manual({ price: 60, duration: "3h" }));
    expect(fillsOf(desk, second)).toEqual([]);
    expect(await why(desk, second)).toMatch(/^1 seller skipped: another delegation/);
  });
});
