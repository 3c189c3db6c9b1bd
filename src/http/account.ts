/** The customer's account: their money, and every movement of it. */
import { z } from "zod";
import { whoAnswer } from "../answers/order.js";
import { toTrx } from "../domain/money.js";
import { readBalance } from "../engine/customers/customers.js";
import { HISTORY_KINDS, type HistoryEntry, readStatement } from "../engine/customers/history.js";
import {
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  named,
  nextCursor,
  orderId,
  trx,
  unixMs,
  who,
} from "./contract/shapes.js";
import { cursorOf, limit, unixMs as time } from "./query.js";
import { READ, route } from "./route.js";

const balance = named(
  "Balance",
  z.object({
    available: trx.describe("TRX to spend."),
    held: trx.describe(
      "TRX held for orders that are not delivered yet, and withdrawals not signed.",
    ),
    withdrawable: trx.describe(
      "Of `available` what can be withdrawn, fees included: gifts are spent here, and first, and not at sellers.",
    ),
  }),
);

const statementLine = z.object({
  at: unixMs.describe("When it was booked."),
  kind: z.enum(HISTORY_KINDS),
  amount: trx.describe("What moved, in TRX; `kind` says where to."),
  available: trx.describe("TRX to spend, after it."),
  held: trx.describe("TRX held, after it."),
  orderId: orderId.optional(),
  depositId: z.string().optional(),
  withdrawalId: z.string().optional(),
  reference: z.string().optional().describe("Your own name for the call of the order."),
  by: who.describe("Of a team: who ordered or booked, raised the price, or withdrew.").optional(),
  note: z.string().optional().describe("The operator's words, or those of a booking."),
});

const statement = named("Statement", z.object({ lines: z.array(statementLine), nextCursor }));

/** Longer than any id of a movement. */
const LONGEST_CURSOR = 400;

const statementQuery = z.object({
  from: time.describe("Booked then or later, in Unix milliseconds.").default(0),
  to: time
    .describe("Booked then or earlier, in Unix milliseconds.")
    .default(Number.MAX_SAFE_INTEGER),
  limit,
  cursor: cursorOf((given, wrong) => given.min(1, wrong).max(LONGEST_CURSOR, wrong)),
});

export const ACCOUNT_ROUTES = [
  route({
    ...READ,
    path: "/v1/balance",
    id: "balance",
    right: "seeMoney",
    tag: "Account",
    summary: "Your money",
    description:
      "An order moves its price from `available` to `held`; what is delivered leaves `held`, and what is not goes back.",
    answer: { data: balance, example: { available: 996.1, held: 3.9, withdrawable: 46.1 } },
    serve: async ({ engine }, { customerId }) => {
      const balance = await readBalance(engine, customerId);
      return {
        available: toTrx(balance.availableSun),
        held: toTrx(balance.heldSun),
        withdrawable: toTrx(balance.withdrawableSun),
      };
    },
  }),
  route({
    ...READ,
    path: "/v1/statement",
    id: "statement",
    right: "seeMoney",
    tag: "Account",
    summary: "Every movement of your money",
    description:
      "In the order in which it was booked, each with the balances after it. `hold`, `raised`, `booked` and `withdrawal_hold` move from `available` to `held`; `lowered`, `improved`, `unbooked`, `withdrawal_returned` and most of `refund` move back. `delivered`, `withdrawal` and `withdrawal_fee` leave `held`, `undelivered` and `withdrawal_undone` return to it. `deposit`, `payment` (by bank or in cash) and `gift` come from outside; a `correction` of the operator goes in either direction.",
    query: statementQuery,
    answer: {
      data: statement,
      example: {
        lines: [
          {
            at: EXAMPLE_TIME,
            kind: "deposit",
            amount: 50,
            available: 50,
            held: 0,
            depositId: "1a20ac03d65000d6a2fe4303",
          },
          {
            at: EXAMPLE_TIME + 60_000,
            kind: "hold",
            amount: 3.9,
            available: 46.1,
            held: 3.9,
            orderId: EXAMPLE_ORDER_ID,
          },
        ],
        nextCursor: null,
      },
    },
    errors: ["VALIDATION_FAILED"],
    serve: async ({ engine }, { customerId, query: { limit, cursor: after, ...period } }) => {
      const { entries, next } = await readStatement(
        engine,
        { customerId, ...period, after },
        limit,
      );
      return { lines: entries.map(lineOf), nextCursor: next ?? null };
    },
  }),
];

function lineOf(entry: HistoryEntry) {
  const { order, depositId, withdrawalId, by, reason } = entry;
  return {
    at: entry.at,
    kind: entry.kind,
    amount: toTrx(entry.amountSun),
    available: toTrx(entry.availableAfterSun),
    held: toTrx(entry.heldAfterSun),
    ...(order && { orderId: order.orderId }),
    ...(depositId && { depositId }),
    ...(withdrawalId && { withdrawalId }),
    ...(order?.reference && { reference: order.reference }),
    ...(by && { by: whoAnswer(by) }),
    ...(reason && { note: reason }),
  };
}
