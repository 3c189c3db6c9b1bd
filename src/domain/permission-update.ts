/**
 * How an account lets the desk's key delegate: it keeps all its permissions and adds one that allows nothing else. The chain
 * replaces all permissions together, so those left out would be gone.
 */
import type { Address } from "./address.js";
import { delegatePermission, type KeyRing, type Permission } from "./permission.js";

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
