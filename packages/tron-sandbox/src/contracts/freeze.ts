/**
 * FreezeBalanceV2Contract: TRX becomes stake, and the network's weight of the resource grows by it. Stake
 * for TRON_POWER gives votes only.
 */
import {
  ACCOUNTS,
  type Account,
  type ResourceName,
  TOTALS,
  type Totals,
} from "../state/records.js";
import type { Layer } from "../state/view.js";
import { int, type Message } from "../wire/schema.js";
import {
  type ContractRules,
  check,
  checkOwner,
  existingAccount,
  ownerOf,
  resourceOf,
  SUN_PER_TRX,
  totalsOf,
} from "./contract.js";

/** The number of the resource that only freezing knows. */
const TRON_POWER = 2;

function withWeight(totals: Totals, resource: ResourceName, addedTrx: number): Totals {
  return resource === "energy"
    ? { ...totals, energyWeight: totals.energyWeight + addedTrx }
    : { ...totals, bandwidthWeight: totals.bandwidthWeight + addedTrx };
}

function ownStake(account: Account, resource: ResourceName): number {
  return account[resource].frozenSun + account[resource].delegatedSun;
}

/** Also what the admin endpoint does, for which the stake does not come out of the balance. */
export function addStake(layer: Layer, address: string, resource: ResourceName, sun: number): void {
  const account = existingAccount(layer, address);
  const holding = account[resource];
  const changed = { ...account, [resource]: { ...holding, frozenSun: holding.frozenSun + sun } };
  layer.put(ACCOUNTS, address, changed);
  const trx = (of: Account): number => Math.floor(ownStake(of, resource) / SUN_PER_TRX);
  layer.put(TOTALS, "", withWeight(totalsOf(layer), resource, trx(changed) - trx(account)));
}

function addTronPower(layer: Layer, address: string, sun: number): void {
  const account = existingAccount(layer, address);
  const before = account.tronPowerSun ?? 0;
  const tronPowerSun = before + sun;
  layer.put(ACCOUNTS, address, { ...account, tronPowerSun });
  const totals = totalsOf(layer);
  const addedTrx = Math.floor(tronPowerSun / SUN_PER_TRX) - Math.floor(before / SUN_PER_TRX);
  layer.put(TOTALS, "", { ...totals, tronPowerWeight: (totals.tronPowerWeight ?? 0) + addedTrx });
}

export const freeze: ContractRules = {
  validate(view, parameter) {
    const account = checkOwner(view, parameter);
    const sun = int(parameter, "frozen_balance");
    check(sun > 0, "frozenBalance must be positive");
    check(sun >= SUN_PER_TRX, "frozenBalance must be greater than or equal to 1 TRX");
    const enough = sun <= account.balanceSun;
    check(enough, "frozenBalance must be less than or equal to accountBalance");
    const isKnown = resourceOf(parameter) !== undefined || isForPower(parameter);
    check(isKnown, "ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY、TRON_POWER]");
  },

  execute(layer, parameter) {
    const owner = ownerOf(parameter);
    const resource = resourceOf(parameter);
    const sun = int(parameter, "frozen_balance");
    if (resource) addStake(layer, owner, resource, sun);
    else addTronPower(layer, owner, sun);
    const account = existingAccount(layer, owner);
    layer.put(ACCOUNTS, owner, { ...account, balanceSun: account.balanceSun - sun });
    return 0;
  },
};

function isForPower(parameter: Message): boolean {
  return int(parameter, "resource") === TRON_POWER;
}
