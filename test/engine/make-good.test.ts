/** Stake by totals that had changed: what a wallet got less than was paid for is made good at the desk's cost, or given back. */

import { describe, expect, test } from "vitest";
import { cancelOrder } from "../../src/engine/orders/cancel-order.js";
import { findOrders, readOrder } from "../../src/engine/orders/read-orders.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { setPause } from "../../src/store/owners.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { NETWORK, tellNetwork } from "../support/network.js";
import { readNow } from "../support/read-now.js";
import { historyOf } from "../support/readable.js";
import { manual, openSeller } from "../support/sellers.js";
import {
  deliver,
  fork,
  kill,
  mine,
  mineAll,
  passRentals,
  reclaim,
  sendReclaims,
  sign,
  solidify,
} from "../support/steps.js";

const AMOUNT = 65_000;
const PRICE_SUN = 60;
/** What 65,000 Energy at 10 a TRX give where a TRX gives a tenth less. */
const HEAVIER = 1.1;
const GIVES = Math.trunc(6_500 * (180_000_000_000 / (18_000_000_000 * HEAVIER)));
const SHORT = AMOUNT - GIVES;
const SHORT_SUN = SHORT * PRICE_SUN;

/** The network as it is after its weight has risen. */
function heavier(factor = HEAVIER) {
  const { energy, bandwidth } = NETWORK.ratios;
  return {
    ratios: { bandwidth, energy: { ...energy, totalWeight: energy.totalWeight * factor } },
  };
}

/** An order that was delivered by the totals of before; they are read again only now. */
async function delivered(options: Parameters<typeof openDesk>[0] = {}, order = {}) {
  const desk = await openDesk(options);
  const id = await desk.order(order);
  await deliver(desk);
  await desk.snapshot();
  return { desk, id };
}

const incidents = (desk: Desk) => readNow(desk.database, () => latestIncidents(10));
const shown = (desk: Desk, id: string) => readOrder(desk.engine, desk.customerId, id);

describe("the first reading after a delegation's block", () => {
  test("finds nothing short where the network is as it was, or lighter", async () => {
    for (const factor of [1, 0.9]) {
      const { desk, id } = await delivered();
      await tellNetwork(desk.engine, heavier(factor));
      desk.assertSound();
      expect(desk.legs(`order_id = '${id}'`)).toMatchObject([{ compared: 1, short_units: 0 }]);
      expect(incidents(desk)).toEqual([]);
    }
  });

  test("leaves what the headroom covers", async () => {
    const headroom = { shortBps: 50, longBps: 100 };
    for (const [factor, legs] of [
      [1.004, 1],
      [1.006, 2],
    ] as const) {
      const { desk, id } = await delivered({ policy: { headroom } });
      await tellNetwork(desk.engine, heavier(factor));
      expect(desk.legs(`order_id = '${id}'`)).toHaveLength(legs);
    }
  });

  test("that began before the block compares nothing", async () => {
    const { desk, id } = await delivered();
    const { engine } = desk;
    const begin = engine.network.begin(desk.chain.head.number - 1);
    const { networkRead } = await import("../../src/engine/legs/compensate.js");
    await networkRead(engine, { ...NETWORK, ...heavier() }, begin);
    expect(desk.legs(`order_id = '${id}'`)).toMatchObject([{ compared: 0 }]);
  });
});

describe("what falls short", () => {
  test("is made good by one further delegation, which costs the customer and earns the desk nothing", async () => {
    const { desk, id } = await delivered();
    await tellNetwork(desk.engine, heavier());
    desk.assertSound();
    await tellNetwork(desk.engine, heavier());
    await deliver(desk);
    await solidify(desk);
    const legs = desk.legs(`order_id = '${id}'`);
    expect(legs).toMatchObject([
      { units: AMOUNT, short_units: SHORT, state: "solidified" },
      { units: SHORT, compensates: `${id}.1`, state: "solidified", posted: 0, earned: 0 },
    ]);
    expect(await shown(desk, id)).toMatchObject({
      ...{ status: "completed", filledUnits: AMOUNT },
      ...{ spentSun: 3_900_000, refundedSun: 0, heldSun: 0 },
      delegations: [
        { units: AMOUNT, costSun: 3_900_000 },
        { units: SHORT, costSun: 0 },
      ],
    });
    expect(desk.balanceSun("revenue")).toBe(AMOUNT * PRICE_SUN);
    expect(incidents(desk)).toMatchObject([{ kind: "short-delivery" }]);
    expect(incidents(desk)[0]?.text).toContain(`${GIVES} of ${AMOUNT} units`);
    await passRentals(desk);
    for (const leg of legs) expect(await reclaim(desk, leg.id)).toBe("reclaim");
    await sendReclaims(desk);
    await mineAll(desk);
    await solidify(desk);
    expect(desk.states(id)).toEqual(["reclaimed", "reclaimed"]);
  });

  test("is given back in proportion where no owner of the pool can, once the money is there", async () => {
    const { desk, id } = await delivered({ ownersUnits: [AMOUNT] });
    await tellNetwork(desk.engine, heavier());
    desk.assertSound();
    expect(desk.states(id)).toEqual(["included"]);
    // Nothing was earned yet, so it is the operator's own that goes back.
    expect(desk.balanceSun("external")).toBe(-1_000_000_000 - SHORT_SUN);
    expect(await shown(desk, id)).toMatchObject({
      ...{ status: "completed", paidSun: 3_900_000, heldSun: 0 },
      ...{ spentSun: GIVES * PRICE_SUN, refundedSun: SHORT_SUN },
    });
    const listed = (await findOrders(desk.engine, { limit: 1 })).orders;
    expect(listed).toMatchObject([{ id, refundedSun: SHORT_SUN }]);
    await solidify(desk);
    expect(desk.balanceSun("revenue")).toBe(AMOUNT * PRICE_SUN);
    const [hold, ...rest] = await historyOf(desk, desk.customerId);
    expect(JSON.stringify([hold, ...rest])).toContain(":shortfall");
  });

  test("is given back from what the desk has earned where there is enough", async () => {
    const { desk } = await delivered({ ownersUnits: [AMOUNT] });
    await solidify(desk);
    await tellNetwork(desk.engine, heavier());
    desk.assertSound();
    expect(desk.balanceSun("revenue")).toBe(GIVES * PRICE_SUN);
    expect(desk.balanceSun("external")).toBe(-1_000_000_000);
  });

  test("is given back when the delegation that was to make it good dies", async () => {
    const { desk, id } = await delivered();
    await tellNetwork(desk.engine, heavier());
    await sign(desk);
    await kill(desk, `${id}.2`, "expired");
    expect(desk.states(id)).toEqual(["included", "dead"]);
    expect((await shown(desk, id)).refundedSun).toBe(SHORT_SUN);
  });

  test("is given back when the rental is over by then", async () => {
    const { desk, id } = await delivered();
    await solidify(desk);
    await passRentals(desk);
    await tellNetwork(desk.engine, heavier());
    desk.assertSound();
    expect(desk.states(id)).toEqual(["solidified"]);
    expect((await shown(desk, id)).refundedSun).toBe(SHORT_SUN);
  });

  test("costs a seller nothing: what was wrong were the desk's totals", async () => {
    const desk = await openDesk({ ownersUnits: [10_000] });
    const seller = await openSeller(desk, { units: 70_000, minPrice: PRICE_SUN });
    const id = await desk.order(manual({ resourceAmount: AMOUNT, price: PRICE_SUN }));
    await deliver(desk);
    await desk.snapshot();
    await tellNetwork(desk.engine, heavier());
    await deliver(desk);
    await solidify(desk);
    const [owner] = desk.owners;
    expect(desk.legs(`order_id = '${id}'`)).toMatchObject([{ owner: seller }, { owner }]);
    expect(desk.balanceSun(`earned:${seller}`)).toBe(Math.floor(AMOUNT * PRICE_SUN * 0.9));
  });

  test("goes on being made good when the rest of the order is cancelled", async () => {
    const desk = await openDesk({ ownersUnits: [300_000] });
    const options = { allow_partial: true, partial_min: 20_000 };
    await openSeller(desk, { units: AMOUNT, minPrice: 45 });
    const id = await desk.order(manual({ resourceAmount: 100_000, price: 47 }, options));
    await deliver(desk);
    await desk.snapshot();
    await tellNetwork(desk.engine, heavier());
    expect(desk.states(id)).toEqual(["included", "planned"]);
    await cancelOrder(desk.engine, desk, id);
    desk.assertSound();
    expect(desk.states(id)).toEqual(["included", "planned"]);
    await deliver(desk);
    await solidify(desk);
    expect(desk.orderRow(id)).toMatchObject({ status: "cancelled", shortfall_sun: 0 });
  });

  test("is compared anew, and not made good twice, when a fork takes the delegation back", async () => {
    const { desk, id } = await delivered();
    await fork(desk);
    await tellNetwork(desk.engine, heavier());
    expect(desk.states(id)).toEqual(["sent"]);
    await mineAll(desk);
    await desk.snapshot();
    await tellNetwork(desk.engine, heavier());
    expect(desk.states(id)).toEqual(["included", "planned"]);
    await fork(desk);
    await mineAll(desk);
    await tellNetwork(desk.engine, heavier());
    expect(desk.states(id)).toEqual(["included", "planned"]);
    await mine(desk);
    expect(
      desk.rows("SELECT count(*) AS incidents FROM incident WHERE kind = 'short-delivery'"),
    ).toEqual([{ incidents: 1 }]);
  });

  test("is found in the block that a delegation is in after a fork, though nothing was short before", async () => {
    const { desk, id } = await delivered();
    await tellNetwork(desk.engine);
    expect(desk.legs(`order_id = '${id}'`)).toMatchObject([{ compared: 1 }]);
    await fork(desk);
    await mineAll(desk);
    await desk.snapshot();
    await tellNetwork(desk.engine, heavier());
    expect(desk.states(id)).toEqual(["included", "planned"]);
  });

  test("is found when totals that were told for a while turn out wrong", async () => {
    const desk = await openDesk();
    const before = await desk.order();
    await deliver(desk);
    await tellNetwork(desk.engine, heavier(1 / 1_000));
    const id = await desk.order({ receiver: [addressOf(2)] });
    await deliver(desk);
    await tellNetwork(desk.engine, heavier(1 / 1_000));
    expect(desk.states(id)).toEqual(["included"]);
    await desk.snapshot();
    await tellNetwork(desk.engine);
    desk.assertSound();
    expect(desk.states(before)).toEqual(["included"]);
    expect(desk.legs(`order_id = '${id}'`)).toMatchObject([
      { short_units: AMOUNT - 65 },
      { units: AMOUNT - 65, compensates: `${id}.1` },
    ]);
  });

  test("waits for no owner that is paused: its price goes back", async () => {
    const { desk, id } = await delivered();
    for (const owner of desk.owners) await desk.commit(() => setPause(owner, "a test"));
    await tellNetwork(desk.engine, heavier());
    desk.assertSound();
    expect((await shown(desk, id)).refundedSun).toBe(SHORT_SUN);
  });
});
