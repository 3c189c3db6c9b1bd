/** `desk withdrawal …`: what customers take out, and the operator's decision where one is needed. */
import { z } from "zod";
import { isOrderId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import type { Withdrawal } from "../../domain/withdrawal.js";
import { type Command, defineCommand } from "../command.js";
import { IN_ORDER, idField, reasonField } from "../inputs.js";
import {
  LIST_OPTIONS,
  listFields,
  listWanted,
  pageText,
  type ShownPage,
  shownToday,
  shownTotals,
  TODAY,
  todayCells,
} from "../lists.js";
import { moment, trx, type Width } from "../print.js";
import { table } from "../table.js";

const engineDecide = () => import("../../engine/withdrawals/decide.js");

/** Who decides on the command line. */
const OPERATOR = "operator";

const idArgument = { name: "WITHDRAWAL_ID", about: "as `withdrawal list` shows it" };

const list = defineCommand({
  name: "withdrawal list",
  about: "List open withdrawals, oldest first, with totals by customer.",
  options: [{ flags: "--all", about: "paid, refused and cancelled ones, too" }, ...LIST_OPTIONS],
  example: "withdrawal list --customer ID --from 2026-08-01",
  input: z
    .strictObject({ ...listFields(isOrderId), all: z.boolean().default(false) })
    .refine(...IN_ORDER),
  async run({ engine }, { all, ...wanted }): Promise<ShownList> {
    const { readWithdrawalList } = await import("../../engine/withdrawals/read-withdrawals.js");
    const asked = { ...listWanted(wanted), onlyOpen: !all };
    const { withdrawals, nextCursor, totals } = await readWithdrawalList(engine, asked);
    return {
      withdrawals: withdrawals.map(({ today, ...one }) => {
        return { ...shownWithdrawal(one), ...shownToday(today) };
      }),
      nextCursor,
      totals: shownTotals(totals, ({ amount_sun, fee_sun }) => {
        return { amount: toTrx(amount_sun), fee: toTrx(fee_sun) };
      }),
    };
  },
  print({ withdrawals, ...page }, width) {
    const rows = listedText(withdrawals, width);
    const heads = { amount: "TRX", fee: "fee" };
    return pageText(page, { what: "withdrawals", heads, rows, width });
  },
});

type ListedWithdrawal = ShownWithdrawal & ReturnType<typeof shownToday>;

interface ShownList extends ShownPage {
  readonly withdrawals: readonly ListedWithdrawal[];
}

const approve = defineCommand({
  name: "withdrawal approve",
  about: "Approve a waiting withdrawal; it is paid when it is due.",
  argument: idArgument,
  example: "withdrawal approve WITHDRAWAL_ID",
  input: z.strictObject({ withdrawal_id: idField }),
  async run({ engine }, { withdrawal_id: id }): Promise<ShownWithdrawal> {
    return shownWithdrawal(await (await engineDecide()).approveWithdrawal(engine, id, OPERATOR));
  },
  logged: ({ withdrawalId }) => ({ withdrawalId }),
  print: (withdrawal, width) => withdrawalsText([withdrawal], "", width),
});

const refuse = defineCommand({
  name: "withdrawal refuse",
  about:
    "Refuse a withdrawal that is not signed yet and return its money. The customer is told the reason.",
  argument: idArgument,
  options: [{ flags: "--reason <text>", about: "why, for the customer", required: true }],
  example: 'withdrawal refuse WITHDRAWAL_ID --reason "Please write to us first"',
  input: z.strictObject({ withdrawal_id: idField, reason: reasonField }),
  async run({ engine }, { withdrawal_id: id, reason }): Promise<ShownWithdrawal> {
    const decision = { reason, decidedBy: OPERATOR };
    return shownWithdrawal(await (await engineDecide()).refuseWithdrawal(engine, id, decision));
  },
  logged: ({ withdrawalId }) => ({ withdrawalId }),
  print: (withdrawal, width) => withdrawalsText([withdrawal], "", width),
});

export const withdrawalCommands: readonly Command[] = [list, approve, refuse];

/** A withdrawal as `--json` gives it: money in TRX. */
export type ShownWithdrawal = ReturnType<typeof shownWithdrawal>;

export function shownWithdrawal({ id, amountSun, feeSun, ...rest }: Withdrawal) {
  return { withdrawalId: id, ...rest, amount: toTrx(amountSun), fee: toTrx(feeSun) };
}

const HEADINGS = ["withdrawalId", "customerId", "to", "new", "TRX", "fee", "status"];
const TIMES = ["created", "due", "why"];

function cellsOf(one: ShownWithdrawal): readonly (readonly string[])[] {
  const { withdrawalId, customerId, address, isNewAddress, status } = one;
  const sums = [trx(one.amount), trx(one.fee)];
  return [
    [withdrawalId, customerId, address, isNewAddress ? "new" : "", ...sums, status],
    [moment(one.createdAt), moment(one.dueAt), one.reason ?? ""],
  ];
}

export function withdrawalsText(
  withdrawals: readonly ShownWithdrawal[],
  whenEmpty: string,
  width: Width,
): string {
  const rows = withdrawals.map((one) => cellsOf(one).flat());
  return table([...HEADINGS, ...TIMES], rows, whenEmpty, width);
}

function listedText(withdrawals: readonly ListedWithdrawal[], width: Width): string {
  const rows = withdrawals.map((one) => {
    const [what = [], when = []] = cellsOf(one);
    return [...what, ...todayCells(one), ...when];
  });
  return table([...HEADINGS, ...TODAY, ...TIMES], rows, "No withdrawals.", width);
}
