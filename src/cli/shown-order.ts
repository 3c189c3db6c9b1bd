/** Orders as the command line shows them, and as `--json` gives them: what the API answers, and what is the operator's to know. */

import { delegationAnswer, orderAnswer } from "../answers/order.js";
import { deathInWords } from "../domain/death.js";
import { toTrx } from "../domain/money.js";
import type { Delegation, Order } from "../domain/order.js";
import type { FoundOrder } from "../engine/operating/find-orders.js";

export type ShownOrder = ReturnType<typeof shownOrder>;

export function shownOrder(order: Order) {
  const delegations = order.delegations.map(shownDelegation);
  return { ...orderAnswer(order), delegations, customerId: order.customerId };
}

function shownDelegation(delegation: Delegation) {
  const { deathReason } = delegation;
  return {
    ...delegationAnswer(delegation),
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
