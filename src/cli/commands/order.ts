/** `desk order …`: any customer's order, with its delegations. */
import { z } from "zod";
import type { OrderResource } from "../../engine/order-resource.js";
import { type Command, defineCommand } from "../command.js";
import { idField } from "../inputs.js";
import { fields, moment, table, trx } from "../print.js";

type ShownOrder = OrderResource & { readonly customerId: string };

const show = defineCommand({
  name: "order show",
  about: "Show an order of any customer.",
  argument: { name: "ID", about: "the order's id" },
  example: "order show ID",
  input: z.strictObject({ id: idField }),
  async run({ engine }, { id }): Promise<ShownOrder> {
    const { readAnyOrder } = await import("../../engine/operate.js");
    return readAnyOrder(engine, id);
  },
  print: orderText,
});

function orderText({ delegations, options, resting, ...order }: ShownOrder): string {
  const head = fields({
    ...order,
    paidAmount: `${trx(order.paidAmount)} TRX`,
    spentAmount: `${trx(order.spentAmount)} TRX`,
    heldAmount: `${trx(order.heldAmount)} TRX`,
    refundedAmount: `${trx(order.refundedAmount)} TRX`,
    price: `${order.price} SUN`,
    createdAt: moment(order.createdAt),
    deadline: time(order.deadline),
    expiresAt: time(order.expiresAt),
    options: options === null ? null : JSON.stringify(options),
    ...(resting ? { resting: JSON.stringify(resting) } : {}),
  });
  const legs = table(
    ["owner", "amount", "state", "locked", "until", "txid"],
    delegations.map((leg) => [
      leg.owner,
      leg.amount,
      leg.state,
      leg.locked ? "yes" : "no",
      time(leg.expiresAt),
      leg.txid ?? "-",
    ]),
    "No delegations yet.",
  );
  return `${head}\n\n${legs}`;
}

function time(atMs: number | null): string {
  return atMs === null ? "-" : moment(atMs);
}

export const orderCommands: readonly Command[] = [show];
