/** `desk withdrawal …`: what customers take out, and the operator's decision where one is needed. */
import { z } from "zod";
import { toTrx } from "../../domain/money.js";
import type { Withdrawal } from "../../domain/withdrawal.js";
import { type Command, defineCommand } from "../command.js";
import { idField, reasonField } from "../inputs.js";
import { moment, trx, type Width } from "../print.js";
import { table } from "../table.js";

const engineDecide = () => import("../../engine/withdrawals/decide.js");

/** Who decides on the command line. */
const OPERATOR = "operator";

const idArgument = { name: "WITHDRAWAL_ID", about: "as `withdrawal list` shows it" };

const list = defineCommand({
  name: "withdrawal list",
  about:
    "List the withdrawals that are not over, newest first; with --all the newest 1,000 there were.",
  options: [{ flags: "--all", about: "paid, refused and cancelled ones, too" }],
  example: "withdrawal list",
  input: z.strictObject({ all: z.boolean().default(false) }),
  async run({ engine }, { all }): Promise<{ withdrawals: readonly ShownWithdrawal[] }> {
    const { readAllWithdrawals } = await import("../../engine/withdrawals/read-withdrawals.js");
    return { withdrawals: (await readAllWithdrawals(engine, !all)).map(shownWithdrawal) };
  },
  print: ({ withdrawals }, width) => withdrawalsText(withdrawals, "No withdrawals.", width),
});

const approve = defineCommand({
  name: "withdrawal approve",
  about: "Let a withdrawal be paid that waits for an approval; it is paid when it is due.",
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
    "Give the money of a withdrawal back that is not signed yet; its customer is told the reason.",
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

export function withdrawalsText(
  withdrawals: readonly ShownWithdrawal[],
  whenEmpty: string,
  width: Width,
): string {
  return table(
    ["withdrawalId", "customerId", "to", "new", "TRX", "fee", "status", "created", "due", "why"],
    withdrawals.map((one) => [
      one.withdrawalId,
      one.customerId,
      one.address,
      one.isNewAddress ? "new" : "",
      trx(one.amount),
      trx(one.fee),
      one.status,
      moment(one.createdAt),
      moment(one.dueAt),
      one.reason ?? "",
    ]),
    whenEmpty,
    width,
  );
}
