/** What the lists of withdrawals, payouts and deposits take and print alike: whose and of when, sums over all, and how to go on. */
import { formatInteger, toTrx } from "../domain/money.js";
import type { ListWanted, Summed, Today, Totals } from "../engine/lists.js";
import { idField, timeOption, wholeField } from "./inputs.js";
import { table, trx, type Width } from "./print.js";

const MOST_LISTED = 1_000;

export const listOptions = (isCursor: (text: string) => boolean) =>
  ({
    customer: ["<id>", "only this customer's", idField.optional()],
    from: timeOption("at or after this time, UTC: 2026-08-01 or 2026-08-01T12:00:00Z"),
    to: timeOption("at or before this time; a date includes the whole day"),
    limit: [
      "<count>",
      `how many, up to ${formatInteger(MOST_LISTED)}; default 100`,
      wholeField(1, MOST_LISTED).default(100),
    ],
    cursor: [
      "<text>",
      "continue from here: the nextCursor of the previous page",
      idField.refine(isCursor, "must be the nextCursor of an answer").optional(),
    ],
  }) as const;

interface ListInput {
  readonly customer?: string | undefined;
  readonly from?: { readonly firstMs: number } | undefined;
  readonly to?: { readonly lastMs: number } | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function listWanted({ customer, from, to, limit, cursor }: ListInput): ListWanted {
  return { customerId: customer, from: from?.firstMs, to: to?.lastMs, limit, cursor };
}

/** As `--json` gives it: in TRX, null of what does not wait. */
export function shownToday(today: Today | null) {
  return {
    paidInToday: today && toTrx(today.paidInSun),
    takenOutToday: today && toTrx(today.takenOutSun),
  };
}

const sumText = (sum: number | null) => (sum === null ? "" : trx(sum));
type ShownToday = ReturnType<typeof shownToday>;

export const TODAY = [
  ["in today", (one: ShownToday) => sumText(one.paidInToday)],
  ["out today", (one: ShownToday) => sumText(one.takenOutToday)],
] as const;

/** Sums as `--json` names them, in TRX. */
export function shownTotals<Sum extends string>(
  { sums, byStatus, byCustomer, ...counts }: Totals<Sum>,
  shown: (sums: Summed<Sum>["sums"]) => Record<string, number>,
): Totals<string> {
  return {
    ...{ ...counts, sums: shown(sums) },
    byStatus: byStatus.map((one) => ({ ...one, sums: shown(one.sums) })),
    byCustomer: byCustomer.map((one) => ({ ...one, sums: shown(one.sums) })),
  };
}

export interface ShownPage {
  readonly totals: Totals<string>;
  readonly nextCursor: string | null;
}

interface Printed {
  /** "withdrawals" */
  readonly what: string;
  /** How each sum is headed. */
  readonly heads: Readonly<Record<string, string>>;
  readonly rows: string;
  readonly width: Width;
}

/** Above the rows what they are a part of, by status and by customer; below them how to go on. */
export function pageText({ totals, nextCursor }: ShownPage, printed: Printed): string {
  const goOn = nextCursor !== null && goOnText(totals, nextCursor, printed.what);
  const { rows } = printed;
  const parts = [statusText(totals, printed), customersText(totals, printed), rows, goOn];
  return parts.filter((part) => part !== false).join("\n\n");
}

/** On a terminal a long page leaves only its end in sight: who fills the list is said there, too. */
function goOnText(
  { count, customers, byCustomer: [most] }: Totals<string>,
  nextCursor: string,
  what: string,
): string {
  const lines = [
    `There are ${formatInteger(count)} ${what} in all.`,
    most && customers > 1 && 2 * most.count > count
      ? `${formatInteger(most.count)} of them are of customer ${most.customerId}.`
      : [],
    ["To go on, add to the same command", `  --cursor ${nextCursor}`],
  ];
  return lines.flat().join("\n");
}

function statusText({ byStatus, ...all }: Totals<string>, printed: Printed): string | false {
  if (all.count < 2) return false;
  const lines = [...byStatus, ...(byStatus.length > 1 ? [{ ...all, status: "all" }] : [])];
  return table(
    ["status", ...headings(printed)],
    lines.map((one) => [one.status, ...cells(one, printed)]),
    "",
    printed.width,
  );
}

/** Where each customer has one, the rows say it all. */
function customersText({ byCustomer, ...all }: Totals<string>, printed: Printed): string | false {
  if (all.customers < 2 || all.count === all.customers) return false;
  const lines = table(
    ["customerId", "name", ...headings(printed)],
    byCustomer.map((one) => [one.customerId, one.name, ...cells(one, printed)]),
    "",
    printed.width,
  );
  const others = all.customers - byCustomer.length;
  return others === 0 ? lines : `${lines}\n… and ${formatInteger(others)} customers with fewer`;
}

function headings({ what, heads }: Printed): string[] {
  return [what, ...Object.values(heads)];
}

function cells({ count, sums }: Summed<string>, { heads }: Printed) {
  return [count, ...Object.keys(heads).map((name) => trx(sums[name] ?? 0))];
}
