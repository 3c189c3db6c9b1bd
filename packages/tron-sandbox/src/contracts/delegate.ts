/**
 * DelegateResourceContract: stake of the owner works for the receiver, locked for a number of
 * blocks or not.
 */
import { delegatableSun, MAX_LOCK_PERIOD_BLOCKS } from "../resources/capacity.js";
import { ACCOUNTS, type Delegation, type ResourceName } from "../state/records.js";
import type { View } from "../state/view.js";
import { isValidAddress } from "../wire/address.js";
import { flag, hex, int, type Message } from "../wire/schema.js";
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
import { addDelegation, expiryIn, lockedOf, type Pair, unlockExpired } from "./delegations.js";

const BLOCK_MS = 3_000;
/** 3 days: what a lock period of 0 means. */
const DEFAULT_LOCK_BLOCKS = 86_400;

const NOT_ENOUGH = {
  bandwidth: "delegateBalance must be less than or equal to available FreezeBandwidthV2 balance",
  energy: "delegateBalance must be less than or equal to available FreezeEnergyV2 balance",
};

export function pairOf(parameter: Message): Pair {
  return { from: ownerOf(parameter), to: hex(parameter, "receiver_address") };
}

function lockBlocks(parameter: Message): number {
  return int(parameter, "lock_period") || DEFAULT_LOCK_BLOCKS;
}

function checkLock(view: View, parameter: Message, resource: ResourceName, now: number): void {
  const blocks = lockBlocks(parameter);
  check(
    blocks >= 0 && blocks <= MAX_LOCK_PERIOD_BLOCKS,
    "The lock period of delegate resource cannot be less than 0 and cannot exceed " +
      `${MAX_LOCK_PERIOD_BLOCKS}!`,
  );
  const record = lockedOf(view, pairOf(parameter));
  if (record) checkRemaining(record, blocks, resource, now);
}

function checkRemaining(
  record: Delegation,
  blocks: number,
  resource: ResourceName,
  now: number,
): void {
  const remainingMs = expiryIn(record, resource) - now;
  const name = resource.toUpperCase();
  check(
    blocks * BLOCK_MS >= remainingMs,
    `The lock period for ${name} this time cannot be less than the remaining time` +
      `[${remainingMs}ms] of the last lock period for ${name}!`,
  );
}

export const delegate: ContractRules = {
  validate(view, parameter, now) {
    const owner = checkOwner(view, parameter);
    const stakeSun = int(parameter, "balance");
    const enough = stakeSun >= SUN_PER_TRX;
    check(enough, "delegateBalance must be greater than or equal to 1 TRX");
    const resource = resourceOf(parameter);
    check(resource !== undefined, RESOURCE_CODE_TEXT);
    const available = delegatableSun(owner, totalsOf(view), resource, now.slot);
    check(stakeSun <= available, NOT_ENOUGH[resource]);
    const { to } = pairOf(parameter);
    check(isValidAddress(to), "Invalid receiverAddress");
    check(to !== owner.address, "receiverAddress must not be the same as ownerAddress");
    const receiver = existingAccount(view, to);
    if (flag(parameter, "lock")) checkLock(view, parameter, resource, now.timeMs);
    check(!receiver.contract, "Do not allow delegate resources to contract addresses");
  },

  execute(layer, parameter, now) {
    const pair = pairOf(parameter);
    const stakeSun = int(parameter, "balance");
    const resource = resourceOf(parameter);
    check(resource !== undefined, RESOURCE_CODE_TEXT);
    unlockExpired(layer, pair, now.timeMs);
    const lock = flag(parameter, "lock")
      ? { expiresAt: now.timeMs + lockBlocks(parameter) * BLOCK_MS }
      : undefined;
    addDelegation(layer, pair, resource, stakeSun, lock, now.timeMs);
    const receiver = existingAccount(layer, pair.to);
    const gained = receiver[resource];
    layer.put(ACCOUNTS, pair.to, {
      ...receiver,
      [resource]: { ...gained, acquiredSun: gained.acquiredSun + stakeSun },
    });
    const owner = existingAccount(layer, pair.from);
    const given = owner[resource];
    const delegatedSun = given.delegatedSun + stakeSun;
    const frozenSun = given.frozenSun - stakeSun;
    layer.put(ACCOUNTS, pair.from, { ...owner, [resource]: { ...given, delegatedSun, frozenSun } });
    return 0;
  },
};
