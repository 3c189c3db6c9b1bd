/** Deposits: where and what a customer pays in, and what has come. */
import { z } from "zod";
import { must } from "../domain/assert.js";
import { DEPOSIT_STATUSES } from "../domain/deposit.js";
import { toTrx } from "../domain/money.js";
import {
  DEPOSIT_CURSOR,
  type Deposit,
  type DepositOffer,
  readDepositOffer,
  readDeposits,
} from "../engine/deposits/deposits.js";
import {
  address,
  EXAMPLE_ADDRESS,
  EXAMPLE_TIME,
  named,
  nextCursor,
  trx,
  unixMs,
} from "./contract/shapes.js";
import { cursorOf, limit } from "./query.js";
import { READ, route } from "./route.js";

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

export const DEPOSIT_ROUTES = [
  route({
    ...READ,
    path: "/v1/deposit",
    id: "deposit",
    right: "seeMoney",
    tag: "Account",
    summary: "Where to pay in",
    description: "An address of your own, and what it takes.",
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
    serve: async ({ engine }, { customerId }) => {
      const { address, retired, ...offer } = await readDepositOffer(engine, customerId);
      const { network } = must(engine.deposits, "a desk that offers an address takes deposits");
      return { address, retired, network, accepts: acceptsOf(offer), credited: "solid" as const };
    },
  }),
  route({
    ...READ,
    path: "/v1/deposits",
    id: "deposits",
    right: "seeMoney",
    tag: "Account",
    summary: "What you have paid in",
    description: "The newest first.",
    query: z.object({
      limit,
      cursor: cursorOf((given, wrong) => given.regex(DEPOSIT_CURSOR, wrong)),
    }),
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
    serve: async ({ engine }, { customerId, query: { limit, cursor: before } }) => {
      const { deposits, nextCursor } = await readDeposits(engine, { customerId, before, limit });
      return { deposits: deposits.map(depositAnswer), nextCursor };
    },
  }),
];

function acceptsOf({ minimumTrxSun, usdt }: Pick<DepositOffer, "minimumTrxSun" | "usdt">) {
  const ofTrx = { asset: "TRX", minimum: toTrx(minimumTrxSun) } as const;
  if (usdt === undefined) return [ofTrx];
  const { minimumUnits, rateSun } = usdt;
  const rateTrx = rateSun === undefined ? undefined : toTrx(rateSun);
  return [ofTrx, { asset: "USDT", minimum: toTrx(minimumUnits), rateTrx } as const];
}

/** Of another token nobody knows the decimals, and its amount can be larger than JSON's numbers: it is a text. */
function depositAnswer(deposit: Deposit) {
  const { depositId, txid, asset, amount, creditedSun, rateSun, status, blockNumber, at } = deposit;
  const isKnown = asset === "TRX" || asset === "USDT";
  return {
    depositId,
    txid,
    asset,
    amount: isKnown ? toTrx(Number(amount)) : String(amount),
    creditedTrx: toTrx(creditedSun),
    rate: rateSun === null ? null : toTrx(rateSun),
    status,
    blockNumber,
    at,
  };
}
