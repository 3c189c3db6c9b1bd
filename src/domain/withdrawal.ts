/**
 * The life of a withdrawal, TRX that a customer takes out:
 *
 *   approval → waiting → signed → paid
 *
 * `approval` is skipped where none is needed; `waiting` goes back to it when no message could tell the customer of a new address, and
 * `signed` when its payout died. Until it is signed it can be cancelled by its customer, or refused by the operator.
 */
import { z } from "zod";
import type { Address } from "./address.js";
import { assert } from "./assert.js";
import { type FieldProblem, validationFailed } from "./errors.js";
import { addressSchema, fieldsOf, misspeltFields, problemsOf, show } from "./fields.js";
import type { CustomerId } from "./ids.js";
import { formatTrx, SUN_PER_TRX, type Sun, sun } from "./money.js";

export const WITHDRAWAL_STATUSES = [
  "waiting",
  "approval",
  "signed",
  "paid",
  "refused",
  "cancelled",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const WITHDRAW_MODES = ["off", "approve", "auto"] as const;

/** Where a withdrawal was requested. */
export type WithdrawalChannel = "http" | "telegram";

export interface Withdrawal {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly address: Address;
  /** What arrives. */
  readonly amountSun: Sun;
  /** What the desk keeps, on top of it. */
  readonly feeSun: Sun;
  readonly channel: WithdrawalChannel;
  /** No withdrawal of the customer to it was paid when this one was asked for. */
  readonly isNewAddress: boolean;
  readonly status: WithdrawalStatus;
  /** From when it may be signed; wall time. */
  readonly dueAt: number;
  /** Who approved or refused it, and why. */
  readonly decidedBy: string | null;
  readonly reason: string | null;
  /** Of a team: the Telegram user ids of the owner who asked, and of the one who confirmed, where another had to. */
  readonly askedBy: number | null;
  readonly confirmedBy: number | null;
  /** Of the transfer that pays it. */
  readonly txid: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** The operator's settings. */
export interface WithdrawalTerms {
  /** `approve`: each needs the operator. */
  readonly mode: (typeof WITHDRAW_MODES)[number];
  readonly feeSun: Sun;
  readonly minimumSun: Sun;
  /** What a customer, and all of them, may take out in a UTC day without an approval. */
  readonly customerDaySun: Sun;
  readonly daySun: Sun;
  /** How long an address that is new to the customer waits. */
  readonly newAddressMs: number;
  /** Whether keys get the right to withdraw unasked: in the sandbox only. */
  readonly newKeysMay: boolean;
}

const NEXT: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  approval: ["waiting", "paid", "refused", "cancelled"],
  waiting: ["approval", "signed", "paid", "refused", "cancelled"],
  signed: ["paid", "approval"],
  // Undoes what the operator booked by hand.
  paid: ["approval"],
  refused: [],
  cancelled: [],
};

/** Asserts that a withdrawal may go from one status to the other. */
export function assertWithdrawalTransition(from: WithdrawalStatus, to: WithdrawalStatus): void {
  assert(NEXT[from].includes(to), `a withdrawal cannot go from ${from} to ${to}`);
}

/** Those that a withdrawal begins with: its money is held, and it can be cancelled or refused. */
export const UNSIGNED_STATUSES = ["waiting", "approval"] as const;

export function isUnsigned(status: WithdrawalStatus): boolean {
  return UNSIGNED_STATUSES.some((one) => one === status);
}

/** Whether the operator must approve so much, given what was taken out before on the same day. */
export function needsApproval(
  { mode, customerDaySun, daySun }: WithdrawalTerms,
  amountSun: Sun,
  taken: { readonly byCustomerSun: number; readonly byAllSun: number },
): boolean {
  if (mode !== "auto") return true;
  return taken.byCustomerSun + amountSun > customerDaySun || taken.byAllSun + amountSun > daySun;
}

/** Numbers beyond it are not exact to 6 decimals. */
const MAX_TRX = 1e9;
const AMOUNT = "must be TRX as a number above 0, with up to 6 decimals";
const amountError = (issue: { input?: unknown }) => `${AMOUNT}; it was ${show(issue.input)}`;

export const withdrawalSchema = z.object({
  address: addressSchema.describe("An account of yours outside; no contract."),
  amount: z
    .number({ error: amountError })
    .positive({ error: amountError })
    .max(MAX_TRX, { error: amountError })
    .refine((trx) => Math.round(trx * SUN_PER_TRX) / SUN_PER_TRX === trx, { error: amountError })
    .describe("TRX that arrive; the fee is taken on top."),
});

export interface WithdrawalRequest {
  readonly address: Address;
  readonly amountSun: Sun;
}

/** Reads the body of a request; throws VALIDATION_FAILED with every problem. */
export function parseWithdrawal(body: unknown): WithdrawalRequest {
  const fields = fieldsOf(body);
  const known = new Set(Object.keys(withdrawalSchema.shape));
  const problems: FieldProblem[] = misspeltFields(fields, { known });
  const read = withdrawalSchema.safeParse(body);
  if (!read.success) problems.push(...problemsOf(read.error));
  if (problems.length > 0 || !read.success) throw validationFailed(problems);
  const { address, amount } = read.data;
  return { address, amountSun: sun(Math.round(amount * SUN_PER_TRX)) };
}

/** What is wrong with an amount, or undefined. */
export function amountProblem(
  { minimumSun }: WithdrawalTerms,
  amountSun: Sun,
): FieldProblem | undefined {
  if (amountSun >= minimumSun) return undefined;
  const message = `must be at least ${formatTrx(minimumSun)} TRX; it was ${formatTrx(amountSun)}`;
  return { path: "amount", message };
}
