/** What the desk knows of an account that is to let its key delegate; only a desk that runs can ask the chain. */
import type { Address } from "../domain/address.js";

export interface OwnerPermission {
  readonly address: Address;
  /** The address of the key by which the desk delegates. */
  readonly operator: Address;
  /** The account's permission that lets it already; null where one is to be added. */
  readonly permissionId: number | null;
  /** What the desk's key may do besides, by what the account has given it before. */
  readonly beyondDelegating: readonly string[];
  readonly balanceTrx: number;
  /** Null where nothing has to be changed. */
  readonly update: OwnerPermissionUpdate | null;
}

export interface OwnerPermissionUpdate {
  readonly feeTrx: number;
  /** Of the new permission: 64 hex characters, operation i is bit i&7 of byte i>>3. */
  readonly operations: string;
  /** What is there already and stays; the permissions of the owner and of a block producer have no operations. */
  readonly kept: readonly KeptPermission[];
  /** How many of the owner's keys have to sign at least. */
  readonly signatures: number;
  /** Unix milliseconds, by the time of the chain. */
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
