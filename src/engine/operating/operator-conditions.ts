/**
 * Which conditions hold now that the operator's chat is told of, and the daily line: what an operator wants to know in the
 * morning.
 */
import { DAY_MS, HOUR_MS } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import type { Cover } from "../../domain/cover.js";
import { formatInteger, formatTrx } from "../../domain/money.js";
import {
  depositsToReview,
  incidentsAfter,
  type OperatorNewsRow,
  openIncidents,
  orderedBetween,
  paidInSince,
  paidOutSince,
  type ToldDepositRow,
  type ToldWithdrawalRow,
  unpaidWithdrawalsSun,
  withdrawalsToApprove,
  withdrawalsToNewAddresses,
} from "../../store/chat/operator-chat.js";
import { countInReview } from "../../store/deposits.js";
import type { IncidentRow } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { earnersAt, readHeldBack } from "../payouts/seller-payouts.js";
import { backedUpAt } from "./backup.js";
import type { Condition, NewsKind } from "./operator-news.js";

/** Backups are made daily at least; two hours for one that takes its time. */
const OLD_BACKUP_MS = 26 * HOUR_MS;

/** The account that pays, read on the chain; undefined where payouts are off, or it could not be read. */
export interface PayoutAccount {
  readonly address: Address;
  /** Less what is signed and has not left it. */
  readonly leftSun: number;
}

interface Conditions {
  readonly now: readonly Condition[];
  /** Kinds of which nobody knows now. */
  readonly unread: ReadonlySet<NewsKind>;
  /** The newest incident looked at. */
  readonly incidentId: number;
}

/** Reads no more than a few of each kind that are new. */
export function* conditionsNow(
  engine: Engine,
  account: PayoutAccount | undefined,
  known: readonly OperatorNewsRow[],
  incidentId: number,
): Phase<Conditions> {
  const at = engine.now();
  const { gates, policy } = engine;
  const incidents = yield* incidentsNow(known, incidentId);
  const earners = yield* earnersAt(policy.payouts, at, account?.address);
  const now: Condition[] = [
    ...one("halt", gates.halt === undefined ? undefined : gates.ordersStopped),
    ...one("chain", gates.chainProblem()),
    ...incidents.now,
    ...(yield* withdrawalsToApprove("withdrawal")).map((row) => ({
      ...{ kind: "withdrawal" as const, key: row.id, text: withdrawalText(row) },
    })),
    ...(yield* withdrawalsToNewAddresses("new-address", at - DAY_MS)).flatMap(newAddress),
    ...(yield* depositsToReview("deposit")).map((row) => ({
      ...{ kind: "deposit" as const, key: row.id, text: depositText(row) },
    })),
    ...earners.held
      .filter(({ waits }) => waits === "approval")
      .map(({ seller, earnedSun }) => ({
        ...{ kind: "seller" as const, key: seller, text: `${seller}: ${formatTrx(earnedSun)} TRX` },
      })),
    ...one("backup", engine.database.source.engine === "sqlite" ? yield* oldBackup(at) : undefined),
  ];
  if (account) {
    const sellersSun = [...earners.due, ...earners.held].reduce(
      (sum, one) => sum + one.earnedSun,
      0,
    );
    const waitingSun = (yield* unpaidWithdrawalsSun()) + sellersSun;
    now.push(...one("payout-low", lowText(account, waitingSun)));
  }
  const unread = new Set<NewsKind>(account ? [] : ["payout-low"]);
  return { now, unread, incidentId: incidents.newestId };
}

function one(kind: NewsKind, text: string | undefined): Condition[] {
  return text === undefined ? [] : [{ kind, key: "", text }];
}

/** One that lasts is known by its kind, since there is one of a kind at a time: it may close and open again, and is told once. */
function* incidentsNow(known: readonly OperatorNewsRow[], incidentId: number) {
  const news = yield* incidentsAfter(incidentId);
  const open = yield* openIncidents();
  const lasted = news.filter(({ at, closed_at }) => closed_at !== null && closed_at > at);
  const isKnown = ({ kind }: IncidentRow) =>
    known.some((row) => row.kind === "incident" && row.key === kind);
  const moments = news.filter(({ at, closed_at }) => closed_at === at);
  const byKind = new Map<string, Condition>();
  // Includes those that came and went between two looks.
  for (const row of [...lasted.filter((row) => !isKnown(row)), ...open]) {
    byKind.set(row.kind, { kind: "incident", key: row.kind, text: incidentText(row) });
  }
  const now: Condition[] = [
    ...moments.map((row) => ({
      ...{ kind: "incident" as const, key: `${row.id}`, text: incidentText(row), isMoment: true },
    })),
    ...byKind.values(),
  ];
  return { now, newestId: news.at(-1)?.id ?? incidentId };
}

function incidentText({ kind, text }: IncidentRow): string {
  return `${kind}: ${text}`;
}

function withdrawalText({ id, customer_id, address, amount_sun }: ToldWithdrawalRow): string {
  return `${id}: ${formatTrx(amount_sun)} TRX of ${customer_id} to ${address}`;
}

/** One that is over before it was seen has no end to be told. */
function newAddress(row: ToldWithdrawalRow): Condition[] {
  const from = `, from ${moment(row.due_at)} on`;
  const text = `${withdrawalText(row)}${row.is_open ? from : ""}`;
  return [{ kind: "new-address", key: row.id, text, isMoment: row.is_open === 0 }];
}

function depositText({ id, customer_id, asset, amount, reason }: ToldDepositRow): string {
  const isMoney = asset === "TRX" || asset === "USDT";
  const sum = isMoney ? `${formatTrx(Number(amount))} ${asset}` : asset;
  return `${id}: ${sum} of ${customer_id}${reason === null ? "" : ` (${reason})`}`;
}

function lowText({ address, leftSun }: PayoutAccount, waitingSun: number): string | undefined {
  if (leftSun >= waitingSun) return undefined;
  const has = formatTrx(Math.max(0, leftSun));
  return `${address} has ${has} TRX, and ${formatTrx(waitingSun)} TRX wait to be paid from it, with what waits for an approval. Send it the rest.`;
}

function* oldBackup(at: number): Phase<string | undefined> {
  const { madeAt, begunAt } = yield* backedUpAt();
  if (at - (madeAt ?? begunAt ?? at) < OLD_BACKUP_MS) return undefined;
  return `${backupText(madeAt, at)}. \`desk backup FILE\` makes one.`;
}

function backupText(madeAt: number | undefined, at: number): string {
  if (madeAt === undefined) return "`desk backup` has made none";
  return `made ${Math.floor((at - madeAt) / HOUR_MS)} h ago`;
}

function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** The last day in a few lines. */
export async function readDay(engine: Engine, cover: Cover | undefined): Promise<string[]> {
  const { database, gates } = engine;
  const at = engine.now();
  const since = at - DAY_MS;
  let orders = 0;
  const units = { energy: 0, bandwidth: 0 };
  // An hour at a time: a busy day has many.
  for (let from = since; from < at; from += HOUR_MS) {
    for (const row of await database.read(() => orderedBetween(from, from + HOUR_MS))) {
      orders += row.orders;
      units[row.resource] += row.units;
    }
  }
  const { paidIn, paidOut, inReview, madeAt } = await database.read(function* () {
    return {
      paidIn: yield* paidInSince(since),
      paidOut: yield* paidOutSince(since),
      inReview: yield* countInReview(),
      madeAt: (yield* backedUpAt()).madeAt,
    };
  });
  const held = await readHeldBack(engine);
  const n = formatInteger;
  return [
    `Orders: ${n(orders)}, delivered ${n(units.energy)} Energy, ${n(units.bandwidth)} Bandwidth`,
    `Paid in: ${formatTrx(paidIn.sun)} TRX in ${n(paidIn.count)} deposits`,
    `Paid out: ${formatTrx(paidOut.toCustomers.sun)} TRX in ${n(paidOut.toCustomers.count)} withdrawals, ${formatTrx(paidOut.toSellers.sun)} TRX to sellers`,
    `Wait for you: ${n(held.withdrawalsToApprove)} withdrawals, ${n(held.sellersToApprove)} sellers, ${n(inReview)} deposits`,
    ...(database.source.engine === "sqlite" ? [`Backup: ${backupText(madeAt, at)}`] : []),
    `Cover: ${coverText(cover)}`,
    ...[gates.ordersStopped, gates.payoutHold].flatMap((reason) => reason ?? []),
  ];
}

function coverText(cover: Cover | undefined): string {
  if (!cover) return "not read";
  const { shortfallSun, differenceSun } = cover;
  if (shortfallSun > 0) return `${formatTrx(shortfallSun)} TRX are missing`;
  return differenceSun < 0
    ? "all that can be claimed is there"
    : `${formatTrx(differenceSun)} TRX more than is owed`;
}
