/** Owners of stake (the pool's and sellers), what each can delegate by the last snapshot, and what is reserved of it. */
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { type PerResource, RESOURCES, type Resource } from "../domain/resource.js";
import type { StakeRatio } from "../domain/stake.js";
import { all, didChange, one, type Phase, run } from "./phase.js";
import { flag, integer, oneOf, type RowOf, table, text } from "./table.js";

/** Units that a staked SUN yields: the network's limit by the network's weight. */
export const STAKE_RATIOS = table("stake_ratio", {
  resource: text<Resource>().key,
  total_limit: integer(),
  total_weight: integer(),
  read_at: integer(),
});

export type OwnerKind = "pool" | "seller";

/** Whose stake is delegated: the pool's accounts, and sellers'. */
export const OWNERS = table(
  "owner",
  {
    address: text<Address>().key,
    kind: oneOf(["pool", "seller"]),
    draining: flag().default(0),
    pause_reason: text().orNull,
    permission_id: integer().orNull,
    /** Strictly increasing, so that no two transactions of one owner share a txid. */
    last_timestamp: integer().default(0),
    added_at: integer(),
  },
  {
    sql: `
-- The few owners of the pool among thousands of sellers, the oldest first: planning, and lists.
CREATE INDEX owner_of_kind ON owner (kind, added_at);`,
    triggers: [
      {
        name: "offer_follows_pause",
        on: "AFTER UPDATE OF pause_reason",
        does: [
          "UPDATE offer SET paused = CASE WHEN NEW.pause_reason IS NULL THEN 0 ELSE 1 END WHERE seller = NEW.address",
        ],
      },
    ],
  },
);

export type OwnerRow = RowOf<typeof OWNERS>;

/** Adds an owner; an existing one stays as it is, drained or not. */
export function* addOwner(address: Address, kind: OwnerKind, at: number): Phase<void> {
  yield* OWNERS.addNew({ address, kind, added_at: at });
  yield* run(
    `INSERT INTO capacity (owner, resource) VALUES (?, 'energy'), (?, 'bandwidth')
     ON CONFLICT DO NOTHING`,
    address,
    address,
  );
}

export const findOwner = (address: Address) => OWNERS.one("WHERE address = ?", address);

/** Those of the addresses that are in the pool, paused and drained ones too. */
export function* poolOwnersAmong(addresses: readonly Address[]): Phase<Address[]> {
  const marks = addresses.map(() => "?").join(",");
  const rows = yield* all<{ address: Address }>(
    `SELECT address FROM owner WHERE address IN (${marks}) AND kind = 'pool'`,
    ...addresses,
  );
  return rows.map(({ address }) => address);
}

/** Which of these own stake, of the pool or of sellers. */
export function* ownersAmong(addresses: readonly Address[]): Phase<Address[]> {
  if (addresses.length === 0) return [];
  const rows = yield* all<{ address: Address }>(
    `SELECT o.address FROM json_each(?) AS wanted CROSS JOIN owner o ON o.address = wanted.value`,
    JSON.stringify(addresses),
  );
  return rows.map(({ address }) => address);
}

/** Oldest first; there are few in the pool and there may be thousands of sellers. */
export const listOwners = (kind: OwnerKind) =>
  OWNERS.all("WHERE kind = ? ORDER BY added_at, address", kind);

export const setDraining = (address: Address, draining: boolean) =>
  didChange(
    "UPDATE owner SET draining = ? WHERE address = ? AND kind = 'pool'",
    draining ? 1 : 0,
    address,
  );

/** Deletes an owner that has no leg, so that nothing of it can be reserved. */
export function* removeOwner(address: Address): Phase<void> {
  yield* run("DELETE FROM capacity WHERE owner = ?", address);
  yield* run("DELETE FROM owner WHERE address = ?", address);
}

/** Pauses an owner for a reason; null lets it continue. */
export const setPause = (address: Address, reason: string | null) =>
  run("UPDATE owner SET pause_reason = ? WHERE address = ?", reason, address);

export const setPermission = (address: Address, permissionId: number) =>
  run("UPDATE owner SET permission_id = ? WHERE address = ?", permissionId, address);

/** A timestamp this far ahead of the chain's time came from a wrong clock: the chain would refuse its bytes. */
export const FAR_AHEAD_MS = 60_000;

/**
 * Takes timestamps for so many transactions, one after the other, above any used before; returns the first. One that lies far
 * ahead of the chain's time is ignored: its transaction had another expiration, so no id can repeat.
 */
export function* takeTimestamps(address: Address, count: number, leastMs: number): Phase<number> {
  const row = yield* one<{ last_timestamp: number }>(
    `UPDATE owner SET last_timestamp = iif(last_timestamp > ?, ?, max(last_timestamp + 1, ?)) + ?
     WHERE address = ? RETURNING last_timestamp`,
    leastMs + FAR_AHEAD_MS,
    leastMs,
    leastMs,
    count - 1,
    address,
  );
  assert(row, `no owner ${address}`);
  return row.last_timestamp - (count - 1);
}

/** The last snapshot of what an owner can delegate, and what is reserved of it (see leg.reserving). */
export const CAPACITIES = table(
  "capacity",
  {
    owner: text<Address>().references("owner"),
    resource: oneOf(RESOURCES),
    snapshot_sun: integer().default(0).check("snapshot_sun >= 0"),
    snapshot_block: integer().default(0),
    reserved_sun: integer().default(0).check("reserved_sun >= 0"),
  },
  {
    key: "owner, resource",
    triggers: [
      {
        name: "offer_follows_capacity",
        on: "AFTER UPDATE OF snapshot_sun, reserved_sun",
        does: [
          "UPDATE offer SET free_sun = NEW.snapshot_sun - NEW.reserved_sun - kept_sun WHERE seller = NEW.owner AND resource = NEW.resource",
        ],
      },
    ],
  },
);

export type CapacityRow = RowOf<typeof CAPACITIES>;

export type SellableRow = Pick<CapacityRow, "owner" | "snapshot_sun" | "reserved_sun">;

export interface Sellable {
  readonly ratio: StakeRatio;
  readonly rows: readonly SellableRow[];
}

/** Capacity of the pool's owners that take new legs: neither paused nor draining. Undefined until the ratio was read. */
export function* sellableCapacity(resource: Resource): Phase<Sellable | undefined> {
  const rows = yield* all<RatioRow & { [Column in keyof SellableRow]: SellableRow[Column] | null }>(
    `SELECT r.total_limit, r.total_weight, c.owner, c.snapshot_sun, c.reserved_sun
     FROM stake_ratio r
     LEFT JOIN owner o INDEXED BY owner_of_kind
       ON o.kind = 'pool' AND o.draining = 0 AND o.pause_reason IS NULL
     LEFT JOIN capacity c ON c.owner = o.address AND c.resource = r.resource
     WHERE r.resource = ? ORDER BY o.added_at, o.address`,
    resource,
  );
  const [first] = rows;
  if (!first) return undefined;
  // Without such an owner there is one row, which has the ratio alone.
  return {
    ratio: ratioOf(first),
    rows: rows.filter((row): row is RatioRow & SellableRow => row.owner !== null),
  };
}

type RatioRow = { total_limit: number; total_weight: number };

const ratioOf = (row: RatioRow): StakeRatio => ({
  totalLimit: row.total_limit,
  totalWeight: row.total_weight,
});

/** What all owners of a kind can delegate, paused or not. */
export const listCapacity = (kind: OwnerKind) =>
  all<CapacityRow>(
    `SELECT ${CAPACITIES.columns} FROM owner o CROSS JOIN capacity c ON c.owner = o.address WHERE o.kind = ?`,
    kind,
  );

export const capacityOf = (owner: Address, resource: Resource) =>
  CAPACITIES.one("WHERE owner = ? AND resource = ?", owner, resource);

/** Changes an owner's reserved stake by `deltaSun`; always together with the leg that reserves it. */
export const reserve = (owner: Address, resource: Resource, deltaSun: number) =>
  run(
    "UPDATE capacity SET reserved_sun = reserved_sun + ? WHERE owner = ? AND resource = ?",
    deltaSun,
    owner,
    resource,
  );

/**
 * Stores what an owner can delegate, read after the head was at `block`, and ends the reservations of legs included by then,
 * because the chain now counts them itself.
 */
export function* storeSnapshot(
  owner: Address,
  resource: Resource,
  snapshotSun: number,
  block: number,
): Phase<void> {
  const ended = yield* all<{ reserved_sun: number }>(
    `UPDATE leg SET reserving = 0 WHERE owner = ? AND resource = ? AND reserving = 1
       AND block_number IS NOT NULL AND block_number <= ? RETURNING reserved_sun`,
    owner,
    resource,
    block,
  );
  const endedSun = ended.reduce((total, row) => total + row.reserved_sun, 0);
  yield* run(
    `UPDATE capacity SET snapshot_sun = ?, snapshot_block = ?, reserved_sun = reserved_sun - ?
     WHERE owner = ? AND resource = ?`,
    snapshotSun,
    block,
    endedSun,
    owner,
    resource,
  );
}

export const storeStakeRatio = (resource: Resource, ratio: StakeRatio, at: number) =>
  STAKE_RATIOS.put({
    ...{ resource, total_limit: ratio.totalLimit, total_weight: ratio.totalWeight, read_at: at },
  });

export function* readStakeRatio(resource: Resource): Phase<StakeRatio | undefined> {
  const row = yield* one<RatioRow>(
    "SELECT total_limit, total_weight FROM stake_ratio WHERE resource = ?",
    resource,
  );
  return row && ratioOf(row);
}

/** Both, or undefined until they were read. */
export function* readStakeRatios(): Phase<PerResource<StakeRatio> | undefined> {
  const energy = yield* readStakeRatio("energy");
  const bandwidth = yield* readStakeRatio("bandwidth");
  return energy && bandwidth && { energy, bandwidth };
}
