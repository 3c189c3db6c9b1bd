/**
 * FreezeBalanceV2Contract: TRX becomes stake, and the network's weight of the resource grows by it.
 */
import {
  ACCOUNTS,
  type Account,
  type ResourceName,
  TOTALS,
  type Totals,
} from "../state/records.js";
import type { Layer } from "../state/view.js";
import { int } from "../wire/schema.js";
import {
  type ContractRules,
  check,
  checkOwner,
  existingAccount,
  ownerOf,
  RESOURCE_CODE_TEXT,
  resourceOf,
  SUN_PER_TRX,
  totalsOf,
} from "./contract.js";

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

export const freeze: ContractRules = {
  validate(view, parameter) {
    const account = checkOwner(view, parameter);
    const sun = int(parameter, "frozen_balance");
    check(sun > 0, "frozenBalance must be positive");
    check(sun >= SUN_PER_TRX, "frozenBalance must be greater than or equal to 1 TRX");
    const enough = sun <= account.balanceSun;
    check(enough, "frozenBalance must be less than or equal to accountBalance");
    check(resourceOf(parameter) !== undefined, RESOURCE_CODE_TEXT);
  },

  execute(layer, parameter) {
    const owner = ownerOf(parameter);
    const resource = resourceOf(parameter);
    const sun = int(parameter, "frozen_balance");
    check(resource !== undefined, RESOURCE_CODE_TEXT);
    addStake(layer, owner, resource, sun);
    const account = existingAccount(layer, owner);
    layer.put(ACCOUNTS, owner, { ...account, balanceSun: account.balanceSun - sun });
    return 0;
  },
};
