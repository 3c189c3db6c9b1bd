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
  for (const id of customers) money.set(`available:${id}`, creditTrx * 1_000_000);
  const orders = books.rows(
    "SELECT id, customer_id, paid_sun, status, cancel_requested, price_sun, duration FROM orders",
  );
  const wasPosted = new Set(
    books.rows("SELECT id FROM transfer WHERE id LIKE '%:post'").map(({ id }) => String(id)),
  );
  for (const order of orders) {
    const parts = legs.filter(
      (leg) => leg.order_id === order.id && leg.replaces === null && leg.makes_good === null,
    );
    const kept = parts.filter(
      (leg) => isInFlight(leg.state) || isDelivered(leg.state) || leg.posted === 1,
    );
    const keptSun = kept.reduce((sum, leg) => sum + leg.amount_sun, 0);
    const closed = order.status !== "processing" || order.cancel_requested === 1;
    const days = /^(\d+)d$/.exec(String(order.duration))?.[1] ?? 1;
    // Until it was delivered once, a part holds the order's price; what it costs less has come back by then.
    const aboveSun = (leg: LegRow) =>
      leg.units * Number(order.price_sun) * Number(days) - leg.amount_sun;
    const sumAbove = (some: readonly LegRow[]) => some.reduce((sum, leg) => sum + aboveSun(leg), 0);
    const improved = sumAbove(parts.filter(({ id }) => wasPosted.has(`${id}:post`)));
    const waiting = sumAbove(
      kept.filter(({ id, capped }) => !wasPosted.has(`${id}:post`) && !capped),
    );
    const takenSun = closed ? keptSun + waiting : Number(order.paid_sun) - improved;
    add(money, `available:${order.customer_id}`, -takenSun);
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
  giveShortfallsBack(books, money);
  return money;
}

function takePayoutsOff(books: Books, money: Amounts): void {
  const payouts = books.rows("SELECT id, seller, amount_sun, fee_sun, state FROM payout");
  for (const { seller, amount_sun, fee_sun, state } of payouts) {
    if (state === "dead") continue;
    add(money, `earned:${seller}`, -Number(amount_sun) - Number(fee_sun));
    add(money, "revenue", Number(fee_sun));
  }
  const late = books.rows("SELECT from_account, amount_sun FROM transfer WHERE id LIKE '%:late'");
  for (const { from_account, amount_sun } of late) {
    add(money, String(from_account), -Number(amount_sun));
  }
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
