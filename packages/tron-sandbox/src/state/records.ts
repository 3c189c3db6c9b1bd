/**
 * What the chain remembers: accounts, delegations and the network's totals. Records are never
 * changed in place.
 */
export type ResourceName = "bandwidth" | "energy";

/**
 * One resource of one account. Amounts are SUN of stake, usage is units at `slot`, decaying from
 * then on.
 */
export interface Holding {
  readonly frozenSun: number;
  readonly delegatedSun: number;
  readonly acquiredSun: number;
  readonly usedUnits: number;
  readonly slot: number;
  /** Slots times 1,000 in which the usage recovers; 0 is the full day (java-tron's window "v2"). */
  readonly window: number;
}

interface PermissionKey {
  readonly address: string;
  readonly weight: number;
}

export interface Permission {
  readonly id: number;
  readonly name: string;
  readonly threshold: number;
  /** 64 hex characters; empty for the owner permission, which may do everything. */
  readonly operations: string;
  readonly keys: readonly PermissionKey[];
}

export interface Account {
  readonly address: string;
  readonly contract: boolean;
  readonly balanceSun: number;
  readonly createdAt: number;
  readonly operatedAt: number;
  readonly bandwidth: Holding;
  readonly energy: Holding;
  /** Stake for TRON_POWER; absent when there never was any. */
  readonly tronPowerSun?: number;
  readonly freeUsedUnits: number;
  readonly freeSlot: number;
  readonly owner: Permission;
  readonly actives: readonly Permission[];
}

/** Locked and unlocked delegations of a pair are two records; each has one expiry a resource. */
export interface Delegation {
  readonly from: string;
  readonly to: string;
  readonly bandwidthSun: number;
  readonly energySun: number;
  readonly bandwidthExpiresAt: number;
  readonly energyExpiresAt: number;
}

/** Weights are whole TRX. */
export interface Totals {
  readonly bandwidthLimit: number;
  readonly bandwidthWeight: number;
  readonly energyLimit: number;
  readonly energyWeight: number;
  /** Absent when nobody staked for it. */
  readonly tronPowerWeight?: number;
}

/** A kind of record: where its keys are, and what is kept there. */
export interface Table<T> {
  readonly prefix: string;
  /** Exists in types only: what a record of this table is. */
  readonly sample?: T;
}

export const ACCOUNTS: Table<Account> = { prefix: "a" };
/** Keys: owner address, receiver address. */
export const UNLOCKED: Table<Delegation> = { prefix: "u" };
export const LOCKED: Table<Delegation> = { prefix: "l" };
/** Keys: owner, receiver; the value is when (chain time) the owner last delegated to it. */
export const RECEIVERS: Table<number> = { prefix: "r" };
/** The same pairs by receiver. */
export const OWNERS: Table<number> = { prefix: "o" };
export const TOTALS: Table<Totals> = { prefix: "t" };
/** Holder; millionths of a USDT as decimal text, because they may be more than a number holds. */
export const TOKENS: Table<string> = { prefix: "b" };
/** Keys: holder, spender; what the spender may still take, in the same form. */
export const ALLOWANCES: Table<string> = { prefix: "w" };

const EMPTY_HOLDING: Holding = {
  frozenSun: 0,
  delegatedSun: 0,
  acquiredSun: 0,
  usedUnits: 0,
  slot: 0,
  window: 0,
};

/** Default operations of a new account's active permission, as on the main network. */
export const DEFAULT_OPERATIONS = `7fff1fc0033efb0f${"0".repeat(48)}`;

export function ownerPermission(address: string): Permission {
  const keys = [{ address, weight: 1 }];
  return { id: 0, name: "owner", threshold: 1, operations: "", keys };
}

export function activePermission(address: string): Permission {
  const keys = [{ address, weight: 1 }];
  return { id: 2, name: "active", threshold: 1, operations: DEFAULT_OPERATIONS, keys };
}

export function newAccount(address: string, createdAt: number, balanceSun: number): Account {
  return {
    address,
    contract: false,
    balanceSun,
    createdAt,
    operatedAt: 0,
    bandwidth: EMPTY_HOLDING,
    energy: EMPTY_HOLDING,
    freeUsedUnits: 0,
    freeSlot: 0,
    owner: ownerPermission(address),
    actives: [activePermission(address)],
  };
}
