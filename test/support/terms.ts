/** What a desk of the tests goes by unless it is told otherwise: the usual policy, and the rates a new desk starts with. */
import { type Sun, sun } from "../../src/domain/money.js";
import type { Policy } from "../../src/domain/policy.js";
import { DEFAULT_RATES } from "../../src/domain/rates.js";

export const RATES = DEFAULT_RATES;

export const POLICY: Policy = {
  quoteTtlMs: 30_000,
  lockMode: "auto",
  lockOverrunPercent: 10,
  transactionLifeMs: 120_000,
  headroom: { shortBps: 20, longBps: 100 },
  bandwidthReserveUnits: 0,
  completion: "included",
  replanForMs: 300_000,
  replaceForMs: 600_000,
  manualDeadlineMs: 86_400_000,
  retryOwnerAfterMs: 60_000,
  idempotencyTtlMs: 259_200_000,
  sellerPriceCap: 5,
  mostIdleOrders: 2_000,
  payouts: {
    minimumSun: sun(10_000_000),
    feeSun: sun(500_000),
    daySun: sun(10_000_000_000),
    firstWaitMs: 0,
  },
  withdrawals: {
    mode: "auto",
    feeSun: sun(1_000_000),
    minimumSun: sun(1_000_000),
    customerDaySun: sun(1_000_000_000),
    daySun: sun(10_000_000_000),
    newAddressMs: 86_400_000,
    newKeysMay: false,
  },
};

/** A first credit that is paid money: it can be withdrawn, and sellers take it. */
export const paidCredit = (amountSun: Sun) => ({ amountSun, kind: "payment" }) as const;
