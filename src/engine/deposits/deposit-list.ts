/** The operator's list of deposits. */
import {
  type DepositRow,
  isCreditedAddress,
  listDeposits,
  placeOfDeposit,
  tallyDeposits,
} from "../../store/deposits.js";
import type { Engine } from "../context.js";
import {
  assertWanted,
  type ListPage,
  type ListWanted,
  pageOf,
  readTotals,
  type Today,
  todayOf,
} from "../lists.js";
import { type Deposit, depositOf } from "./deposits.js";

/** What waits has two facts beside it. */
interface ListedDeposit extends Deposit {
  /** Nothing that came to its address was ever credited. */
  readonly isNewAddress: boolean | null;
  /** What its customer has moved today. */
  readonly today: Today | null;
}

interface DepositList extends ListPage<"trx" | "usdt" | "credited_sun"> {
  readonly deposits: readonly ListedDeposit[];
}

/** Of all customers or one, the oldest first by the time of the block: what waits for the operator, or all. */
export async function readDepositList(
  engine: Engine,
  wanted: ListWanted & { readonly onlyReview: boolean },
): Promise<DepositList> {
  const { customerId, from = 0, to = Number.MAX_SAFE_INTEGER, cursor, limit, onlyReview } = wanted;
  const at = engine.now();
  const all = { customerId, onlyReview, from, to, after: placeOfDeposit(from) };
  const { nextCursor, deposits } = await engine.database.read(function* () {
    yield* assertWanted(wanted);
    const part = { ...all, after: cursor ?? all.after, limit: limit + 1 };
    const rows = yield* listDeposits(part);
    const { page, nextCursor } = pageOf(rows, limit, (row) => placeOfDeposit(row.at, row.id));
    const whose = page.filter(waits).map((row) => row.customer_id);
    const moved = yield* todayOf(whose, at);
    const deposits: ListedDeposit[] = [];
    for (const row of page) {
      const today = waits(row) ? moved.get(row.customer_id) : undefined;
      const isNewAddress = today && !(yield* isCreditedAddress(row.address));
      deposits.push({
        ...depositOf(row),
        isNewAddress: isNewAddress ?? null,
        today: today ?? null,
      });
    }
    return { nextCursor, deposits };
  });
  const totals = await readTotals(engine, ["trx", "usdt", "credited_sun"], all.after, (part) =>
    tallyDeposits({ ...all, ...part }),
  );
  return { deposits, nextCursor, totals };
}

function waits({ status }: DepositRow): boolean {
  return status === "review" || status === "waits_for_rate";
}
