/** Withdrawals: a customer asks for TRX out, lists what they asked for, and cancels what is not signed. */
import { z } from "zod";
import { isOrderId } from "../domain/ids.js";
import { toTrx } from "../domain/money.js";
import {
  parseWithdrawal,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
  withdrawalSchema,
} from "../domain/withdrawal.js";
import { mayWithdraw } from "../engine/customers/customers.js";
import { cancelWithdrawal } from "../engine/withdrawals/decide.js";
import { readWithdrawals } from "../engine/withdrawals/read-withdrawals.js";
import { createWithdrawal } from "../engine/withdrawals/withdraw.js";
import {
  address,
  EXAMPLE_ADDRESS,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  EXAMPLE_TXID,
  named,
  nextCursor,
  orderId,
  trx,
  txid,
  unixMs,
} from "./contract/shapes.js";
import { cursorOf, limit } from "./query.js";
import { READ, route, tellReplayed } from "./route.js";

const withdrawal = named(
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

const withdrawalPage = named(
  "WithdrawalPage",
  z.object({ withdrawals: z.array(withdrawal), nextCursor }),
);

function withdrawalAnswer({ id, status, address, ...rest }: Withdrawal) {
  return {
    ...{ withdrawalId: id, status, address },
    ...{ amount: toTrx(rest.amountSun), fee: toTrx(rest.feeSun), newAddress: rest.isNewAddress },
    ...{ createdAt: rest.createdAt, dueAt: rest.dueAt, finishedAt: rest.finishedAt },
    ...{ txid: rest.txid, reason: rest.reason },
  };
}

const EXAMPLE = {
  withdrawalId: EXAMPLE_ORDER_ID,
  status: "waiting",
  address: EXAMPLE_ADDRESS,
  newAddress: true,
  amount: 10,
  fee: 1,
  createdAt: EXAMPLE_TIME,
  dueAt: EXAMPLE_TIME + 86_400_000,
  finishedAt: null,
  txid: null,
  reason: null,
};

const ENDED = { ...EXAMPLE, dueAt: EXAMPLE_TIME, finishedAt: EXAMPLE_TIME + 60_000 };

const OF_ACCOUNT = { caller: "customer", tag: "Account" } as const;

export const WITHDRAWAL_ROUTES = [
  route({
    ...OF_ACCOUNT,
    method: "post",
    path: "/v1/withdrawals",
    id: "withdraw",
    right: "noTeam",
    summary: "Take TRX out",
    description:
      "For a key that may withdraw. `amount` arrives; the fee, and what creating the account costs, are taken on top. An address that is new to you waits, and large sums wait for the operator; until the transfer is signed you can cancel. Without an Idempotency-Key it is refused.",
    limit: "quote",
    idempotencyKey: "required",
    body: {
      name: "WithdrawalRequest",
      schema: withdrawalSchema,
      read: parseWithdrawal,
      examples: { Withdrawal: { address: EXAMPLE_ADDRESS, amount: 10 } },
    },
    answer: { data: withdrawal, example: EXAMPLE },
    errors: [
      "INSUFFICIENT_BALANCE",
      "FORBIDDEN",
      "RECEIVER_IS_CONTRACT",
      "RECEIVER_REFUSED",
      "TOO_MANY_OPEN",
      "IDEMPOTENCY_KEY_REUSED",
      "CHAIN_UNAVAILABLE",
      "DESK_HALTED",
    ],
    serve: async ({ engine }, { customerId, idempotencyKey, body, request, reply }) => {
      const asked = body();
      const hasRight = await mayWithdraw(engine, request.raw.headers["x-api-key"]);
      const call = { customerId, ...asked, channel: "http", idempotencyKey, hasRight } as const;
      const { withdrawal, replayed } = await createWithdrawal(engine, call);
      tellReplayed(reply, replayed);
      return withdrawalAnswer(withdrawal);
    },
  }),
  route({
    ...READ,
    ...OF_ACCOUNT,
    path: "/v1/withdrawals",
    id: "withdrawals",
    right: "seeMoney",
    summary: "Your withdrawals",
    description: "Newest first.",
    query: z.object({
      limit,
      cursor: cursorOf((given, wrong) => given.refine(isOrderId, wrong)),
    }),
    answer: {
      data: withdrawalPage,
      example: {
        withdrawals: [{ ...ENDED, status: "paid", txid: EXAMPLE_TXID }],
        nextCursor: null,
      },
    },
    serve: async ({ engine }, { customerId, query }) => {
      const page = { before: query.cursor, limit: query.limit };
      const { withdrawals, nextCursor } = await readWithdrawals(engine, customerId, page);
      return { withdrawals: withdrawals.map(withdrawalAnswer), nextCursor };
    },
  }),
  route({
    ...OF_ACCOUNT,
    method: "post",
    path: "/v1/withdrawals/{withdrawalId}/cancel",
    id: "cancelWithdrawal",
    right: "noTeam",
    summary: "Cancel a withdrawal that is not signed",
    description:
      "Its money is available again at once. Cancelling again changes nothing. Any key of yours may.",
    limit: "cancel",
    params: { withdrawalId: orderId },
    ignoresBody: true,
    answer: { data: withdrawal, example: { ...ENDED, status: "cancelled" } },
    errors: ["NOT_FOUND", "NOT_CANCELABLE"],
    serve: async ({ engine }, { customerId, params }) =>
      withdrawalAnswer(await cancelWithdrawal(engine, customerId, params.withdrawalId)),
  }),
];
