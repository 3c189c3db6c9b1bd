/** An order of the domain from the row that keeps it. */
import { moneyOf, type OrderMoney, type Standing } from "../../domain/order.js";
import type { OrderRow } from "../../store/orders.js";

export function moneyOfRow(order: OrderRow): OrderMoney {
  return moneyOf({
    paidSun: order.paid_sun,
    postedSun: order.posted_sun,
    refundedSun: order.refunded_sun,
    shortfallSun: order.shortfall_sun,
  });
}

export function standingOf(order: OrderRow): Standing & { readonly cancelRequested: boolean } {
  return {
    status: order.status,
    amount: order.amount,
    filledUnits: order.filled_amount,
    heldSun: moneyOfRow(order).heldSun,
    cancelRequested: order.cancel_requested === 1,
  };
}
