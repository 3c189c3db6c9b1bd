/** The customer's money, and what the chain says of an address. */
import { z } from "zod";
import {
  address,
  EXAMPLE_ADDRESS,
  EXAMPLE_ORDER_ID,
  EXAMPLE_TIME,
  legState,
  named,
  nextCursor,
  orderId,
  resourceName,
  trx,
  units,
  unixMs,
} from "../../answers/shapes.js";
import { DEPOSIT_STATUSES } from "../../domain/deposit.js";
import { HISTORY_KINDS } from "../../engine/customers/history.js";
import { depositsQuery } from "../routes/deposit.js";
import { statementQuery } from "../routes/statement.js";
import type { RouteContract } from "./route.js";

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

const held = {
  limit: units.describe("Units a day from stake: its own, and what is delegated to it."),
  used: units,
  free: units.describe("`limit` less `used`; 0 where more is used."),
};

const rental = z.object({
  orderId,
  resourceType: resourceName,
  amount: units,
  expiresAt: unixMs.nullable().describe("When it ends, in chain time."),
  locked: z.boolean(),
  state: legState,
});

const addressState = named(
  "Address",
  z.object({
    address,
    activated: z.boolean().describe("Nothing can be delegated to an address before."),
    contract: z.boolean().describe("TRON delegates to wallets only."),
    energy: z.object(held),
    bandwidth: z.object({
      ...held,
      dailyFree: units.describe(
        "What is left today of the bandwidth every account has for nothing.",
      ),
    }),
    rentals: z
      .array(rental)
      .describe("Your own that are on chain now, up to 100; what ends first comes first."),
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
  note: z.string().optional().describe("The operator's words, or those of a booking."),
});

const statement = named("Statement", z.object({ lines: z.array(statementLine), nextCursor }));

const depositOffer = named(
  "DepositOffer",
  z.object({
    address: address.describe("Yours alone. Whatever TRX or USDT comes there is credited to you."),
    retired: z
      .array(address)
      .describe("Earlier addresses of yours. Do not use them: what comes there may be lost."),
    network: z.string().describe("`mainnet`, `nile`, `shasta` or `sandbox`."),
    accepts: z.array(
      z.object({
        asset: z.enum(["TRX", "USDT"]),
        minimum: z.number().describe("Less than this in one transfer is not credited."),
        rateTrx: trx
          .optional()
          .describe(
            "TRX for one USDT, now. What counts is the rate at the block. Absent while there is none: what comes waits for the next one.",
          ),
      }),
    ),
    credited: z
      .literal("solid")
      .describe("A deposit counts once its block is solid, after about a minute."),
  }),
);

const deposit = z.object({
  depositId: z.string(),
  txid: z.string(),
  asset: z.string().describe("`TRX`, `USDT`, or the address of another token's contract."),
  amount: z
    .union([z.number(), z.string()])
    .describe("In TRX or USDT; of another token its smallest units, as text."),
  creditedTrx: trx,
  rate: trx
    .nullable()
    .describe("TRX for one USDT, as it was at the block, or as it was set next where it waited."),
  status: z
    .enum(DEPOSIT_STATUSES)
    .describe(
      "`seen` may still vanish with a fork; `review` waits for a check by the desk, `waits_for_rate` for the desk's next rate of USDT; `below_minimum`, `unsupported`, `refused` and `undone` are not credited.",
    ),
  blockNumber: z.int(),
  at: unixMs.describe("The time of its block."),
});

const depositPage = named("DepositPage", z.object({ deposits: z.array(deposit), nextCursor }));

export const ACCOUNT_ROUTES: readonly RouteContract[] = [
  {
    method: "get",
    path: "/v1/balance",
    id: "balance",
    tag: "Account",
    summary: "Your money",
    description:
      "An order moves its price from `available` to `held`; what is delivered leaves `held`, and what is not goes back.",
    caller: "customer",
    limit: "read",
    answer: { data: balance, example: { available: 996.1, held: 3.9, withdrawable: 46.1 } },
  },
  {
    method: "get",
    path: "/v1/statement",
    id: "statement",
    tag: "Account",
    summary: "Every movement of your money",
    description:
      "In the order in which it was booked, each with the balances after it. `hold`, `raised`, `booked` and `withdrawal_hold` move from `available` to `held`; `lowered`, `improved`, `unbooked`, `withdrawal_returned` and most of `refund` move back. `delivered`, `withdrawal` and `withdrawal_fee` leave `held`, `undelivered` and `withdrawal_undone` return to it. `deposit`, `payment` (by bank or in cash) and `gift` come from outside; a `correction` of the operator goes in either direction.",
    caller: "customer",
    limit: "read",
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
  },
  {
    method: "get",
    path: "/v1/deposit",
    id: "deposit",
    tag: "Account",
    summary: "Where to pay in",
    description: "An address of your own, and what it takes.",
    caller: "customer",
    limit: "read",
    answer: {
      data: depositOffer,
      example: {
        address: EXAMPLE_ADDRESS,
        retired: [],
        network: "mainnet",
        accepts: [
          { asset: "TRX", minimum: 10 },
          { asset: "USDT", minimum: 5, rateTrx: 3.2 },
        ],
        credited: "solid",
      },
    },
    errors: ["NOT_FOUND", "BUSY"],
  },
  {
    method: "get",
    path: "/v1/deposits",
    id: "deposits",
    tag: "Account",
    summary: "What you have paid in",
    description: "The newest first.",
    caller: "customer",
    limit: "read",
    query: depositsQuery,
    answer: {
      data: depositPage,
      example: {
        deposits: [
          {
            depositId: "1a20ac03d65000d6a2fe4303",
            txid: "7".repeat(64),
            asset: "USDT",
            amount: 20,
            creditedTrx: 64,
            rate: 3.2,
            status: "credited",
            blockNumber: 70_000_000,
            at: EXAMPLE_TIME,
          },
        ],
        nextCursor: null,
      },
    },
    errors: ["VALIDATION_FAILED"],
  },
  {
    method: "get",
    path: "/v1/address/{address}",
    id: "address",
    tag: "Account",
    summary: "What an address has and uses, and your rentals there",
    description: "What the chain says is at most a second old.",
    caller: "customer",
    limit: "quote",
    params: { address },
    answer: {
      data: addressState,
      example: {
        address: EXAMPLE_ADDRESS,
        activated: true,
        contract: false,
        energy: { limit: 65_000, used: 0, free: 65_000 },
        bandwidth: { limit: 0, used: 0, free: 0, dailyFree: 600 },
        rentals: [
          {
            orderId: EXAMPLE_ORDER_ID,
            resourceType: "energy",
            amount: 65_000,
            expiresAt: EXAMPLE_TIME + 3_603_000,
            locked: true,
            state: "solidified",
          },
        ],
      },
    },
    errors: ["CHAIN_UNAVAILABLE"],
  },
];
