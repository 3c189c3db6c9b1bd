/**
 * UnDelegateResourceContract: stake comes back to the owner, and with it a share of what the
 * receiver has used.
 */
import { stakeOf, unitsOf } from "../resources/capacity.js";
import { absorb, increase } from "../resources/recovery.js";
import { ACCOUNTS, type Account, type Holding, type ResourceName } from "../state/records.js";
import type { Layer } from "../state/view.js";
import { isValidAddress } from "../wire/address.js";
import { int, type Message } from "../wire/schema.js";
import {
  accountOf,
  type ContractRules,
  check,
  existingAccount,
  ownerOf,
  resourceOf,
  totalsOf,
} from "./contract.js";
import { pairOf } from "./delegate.js";
import {
  expiryIn,
  lockedOf,
  stakeIn,
  takeDelegation,
  unlockExpired,
  unlockedOf,
} from "./delegations.js";

const RESOURCE_TEXT = "ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]";
const INSUFFICIENT = {
  bandwidth: "insufficient delegatedFrozenBalance(BANDWIDTH)",
  energy: "insufficient delegateFrozenBalance(Energy)",
};

interface Released {
  readonly holding: Holding;
  readonly movedUnits: number;
}

/** The receiver's holding without the stake, and the usage that leaves it. */
function release(
  layer: Layer,
  receiver: Account,
  resource: ResourceName,
  sun: number,
  slot: number,
): Released {
  const current = { ...increase(receiver[resource], 0, slot), slot };
  // A contract that was destroyed and created again has less than was delegated to it.
  if (current.acquiredSun < sun) return { holding: { ...current, acquiredSun: 0 }, movedUnits: 0 };
  const share = Math.trunc(current.usedUnits * (sun / stakeOf(receiver, resource)));
  const movedUnits = Math.min(unitsOf(sun, totalsOf(layer), resource), share);
  const acquiredSun = current.acquiredSun - sun;
  const usedUnits = current.usedUnits - movedUnits;
  return { holding: { ...current, acquiredSun, usedUnits }, movedUnits };
}

export const undelegate: ContractRules = {
  validate(view, parameter: Message, now) {
    const ownerAddress = ownerOf(parameter);
    check(isValidAddress(ownerAddress), "Invalid address");
    const owner = accountOf(view, ownerAddress);
    check(owner !== undefined, `Account[${ownerAddress}] does not exist`);
    const pair = pairOf(parameter);
    check(isValidAddress(pair.to), "Invalid receiverAddress");
    check(pair.to !== pair.from, "receiverAddress must not be the same as ownerAddress");
    const unlocked = unlockedOf(view, pair);
    const locked = lockedOf(view, pair);
    const exists = unlocked !== undefined || locked !== undefined;
    check(exists, "delegated Resource does not exist");
    const stakeSun = int(parameter, "balance");
    check(stakeSun > 0, "unDelegateBalance must be more than 0 TRX");
    const resource = resourceOf(parameter);
    check(resource !== undefined, RESOURCE_TEXT);
    const expired = locked !== undefined && expiryIn(locked, resource) < now.timeMs;
    const available = stakeIn(unlocked, resource) + (expired ? stakeIn(locked, resource) : 0);
    check(
      available >= stakeSun,
      `${INSUFFICIENT[resource]}, request=${stakeSun}, unlock_balance=${available}`,
    );
  },

  execute(layer, parameter, now) {
    const pair = pairOf(parameter);
    const stakeSun = int(parameter, "balance");
    const resource = resourceOf(parameter);
    check(resource !== undefined, RESOURCE_TEXT);
    const receiver = accountOf(layer, pair.to);
    const released = receiver && release(layer, receiver, resource, stakeSun, now.slot);
    if (receiver && released) {
      layer.put(ACCOUNTS, pair.to, { ...receiver, [resource]: released.holding });
    }
    unlockExpired(layer, pair, now.timeMs);
    takeDelegation(layer, pair, resource, stakeSun);
    const owner = existingAccount(layer, pair.from);
    let holding = owner[resource];
    const delegatedSun = holding.delegatedSun - stakeSun;
    holding = { ...holding, delegatedSun, frozenSun: holding.frozenSun + stakeSun };
    if (released && released.movedUnits > 0) {
      holding = absorb(holding, released.holding, released.movedUnits, now.slot);
    }
    layer.put(ACCOUNTS, pair.from, { ...owner, [resource]: holding });
    return 0;
  },
};
