/** The life of an order, phase by phase, with the books checked after every step. */
import { describe, expect, test } from "vitest";
import { orderAnswer } from "../../src/answers/order.js";
import { saveSnapshot } from "../../src/engine/legs/open-work.js";
import { readOrder } from "../../src/engine/orders/read-orders.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import {
  deliver,
  legOf,
  mine,
  mineAll,
  passRentals,
  reclaim,
  send,
  sendReclaims,
  sign,
  solidify,
} from "../support/steps.js";

const TRX = 1_000_000;

test("a reservation outlives a snapshot that was read before its delegation's block", async () => {
  const desk = await openDesk({ ownersUnits: [100_000] });
  const [owner] = desk.owners;
  if (!owner) throw new Error("there is an owner");
  const reserved = () => desk.rows("SELECT reserved_sun FROM capacity WHERE resource = 'energy'");
  await desk.order();
  const before = {
    owner,
    block: desk.chain.head.number,
    delegatableSun: { energy: 10_000 * TRX, bandwidth: 10_000 * TRX },
  };
  await deliver(desk);
  // It was asked for before the block and is stored after it: the chain counts the delegation elsewhere.
  await saveSnapshot(desk.engine, before);
  expect(reserved()).toEqual([{ reserved_sun: 6_500 * TRX }]);
  await expect(desk.order({ resourceAmount: 40_000 })).rejects.toMatchObject({
    code: "NO_CAPACITY",
  });
  await desk.snapshot();
  expect(reserved()).toEqual([{ reserved_sun: 0 }]);
  await desk.order({ resourceAmount: 35_000 });
});

describe("an order", () => {
  test("goes from its hold to revenue, and its stake comes back", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    expect(desk.moneySun).toEqual({ available: 996.1 * TRX, held: 3.9 * TRX });
    expect(desk.states(id)).toEqual(["planned"]);

    await sign(desk);
    expect(desk.states(id)).toEqual(["signed"]);
    await send(desk);
    expect(desk.states(id)).toEqual(["sent"]);
    const effect = await mineAll(desk);
    expect(effect).toEqual({ legs: 1, finishedOrders: [id], toAsk: [] });
    expect(desk.states(id)).toEqual(["included"]);
    expect(desk.orderRow(id).status).toBe("completed");
    expect(desk.moneySun.held).toBe(0);
    expect(desk.balanceSun("clearing")).toBe(3.9 * TRX);

    await solidify(desk);
    expect(desk.states(id)).toEqual(["solidified"]);
    expect(desk.balanceSun("clearing")).toBe(0);
    expect(desk.balanceSun("revenue")).toBe(3.9 * TRX);

    await passRentals(desk);
    expect(await reclaim(desk, `${id}.1`)).toBe("reclaim");
    await sendReclaims(desk);
    await mineAll(desk);
    expect(desk.states(id)).toEqual(["reclaim_sent"]);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["reclaimed"]);
    await desk.snapshot();
    expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
  });

  test("tells its customer what happened to it", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    const leg = legOf(desk, `${id}.1`);
    expect(orderAnswer(await readOrder(desk.engine, desk.customerId, id))).toEqual({
      orderId: id,
      receiver: addressOf(1),
      type: "Fast",
      resourceType: "energy",
      resourceAmount: 65_000,
      price: 60,
      paidAmount: 3.9,
      status: "completed",
      createdAt: 1_800_000_000_000,
      duration: "1h",
      filledAmount: 65_000,
      refundedAmount: 0,
      improvedAmount: 0,
      reference: null,
      spentAmount: 3.9,
      heldAmount: 0,
      restingAmount: 0,
      deadline: null,
      cancelRequested: false,
      cancelReason: null,
      expiresAt: leg.expires_at,
      options: null,
      delegations: [
        {
          owner: leg.owner,
          amount: 65_000,
          cost: 3.9,
          txid: leg.txid,
          state: "included",
          locked: true,
          delegatedAt: desk.chain.head.timestampMs,
          expiresAt: leg.expires_at,
        },
      ],
    });
  });

  test("may be included before its bytes are known to be sent", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await mineAll(desk);
    await send(desk);
    expect(desk.states(id)).toEqual(["included"]);
  });

  test.each(["auto", "never"] as const)("starts the rental at its own block (%s)", async (mode) => {
    const desk = await openDesk({ policy: { lockMode: mode } });
    const id = await desk.order();
    await deliver(desk);
    const { timestampMs } = desk.chain.head;
    expect(legOf(desk, `${id}.1`).expires_at).toBe(timestampMs + 3_600_000);
  });
});

describe("an order in two parts", () => {
  test("is completed with its last part, and each part pays for itself", async () => {
    const desk = await openDesk();
    const id = await desk.order({ resourceAmount: 150_000 });
    const parts = desk.legs();
    expect(parts.map(({ units }) => units)).toEqual([100_000, 50_000]);
    expect(parts.map(({ amount_sun }) => amount_sun)).toEqual([6 * TRX, 3 * TRX]);
    await sign(desk);
    await mine(desk, [parts.length > 0 ? (legOf(desk, `${id}.2`).txid ?? "") : ""]);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", filled_amount: 50_000 });
    expect(desk.moneySun.held).toBe(6 * TRX);
    await mineAll(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", filled_amount: 150_000 });
  });
});

describe("where an order is completed once it is final", () => {
  const policy = { completion: "solidified" } as const;

  test("it is processing in its block and completed when that is solidified", async () => {
    const desk = await openDesk({ policy });
    const id = await desk.order();
    await deliver(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", filled_amount: 65_000 });
    await solidify(desk);
    expect(desk.orderRow(id).status).toBe("completed");
  });

  test("two parts wait for the later one", async () => {
    const desk = await openDesk({ policy });
    const id = await desk.order({ resourceAmount: 150_000 });
    await sign(desk);
    await mine(desk, [legOf(desk, `${id}.1`).txid ?? ""]);
    const first = desk.chain.head.number;
    await mineAll(desk);
    await solidify(desk, first);
    expect(desk.states(id)).toEqual(["solidified", "included"]);
    expect(desk.orderRow(id).status).toBe("processing");
    await solidify(desk);
    expect(desk.orderRow(id).status).toBe("completed");
  });
});

test("legs by the hundred become final a part at a time, none twice", async () => {
  const desk = await openDesk({ ownersUnits: [20_000_000] });
  for (const first of [1, 2, 3, 4, 5, 6]) {
    await desk.order({ receiver: addressesOf(0x100 * first, 20), resourceAmount: 32_000 });
  }
  await deliver(desk);
  expect([await solidify(desk), await solidify(desk), await solidify(desk)]).toEqual([100, 20, 0]);
  expect(desk.legs("state = 'solidified'")).toHaveLength(120);
  desk.assertSound();
});

test("two transactions of one owner never share a timestamp, so never a txid", async () => {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  await desk.order({ receiver: addressesOf(1, 5) });
  await sign(desk);
  await desk.order({ receiver: addressesOf(11, 5) });
  await sign(desk);
  const txids = desk.legs().map(({ txid }) => txid);
  expect(new Set(txids).size).toBe(10);
});
