/** A withdrawal as JSON, and its contract. */
import { z } from "zod";
import { toTrx } from "../domain/money.js";
import { WITHDRAWAL_STATUSES, type Withdrawal } from "../domain/withdrawal.js";
import { address, named, nextCursor, orderId, trx, txid, unixMs } from "./shapes.js";

export const withdrawalShape = named(
  "Withdrawal",
  z.object({
    withdrawalId: orderId,
    status: z
      .enum(WITHDRAWAL_STATUSES)
      .describe(
        "`approval` (the operator decides), `waiting` (from `dueAt` on it is paid), `signed` (its transfer is on its way), " +
          "`paid` (the transfer is final); `refused` and `cancelled`: the money is available again.",
      ),
    address,
    amount: trx.describe("TRX that arrive."),
    fee: trx.describe("TRX that were taken on top."),
    createdAt: unixMs,
    newAddress: z
      .boolean()
      .describe(
        "You had taken nothing out to it: it waits, and for the operator where the bot cannot tell you.",
      ),
    dueAt: unixMs.describe("Not paid before: later for an address that is new to you."),
    finishedAt: unixMs.nullable(),
    txid: txid.nullable().describe("Of the transfer; null until it is signed."),
    reason: z.string().nullable().describe("Why it was refused."),
  }),
);

export const withdrawalPageShape = named(
  "WithdrawalPage",
  z.object({ withdrawals: z.array(withdrawalShape), nextCursor }),
);

export function withdrawalAnswer(withdrawal: Withdrawal): z.output<typeof withdrawalShape> {
  const { id, status, address, amountSun, feeSun, ...rest } = withdrawal;
  return {
    ...{ withdrawalId: id, status, address, amount: toTrx(amountSun), fee: toTrx(feeSun) },
    newAddress: rest.isNewAddress,
    ...{ createdAt: rest.createdAt, dueAt: rest.dueAt, finishedAt: rest.finishedAt },
    ...{ txid: rest.txid, reason: rest.reason },
  };
}
