/** `desk withdrawal …`: what customers take out, and the operator's decision where one is needed. */
import { isOrderId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import type { Withdrawal } from "../../domain/withdrawal.js";
import { type Command, defineCommand } from "../command.js";
import { checkPeriod, flag, idField, reasonField } from "../inputs.js";
import {
  listOptions,
  listWanted,
  pageText,
  type ShownPage,
  shownToday,
  shownTotals,
  TODAY,
} from "../lists.js";
import { type Column, tableOf, trx, type Width } from "../print.js";

const engineDecide = () => import("../../engine/withdrawals/decide.js");

/** Who decides on the command line. */
const OPERATOR = "operator";

const list = defineCommand({
  name: "withdrawal list",
  about: "List open withdrawals, oldest first, with totals by customer.",
  options: { all: flag("paid, refused and cancelled ones, too"), ...listOptions(isOrderId) },
  example: "withdrawal list --customer ID --from 2026-08-01",
  check: checkPeriod,
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
    const columns = [...COLUMNS, ...TODAY, ...TIMES];
    const rows = tableOf(withdrawals, columns, "No withdrawals.", width);
    const heads = { amount: "TRX", fee: "fee" };
    return pageText(page, { what: "withdrawals", heads, rows, width });
  },
});

interface ShownList extends ShownPage {
  readonly withdrawals: readonly (ShownWithdrawal & ReturnType<typeof shownToday>)[];
}

/** Of the commands that decide about one. */
const ONE = {
  args: { WITHDRAWAL_ID: ["as `withdrawal list` shows it", idField] },
  logged: ({ withdrawalId }: ShownWithdrawal) => ({ withdrawalId }),
  print: (one: ShownWithdrawal, width: Width) => withdrawalsText([one], "", width),
} as const;

const approve = defineCommand({
  ...ONE,
  name: "withdrawal approve",
  about: "Approve a waiting withdrawal; it is paid when it is due.",
  example: "withdrawal approve WITHDRAWAL_ID",
  run: async ({ engine }, { withdrawal_id: id }): Promise<ShownWithdrawal> =>
    shownWithdrawal(await (await engineDecide()).approveWithdrawal(engine, id, OPERATOR)),
});

const refuse = defineCommand({
  ...ONE,
  name: "withdrawal refuse",
  about:
    "Refuse a withdrawal that is not signed yet and return its money. The customer is told the reason.",
  options: { reason: ["<text>", "why, for the customer", reasonField] },
  example: 'withdrawal refuse WITHDRAWAL_ID --reason "Please write to us first"',
  async run({ engine }, { withdrawal_id: id, reason }): Promise<ShownWithdrawal> {
    const decision = { reason, decidedBy: OPERATOR };
    return shownWithdrawal(await (await engineDecide()).refuseWithdrawal(engine, id, decision));
  },
});

export const withdrawalCommands: readonly Command[] = [list, approve, refuse];

/** A withdrawal as `--json` gives it: money in TRX. */
export type ShownWithdrawal = ReturnType<typeof shownWithdrawal>;

export function shownWithdrawal({ id, amountSun, feeSun, ...rest }: Withdrawal) {
  return { withdrawalId: id, ...rest, amount: toTrx(amountSun), fee: toTrx(feeSun) };
}

const COLUMNS: readonly Column<ShownWithdrawal>[] = [
  "withdrawalId",
  "customerId",
  "to: address",
  ["new", ({ isNewAddress }) => (isNewAddress ? "new" : "")],
  ["TRX", ({ amount }) => trx(amount)],
  ["fee", ({ fee }) => trx(fee)],
  "status",
];
const TIMES: readonly Column<ShownWithdrawal>[] = [
  "created: createdAt",
  "due: dueAt",
  "why: reason",
];

export function withdrawalsText(
  withdrawals: readonly ShownWithdrawal[],
  whenEmpty: string,
  width: Width,
): string {
  return tableOf(withdrawals, [...COLUMNS, ...TIMES], whenEmpty, width);
}
