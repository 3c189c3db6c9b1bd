/**
 * Whether the signatures of a transaction satisfy the permission it names, with java-tron's texts.
 */
import { recoverAddress, SignatureProblem } from "../crypto/signature.js";
import {
  type Account,
  activePermission,
  ownerPermission,
  type Permission,
} from "../state/records.js";
import { toBase58 } from "../wire/address.js";
import type { Contract, Transaction } from "../wire/transaction.js";

/** The text after "Validate signature error: ". */
export class PermissionProblem extends Error {
  override name = "PermissionProblem";
}

const MAX_SIGNATURES = 5;
const SIGNATURE_BYTES = 65;

interface Approval {
  readonly signers: readonly string[];
  readonly weight: number;
}

export function permissionById(account: Account, id: number): Permission | undefined {
  return id === 0 ? account.owner : account.actives.find((one) => one.id === id);
}

/** Bit i of the operations is byte i>>3, bit i&7. */
export function allows(permission: Permission, contractType: number): boolean {
  const byte = Number.parseInt(
    permission.operations.slice((contractType >> 3) * 2).slice(0, 2),
    16,
  );
  return (byte & (1 << (contractType & 7))) !== 0;
}

/** An account that is not activated still has its default permissions. */
function requiredPermission(
  account: Account | undefined,
  { owner, permissionId, type }: Contract,
): Permission {
  const permission = account
    ? permissionById(account, permissionId)
    : defaultOf(owner, permissionId);
  if (permission === undefined) throw new PermissionProblem("permission isn't exit");
  if (permissionId !== 0 && !allows(permission, type)) {
    throw new PermissionProblem("Permission denied");
  }
  return permission;
}

function defaultOf(owner: string, id: number): Permission | undefined {
  if (id === 0) return ownerPermission(owner);
  return id === 2 ? activePermission(owner) : undefined;
}

/**
 * Recovers every signer and adds up the weights; each signer must be a key of the permission, once.
 */
export function approve(permission: Permission, transaction: Transaction): Approval {
  const { signatures, txid } = transaction;
  if (signatures.length > permission.keys.length) {
    const most = `more than key counts of permission : ${permission.keys.length}`;
    throw new PermissionProblem(`Signature count is ${signatures.length} ${most}`);
  }
  const hash = Buffer.from(txid, "hex");
  const signers: string[] = [];
  let weight = 0;
  for (const signature of signatures) {
    const signer = signerOf(hash, signature);
    const key = permission.keys.find((one) => one.address === signer);
    if (key === undefined) {
      const text = `is signed by ${toBase58(signer)} but it is not contained of permission.`;
      throw new PermissionProblem(`${signature.toString("hex")} ${text}`);
    }
    if (signers.includes(signer))
      throw new PermissionProblem(`${toBase58(signer)} has signed twice!`);
    signers.push(signer);
    weight += key.weight;
  }
  return { signers, weight };
}

export function signerOf(hash: Buffer, signature: Buffer): string {
  if (signature.length < SIGNATURE_BYTES) {
    throw new SignatureProblem(`Signature size is ${signature.length}`);
  }
  return recoverAddress(hash, signature);
}

/** Throws PermissionProblem or SignatureProblem; answers who signed. */
export function checkSignatures(
  account: Account | undefined,
  transaction: Transaction,
): readonly string[] {
  const { contract, signatures } = transaction;
  if (contract === undefined || signatures.length === 0) {
    throw new PermissionProblem("miss sig or contract");
  }
  if (signatures.length > MAX_SIGNATURES) throw new PermissionProblem("too many signatures");
  const permission = requiredPermission(account, contract);
  const { signers, weight } = approve(permission, transaction);
  if (weight < permission.threshold) throw new PermissionProblem("sig error");
  return signers;
}

/**
 * The same for signers that were recovered before, since the permission may have changed meanwhile.
 */
export function stillApproved(
  account: Account | undefined,
  contract: Contract,
  signers: readonly string[],
): boolean {
  try {
    const { keys, threshold } = requiredPermission(account, contract);
    const weights = signers.map(
      (signer) => keys.find((key) => key.address === signer)?.weight ?? 0,
    );
    return (
      weights.every((one) => one > 0) && weights.reduce((sum, one) => sum + one, 0) >= threshold
    );
  } catch {
    return false;
  }
}
