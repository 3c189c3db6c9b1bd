/** What owners delegate and take back by themselves, and the blocks in which that must still be looked up. */
import type { Address } from "../domain/address.js";
import { must } from "../domain/assert.js";
import type { Resource } from "../domain/resource.js";
import { privateStakeSun, type StakeAct } from "../domain/transaction-acts.js";
import { LIVING, ON_RECORD } from "./conditions.js";
import type { StakeRecord } from "./legs.js";
import { all, exists, one, type Phase, run } from "./phase.js";
import { integer, type RowOf, table, text } from "./table.js";

/** The sum of those that are final. It is never above what is really theirs. */
export const PRIVATE_STAKES = table(
  "private_stake",
  {
    owner: text<Address>(),
    receiver: text<Address>(),
    resource: text<Resource>(),
    stake_sun: integer().check("stake_sun >= 0"),
  },
  {
    key: "owner, receiver, resource",
  },
);

/** The newest block of which something is in private_stake, and the blocks that were passed over and are still to be read. */
export const ACT_CURSOR = table(
  "act_cursor",
  {
    id: integer().key.check("id = 1"),
    summed_block: integer(),
    next_missed: integer().orNull,
    last_missed: integer().orNull,
  },
  {
    checks: ["(next_missed IS NULL) = (last_missed IS NULL)"],
    sql: `
INSERT INTO act_cursor (id, summed_block) VALUES (1, 0);`,
  },
);

/** What owners delegate and take back by themselves, in followed blocks that are not solid yet, or come after missed ones. */
export const STAKE_ACTS = table(
  "stake_act",
  {
    block_number: integer(),
    position: integer(),
    owner: text<Address>(),
    receiver: text<Address>(),
    resource: text<Resource>(),
    /** Below 0: taken back. */
    change_sun: integer(),
  },
  {
    key: "block_number, position",
    sql: `
-- The acts on one record of the chain, before something of ours on it is taken back.
CREATE INDEX stake_act_of_record ON stake_act (owner, receiver, resource);`,
  },
);

type ActRow = RowOf<typeof STAKE_ACTS>;

const OF_RECORD = "owner = ? AND receiver = ? AND resource = ?";
const MOST_SUN = Number.MAX_SAFE_INTEGER;

export const insertAct = (act: StakeAct, block: number, position: number) =>
  STAKE_ACTS.addNew({
    ...{ block_number: block, position, owner: act.owner, receiver: act.receiver },
    resource: act.resource,
    change_sun: act.kind === "delegate" ? act.stakeSun : -act.stakeSun,
  });

/** A leg of ours that the chain may hold shares the record. */
export const isRented = ({ owner, receiver, resource }: StakeRecord) =>
  exists(
    `leg WHERE receiver = ? AND resource = ? AND locked IN (0, 1) AND owner = ?
       AND ${LIVING} AND state <> 'planned'`,
    receiver,
    resource,
    owner,
  );

/** A living leg of a seller that the chain may hold. */
export const isAnySellerRented = () =>
  exists(`leg INDEXED BY leg_of_record
     WHERE ${ON_RECORD} AND state <> 'planned' AND seller_sun IS NOT NULL`);

/** The owner's own part of a record, as far as it is known. */
export function* readPrivateStake({ owner, receiver, resource }: StakeRecord): Phase<number> {
  const record = [owner, receiver, resource];
  const known = yield* one<{ stake_sun: number }>(
    `SELECT stake_sun FROM private_stake WHERE ${OF_RECORD}`,
    ...record,
  );
  const acts = yield* all<Pick<ActRow, "change_sun">>(
    `SELECT change_sun FROM stake_act WHERE ${OF_RECORD} ORDER BY block_number, position`,
    ...record,
  );
  return privateStakeSun(
    known?.stake_sun ?? 0,
    acts.map(({ change_sun }) => change_sun),
  );
}

export function* forgetRecord({ owner, receiver, resource }: StakeRecord): Phase<void> {
  yield* run(`DELETE FROM stake_act WHERE ${OF_RECORD}`, owner, receiver, resource);
  yield* run(`DELETE FROM private_stake WHERE ${OF_RECORD}`, owner, receiver, resource);
}

/** The records of sellers with a living leg up to a block. */
export const recordsOfSellers = (block: number) =>
  all<StakeRecord>(
    `SELECT DISTINCT owner, receiver, resource FROM leg INDEXED BY leg_of_record
     WHERE ${ON_RECORD} AND state <> 'planned' AND seller_sun IS NOT NULL AND block_number <= ?`,
    block,
  );

/** The owner's own part of a record up to a block, instead of what was known of it. */
export function* setPrivateStake(
  { owner, receiver, resource }: StakeRecord,
  stakeSun: number,
  block: number,
): Phase<void> {
  const record = [owner, receiver, resource];
  yield* run(`DELETE FROM stake_act WHERE ${OF_RECORD} AND block_number <= ?`, ...record, block);
  yield* PRIVATE_STAKES.put({ owner, receiver, resource, stake_sun: stakeSun });
}

export const forgetActsAfter = (block: number) =>
  run("DELETE FROM stake_act WHERE block_number > ?", block);

/** Forgets everything, also the blocks still to be read. */
export function* forgetAllActs(): Phase<void> {
  yield* run("DELETE FROM stake_act");
  yield* run("DELETE FROM private_stake");
  yield* setMissed(null);
}

/** Forgets the sums of records without any leg of ours. */
export const forgetIdleRecords = () =>
  run(
    `DELETE FROM private_stake WHERE NOT EXISTS (SELECT 1 FROM leg
       WHERE leg.receiver = private_stake.receiver AND leg.resource = private_stake.resource
         AND leg.locked IN (0, 1) AND leg.owner = private_stake.owner
         AND ${LIVING} AND state <> 'planned')
       AND NOT EXISTS (SELECT 1 FROM act_cursor WHERE next_missed IS NOT NULL)`,
  );

/** Adds the oldest acts up to a block to the sums, in their order, up to a limit. */
export function* sumActs(upTo: number, limit: number): Phase<void> {
  const acts = yield* STAKE_ACTS.all(
    `WHERE block_number <= ?
     ORDER BY block_number, position LIMIT ?`,
    upTo,
    limit,
  );
  for (const { block_number, position, owner, receiver, resource, change_sun } of acts) {
    yield* run(
      `INSERT INTO private_stake (owner, receiver, resource, stake_sun) VALUES (?, ?, ?, max(0, ?))
       ON CONFLICT (owner, receiver, resource) DO UPDATE SET stake_sun = min(${MOST_SUN}, max(0, private_stake.stake_sun + ?))`,
      ...[owner, receiver, resource, change_sun, change_sun],
    );
    yield* run(
      "DELETE FROM stake_act WHERE block_number = ? AND position = ?",
      block_number,
      position,
    );
  }
  const last = acts.at(-1);
  if (last) yield* run("UPDATE act_cursor SET summed_block = ?", last.block_number);
}

export type MissedBlocks = { next: number; last: number };

/** Blocks that were skipped and must still be read. */
export const missedBlocks = () =>
  one<MissedBlocks>(
    `SELECT next_missed AS next, last_missed AS last FROM act_cursor WHERE next_missed IS NOT NULL`,
  );

export const setMissed = (missed: MissedBlocks | null) =>
  run(
    "UPDATE act_cursor SET next_missed = ?, last_missed = ?",
    missed?.next ?? null,
    missed?.last ?? null,
  );

/** The first block above all sums whose acts are not final: the oldest followed block, or an older act's. */
export function* firstUncertainBlock(): Phase<number | undefined> {
  const row = yield* one<{ summed: number; first: number | null; act: number | null }>(
    `SELECT summed_block AS summed, (SELECT min(number) FROM chain_block) AS first,
       (SELECT min(block_number) FROM stake_act) AS act FROM act_cursor`,
  );
  const { summed, first, act } = must(row, "the cursor of acts");
  if (first === null) return undefined;
  return Math.max(summed + 1, Math.min(first, act ?? first));
}
