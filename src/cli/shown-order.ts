/** Orders as the command line shows them, and as `--json` gives them: money in TRX, `price` in SUN per unit. */
import { deathInWords } from "../domain/death.js";
import { toTrx } from "../domain/money.js";
import { type Delegation, endOf, type Order } from "../domain/order.js";
import type { FoundOrder } from "../engine/operating/find-orders.js";

export type ShownOrder = ReturnType<typeof shownOrder>;

export function shownOrder(order: Order) {
  const { options } = order;
  return {
    orderId: order.id,
    receiver: order.receiver,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    price: order.priceSun,
    paidAmount: toTrx(order.paidSun),
    status: order.status,
    createdAt: order.createdAt,
    duration: order.duration,
    filledAmount: order.filledUnits,
    refundedAmount: toTrx(order.refundedSun),
    spentAmount: toTrx(order.spentSun),
    heldAmount: toTrx(order.heldSun),
    restingAmount: order.restingUnits,
    deadline: order.deadlineAt,
    cancelRequested: order.cancelRequested,
    cancelReason: order.cancelReason,
    expiresAt: endOf(order),
    options: options && {
      allow_partial: options.allowPartial,
      ...(options.allowPartial ? { partial_min: options.partialMin } : {}),
      bulk_order: options.bulkOrder,
    },
    delegations: order.delegations.map(shownDelegation),
    customerId: order.customerId,
  };
}

function shownDelegation(delegation: Delegation) {
  const { owner, units, costSun, txid, state, locked, delegatedAt, expiresAt } = delegation;
  const { reclaimTxid, deathReason } = delegation;
  return {
    ...{ owner, amount: units, cost: toTrx(costSun), txid, state, locked, delegatedAt, expiresAt },
    ...(reclaimTxid === null ? {} : { reclaimTxid }),
    ...(deathReason === null ? {} : { deathReason: deathInWords(deathReason) }),
  };
}

export type ListedOrder = ReturnType<typeof listedOrder>;

/** In short. */
export function listedOrder(order: FoundOrder) {
  return {
    orderId: order.id,
    createdAt: order.createdAt,
    customerId: order.customerId,
    customerName: order.customerName,
    type: order.type,
    resourceType: order.resource,
    resourceAmount: order.amount,
    receiver: order.receiver,
    status: order.status,
    paidAmount: toTrx(order.paidSun),
    refundedAmount: toTrx(order.refundedSun),
  };
}
