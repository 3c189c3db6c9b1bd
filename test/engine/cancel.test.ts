/** Cancelling in each state of an order: what no signed bytes bind goes back at once, the rest runs to its end. */
import { describe, expect, test } from "vitest";
import { legId } from "../../src/domain/ids.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { legsSigned, readyToSign } from "../../src/engine/legs/sign-leg.js";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { type Desk, openDesk } from "../support/desk.js";
import {
  deliver,
  fork,
  kill,
  legOf,
  mine,
  mineAll,
  send,
  sign,
  solidify,
} from "../support/steps.js";

const TRX = 1_000_000;

async function cancel(desk: Desk, id: string) {
  const order = await cancelOrder(desk.engine, desk, id);
  desk.assertSound();
  return order;
}

const IN_PARTS = { resourceAmount: 150_000 };

describe("cancelling", () => {
  test("a planned order refunds all of it, and frees the owner", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    expect(await cancel(desk, id)).toMatchObject({
      status: "cancelled",
      cancelRequested: true,
      cancelReason: "cancelled by the customer",
      refundedSun: 3.9 * TRX,
    });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
    expect(desk.states(id)).toEqual(["dead"]);
    expect(desk.rows("SELECT sum(reserved_sun) AS sum FROM capacity")).toEqual([{ sum: 0 }]);
  });

  test.each(["signed", "sent"])(
    "a %s order waits for its leg, which is delivered",
    async (state) => {
      const desk = await openDesk();
      const id = await desk.order();
      await sign(desk);
      if (state === "sent") await send(desk);
      expect(await cancel(desk, id)).toMatchObject({ status: "processing", cancelRequested: true });
      expect(desk.moneySun.held).toBe(3.9 * TRX);
      await mineAll(desk);
      expect(desk.orderRow(id)).toMatchObject({ status: "completed", refunded_sun: 0 });
    },
  );

  test("a sent order whose leg dies returns its own money, and plans nothing anew", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await sign(desk);
    await cancel(desk, id);
    await kill(desk, `${id}.1`, "expired");
    expect(desk.states(id)).toEqual(["dead"]);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", refunded_sun: 3.9 * TRX });
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
    expect(desk.rows("SELECT id FROM transfer WHERE id LIKE '%:void%'")).toEqual([
      { id: `${id}.1:void` },
    ]);
  });

  test("a completed order is refused", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    await deliver(desk);
    await expect(cancel(desk, id)).rejects.toMatchObject({ code: "NOT_CANCELABLE" });
  });

  test("a cancelled order again changes nothing", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const first = await cancel(desk, id);
    expect(await cancel(desk, id)).toEqual(first);
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("an order of somebody else, or of nobody, is not found", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const { customerId } = await createCustomer(desk.engine, "Somebody else");
    const other = cancelOrder(desk.engine, { customerId }, id);
    await expect(other).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
    await expect(cancel(desk, "0".repeat(24))).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
    expect(desk.states(id)).toEqual(["planned"]);
  });
});

describe("cancelling an order of two parts", () => {
  test("with one sent refunds the planned one now", async () => {
    const desk = await openDesk();
    const id = await desk.order(IN_PARTS);
    await sign(desk, `${id}.1`);
    expect(await cancel(desk, id)).toMatchObject({ status: "processing", refundedSun: 3 * TRX });
    expect(desk.states(id)).toEqual(["signed", "dead"]);
    await mineAll(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", filled_amount: 100_000 });
    expect(desk.moneySun).toEqual({ available: 994 * TRX, held: 0 });
  });

  test("with one delivered keeps and pays that one", async () => {
    const desk = await openDesk();
    const id = await desk.order(IN_PARTS);
    await sign(desk, `${id}.2`);
    await mineAll(desk);
    expect(await cancel(desk, id)).toMatchObject({
      status: "cancelled",
      filledUnits: 50_000,
      refundedSun: 6 * TRX,
    });
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(3 * TRX);
  });

  test("with one dead and unplanned, one sent: each goes its way", async () => {
    const desk = await openDesk();
    const id = await desk.order(IN_PARTS);
    await sign(desk);
    await kill(desk, `${id}.2`, "other");
    expect(desk.orderRow(id).unplanned_amount).toBe(50_000);
    expect(await cancel(desk, id)).toMatchObject({ status: "processing", refundedSun: 3 * TRX });
    await kill(desk, `${id}.1`, "expired");
    expect(desk.orderRow(id).status).toBe("cancelled");
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("both sent, one dies, one is delivered", async () => {
    const desk = await openDesk();
    const id = await desk.order(IN_PARTS);
    await sign(desk);
    await cancel(desk, id);
    await kill(desk, `${id}.1`, "expired");
    expect(desk.orderRow(id).status).toBe("processing");
    await mine(desk, [legOf(desk, `${id}.2`).txid ?? ""]);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", filled_amount: 50_000 });
    expect(desk.moneySun).toEqual({ available: 997 * TRX, held: 0 });
  });
});

describe("a cancel that meets another step", () => {
  test("after the leg was made ready: its bytes are not stored and must not be sent", async () => {
    const desk = await openDesk();
    const id = await desk.order();
    const { moment } = desk;
    const ready = await desk.commit(() =>
      readyToSign([{ legId: legId(id, 1), lockEnd: 0 }], moment),
    );
    await cancel(desk, id);
    expect(ready).toHaveLength(1);
    const signed = ready.map((one) => ({ ...one, txid: "a", hex: "b", expiresAt: 1 }));
    expect(await desk.commit(() => legsSigned(signed))).toEqual([]);
    expect(desk.states(id)).toEqual(["dead"]);
  });

  test("after a fork took the only delivered part back: it is returned when it dies", async () => {
    const desk = await openDesk();
    const id = await desk.order(IN_PARTS);
    await sign(desk);
    await mine(desk, [legOf(desk, `${id}.1`).txid ?? ""]);
    await fork(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "processing", filled_amount: 100_000 });
    await cancel(desk, id);
    await kill(desk, `${id}.1`, "expired");
    expect(desk.orderRow(id)).toMatchObject({ filled_amount: 0, posted_sun: 0 });
    await kill(desk, `${id}.2`, "expired");
    expect(desk.orderRow(id).status).toBe("cancelled");
    expect(desk.moneySun).toEqual({ available: 1_000 * TRX, held: 0 });
  });

  test("after a fork, with the other part planned: that one is refunded at once", async () => {
    const desk = await openDesk();
    const id = await desk.order(IN_PARTS);
    await sign(desk, `${id}.1`);
    await mineAll(desk);
    await fork(desk);
    expect(await cancel(desk, id)).toMatchObject({ status: "cancelled", refundedSun: 3 * TRX });
    await mine(desk);
    await mineAll(desk);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(6 * TRX);
    expect(desk.moneySun).toEqual({ available: 994 * TRX, held: 0 });
  });

  test("while the order waits for its last block to be final: it stays completed", async () => {
    const desk = await openDesk({ policy: { completion: "solidified" } });
    const id = await desk.order();
    await deliver(desk);
    expect(await cancel(desk, id)).toMatchObject({ status: "processing", cancelRequested: true });
    await solidify(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "completed", refunded_sun: 0 });
  });

  test("where orders wait for final blocks, one without any is cancelled at once", async () => {
    const desk = await openDesk({ policy: { completion: "solidified" } });
    expect(await cancel(desk, await desk.order())).toMatchObject({ status: "cancelled" });
  });
});
