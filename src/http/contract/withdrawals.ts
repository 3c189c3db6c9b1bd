/** Withdrawals: a customer's money goes out. */
import {
  EXAMPLE_ADDRESS,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  EXAMPLE_TXID,
  orderId,
} from "../../answers/shapes.js";
import { withdrawalPageShape, withdrawalShape } from "../../answers/withdrawal.js";
import { withdrawalSchema } from "../../domain/withdrawal.js";
import { withdrawalsQuery } from "../routes/withdrawals.js";
import { requestSchema } from "./json-schema.js";
import type { RouteContract } from "./route.js";

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

const PAID = {
  ...EXAMPLE,
  status: "paid",
  dueAt: EXAMPLE_TIME,
  finishedAt: EXAMPLE_TIME + 60_000,
  txid: EXAMPLE_TXID,
};

const OF_ACCOUNT = { caller: "customer", tag: "Account" } as const;

export const WITHDRAWAL_ROUTES: readonly RouteContract[] = [
  {
    ...OF_ACCOUNT,
    method: "post",
    path: "/v1/withdrawals",
    id: "withdraw",
    summary: "Take TRX out",
    description:
      "For a key that may withdraw. `amount` arrives; the fee, and what creating the account costs, are taken on top. An address that is new to you waits, and large sums wait for the operator; until the transfer is signed you can cancel. Without an Idempotency-Key it is refused.",
    limit: "quote",
    isIdempotent: true,
    needsKey: true,
    body: {
      schema: requestSchema(withdrawalSchema),
      examples: { Withdrawal: { address: EXAMPLE_ADDRESS, amount: 10 } },
    },
    answer: { data: withdrawalShape, example: EXAMPLE },
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
  },
  {
    ...OF_ACCOUNT,
    method: "get",
    path: "/v1/withdrawals",
    id: "withdrawals",
    summary: "Your withdrawals",
    description: "Newest first.",
    limit: "read",
    query: withdrawalsQuery,
    answer: {
      data: withdrawalPageShape,
      example: { withdrawals: [PAID], nextCursor: null },
    },
  },
  {
    ...OF_ACCOUNT,
    method: "post",
    path: "/v1/withdrawals/{withdrawalId}/cancel",
    id: "cancelWithdrawal",
    summary: "Cancel a withdrawal that is not signed",
    description:
      "Its money is available again at once. Cancelling again changes nothing. Any key of yours may.",
    limit: "cancel",
    params: { withdrawalId: orderId },
    answer: {
      data: withdrawalShape,
      example: { ...EXAMPLE, status: "cancelled", finishedAt: EXAMPLE_TIME + 60_000 },
    },
    errors: ["NOT_FOUND", "NOT_CANCELABLE"],
  },
];
