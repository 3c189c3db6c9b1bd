/** Legs that die: what each reason does to the order, the owner and the money. */
import { describe, expect, test } from "vitest";
import { orderAnswer } from "../../src/answers/order.js";
import { shownOrder } from "../../src/cli/commands/order.js";
import { findCommand } from "../../src/cli/commands.js";
import { legExpired, legRefused } from "../../src/engine/legs/settle-leg.js";
import { nextAttempt } from "../../src/engine/legs/sign-leg.js";
import { readAnyOrder, readOrder } from "../../src/engine/orders/read-orders.js";
import { findOwner } from "../../src/store/owners.js";
import { type Desk, openDesk } from "../support/desk.js";
import { readNow } from "../support/read-now.js";
import {
  deliver,
  kill,
  legOf,
  mendNow,
  mine,
  moveAway,
  replanNow,
  send,
  sign,
} from "../support/steps.js";

const TRX = 1_000_000;
const THREE_OWNERS = { ownersUnits: [100_000, 90_000, 80_000] };

const ownerOf = (desk: Desk, legId: string) => legOf(desk, legId).owner;

test.each([
  ["permission", /^the node refused it: .* does not let the desk's key delegate$/],
  ["other", /the log has the node's words$/],
  ["expired", /^no block took it in its time$/],
] as const)("the operator reads why it died: %s", async (reason, says) => {
  const desk = await openDesk();
  const id = await desk.order();
  await sign(desk);
  await kill(desk, `${id}.1`, reason);
  const order = shownOrder(await readAnyOrder(desk.engine, id));
  expect(order.delegations[0]?.deathReason).toMatch(says);
  expect(order.delegations[1] ?? {}).not.toHaveProperty("deathReason");
  const text = findCommand("order show")?.print(order);
  expect(text).toMatch(/txid +why dead$/m);
  expect(text).toMatch(new RegExp(says.source.replace("^", ""), "m"));
  // What the node says is the operator's alone.
  const customers = orderAnswer(await readOrder(desk.engine, desk.customerId, id));
  expect(JSON.stringify(customers)).not.toContain("deathReason");
});

describe("a dead leg is planned anew at once:", () => {
  test.each(["expired", "failed in its block", "owner paused"] as const)("%s", async (reason) => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
    expect(desk.moneySun.held).toBe(3.9 * TRX);
    await deliver(desk);
    expect(desk.orderRow(id).status).toBe("completed");
  });

  test("with another owner, when the chain refuted the capacity of the first", async () => {
    const desk = await openDesk(THREE_OWNERS);
    const id = await desk.order();
    const first = ownerOf(desk, `${id}.1`);
    await sign(desk);
    await kill(desk, `${id}.1`, "owner_capacity");
    expect(ownerOf(desk, `${id}.2`)).not.toBe(first);
    expect(
      desk.rows(`SELECT snapshot_sun FROM capacity
        WHERE owner = '${first}' AND resource = 'energy'`),
    ).toEqual([{ snapshot_sun: 0 }]);
  });

  test.each([
    ["permission", /may not delegate/],
    ["owner_bandwidth", /bandwidth/],
  ] as const)("with another owner, and the first is paused: %s", async (reason, says) => {
    const desk = await openDesk(THREE_OWNERS);
    const id = await desk.order();
    const first = ownerOf(desk, `${id}.1`);
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(ownerOf(desk, `${id}.2`)).not.toBe(first);
    expect(readNow(desk.database, () => findOwner(first))?.pause_reason).toMatch(says);
  });

  test.each([
    ["by another owner", [100_000, 100_000], 1],
    ["unlocked where there is none", [100_000], 0],
  ])("when the chain knows a longer lock than we do: %s", async (_, ownersUnits, locked) => {
    const desk = await openDesk({ ownersUnits });
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, "lock");
    const [dead, planned] = [legOf(desk, `${id}.1`), legOf(desk, `${id}.2`)];
    expect([dead.locked, planned.locked]).toEqual([1, locked]);
    expect(planned.owner !== dead.owner).toBe(locked === 1);
  });
});

describe("a refusal nobody understands waits for the next block:", () => {
  test.each(["other", "reference_block"] as const)("%s", async (reason) => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(desk.states(id)).toEqual(["dead"]);
    expect(desk.orderRow(id).unplanned_amount).toBe(65_000);
    await replanNow(desk);
    expect(desk.states(id)).toEqual(["dead", "planned"]);
  });
});

describe("a receiver nobody can deliver to gets its money back at once:", () => {
  test.each([
    ["receiver_not_activated", "the receiver is not activated"],
    ["receiver_is_contract", "the receiver is a contract"],
  ] as const)("%s", async (reason, says) => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, reason);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", cancel_reason: says });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("in parts, the part in flight is waited for", async () => {
    const desk = await openDesk();
    const id = await desk.order({ resourceAmount: 150_000 });
    await sign(desk);
    await kill(desk, `${id}.1`, "receiver_is_contract");
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", cancel_requested: 1 });
    expect(desk.moneySun.held).toBe(3 * TRX);
    await kill(desk, `${id}.2`, "receiver_is_contract");
    expect(desk.orderRow(id).status).toBe("cancelled");
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });
});

describe("an order that cannot be delivered", () => {
  async function stuck() {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    for (const owner of desk.owners) desk.stakesSun.set(owner, 0);
    await desk.snapshot();
    await kill(desk, `${id}.1`, "expired");
    return { desk, id };
  }

  test("waits for capacity and is delivered when there is some", async () => {
    const { desk, id } = await stuck();
    desk.clock.nowMs += 299_999;
    await replanNow(desk);
    expect(desk.states(id)).toEqual(["dead"]);
    for (const owner of desk.owners) desk.stakesSun.set(owner, 100_000 * 100_000);
    await desk.snapshot();
    await replanNow(desk);
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", cancel_requested: 0 });
  });

  test("is given up 5 minutes after its first dead leg, and refunded", async () => {
    const { desk, id } = await stuck();
    desk.clock.nowMs += 300_000;
    expect(await replanNow(desk)).toBe(1);
    expect(desk.orderRow(id)).toMatchObject({
      status: "cancelled",
      cancel_reason: "no owner could deliver in time",
      refunded_sun: 3.9 * TRX,
    });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("counts the 5 minutes from the first death, not from the last", async () => {
    const desk = await openDesk(THREE_OWNERS);
    const id = await desk.order();
    await sign(desk);
    await kill(desk, `${id}.1`, "expired");
    desk.clock.nowMs += 200_000;
    await sign(desk);
    await kill(desk, `${id}.2`, "expired");
    desk.clock.nowMs += 100_000;
    await sign(desk);
    await kill(desk, `${id}.3`, "expired");
    expect(desk.orderRow(id).status).toBe("cancelled");
  });

  test("keeps and pays what one part delivered, and refunds the rest", async () => {
    const desk = await openDesk();
    const id = await desk.order({ resourceAmount: 150_000 });
    await sign(desk);
    await mine(desk, [legOf(desk, `${id}.1`).txid ?? ""]);
    desk.clock.nowMs += 1;
    for (const owner of desk.owners) desk.stakesSun.set(owner, 0);
    await desk.snapshot();
    await kill(desk, `${id}.2`, "expired");
    desk.clock.nowMs += 300_000;
    await replanNow(desk);
    expect(desk.orderRow(id)).toMatchObject({
      status: "cancelled",
      filled_amount: 100_000,
      posted_sun: 6 * TRX,
      refunded_sun: 3 * TRX,
    });
    expect(desk.moneySun).toEqual({ available: 994 * TRX, held: 0 });
  });
});

describe("a verdict that comes too late changes nothing:", () => {
  test("a refusal of a second attempt proves nothing about the first", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await desk.commit(() => nextAttempt(`${id}.1`));
    const { moment } = desk;
    expect(await desk.commit(() => legRefused(`${id}.1`, "other", moment))).toBe(false);
    expect(desk.states(id)).toEqual(["signed"]);
  });

  test("a leg that was included meanwhile is not dead", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const { moment } = desk;
    const txid = legOf(desk, `${id}.1`).txid ?? "";
    expect(await desk.commit(() => legExpired(`${id}.1`, txid, moment))).toBe(false);
    expect(await desk.commit(() => legRefused(`${id}.1`, "other", moment))).toBe(false);
    expect(await desk.commit(() => nextAttempt(`${id}.1`))).toBeUndefined();
    expect(await mendNow(desk)).toBe(0);
    expect(desk.states(id)).toEqual(["included"]);
  });
});

test("planned legs of a paused owner move to another one", async () => {
  const desk = await openDesk(THREE_OWNERS);
  const id = await desk.order();
  const owner = ownerOf(desk, `${id}.1`);
  await desk.database.commit(function* () {
    yield { sql: "UPDATE owner SET pause_reason = 'test' WHERE address = ?", params: [owner] };
  });
  expect(await moveAway(desk, owner)).toBe(1);
  expect(desk.states(id)).toEqual(["dead", "planned"]);
  expect(ownerOf(desk, `${id}.2`)).not.toBe(owner);
});

test("a dead leg never reserves, a sent one that nobody has seen still does", async () => {
  const desk = await openDesk();
  const id = await desk.order();
  await sign(desk);
  await send(desk);
  await desk.snapshot();
  expect(legOf(desk, `${id}.1`).reserving).toBe(1);
  await kill(desk, `${id}.1`, "receiver_is_contract");
  expect(legOf(desk, `${id}.1`).reserving).toBe(0);
  expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
});
