/** An account that is to let the desk's key delegate; only a running desk can ask the chain. */
import type { Address } from "../domain/address.js";

export interface OwnerPermission {
  readonly address: Address;
  /** The address of the key by which the desk delegates. */
  readonly operator: Address;
  /** The permission that allows it already; null when one is to be added. */
  readonly permissionId: number | null;
  /** What else the desk's key may do with the account. */
  readonly beyondDelegating: readonly string[];
  readonly balanceTrx: number;
  /** Null when nothing must be changed. */
  readonly update: OwnerPermissionUpdate | null;
}

export interface OwnerPermissionUpdate {
  readonly feeTrx: number;
  /** Of the new permission: 64 hex characters, operation i is bit i&7 of byte i>>3. */
  readonly operations: string;
  /** Permissions that stay; those of the owner and of a block producer have no operations. */
  readonly kept: readonly KeptPermission[];
  /** How many of the owner's keys must sign at least. */
  readonly signatures: number;
  /** Unix milliseconds, by the chain's time. */
  readonly expiresAt: number;
  readonly txID: string;
  readonly raw_data_hex: string;
  /** As TronLink and tronweb sign it. */
  readonly transaction: object;
}

interface KeptPermission {
  readonly type: "owner" | "witness" | "active";
  readonly name: string;
  readonly threshold: number;
  readonly keys: readonly { readonly address: Address; readonly weight: number }[];
  readonly operations?: string;
}
