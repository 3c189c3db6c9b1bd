/**
 * What the operator's chat is told when: each thing once, when it has lasted as long as its alert waits, and once that it is over,
 * when it has been over for a while. Without statements, so that each rule is tested by itself.
 */
import { HOUR_MS, MINUTE_MS } from "../../common/time.js";
import type { OperatorNewsRow } from "../../store/chat/operator-chat.js";

interface Kind {
  /** Which alert says the same; it waits as long. */
  readonly alert?: string;
  readonly forMs: number;
  readonly begins: string;
  readonly ends: string;
}

/** The conditions of alerts.yaml that an operator without Prometheus must hear of, and what only the desk itself knows. */
export const KINDS = {
  halt: {
    ...{ alert: "DeskHalted", forMs: 0 },
    begins: "The desk has halted: no new orders, nothing leaves",
    ends: "The desk is no longer halted",
  },
  chain: {
    ...{ alert: "ChainOutOfSight", forMs: MINUTE_MS },
    begins: "TRON is out of sight: nothing is sold",
    ends: "TRON is in sight again",
  },
  incident: {
    ...{ alert: "NewIncident", forMs: 0 },
    begins: "New in `desk incidents`",
    ends: "Over",
  },
  withdrawal: {
    ...{ alert: "WithdrawalsToApprove", forMs: HOUR_MS },
    begins: "Withdrawals have waited an hour for your approval: `desk withdrawal list`",
    ends: "Withdrawals that wait for no approval any more",
  },
  seller: {
    ...{ alert: "SellersToApprove", forMs: HOUR_MS },
    begins: "Payouts to sellers have waited an hour for your approval: `desk payout list`",
    ends: "Payouts to sellers that wait for no approval any more",
  },
  deposit: {
    ...{ alert: "DepositsInReview", forMs: HOUR_MS },
    begins: "Deposits have waited an hour for you: `desk deposit list --review`",
    ends: "Deposits that wait no longer",
  },
  "new-address": {
    ...{ alert: "WithdrawalsToNewAddresses", forMs: 0 },
    begins:
      "Withdrawals to addresses that are new to their customers; `desk withdrawal refuse ID` stops one",
    ends: "Withdrawals to new addresses that are over",
  },
  "payout-low": {
    forMs: 10 * MINUTE_MS,
    begins: "The payout account is low",
    ends: "The payout account has enough again",
  },
  backup: {
    forMs: 0,
    begins: "The last backup is old",
    ends: "There is a new backup",
  },
} as const satisfies Record<string, Kind>;

export type NewsKind = keyof typeof KINDS;

/** How long a condition must be over before its end is told: what comes and goes is reported once. */
export const QUIET_MS = 5 * MINUTE_MS;

/** A condition that holds now. */
export interface Condition {
  readonly kind: NewsKind;
  readonly key: string;
  readonly text: string;
  /** Over already: its end is not reported. */
  readonly isMoment?: boolean;
}

/** Several of a kind are one message. */
export interface Telling {
  readonly kind: NewsKind;
  readonly what: "begins" | "ends";
  readonly rows: readonly OperatorNewsRow[];
}

interface Weighed {
  readonly told: readonly Telling[];
  readonly saved: readonly OperatorNewsRow[];
  readonly deleted: readonly OperatorNewsRow[];
}

/**
 * `known`: all whose end was not told. `unread`: kinds of which nobody knows now; what was told of them stays as it is.
 */
export function weigh(
  known: readonly OperatorNewsRow[],
  now: readonly Condition[],
  unread: ReadonlySet<NewsKind>,
  at: number,
): Weighed {
  const nameOf = ({ kind, key }: Pick<OperatorNewsRow, "kind" | "key">) => `${kind} ${key}`;
  const before = new Map(known.map((row) => [nameOf(row), row]));
  const seen = new Set(now.map(nameOf));
  const saved: OperatorNewsRow[] = [];
  const deleted: OperatorNewsRow[] = [];
  const begun: OperatorNewsRow[] = [];
  const ended: OperatorNewsRow[] = [];
  for (const condition of now) {
    const old = before.get(nameOf(condition));
    const row = stillSo(old, condition, at);
    if (old?.over_since !== row.over_since || old.told_at !== row.told_at) saved.push(row);
    if (row.told_at !== null && (old?.told_at ?? null) === null) begun.push(row);
  }
  for (const row of known) {
    if (seen.has(nameOf(row)) || unread.has(row.kind as NewsKind)) continue;
    if (row.told_at === null) {
      deleted.push(row);
      continue;
    }
    const overSince = row.over_since ?? at;
    const isQuiet = at - overSince >= QUIET_MS;
    const after = { ...row, over_since: overSince, ended_at: isQuiet ? at : null };
    if (isQuiet || row.over_since === null) saved.push(after);
    if (isQuiet) ended.push(after);
  }
  return { told: [...byKind("begins", begun), ...byKind("ends", ended)], saved, deleted };
}

function stillSo(
  old: OperatorNewsRow | undefined,
  { kind, key, text, isMoment = false }: Condition,
  at: number,
): OperatorNewsRow {
  if (isMoment) {
    return { kind, key, text, since: at, told_at: at, over_since: at, ended_at: at };
  }
  const { since = at, told_at: before = null } = old ?? {};
  const told_at = before ?? (at - since >= KINDS[kind].forMs ? at : null);
  // Its end is told in the words of its beginning.
  const words = before === null ? text : (old?.text ?? text);
  return { kind, key, text: words, since, told_at, over_since: null, ended_at: null };
}

function byKind(what: Telling["what"], rows: readonly OperatorNewsRow[]): Telling[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))] as NewsKind[];
  return kinds.map((kind) => ({ kind, what, rows: rows.filter((row) => row.kind === kind) }));
}
