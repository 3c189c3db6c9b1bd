/**
 * Deposits that wait: for the operator, who has them credited or refuses them by name, or for cover, which shows that their money is
 * there. Each is credited once, at the rate of its block, in the transaction that decides it.
 */
import { must } from "../../domain/assert.js";
import { type DepositStatus, worthSun } from "../../domain/deposit.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import { formatTrx, type Sun, sun } from "../../domain/money.js";
import {
  type DepositRow,
  depositsInReview,
  findDeposit,
  saveDeposit,
} from "../../store/deposits.js";
import { availableOf, availableSunOf, EXTERNAL, move } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { type Deposit, depositOf } from "./deposits.js";
import { hasRoomFor } from "./outcome.js";
import { credit } from "./scan.js";

/** What waits, the oldest first. */
export async function readReview({ database }: Engine): Promise<Deposit[]> {
  return (await database.read(depositsInReview)).map(depositOf);
}

/** Also what somebody refused. Throws NOT_FOUND, or NOT_CANCELABLE for what does not wait. */
export async function approveDeposit(engine: Engine, id: string, by: string): Promise<Deposit> {
  const at = engine.now();
  const row = await engine.database.commit(function* (): Phase<DepositRow> {
    const waiting = yield* inStatus(id, ["review", "refused"]);
    const credited = yield* creditWaiting(waiting, by, at);
    if (credited) return credited;
    throw validationFailed([{ path: "deposit_id", message: "is more than the books can hold" }]);
  });
  return depositOf(row);
}

/** The customer is told that it is not credited; the reason stays with the desk. Throws as `approveDeposit`. */
export async function refuseDeposit(
  engine: Engine,
  id: string,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<Deposit> {
  const at = engine.now();
  const row = await engine.database.commit(function* (): Phase<DepositRow> {
    const waiting = yield* inStatus(id, ["review"]);
    const refused: DepositRow = { ...waiting, status: "refused", reason, decided_by: by };
    yield* saveDeposit(refused);
    yield* credit(refused, at);
    return refused;
  });
  return depositOf(row);
}

/** Takes back what was credited wrongly, for good: it is not credited again. Throws where it is not there any more. */
export async function undoDeposit(
  engine: Engine,
  id: string,
  { reason, by }: { readonly reason: string; readonly by: string },
): Promise<Deposit> {
  const at = engine.now();
  const row = await engine.database.commit(function* (): Phase<DepositRow> {
    const credited = yield* knownDeposit(id);
    const { status, customer_id: customerId, credited_sun } = credited;
    if (status !== "credited") {
      throw new DeskError("NOT_CANCELABLE", `Deposit ${id} is ${status}.`, { status });
    }
    const amountSun = sun(credited_sun);
    const thereSun = yield* availableSunOf(customerId);
    if (thereSun < amountSun) {
      const [has, needed] = [formatTrx(thereSun), formatTrx(amountSun)];
      const message = `${id} has brought ${needed} TRX, and ${customerId} has ${has} TRX available; cancel what holds the rest, or settle it with them`;
      throw validationFailed([{ path: "deposit_id", message }]);
    }
    const undone = { status: "undone", credited_sun: 0, reason, decided_by: by } as const;
    const after: DepositRow = { ...credited, ...undone };
    yield* saveDeposit(after);
    yield* move({
      ...{ id: `${id}:undo`, from: availableOf(customerId), to: EXTERNAL, amountSun, at },
      ...{ kind: "correction", sparesGifts: true, reason },
    });
    yield* credit(after, at);
    return after;
  });
  return depositOf(row);
}

function* knownDeposit(id: string): Phase<DepositRow> {
  const row = yield* findDeposit(id);
  if (row) return row;
  const message = `There is no deposit with the id ${id}. \`desk deposit list\` shows them.`;
  throw new DeskError("NOT_FOUND", message);
}

function* inStatus(id: string, wanted: readonly DepositStatus[]): Phase<DepositRow> {
  const row = yield* knownDeposit(id);
  if (wanted.includes(row.status)) return row;
  const message = `Deposit ${id} is ${row.status}: it does not wait for a decision.`;
  throw new DeskError("NOT_CANCELABLE", message, { status: row.status });
}

/** Undefined when the books have no room for it. */
function* creditWaiting(row: DepositRow, by: string, at: number): Phase<DepositRow | undefined> {
  const worth = worthOfRow(row);
  if (!(yield* hasRoomFor(worth))) return undefined;
  const credited: DepositRow = {
    ...{ ...row, status: "credited", credited_sun: worth },
    ...{ noted_at: at, decided_by: by },
  };
  yield* saveDeposit(credited);
  yield* credit(credited, at);
  return credited;
}

/** What it would have been credited with by itself. */
function worthOfRow({ asset, amount, rate_sun: rateSun }: DepositRow): Sun {
  const worth = worthSun(asset, BigInt(amount), rateSun ?? undefined);
  return sun(Number(must(worth, "only what has a worth waits")));
}

/** What waits for cover alone. */
export interface WaitingForCover {
  readonly ids: readonly string[];
  readonly worthSun: number;
}

export function* waitingForCover(): Phase<WaitingForCover> {
  const rows = (yield* depositsInReview()).filter(isForCover);
  return {
    ids: rows.map(({ id }) => id),
    worthSun: rows.reduce((total, row) => total + worthOfRow(row), 0),
  };
}

const isForCover = ({ status, reason }: DepositRow) => status === "review" && reason === "cover";

/** All that these wait for is there. Returns how many were credited: what was decided meanwhile is not. */
export function* creditCovered(ids: readonly string[], at: number): Phase<number> {
  let credited = 0;
  for (const id of ids) {
    const row = yield* findDeposit(id);
    if (row && isForCover(row) && (yield* creditWaiting(row, "cover", at))) credited += 1;
  }
  return credited;
}
