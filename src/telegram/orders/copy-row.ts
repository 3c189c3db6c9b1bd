/** The buttons that copy what is on the card of a call. */
import type { Order } from "../../domain/order.js";
import type { Messages } from "../text/messages.js";
import type { Button } from "../transport/message.js";

/** A button copies 256 characters: so many ids, one a line. */
const IDS_A_BUTTON = 10;

/** Ids in as many buttons as needed, and the wallet of a single order; of several each is copied by a tap on it. */
export function copyRow(
  orders: readonly Order[],
  { copyOrderIds, copyReceiver }: Messages["buttons"],
): Button[] {
  const row: Button[] = [];
  for (let first = 0; first < orders.length; first += IDS_A_BUTTON) {
    const some = orders.slice(first, first + IDS_A_BUTTON);
    const text = copyOrderIds(first + 1, first + some.length, orders.length);
    row.push({ text, copy_text: { text: some.map(({ id }) => id).join("\n") } });
  }
  const [order] = orders;
  if (orders.length === 1 && order) {
    row.push({ text: copyReceiver, copy_text: { text: order.receiver } });
  }
  return row;
}
