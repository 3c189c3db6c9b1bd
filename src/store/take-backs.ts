/** Delegations that the desk's key has signed after a backup and the restored books do not know, and what becomes of them. */
import type { Address } from "../domain/address.js";
import { must } from "../domain/assert.js";
import type { Sun } from "../domain/money.js";
import { RESOURCES } from "../domain/resource.js";
import { LIVING } from "./conditions.js";
import type { StakeRecord } from "./legs.js";
import { all, countChanged, type Phase, run, value } from "./phase.js";
import { integer, oneOf, type RowOf, table, text } from "./table.js";

/** `found` until the operator has it taken back; `gone`: somebody else has taken it back. */
export type TakeBackState = "found" | "waiting" | "signed" | "taken" | "gone";

/** A delegation that this desk's key has signed and the restored books do not know. */
export const TAKE_BACKS = table(
  "take_back",
  {
    /** Of the delegation. */
    txid: text().key.check("length(txid) = 64"),
    owner: text<Address>().check("length(owner) = 34"),
    receiver: text<Address>().check("length(receiver) = 34"),
    resource: oneOf(RESOURCES),
    stake_sun: integer().check("stake_sun BETWEEN 1 AND 9007199254740991"),
    /** What of it nobody has taken back, by solid blocks. */
    left_sun: integer<Sun>().check("left_sun BETWEEN 0 AND stake_sun"),
    block_number: integer(),
    /** 'found' until the operator has it taken back; 'gone': somebody else took it. */
    state: oneOf(["found", "waiting", "signed", "taken", "gone"]),
    /** Of the undelegation: stored before it is sent. */
    undelegate_txid: text().orNull,
    undelegate_hex: text().orNull,
    /** Chain time. */
    undelegate_expires_at: integer().orNull,
    noted_at: integer(),
  },
  {
    checks: ["state <> 'signed' AND state <> 'taken' OR undelegate_txid IS NOT NULL"],
    sql: `
-- What is to be taken back of a record, in each round of it.
CREATE INDEX take_back_open ON take_back (owner, receiver, resource)
  WHERE (state = 'found' OR state = 'waiting' OR state = 'signed');
-- One of a record is on its way at a time.
CREATE UNIQUE INDEX take_back_signed ON take_back (owner, receiver, resource) WHERE state = 'signed';
-- Whether an undelegation in a block is one of these.
CREATE UNIQUE INDEX take_back_by_undelegation ON take_back (undelegate_txid) WHERE undelegate_txid IS NOT NULL;`,
  },
);

export type TakeBackRow = Omit<RowOf<typeof TAKE_BACKS>, "stake_sun" | "noted_at">;

const COLUMNS = TAKE_BACKS.columnsBut("stake_sun", "noted_at");
const OPEN = "(state = 'found' OR state = 'waiting' OR state = 'signed')";
const OF_RECORD = "owner = ? AND receiver = ? AND resource = ?";

const rowsWhere = (condition: string, ...params: (string | number)[]) =>
  all<TakeBackRow>(`SELECT ${COLUMNS} FROM take_back WHERE ${condition}`, ...params);

export const openTakeBacks = (): Phase<TakeBackRow[]> =>
  rowsWhere(`${OPEN} ORDER BY block_number, txid`);

/** Those of one record of the chain, the oldest first. */
export function* openTakeBacksOf({ owner, receiver, resource }: StakeRecord): Phase<TakeBackRow[]> {
  const record = [owner, receiver, resource];
  return yield* rowsWhere(`${OPEN} AND ${OF_RECORD} ORDER BY block_number, txid`, ...record);
}

export function* findTakeBack(txid: string): Phase<TakeBackRow | undefined> {
  return (yield* rowsWhere("txid = ?", txid))[0];
}

export function* isTakeBack(undelegateTxid: string): Phase<boolean> {
  return (yield* rowsWhere("undelegate_txid = ?", undelegateTxid)).length > 0;
}

export type NewTakeBack = Pick<
  TakeBackRow,
  "txid" | "owner" | "receiver" | "resource" | "left_sun" | "block_number"
>;

/** One that is there stays as it is. */
export const insertTakeBack = (row: NewTakeBack, at: number) =>
  TAKE_BACKS.addNew({ ...row, stake_sun: row.left_sun, state: "found", noted_at: at });

/** Somebody else has taken back so much of it. */
export function* lessenTakeBack({ txid, left_sun }: TakeBackRow, bySun: number): Phase<void> {
  const left = left_sun - bySun;
  yield* run(
    "UPDATE take_back SET left_sun = ?, state = iif(CAST(? AS BIGINT) = 0, 'gone', state) WHERE txid = ?",
    left,
    left,
    txid,
  );
}

/** All that was found is to be taken back; returns how many. */
export const confirmTakeBacks = () =>
  countChanged("UPDATE take_back SET state = 'waiting' WHERE state = 'found'");

export const setTakeBack = (
  txid: string,
  state: TakeBackState,
  undelegation?: { readonly txid: string; readonly hex: string; readonly expiresAt: number },
) =>
  run(
    `UPDATE take_back SET state = ?, undelegate_txid = ?, undelegate_hex = ?, undelegate_expires_at = ?
     WHERE txid = ?`,
    state,
    undelegation?.txid ?? null,
    undelegation?.hex ?? null,
    undelegation?.expiresAt ?? null,
    txid,
  );

/** It is solid that the desk has taken it back: its bytes stay known. */
export const endTakeBack = (txid: string) =>
  run("UPDATE take_back SET state = 'taken' WHERE txid = ?", txid);

export function* countTakeBacks(): Phase<Record<TakeBackState, number>> {
  const counts = { found: 0, waiting: 0, signed: 0, taken: 0, gone: 0 };
  const rows = yield* all<{ state: TakeBackState; n: number }>(
    "SELECT state, count(*) AS n FROM take_back GROUP BY state",
  );
  for (const { state, n } of rows) counts[state] = n;
  return counts;
}

/** The most that legs explain of a record. */
export function* stakeInBooks({ owner, receiver, resource }: StakeRecord): Phase<number> {
  return must(
    yield* value<number>(
      `SELECT coalesce(sum(stake_sun), 0) AS stake_sun FROM leg
     WHERE receiver = ? AND resource = ? AND locked IN (0, 1) AND owner = ?
       AND ${LIVING} AND state <> 'planned'`,
      ...[receiver, resource, owner],
    ),
    "an aggregate has one row",
  );
}

/** Of the legs that had ended by then, and that the desk itself has not taken back, what ended first first. */
export function* endedStakes(
  { owner, receiver, resource }: StakeRecord,
  endedAt: number,
): Phase<number[]> {
  const isIt = "receiver = ? AND resource = ? AND owner = ? AND expires_at <= ?";
  const params = [receiver, resource, owner, endedAt];
  const rows = yield* all<{ stake_sun: number; expires_at: number }>(
    `SELECT stake_sun, expires_at FROM leg
       WHERE locked IN (0, 1) AND ${LIVING} AND state <> 'planned' AND ${isIt}
     UNION ALL SELECT stake_sun, expires_at FROM leg WHERE state = 'released' AND ${isIt}
     ORDER BY expires_at`,
    ...params,
    ...params,
  );
  return rows.map(({ stake_sun }) => stake_sun);
}
