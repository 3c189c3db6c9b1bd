/**
 * What the books owe, for `desk cover`. While too little is there, it is an incident, and nothing leaves until there is enough or the
 * operator lets it, by name, for what was missing then; when there is enough for them too, deposits that wait for it are credited.
 */
import type { Address } from "../../domain/address.js";
import type { Cover, Owed } from "../../domain/cover.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import { formatTrx, type Sun } from "../../domain/money.js";
import {
  depositCursor,
  listDepositAddresses,
  listUnusedAddresses,
  usdtRateAt,
} from "../../store/deposits.js";
import { beginIncident, endIncident, raiseIncident } from "../../store/incidents.js";
import { accountTotals } from "../../store/ledger.js";
import { findPayout, openPayouts, type PayoutRow } from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";
import { creditCovered, waitingForCover } from "../deposits/review.js";

/** The books at one moment. */
export interface OwedBooks extends Omit<Owed, "payoutsSun"> {
  /** Not yet in a solid block then. */
  readonly payouts: readonly PayoutRow[];
  /** Without those of retired keys, whose money nobody can move. */
  readonly addresses: readonly Address[];
  readonly retiredAddresses: number;
  /** Of these, nothing ever arrived there. */
  readonly unusedAddresses: ReadonlySet<Address>;
  /** Solid block up to which deposits were credited. */
  readonly creditedUpTo: number;
  /** SUN for a USDT, in force then, or lapsed: it is worth something all the same. */
  readonly rateSun: number | undefined;
  /** Deposits that wait for this reading. */
  readonly waitingIds: readonly string[];
}

export function readOwed({ database, chainClock }: Engine): Promise<OwedBooks> {
  return database.read(function* (): Phase<OwedBooks> {
    const totals = yield* accountTotals();
    const addresses = yield* listDepositAddresses();
    const { ids: waitingIds, worthSun: waitingSun } = yield* waitingForCover();
    const of = (kind: string) => totals.find((row) => row.kind === kind)?.balance_sun ?? 0;
    return {
      availableSun: of("available"),
      heldSun: of("held"),
      earnedSun: of("earned"),
      giftsSun: totals.reduce((sum, { gift_sun }) => sum + gift_sun, 0),
      payouts: yield* openPayouts(),
      addresses: addresses.filter((one) => !one.is_retired).map(({ address }) => address),
      retiredAddresses: addresses.filter((one) => one.is_retired).length,
      unusedAddresses: new Set(yield* listUnusedAddresses()),
      creditedUpTo: (yield* depositCursor())?.block_number ?? 0,
      rateSun: (yield* usdtRateAt(chainClock.nextBlockMs()))?.rate_sun,
      ...{ waitingIds, waitingSun },
    };
  });
}

/** Whether deposits wait for a reading of cover. */
export async function readCoverAwaited({ database }: Engine): Promise<boolean> {
  return (await database.read(waitingForCover)).ids.length > 0;
}

/** What of these payouts has not left the account by that solid block. */
export function readPayoutsLeft(
  { database }: Engine,
  payouts: readonly PayoutRow[],
  solidBlock: number,
): Promise<number> {
  return database.read(function* (): Phase<number> {
    let leftSun = 0;
    for (const { id, amount_sun } of payouts) {
      const { block_number = null } = (yield* findPayout(id)) ?? {};
      if (block_number === null || block_number > solidBlock) leftSun += amount_sun;
    }
    return leftSun;
  });
}

type Read = Pick<Cover, "shortfallSun" | "coversWaiting" | "lastBlock">;

/**
 * Keeps what a reading has found. `waitingIds`: deposits that it has counted as owed, too; empty where the reading proves nothing.
 * Returns how many were credited.
 */
export async function noteCover(
  engine: Engine,
  cover: Read,
  waitingIds: readonly string[],
): Promise<number> {
  const at = engine.now();
  const noted = await engine.database.commit(function* () {
    yield* noteShortfall(cover, at);
    const reason = yield* noteHold(cover, at);
    return { reason, credited: cover.coversWaiting ? yield* creditCovered(waitingIds, at) : 0 };
  });
  const { gates, signals } = engine;
  const wasHeld = gates.reasonOf(HOLD) !== undefined;
  if (noted.reason !== undefined) gates.hold(HOLD, noted.reason);
  else if (wasHeld) {
    gates.lift(HOLD);
    signals.emit("withdrawal");
  }
  return noted.credited;
}

/** An incident as long as too little is there. */
function noteShortfall({ shortfallSun, lastBlock }: Read, at: number): Phase<void> {
  if (shortfallSun === 0) return endIncident("cover-short", "there is enough again.", at);
  return beginIncident(
    "cover-short",
    `At solid block ${lastBlock} the desk owes ${formatTrx(shortfallSun)} TRX more than is there: payouts and withdrawals wait. \`desk cover\` shows where.`,
    at,
  );
}

const HOLD = "payout-cover";

/** Nothing leaves while more is missing than the operator has released. Returns why. */
function* noteHold({ shortfallSun }: Read, at: number): Phase<string | undefined> {
  if (shortfallSun === 0) yield* deleteSetting("cover-released");
  if (shortfallSun <= (yield* releasedSun())) {
    yield* deleteSetting(HOLD);
    return undefined;
  }
  const reason = `${formatTrx(shortfallSun)} TRX of what the desk owes are not there`;
  yield* writeSetting(HOLD, { reason, shortfallSun }, "desk", at);
  return reason;
}

function* releasedSun(): Phase<number> {
  const released = (yield* readSetting("cover-released")) as
    | { readonly upToSun: number }
    | undefined;
  return released?.upToSun ?? 0;
}

/** Who decides, and the sum they saw. */
interface Release {
  readonly sumSun: Sun;
  readonly by: string;
}

/**
 * Lets payouts go on although what is missing now is; they stop again when more is. Throws NOT_FOUND where nothing is held, and where
 * more is missing than was seen.
 */
export async function releaseCover(engine: Engine, { sumSun, by }: Release): Promise<Sun> {
  const at = engine.now();
  const shortfallSun = await engine.database.commit(function* (): Phase<Sun> {
    const held = (yield* readSetting(HOLD)) as { readonly shortfallSun: Sun } | undefined;
    if (!held) {
      const message = "Payouts are not held because of cover; there is nothing to release.";
      throw new DeskError("NOT_FOUND", message);
    }
    if (held.shortfallSun > sumSun) {
      const [missing, seen] = [formatTrx(held.shortfallSun), formatTrx(sumSun)];
      const message = `is below the ${missing} TRX that are missing now; it was ${seen}`;
      throw validationFailed([{ path: "SUM", message }]);
    }
    yield* writeSetting("cover-released", { upToSun: held.shortfallSun }, by, at);
    yield* deleteSetting(HOLD);
    const text = `${by} lets payouts and withdrawals go on although ${formatTrx(held.shortfallSun)} TRX are missing.`;
    yield* raiseIncident("cover-released", text, at);
    return held.shortfallSun;
  });
  engine.gates.lift(HOLD);
  engine.signals.emit("withdrawal");
  return shortfallSun;
}
