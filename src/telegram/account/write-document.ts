/** Writes the content of a document; the address book as CSV, which `/book` takes in again. */

import { type CsvCell, csvLine } from "../../common/csv.js";
import { type Day, dayStartMs, utcDayOf } from "../../common/time.js";
import { decimalTrx } from "../../domain/money.js";
import type { Who } from "../../domain/team.js";
import type { Engine } from "../../engine/context.js";
import {
  type BalanceEntry,
  changesBalance,
  type HistoryEntry,
  readHistory,
} from "../../engine/customers/history.js";
import { readTeamName } from "../../engine/teams/paid-from.js";
import { findTeam } from "../../store/teams/teams.js";
import { namesOf } from "../../store/wallet-names.js";
import { languageOf } from "../kit/language.js";
import type { HistoryDocument, NamesDocument, Written } from "../transport/document.js";
import { bookCard } from "./book-card.js";
import { historyCard, historyTooLargeCard, nothingInHistoryCard } from "./stats.js";

export function writeDocument(
  engine: Engine,
  document: HistoryDocument | NamesDocument,
  goOn: () => void,
): Promise<Written> {
  switch (document.kind) {
    case "history":
      return writeHistory(engine, document, goOn);
    case "names":
      return writeNames(engine, document);
  }
}

/** As it is when it is sent. With a byte order mark, because some spreadsheets would misread its letters. */
async function writeNames(engine: Engine, { customerId, userId }: NamesDocument): Promise<Written> {
  const names = await engine.database.read(() => namesOf(customerId));
  if (names.length === 0)
    return { instead: bookCard(names, 0, await languageOf({ engine }, userId)) };
  const lines = names.map(({ name, address }) => csvLine([name, address]));
  return {
    name: "wallets.csv",
    bytes: Buffer.from(`\ufeff${csvLine(NAMES_COLUMNS)}${lines.join("")}`),
  };
}

const NAMES_COLUMNS = ["name", "wallet"];

/** Telegram takes much larger files, but not in any time. */
const MOST_HISTORY_BYTES = 10_000_000;

/** So many stand under the file, too. */
const LATEST = 5;

/**
 * The statement of an account as CSV, with the latest of it as text. The columns are documented in docs/telegram.md and stay as they are.
 * It is read twice, so that a page of it is in memory and never all: for its length and what stands under it, then as it is sent.
 */
export async function writeHistory(
  engine: Engine,
  document: HistoryDocument,
  goOn: () => void,
  mostBytes = MOST_HISTORY_BYTES,
): Promise<Written> {
  const { customerId, userId, from, to, untilMs } = document;
  const messages = await languageOf({ engine }, userId);
  const named = (await engine.database.read(() => namesOf(customerId))).toSorted(
    (a, b) => b.uses - a.uses,
  );
  // Of several names of a wallet the one used most.
  const names = new Map(named.toReversed().map(({ address, name }) => [address as string, name]));
  const period = { customerId, from: from ? dayStartMs(from) : 0, to: untilMs };
  const isTeam = (await engine.database.read(() => findTeam(customerId))) !== undefined;
  const header = csvLine(isTeam ? [...COLUMNS, ...BY_COLUMNS] : COLUMNS);
  const lineOf = (entry: HistoryEntry) =>
    csvLine([...cellsOf(entry, names), ...(isTeam ? whoCells(entry.by) : [])]);
  let bytes = header.length;
  let first: HistoryEntry | undefined;
  let latest: readonly BalanceEntry[] = [];
  for await (const entries of readHistory(engine, period)) {
    goOn();
    for (const entry of entries) {
      first ??= entry;
      bytes += Buffer.byteLength(lineOf(entry));
      if (bytes > mostBytes) {
        const fits = daysThatFit(first, entry);
        return { instead: historyTooLargeCard(fits, messages) };
      }
    }
    latest = [...latest, ...entries.filter(changesBalance)].slice(-LATEST);
  }
  const teamName = isTeam ? await readTeamName(engine, customerId) : undefined;
  if (!first) return { instead: nothingInHistoryCard(from, to, messages) };
  return {
    name: nameOf(from ?? utcDayOf(first.at), to),
    async *bytes() {
      yield Buffer.from(header);
      for await (const entries of readHistory(engine, period)) {
        goOn();
        yield Buffer.from(entries.map(lineOf).join(""));
      }
    },
    card: historyCard({ from, to, latest, teamName }, messages),
  };
}

function nameOf(from: Day, to: Day): string {
  return from === to ? `history-${from}.csv` : `history-${from}-${to}.csv`;
}

/** The whole days before the entry that was too much; undefined when it is of the first day. */
function daysThatFit(
  first: HistoryEntry,
  tooMuch: HistoryEntry,
): { readonly from: Day; readonly to: Day } | undefined {
  const from = utcDayOf(first.at);
  const to = utcDayOf(dayStartMs(utcDayOf(tooMuch.at)) - 1);
  return to >= from ? { from, to } : undefined;
}

const COLUMNS = [
  ...["time", "entry", "available_change_trx", "held_change_trx", "available_trx", "held_trx"],
  ...["order_id", "receiver", "type", "resource", "units", "duration", "price_sun"],
  ...["order_status", "transaction", "transfer_id", "note", "receiver_name"],
];

/** Of a team's: who ordered or booked, raised the price, or withdrew. */
const BY_COLUMNS = ["by", "by_user_id", "by_key_id"];

const whoCells = (by: Who | undefined): CsvCell[] => [by?.name, by?.userId, by?.keyId ?? undefined];

function cellsOf(entry: HistoryEntry, names: ReadonlyMap<string, string>): CsvCell[] {
  const { order } = entry;
  return [
    new Date(entry.at).toISOString(),
    entry.kind,
    trx(entry.availableSun),
    trx(entry.heldSun),
    trx(entry.availableAfterSun),
    trx(entry.heldAfterSun),
    order?.orderId,
    order?.receiver ?? entry.address,
    order?.type,
    order?.resource,
    order?.units,
    order?.duration,
    order?.priceSun,
    order?.status,
    entry.txid,
    entry.transferId,
    entry.reason,
    order && names.get(order.receiver),
  ];
}

function trx(amountSun: number): CsvCell {
  return { decimal: decimalTrx(amountSun) };
}
