/**
 * Makes a restored backup the desk's database again. What it meant to delegate may have been delegated after the backup, so
 * nothing new begins: open orders are closed and repaid, signed legs go on with the same bytes, withdrawals wait for an approval, API
 * keys are disabled, and new orders and payouts wait until the operator has done each step (restore-steps.ts).
 */

import { DeskError } from "../../domain/errors.js";
import { type Sun, sumSun } from "../../domain/money.js";
import { openBookings } from "../../store/bookings.js";
import { cursorBlock, firstBlock } from "../../store/chain-blocks.js";
import { forgetAllDrawn } from "../../store/chat/cards.js";
import { disableAllKeys } from "../../store/customers.js";
import { fileOf } from "../../store/database.js";
import { raiseIncident } from "../../store/incidents.js";
import { legsWhere } from "../../store/legs.js";
import { listOpenOrders } from "../../store/orders.js";
import { openPayouts } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { beginLine } from "../../store/postgres/line.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";
import { unsignedWithdrawals } from "../../store/withdrawals.js";
import { returnBooking } from "../chat/bookings.js";
import { closeOrder } from "../close-order.js";
import { type Engine, momentOf } from "../context.js";
import { scanFrom } from "../deposits/scan.js";
import type { AddressesUnknown } from "../deposits/watched.js";
import { giveBackUnsigned } from "../legs/compensate.js";
import { mendAllForks } from "../legs/repair-after-forks.js";
import { moneyOfRow } from "../order-of-row.js";
import { isAllRead, type Restored, readRestored } from "../restored.js";
import { endOpenOfTeams } from "../teams/restored.js";
import { withdrawalMoved } from "../withdrawals/settle.js";
import { type BackupMark, fileIdentityOf } from "./backup.js";
import { takeBackAfter } from "./take-back.js";

/** What a copy still meant to do, and what happens to it. */
export interface RestorePlan {
  readonly takenAt: number;
  readonly block: number | null;
  /** Closed and repaid, with what they hold. */
  readonly openOrders: number;
  readonly heldSun: Sun;
  /** Signed and in no block yet: the same bytes are looked for and sent again. */
  readonly signedLegs: number;
  /** Taken back at their end as always. */
  readonly rentals: number;
  readonly openPayouts: number;
  /** Not signed: each waits for the operator, as it may have been cancelled, refused or paid since. */
  readonly withdrawals: number;
  readonly confirmed: boolean;
}

/** Undefined for a database that is no copy, unless the operator says that it is one. */
export function readRestorePlan(
  engine: Engine,
  unmarked?: BackupMark,
): Promise<RestorePlan | undefined> {
  return engine.database.read(() => planOf(unmarked));
}

function* planOf(unmarked: BackupMark | undefined): Phase<RestorePlan | undefined> {
  const mark = ((yield* readSetting("backup")) as BackupMark | undefined) ?? unmarked;
  if (!mark) return undefined;
  const orders = yield* listOpenOrders();
  const bookings = yield* openBookings();
  const heldSun = sumSun([
    ...orders.map((one) => moneyOfRow(one).heldSun),
    ...bookings.map((one) => one.held_sun),
  ]);
  const inFlight = yield* legsWhere("state IN ('signed','sent')");
  const rentals = yield* legsWhere("state IN ('included','solidified')");
  return {
    takenAt: mark.takenAt,
    block: mark.block,
    openOrders: orders.length,
    heldSun,
    signedLegs: inFlight.length,
    rentals: rentals.length,
    openPayouts: (yield* openPayouts()).length,
    withdrawals: (yield* unsignedWithdrawals()).length,
    confirmed: false,
  };
}

/** One transaction: a start finds either an unconfirmed copy or one that begins nothing by itself. */
export async function confirmRestore(engine: Engine, unmarked?: BackupMark) {
  const moment = momentOf(engine);
  const { database } = engine;
  const file = database.source.engine === "sqlite" && fileIdentityOf(fileOf(database));
  return database.commit(function* (): Phase<RestorePlan | undefined> {
    const plan = yield* planOf(unmarked);
    if (!plan) return undefined;
    for (const order of yield* listOpenOrders()) {
      yield* closeOrder(order, "the desk was restored from a backup", moment);
    }
    for (const booking of yield* openBookings()) {
      yield* returnBooking(booking, "restored", moment.at);
    }
    for (const row of yield* unsignedWithdrawals()) {
      if (row.status === "waiting") yield* withdrawalMoved(row, "approval", { decided_by: null });
    }
    const since = `restored from a backup of ${new Date(plan.takenAt).toISOString()}`;
    const reason = `${since}: \`desk restore steps\` lists what is to be done before \`desk resume\``;
    const block = yield* endOfBooks(plan);
    const restored: Restored = { takenAt: plan.takenAt, at: moment.at, block, done: {} };
    if (block !== null) yield* takeBackAfter(block, moment.at);
    yield* disableAllKeys(moment.at);
    yield* endOpenOfTeams(plan.takenAt, moment.at);
    yield* writeSetting("halt", { reason }, "restore", moment.at);
    yield* writeSetting("payout-hold", { reason: since }, "restore", moment.at);
    yield* writeSetting("restored", restored, "restore", moment.at);
    const unknown: AddressesUnknown = { at: moment.at };
    yield* writeSetting("addresses-unknown", unknown, "restore", moment.at);
    yield* scanFromBackup();
    // In these books a leg that a fork drops is never replaced: it is repaid.
    yield* mendAllForks(moment);
    yield* giveBackUnsigned(moment.at);
    yield* forgetAllDrawn();
    yield* deleteSetting("backup");
    if (file) yield* writeSetting("file", file, "restore", moment.at);
    else yield* beginLine();
    yield* raiseIncident(
      "restored",
      `The desk was ${since} (block ${plan.block ?? "unknown"}). ${plan.openOrders} open orders were closed and repaid; credits, orders, delegations and payouts since are unknown to the books.`,
      moment.at,
    );
    return { ...plan, confirmed: true };
  });
}

/** Where the backup has not read deposits yet, the desk may have begun after it: the oldest block that it knows is solid. */
function* scanFromBackup(): Phase<void> {
  const oldest = yield* firstBlock();
  if (oldest) yield* scanFrom({ ...oldest, timestampMs: oldest.timestamp_ms });
}

/** A copy made by other means ends where its own cursor is, one of a desk whose restore was under way where that had come to. */
function* endOfBooks({ block }: RestorePlan): Phase<number | null> {
  const end = block ?? (yield* cursorBlock())?.number ?? null;
  const older = yield* readRestored();
  if (!older || older.done.payouts || isAllRead(older.reading) || end === null) return end;
  const { reading, block: from } = older;
  return Math.min(end, reading?.passed?.[0] ?? reading?.nextBlock ?? from ?? end);
}

/** True from a confirmed restore until its books were compared with the chain. */
export function mustCompare(engine: Engine): Promise<boolean> {
  return engine.database.read(isUncompared);
}

/** Throws while a restored desk has not been compared with the chain. */
export function* assertCompared(): Phase<void> {
  if (!(yield* isUncompared())) return;
  throw new DeskError(
    "DESK_HALTED",
    "The desk was restored from a backup and not compared with the chain since: run `desk reconcile` first.",
  );
}

function* isUncompared(): Phase<boolean> {
  const restored = yield* readRestored();
  return restored !== undefined && restored.done.compared === undefined;
}
