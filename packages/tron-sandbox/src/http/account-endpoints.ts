/** Endpoints that read accounts, their resources and their delegations. */
import { SUN_PER_TRX, totalsOf } from "../contracts/contract.js";
import { lockedOf, unlockedOf } from "../contracts/delegations.js";
import { FREE_BANDWIDTH } from "../resources/bandwidth.js";
import { limitOf, maxDelegatableSun } from "../resources/capacity.js";
import { increase, recoverPlain } from "../resources/recovery.js";
import { ACCOUNTS, type Account, type Delegation, OWNERS, RECEIVERS } from "../state/records.js";
import { get, keysOf, type View } from "../state/view.js";
import type { Json } from "../wire/json.js";
import {
  addressField,
  type Call,
  compact,
  type Endpoint,
  hexField,
  intField,
  messageAddress,
  plainAddress,
} from "./answer.js";
import { printAccount, printAddress } from "./print.js";

/** An address has 21 bytes. */
const ADDRESS_DIGITS = 42;

/** State and slot that the call is about: the head with what is pending, or the solid block. */
function at({ chain, solid }: Call): { view: View; slot: number } {
  const block = solid ? chain.block(chain.solidNumber) : chain.head;
  return { view: chain.view(solid), slot: chain.slotOf(block ?? chain.head) };
}

export const getAccount: Endpoint = (call) => {
  const { view, slot } = at(call);
  const account = get(view, ACCOUNTS, messageAddress(call, "address"));
  if (account === undefined) return {};
  // java-tron marks a record so when it is solid.
  const isSettled = get(call.chain.view(true), ACCOUNTS, account.address) !== undefined;
  const printed = printAccount(account, slot, call.chain.genesis.timestampMs, call.visible);
  return compact({ ...printed, asset_optimized: isSettled });
};

function bandwidthFields(account: Account, view: View, slot: number): Json {
  const totals = totalsOf(view);
  return {
    freeNetUsed: recoverPlain(account.freeUsedUnits, 0, account.freeSlot, slot),
    freeNetLimit: FREE_BANDWIDTH,
    NetUsed: increase(account.bandwidth, 0, slot).usedUnits,
    NetLimit: limitOf(account, totals, "bandwidth"),
    TotalNetLimit: totals.bandwidthLimit,
    TotalNetWeight: totals.bandwidthWeight,
  };
}

export const getAccountNet: Endpoint = (call) => {
  const { view, slot } = at(call);
  const account = get(view, ACCOUNTS, addressField(call, "address"));
  return account ? compact(bandwidthFields(account, view, slot)) : {};
};

export const getAccountResource: Endpoint = (call) => {
  const { view, slot } = at(call);
  const account = get(view, ACCOUNTS, plainAddress(call, "address"));
  if (account === undefined) return {};
  const totals = totalsOf(view);
  return compact({
    ...bandwidthFields(account, view, slot),
    TotalTronPowerWeight: totals.tronPowerWeight,
    tronPowerLimit: Math.floor((account.tronPowerSun ?? 0) / SUN_PER_TRX),
    EnergyUsed: increase(account.energy, 0, slot).usedUnits,
    EnergyLimit: limitOf(account, totals, "energy"),
    TotalEnergyLimit: totals.energyLimit,
    TotalEnergyWeight: totals.energyWeight,
  });
};

export const getCanDelegatedMaxSize: Endpoint = (call) => {
  const { view, slot } = at(call);
  const account = get(view, ACCOUNTS, addressField(call, "owner_address"));
  const type = intField(call, "type", { bits: 32 });
  if (account === undefined || (type !== 0 && type !== 1)) return {};
  const resource = type === 1 ? "energy" : "bandwidth";
  return compact({ max_size: maxDelegatableSun(account, totalsOf(view), resource, slot) });
};

/**
 * The unlocked record first; no flag tells them apart but the expiry. Records of nothing are left
 * out.
 */
export const getDelegatedResourceV2: Endpoint = (call) => {
  const { view } = at(call);
  const pair = { from: addressField(call, "fromAddress"), to: addressField(call, "toAddress") };
  const records = [unlockedOf(view, pair), lockedOf(view, pair)];
  const delegatedResource = records.flatMap((one) => printDelegation(one, call.visible));
  return compact({ delegatedResource });
};

function printDelegation(record: Delegation | undefined, visible: boolean): Json[] {
  if (record === undefined) return [];
  const amounts = compact({
    frozen_balance_for_bandwidth: record.bandwidthSun,
    frozen_balance_for_energy: record.energySun,
    expire_time_for_bandwidth: record.bandwidthExpiresAt,
    expire_time_for_energy: record.energyExpiresAt,
  });
  if (Object.keys(amounts).length === 0) return [];
  const from = printAddress(record.from, visible);
  return [{ from, to: printAddress(record.to, visible), ...amounts }];
}

/**
 * `toAccounts`: whom the address delegates to; `fromAccounts`: who delegates to it; both by time.
 */
export const getDelegatedResourceAccountIndexV2: Endpoint = (call) => {
  const { view } = at(call);
  const address = call.visible ? plainAddress(call, "value") : hexField(call, "value");
  const others = (table: typeof RECEIVERS): string[] =>
    keysOf(view, table, address)
      .map((key) => ({ other: key.slice(address.length), time: get(view, table, key) ?? 0 }))
      .sort((a, b) => a.time - b.time)
      .map(({ other }) => printAddress(other, call.visible));
  if (address.length !== ADDRESS_DIGITS) return {};
  return compact({
    account: printAddress(address, call.visible),
    fromAccounts: others(OWNERS),
    toAccounts: others(RECEIVERS),
  });
};

/** Nothing is ever unfrozen here, so all 32 places are free. */
export const getAvailableUnfreezeCount: Endpoint = (call) => {
  const isOther = call.fromQuery && call.body.ownerAddress !== undefined;
  const address = addressField(call, isOther ? "ownerAddress" : "owner_address");
  return get(at(call).view, ACCOUNTS, address) ? { count: 32 } : {};
};

/** Nothing is ever unfrozen here, so there is nothing to withdraw. */
export const getCanWithdrawUnfreezeAmount: Endpoint = (call) => {
  addressField(call, "owner_address");
  intField(call, "timestamp");
  return {};
};
