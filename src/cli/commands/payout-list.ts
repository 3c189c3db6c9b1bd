/** `desk payout list`: what was sent to sellers and of withdrawals, and what sellers are due that waits. */
import { z } from "zod";
import { isOrderId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, IN_ORDER } from "../inputs.js";
import {
  LIST_OPTIONS,
  listFields,
  listWanted,
  pageText,
  type ShownPage,
  shownTotals,
} from "../lists.js";
import {
  heldText,
  payoutsText,
  type ShownHeld,
  type ShownPayout,
  shownHeld,
  shownPayout,
} from "./payout.js";

const list = defineCommand({
  name: "payout list",
  about:
    "List payouts to sellers and for withdrawals, oldest first, with totals, and what sellers still wait for.",
  options: [{ flags: "--seller <address>", about: "only those to this seller" }, ...LIST_OPTIONS],
  example: "payout list --seller TADDRESS --from 2026-08-01",
  input: z
    .strictObject({ ...listFields(isOrderId), seller: addressField.optional() })
    .refine(...IN_ORDER)
    .refine(({ seller, customer }) => seller === undefined || customer === undefined, {
      path: ["seller"],
      message: "give this or --customer, not both",
    }),
  async run({ engine }, { seller, ...wanted }): Promise<ShownList> {
    const { readPayoutList } = await import("../../engine/payouts/payout-lists.js");
    const asked = { ...listWanted(wanted), seller };
    const { payouts, held, nextCursor, totals } = await readPayoutList(engine, asked);
    return {
      payouts: payouts.map(shownPayout),
      held: held.map(shownHeld),
      nextCursor,
      totals: shownTotals(totals, ({ amount_sun, fee_sun }) => {
        return { amount: toTrx(amount_sun), fee: toTrx(fee_sun) };
      }),
    };
  },
  print({ payouts, held, ...page }, width) {
    const rows = payoutsText(payouts, "No payouts.", width);
    const heads = { amount: "TRX", fee: "fee" };
    const parts = [pageText(page, { what: "payouts", heads, rows, width })];
    if (held.length > 0) parts.push(`Held back:\n${heldText(held, width)}`);
    return parts.join("\n\n");
  },
});

interface ShownList extends ShownPage {
  readonly payouts: readonly ShownPayout[];
  readonly held: readonly ShownHeld[];
}

export const payoutListCommands: readonly Command[] = [list];
