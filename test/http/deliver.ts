/** Moves the legs of an order on as signing and the chain would. */

import { must } from "../../src/domain/assert.js";
import type { OrderId } from "../../src/domain/ids.js";
import { momentOf } from "../../src/engine/context.js";
import { legIncluded } from "../../src/engine/legs/settle-leg.js";
import { legsSent, legsSigned } from "../../src/engine/legs/sign-leg.js";
import { move } from "../../src/store/ledger.js";
import { legsOfOrder } from "../../src/store/leg-lists.js";
import type { LegRow } from "../../src/store/legs.js";
import { findOrder } from "../../src/store/orders.js";
import type { Phase } from "../../src/store/phase.js";
import type { TestDesk } from "./desk.js";

/** Signs and sends what is planned of the order. */
export async function send({ engine }: TestDesk, orderId: OrderId): Promise<LegRow[]> {
  return engine.database.commit(function* (): Phase<LegRow[]> {
    const legs = yield* legsOfOrder(orderId);
    const signed = legs.map((leg) => ({
      leg,
      txid: leg.id.replace(".", "").padEnd(64, "0"),
      hex: "00",
      stakeSun: leg.reserved_sun as Parameters<typeof legsSigned>[0][number]["stakeSun"],
      lockPeriodBlocks: leg.locked === 1 ? 1_201 : 0,
      expiresAt: engine.now() + 120_000,
    }));
    yield* legsSigned(signed);
    yield* legsSent(legs.map(({ id }) => id));
    return yield* legsOfOrder(orderId);
  });
}

/** Finds all that was sent of the order in one block. */
export async function include(desk: TestDesk, orderId: OrderId): Promise<void> {
  const { engine } = desk;
  const block = { number: 2, timestampMs: engine.now(), parentTimestampMs: engine.now() - 3_000 };
  await engine.database.commit(function* (): Phase<void> {
    for (const leg of yield* legsOfOrder(orderId)) {
      const order = must(yield* findOrder(leg.order_id), "the order of a leg");
      yield* move(...(yield* legIncluded(leg, order, block, momentOf(engine))));
    }
  });
}
