/**
 * What an answer must hold for the client to work with it. The rest is the service's word: another version may say more, and
 * a strict look at every field would refuse what a script never reads.
 */
import type {
  CreatedOrders,
  Deposit,
  Fill,
  Order,
  SellerSummary,
  StatementLine,
  Withdrawal,
} from "./answers.js";
import { isObject } from "./read-answer.js";

export function isCreated(data: unknown): data is CreatedOrders {
  if (!isObject(data) || !Array.isArray(data.orders) || data.orders.length === 0) return false;
  return data.orders.every((entry) => isObject(entry) && typeof entry.orderId === "string");
}

export function isOrder(data: unknown): data is Order {
  return isObject(data) && typeof data.orderId === "string" && typeof data.status === "string";
}

export function isWithdrawal(data: unknown): data is Withdrawal {
  if (!isObject(data)) return false;
  return typeof data.withdrawalId === "string" && typeof data.status === "string";
}

type Page<Name extends string, Row> = Readonly<Record<Name, readonly Row[]>> & {
  readonly nextCursor: string | null;
};

/** Rows of that name, and where the next page begins. */
function pageOf<Name extends string, Row>(
  name: Name,
  isRow: (row: unknown) => boolean = () => true,
) {
  return (data: unknown): data is Page<Name, Row> => {
    if (!isObject(data)) return false;
    const { [name]: rows, nextCursor } = data;
    const isEnd = typeof nextCursor === "string" || nextCursor === null;
    return isEnd && Array.isArray(rows) && rows.every(isRow);
  };
}

export const isOrderPage = pageOf<"orders", Order>("orders", isOrder);
export const isFillPage = pageOf<"fills", Fill>("fills");
export const isStatementPage = pageOf<"lines", StatementLine>("lines");
export const isDepositPage = pageOf<"deposits", Deposit>("deposits");
export const isWithdrawalPage = pageOf<"withdrawals", Withdrawal>("withdrawals", isWithdrawal);

export function isSellerList(data: unknown): data is { sellers: readonly SellerSummary[] } {
  return isObject(data) && Array.isArray(data.sellers);
}

/** An object with at least these fields. */
export function has<T extends object>(...names: readonly (keyof T & string)[]) {
  return (data: unknown): data is T => isObject(data) && names.every((name) => name in data);
}
