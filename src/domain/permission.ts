/** Which active permission of an account lets a key of the desk delegate or send TRX, and whether it lets it do more than that. */
import type { Address } from "./address.js";

export interface Permission {
  readonly id: number;
  readonly threshold: number;
  /** 64 hex characters; operation i is bit i&7 of byte i>>3. */
  readonly operations: string;
  readonly keys: readonly { readonly address: Address; readonly weight: number }[];
}

const TRANSFER = 1;
const DELEGATE_RESOURCE = 57;
const UNDELEGATE_RESOURCE = 58;

/** Operations that would let a stolen key move or unstake funds, or change the account. */
const DANGEROUS: readonly { readonly operation: number; readonly name: string }[] = [
  { operation: TRANSFER, name: "transfer TRX" },
  { operation: 31, name: "call contracts" },
  { operation: 46, name: "change permissions" },
  { operation: 54, name: "stake" },
  { operation: 55, name: "unstake" },
  { operation: 56, name: "withdraw unstaked TRX" },
];

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
        operations.every((operation) => allows(permission, operation)) &&
        weightOf(permission, key) >= permission.threshold,
    )
    .sort((a, b) => dangers(a).length - dangers(b).length)[0];
}

/** What the permission allows beyond delegating, in words. */
export function dangers(permission: Permission): string[] {
  return DANGEROUS.filter(({ operation }) => allows(permission, operation)).map(({ name }) => name);
}

function allows(permission: Permission, operation: number): boolean {
  const byte = Number.parseInt(permission.operations.slice((operation >> 3) * 2).slice(0, 2), 16);
  return (byte & (1 << (operation & 7))) !== 0;
}

function weightOf(permission: Permission, key: Address): number {
  return permission.keys.find(({ address }) => address === key)?.weight ?? 0;
}
