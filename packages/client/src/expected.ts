/**
 * What an answer must hold for the client to work with it. The rest is the service's word: another version may say more, and
 * a strict look at every field would refuse what a script never reads.
 */
import type { CreatedOrders, Deposit, Order, StatementLine, Withdrawal } from "./answers.js";
import { isObject } from "./read-answer.js";
import type { Fill, SellerSummary } from "./seller-answers.js";

export interface OrderPage {
  readonly orders: readonly Order[];
  readonly nextCursor: string | null;
}

export function isCreated(data: unknown): data is CreatedOrders {
  if (!isObject(data) || !Array.isArray(data.orders) || data.orders.length === 0) return false;
  return data.orders.every((entry) => isObject(entry) && typeof entry.orderId === "string");
}

export function isOrder(data: unknown): data is Order {
  return isObject(data) && typeof data.orderId === "string" && typeof data.status === "string";
}

export function isOrderPage(data: unknown): data is OrderPage {
  if (!isObject(data) || !Array.isArray(data.orders) || !data.orders.every(isOrder)) return false;
  return typeof data.nextCursor === "string" || data.nextCursor === null;
}

export interface FillPage {
  readonly fills: readonly Fill[];
  readonly nextCursor: string | null;
}

export function isFillPage(data: unknown): data is FillPage {
  if (!isObject(data) || !Array.isArray(data.fills)) return false;
  return typeof data.nextCursor === "string" || data.nextCursor === null;
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  readonly nextCursor: string | null;
}

export function isStatementPage(data: unknown): data is StatementPage {
  if (!isObject(data) || !Array.isArray(data.lines)) return false;
  return typeof data.nextCursor === "string" || data.nextCursor === null;
}

export interface DepositPage {
  readonly deposits: readonly Deposit[];
  readonly nextCursor: string | null;
}

export function isDepositPage(data: unknown): data is DepositPage {
  if (!isObject(data) || !Array.isArray(data.deposits)) return false;
  return typeof data.nextCursor === "string" || data.nextCursor === null;
}

export interface WithdrawalPage {
  readonly withdrawals: readonly Withdrawal[];
  readonly nextCursor: string | null;
}

export function isWithdrawal(data: unknown): data is Withdrawal {
  if (!isObject(data)) return false;
  return typeof data.withdrawalId === "string" && typeof data.status === "string";
}

export function isWithdrawalPage(data: unknown): data is WithdrawalPage {
  if (!isObject(data) || !Array.isArray(data.withdrawals)) return false;
  if (!data.withdrawals.every(isWithdrawal)) return false;
  return typeof data.nextCursor === "string" || data.nextCursor === null;
}

export function isSellerList(data: unknown): data is { sellers: readonly SellerSummary[] } {
  return isObject(data) && Array.isArray(data.sellers);
}

/** An object with at least these fields. */
export function has<T extends object>(...names: readonly (keyof T & string)[]) {
  return (data: unknown): data is T => isObject(data) && names.every((name) => name in data);
}
