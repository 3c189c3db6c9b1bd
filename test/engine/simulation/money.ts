/** Everybody's money, told from the states of the legs and payouts alone: the naive model that the ledger is held against. */
import { isDelivered, isInFlight } from "../../../src/domain/leg.js";
import type { LegRow } from "../../../src/store/legs.js";
import type { Row } from "../../../src/store/phase.js";

/** Whose money it is, and where the books say so. */
export interface Books {
  readonly customers: readonly string[];
  /** What each customer was given at the start. */
  readonly creditTrx: number;
  readonly sellers: readonly string[];
  /** What customers have paid in, where they can. */
  readonly paidIn?: { creditedSun(customerId: string): number };
  legs(): LegRow[];
  rows(sql: string): Row[];
  balanceSun(account: string): number;
}

/** What a seller earns of a price, in percent. */
const SHARE_PERCENT = 90;

type Amounts = Map<string, number>;

function add(amounts: Amounts, name: string, amountSun: number): void {
  amounts.set(name, (amounts.get(name) ?? 0) + amountSun);
}

/** What every account must have. */
function expectedMoney(books: Books): Amounts {
  const legs = books.legs();
  const { customers, creditTrx, sellers } = books;
  const money: Amounts = new Map([["revenue", 0]]);
  for (const seller of sellers) money.set(`earned:${seller}`, 0);
  for (const id of customers) {
    const paidInSun = books.paidIn?.creditedSun(id) ?? 0;
    money.set(`available:${id}`, creditTrx * 1_000_000 + paidInSun);
  }
  const orders = books.rows(
    "SELECT id, customer_id, status, cancel_requested, price_sun, duration, unplanned_amount FROM orders",
  );
  const wasPosted = new Set(
    books.rows("SELECT id FROM transfer WHERE id LIKE '%:post'").map(({ id }) => String(id)),
  );
  for (const order of orders) {
    const parts = legs.filter(
      (leg) => leg.order_id === order.id && leg.replaces === null && leg.compensates === null,
    );
    const closed = order.status !== "processing" || order.cancel_requested === 1;
    const kept = parts.filter(
      ({ state, posted }) =>
        isInFlight(state) || isDelivered(state) || posted === 1 || (state === "planned" && !closed),
    );
    const days = Number(/^(\d+)d$/.exec(String(order.duration))?.[1] ?? 1);
    const limitSun = Number(order.price_sun);
    for (const leg of kept) {
      // Until it was delivered once, a part holds the order's price; what it costs less has come back by then.
      const isHeld = !wasPosted.has(`${leg.id}:post`) && !leg.capped;
      const atLimitSun = isHeld ? leg.units * limitSun * days : 0;
      add(money, `available:${order.customer_id}`, -Math.max(leg.amount_sun, atLimitSun));
    }
    if (!closed) {
      const pieces = parts.filter(({ rest_units }) => rest_units > 0);
      const ordinary = pieces.reduce(
        (units, { rest_units }) => units - rest_units,
        Number(order.unplanned_amount),
      );
      const restSun = pieces.reduce(
        (sum, { rest_units, price_sun }) => sum + rest_units * price_sun * days,
        ordinary * limitSun * days,
      );
      add(money, `available:${order.customer_id}`, -restSun);
    }
    for (const part of parts) {
      const bearers = [part, ...legs.filter((leg) => leg.replaces === part.id)];
      const final = bearers.find(({ state }) => isDelivered(state) && state !== "included");
      if (!final) continue;
      const isSellers = sellers.includes(final.owner);
      const shareSun = isSellers ? Math.floor((part.amount_sun * SHARE_PERCENT) / 100) : 0;
      if (isSellers) add(money, `earned:${final.owner}`, shareSun);
      add(money, "revenue", part.amount_sun - shareSun);
    }
  }
  takePayoutsOff(books, money);
  takeWithdrawalsOff(books, money);
  giveShortfallsBack(books, money);
  return money;
}

function takePayoutsOff(books: Books, money: Amounts): void {
  const payouts = books.rows("SELECT id, seller, amount_sun, fee_sun, state FROM payout");
  for (const { seller, amount_sun, fee_sun, state } of payouts) {
    if (state === "dead") continue;
    add(money, "revenue", Number(fee_sun));
    if (seller !== null) add(money, `earned:${seller}`, -Number(amount_sun) - Number(fee_sun));
  }
  const late = books.rows(
    "SELECT from_account, amount_sun FROM transfer WHERE id LIKE '%:late' AND from_account NOT LIKE 'held:%'",
  );
  for (const { from_account, amount_sun } of late) {
    add(money, String(from_account), -Number(amount_sun));
  }
}

/** Each is out of what its customer has available until it is given up; of one that is paid late the fee is earned, too. */
function takeWithdrawalsOff(books: Books, money: Amounts): void {
  const withdrawals = books.rows(
    "SELECT customer_id, amount_sun + fee_sun AS sun FROM withdrawal WHERE status NOT IN ('refused', 'cancelled')",
  );
  for (const { customer_id, sun } of withdrawals) {
    add(money, `available:${customer_id}`, -Number(sun));
  }
  const fees = books.rows("SELECT amount_sun FROM transfer WHERE id LIKE '%:late:fee'");
  for (const { amount_sun } of fees) add(money, "revenue", Number(amount_sun));
}

/** What fell short was given back from the desk's revenue, or from outside. */
function giveShortfallsBack(books: Books, money: Amounts): void {
  const given = books.rows(
    "SELECT from_account, to_account, amount_sun FROM transfer WHERE id LIKE '%:shortfall'",
  );
  for (const { from_account, to_account, amount_sun } of given) {
    if (from_account === "revenue") add(money, "revenue", -Number(amount_sun));
    add(money, String(to_account), Number(amount_sun));
  }
}

/** Accounts that hold something else than they should. */
export function moneyProblems(books: Books): string[] {
  const problems: string[] = [];
  for (const [account, amountSun] of expectedMoney(books)) {
    const foundSun = books.balanceSun(account);
    if (foundSun === amountSun) continue;
    problems.push(`money of ${account}: ${foundSun} SUN in the books, ${amountSun} expected`);
  }
  return problems;
}
