/** Withdrawals as they are now: a customer's, and the operator's list. */
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { isUnsigned, type Withdrawal } from "../../domain/withdrawal.js";
import type { Phase } from "../../store/phase.js";
import {
  dueWithdrawals,
  findWithdrawal,
  listWithdrawals,
  nextWithdrawalDueAt,
  tallyWithdrawals,
  type WithdrawalRow,
  withdrawalsOf,
} from "../../store/withdrawals.js";
import { dueTimeOf, type Engine } from "../context.js";
import {
  allById,
  assertWanted,
  type ListPage,
  type ListWanted,
  pageOf,
  readTotals,
  type Today,
  todayOf,
} from "../lists.js";

export interface WithdrawalPage {
  readonly withdrawals: readonly Withdrawal[];
  /** Give it as `before` for the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** One page of a customer's withdrawals, newest first. */
export async function readWithdrawals(
  engine: Engine,
  customerId: CustomerId,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<WithdrawalPage> {
  const rows = await engine.database.read(() =>
    withdrawalsOf(customerId, { before, limit: limit + 1 }),
  );
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { withdrawals: page.map(withdrawalOfRow), nextCursor };
}

/** Throws NOT_FOUND unless it is the customer's. */
export async function readWithdrawal(
  engine: Engine,
  customerId: CustomerId,
  id: string,
): Promise<Withdrawal> {
  return withdrawalOfRow(await engine.database.read(() => ownWithdrawal(customerId, id)));
}

/** The same in a phase. */
export function* ownWithdrawal(customerId: CustomerId, id: string): Phase<WithdrawalRow> {
  const row = yield* findWithdrawal(id);
  if (row?.customer_id === customerId) return row;
  throw new DeskError("NOT_FOUND", "You have no withdrawal with this id.");
}

/** What the operator decides on has beside it what its customer has moved today. */
interface ListedWithdrawal extends Withdrawal {
  readonly today: Today | null;
}

interface WithdrawalList extends ListPage<"amount_sun" | "fee_sun"> {
  readonly withdrawals: readonly ListedWithdrawal[];
}

/** For the operator, of all customers or one, the oldest first: those that are not over, or all. */
export async function readWithdrawalList(
  engine: Engine,
  wanted: ListWanted & { readonly onlyOpen: boolean },
): Promise<WithdrawalList> {
  const { cursor, limit, onlyOpen } = wanted;
  const at = engine.now();
  const all = { ...allById(wanted, at), onlyOpen };
  const { nextCursor, withdrawals } = await engine.database.read(function* () {
    yield* assertWanted(wanted);
    const page = { ...all, after: cursor ?? all.after, limit: limit + 1 };
    const { page: rows, nextCursor } = pageOf(yield* listWithdrawals(page), limit, ({ id }) => id);
    const waiting = rows.filter(({ status }) => isUnsigned(status));
    const moved = yield* todayOf(
      waiting.map(({ customer_id }) => customer_id),
      at,
    );
    const withdrawals = rows.map((row): ListedWithdrawal => {
      const today = isUnsigned(row.status) ? moved.get(row.customer_id) : undefined;
      return { ...withdrawalOfRow(row), today: today ?? null };
    });
    return { nextCursor, withdrawals };
  });
  const totals = await readTotals(engine, ["amount_sun", "fee_sun"], all.after, (part) =>
    tallyWithdrawals({ ...all, ...part }),
  );
  return { withdrawals, nextCursor, totals };
}

/** Paid in one run of the payer. */
const PAID_AT_ONCE = 100;

/** What is to be paid now, who is due longest first, and when the next one is due. Nothing while withdrawals are off. */
export async function readDueWithdrawals(engine: Engine): Promise<{
  readonly due: readonly Withdrawal[];
  readonly nextDueAt: number | undefined;
}> {
  if (engine.policy.withdrawals.mode === "off") return { due: [], nextDueAt: undefined };
  const at = dueTimeOf(engine);
  return engine.database.read(function* () {
    const due = (yield* dueWithdrawals(at, PAID_AT_ONCE)).map(withdrawalOfRow);
    return { due, nextDueAt: yield* nextWithdrawalDueAt(at) };
  });
}

/** The most withdrawals that a run lists as kept back. */
const KEPT_BACK = 1_000;

/** Withdrawals that would be paid now if withdrawals were on. */
export async function readKeptBack(engine: Engine): Promise<Withdrawal[]> {
  if (engine.policy.withdrawals.mode !== "off") return [];
  const at = engine.now();
  const rows = await engine.database.read(() => dueWithdrawals(at, KEPT_BACK));
  return rows.map(withdrawalOfRow);
}

/** As it was answered when it was asked for, whatever has become of it. */
export function firstAnswerOf(row: WithdrawalRow): Withdrawal {
  const undecided = { decidedBy: null, reason: null, txid: null, finishedAt: null };
  return { ...withdrawalOfRow(row), status: row.first_status, ...undecided };
}

export function withdrawalOfRow(row: WithdrawalRow): Withdrawal {
  return {
    id: row.id,
    customerId: row.customer_id,
    address: row.address,
    amountSun: row.amount_sun,
    feeSun: row.fee_sun,
    channel: row.channel,
    isNewAddress: row.new_address === 1,
    status: row.status,
    dueAt: row.due_at,
    decidedBy: row.decided_by,
    reason: row.reason,
    askedBy: row.asked_by,
    confirmedBy: row.confirmed_by,
    txid: row.txid,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
