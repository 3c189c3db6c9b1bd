/**
 * Which permission of an account lets a key delegate, send TRX, do more, or own the account; and how an account lets the desk's key
 * delegate: it keeps all its permissions and adds one that allows nothing else. The chain replaces all permissions together, so those
 * left out would be gone.
 */
import type { Address } from "./address.js";

/** Keys that may act together once their weights reach the threshold. */
export interface KeyRing {
  readonly threshold: number;
  readonly keys: readonly { readonly address: Address; readonly weight: number }[];
}

export interface Permission extends KeyRing {
  readonly id: number;
  /** 64 hex characters; operation i is bit i&7 of byte i>>3. */
  readonly operations: string;
}

const TRANSFER = 1;
const DELEGATE_RESOURCE = 57;
const UNDELEGATE_RESOURCE = 58;

/** What a key may be able to do beyond delegating; an owner key can do everything. */
export const POWERS = [
  ...["owner", "transfer", "contracts", "permissions"],
  ...["stake", "unstake", "withdraw"],
] as const;
export type Power = (typeof POWERS)[number];

/** Operations that would let a stolen key move or unstake funds, or change the account. */
const DANGEROUS: readonly {
  readonly operation: number;
  readonly power: Power;
  readonly name: string;
}[] = [
  { operation: TRANSFER, power: "transfer", name: "transfer TRX" },
  { operation: 31, power: "contracts", name: "call contracts" },
  { operation: 46, power: "permissions", name: "change permissions" },
  { operation: 54, power: "stake", name: "stake" },
  { operation: 55, power: "unstake", name: "unstake" },
  { operation: 56, power: "withdraw", name: "withdraw unstaked TRX" },
];

/** The two operations that delegating takes. */
export const DELEGATING = ["delegate", "undelegate"] as const;
export type Delegating = (typeof DELEGATING)[number];

/** What an account lacks so that `key` alone can delegate and take back. */
export interface PermissionGap {
  /** Whether any active permission names the key. */
  readonly hasKey: boolean;
  /** Operations that its permission does not allow. */
  readonly missing: readonly Delegating[];
  /** The key's weight, when the threshold is higher. */
  readonly weight: { readonly has: number; readonly needs: number } | undefined;
}

/** Undefined when nothing is missing; else what the best permission lacks. */
export function permissionGap(
  permissions: readonly Permission[],
  key: Address,
): PermissionGap | undefined {
  if (delegatePermission(permissions, key)) return undefined;
  const gaps = permissions.filter((one) => weightOf(one, key) > 0).map((one) => gapOf(one, key));
  const [closest] = gaps.sort((a, b) => lacks(a) - lacks(b));
  return closest ?? { hasKey: false, missing: DELEGATING, weight: undefined };
}

function gapOf(permission: Permission, key: Address): PermissionGap {
  const operations = { delegate: DELEGATE_RESOURCE, undelegate: UNDELEGATE_RESOURCE };
  return {
    hasKey: true,
    missing: DELEGATING.filter((name) => !allows(permission, operations[name])),
    weight: suffices(permission, key)
      ? undefined
      : { has: weightOf(permission, key), needs: permission.threshold },
  };
}

function lacks({ missing, weight }: PermissionGap): number {
  return missing.length + (weight ? 1 : 0);
}

/** The permission by which `key` alone may delegate and take back; the least powerful one when there are several. */
export function delegatePermission(
  permissions: readonly Permission[],
  key: Address,
): Permission | undefined {
  return leastPermission(permissions, key, [DELEGATE_RESOURCE, UNDELEGATE_RESOURCE]);
}

/** The permission by which `key` alone may send TRX; the least powerful one when there are several. */
export function transferPermission(
  permissions: readonly Permission[],
  key: Address,
): Permission | undefined {
  return leastPermission(permissions, key, [TRANSFER]);
}

function leastPermission(
  permissions: readonly Permission[],
  key: Address,
  operations: readonly number[],
): Permission | undefined {
  return permissions
    .filter(
      (permission) =>
        operations.every((operation) => allows(permission, operation)) && suffices(permission, key),
    )
    .sort((a, b) => dangers(a).length - dangers(b).length)[0];
}

/** What the permission allows beyond delegating, in words. */
export function dangers(permission: Permission): string[] {
  return DANGEROUS.filter(({ operation }) => allows(permission, operation)).map(({ name }) => name);
}

/** Whether `key` alone reaches the threshold. */
export function suffices(ring: KeyRing, key: Address): boolean {
  const weight = weightOf(ring, key);
  return weight > 0 && weight >= ring.threshold;
}

/** Whether `key` alone may send an account's TRX by the permission with this id; 0 is the owner's. */
export function mayTransfer(
  account: { readonly ownerPermission: KeyRing; readonly permissions: readonly Permission[] },
  permissionId: number,
  key: Address,
): boolean {
  if (permissionId === 0) return suffices(account.ownerPermission, key);
  return account.permissions.some(
    (one) => one.id === permissionId && allows(one, TRANSFER) && suffices(one, key),
  );
}

/** What `key` alone may do with an account beyond delegating, in words, by any of its permissions. */
export function powersBeyondDelegating(
  account: { readonly ownerPermission: KeyRing; readonly permissions: readonly Permission[] },
  key: Address,
): string[] {
  if (suffices(account.ownerPermission, key)) return ["do anything: it is an owner key"];
  const powers = account.permissions.filter((one) => suffices(one, key)).flatMap(dangers);
  return [...new Set(powers)];
}

/** Those operations as codes. */
export function powersOf(
  account: { readonly ownerPermission: KeyRing; readonly permissions: readonly Permission[] },
  key: Address,
): Power[] {
  if (suffices(account.ownerPermission, key)) return ["owner"];
  const held = account.permissions.filter((one) => suffices(one, key));
  return DANGEROUS.filter(({ operation }) => held.some((one) => allows(one, operation))).map(
    ({ power }) => power,
  );
}

function allows(permission: Permission, operation: number): boolean {
  const byte = Number.parseInt(permission.operations.slice((operation >> 3) * 2).slice(0, 2), 16);
  return (byte & (1 << (operation & 7))) !== 0;
}

function weightOf(ring: KeyRing, key: Address): number {
  return ring.keys.find(({ address }) => address === key)?.weight ?? 0;
}

/** The operations 57 and 58, DelegateResource and UnDelegateResource; operation i is bit i&7 of byte i>>3. */
export const DELEGATE_ONLY = `${"0".repeat(15)}6${"0".repeat(48)}`;

/** The most active permissions that the chain allows. */
export const MAX_ACTIVE_PERMISSIONS = 8;

const PERMISSION_NAME = "energy-desk";

export interface NamedKeyRing extends KeyRing {
  readonly name: string;
}

export type NamedPermission = Permission & NamedKeyRing;

/** Everything that says who may act for an account. */
export interface AccountPermissions {
  readonly owner: NamedKeyRing;
  /** Only for an account that produces blocks. */
  readonly witness: NamedKeyRing | undefined;
  readonly active: readonly NamedPermission[];
}

export type PermissionUpdate =
  /** The key may delegate already; `id` is the permission that allows it. */
  | { readonly kind: "needless"; readonly id: number }
  | { readonly kind: "full" }
  | { readonly kind: "update"; readonly permissions: AccountPermissions };

export function permitDelegating(account: AccountPermissions, key: Address): PermissionUpdate {
  const { active } = account;
  const held = delegatePermission(active, key);
  if (held) return { kind: "needless", id: held.id };
  if (active.length >= MAX_ACTIVE_PERMISSIONS) return { kind: "full" };
  const added: NamedPermission = {
    // The chain renumbers them in this order, from 2 on.
    id: active.length + 2,
    name: PERMISSION_NAME,
    threshold: 1,
    operations: DELEGATE_ONLY,
    keys: [{ address: key, weight: 1 }],
  };
  return { kind: "update", permissions: { ...account, active: [...active, added] } };
}

/** Whose signatures an update needs: at least so many keys, the heaviest first. */
export function signaturesNeeded({ threshold, keys }: KeyRing): number {
  const weights = keys.map(({ weight }) => weight).sort((a, b) => b - a);
  let missing = threshold;
  const enough = weights.findIndex((weight) => {
    missing -= weight;
    return missing <= 0;
  });
  return enough + 1;
}
