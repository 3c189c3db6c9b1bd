/**
 * Becoming a seller: the account's key signs a challenge that names desk, customer and account, and the account lets the desk's
 * key delegate. The first proves whose account it is, the second allows its use; neither replaces the other.
 */
import { randomBytes } from "node:crypto";
import type { Address } from "../../domain/address.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { permissionWords } from "../../domain/pause.js";
import { delegatePermission, powersBeyondDelegating, suffices } from "../../domain/permission.js";
import { CHALLENGE_MS, challengeText, type Proof } from "../../domain/seller.js";
import { findOwner } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { findChallenge, putChallenge, useChallenge } from "../../store/sellers.js";
import { type AccountOnChain, inTime, type SellerAccounts } from "../chain-reads.js";
import type { Engine } from "../context.js";
import { chainUnavailable, nodeFailed } from "../gates.js";
import { readSeller, type Seller } from "./seller-resource.js";
import { enrol, notForSale, type Permitted } from "./sellers.js";

const NONCE_BYTES = 16;

export interface Challenge {
  readonly address: Address;
  /** To be signed as it is (TIP-191, `signMessageV2`). */
  readonly challenge: string;
  readonly expiresAt: number;
}

/** The first step: a text to sign. It replaces an earlier one. */
export async function challengeSeller(
  engine: Engine,
  customerId: CustomerId,
  address: Address,
): Promise<Challenge> {
  const { network, operator, own } = accountsOf(engine);
  if (address === operator || own.includes(address)) throw notForSale(address);
  const expiresAt = engine.now() + CHALLENGE_MS;
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  const terms = { desk: operator, network, customerId, address, nonce, expiresAt };
  const text = challengeText(terms);
  await engine.database.commit(function* (): Phase<void> {
    if ((yield* findOwner(address))?.kind === "pool") throw notForSale(address);
    yield* putChallenge({ nonce, customer_id: customerId, address, text, expires_at: expiresAt });
  });
  return { address, challenge: text, expiresAt };
}

/** The second step. After a wrong signature or a missing permission the same challenge can be used again; success uses it up. */
export async function verifySeller(
  engine: Engine,
  customerId: CustomerId,
  { address, signature }: Proof,
): Promise<Seller> {
  const accounts = accountsOf(engine);
  const challenge = await engine.database.read(() => findChallenge(customerId, address));
  if (!challenge || challenge.expires_at <= engine.now()) throw challengeExpired(address);
  const [signer, account] = await Promise.all([
    accounts.recoverSigner(challenge.text, signature),
    look(accounts, address),
  ]);
  assertSigned(account, address, signer);
  const permitted = permissionOf(account, accounts.operator);
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (challenge.expires_at <= at) throw challengeExpired(address);
    if (!(yield* useChallenge(challenge.nonce))) throw challengeExpired(address);
    yield* enrol({ address, customerId }, at, permitted);
  });
  engine.signals.emit("capacity", address);
  engine.signals.emit("offered", address);
  return readSeller(engine, address, customerId);
}

export function accountsOf({ sellerAccounts }: Engine): SellerAccounts {
  if (!sellerAccounts) throw chainUnavailable("the desk is not connected to it");
  return sellerAccounts;
}

async function look(accounts: SellerAccounts, address: Address): Promise<AccountOnChain> {
  const account = await inTime(accounts.account(address).catch(nodeFailed));
  if (!account) {
    throw new DeskError(
      "PERMISSION_MISSING",
      `${address} is not activated on ${accounts.network}: send it TRX, stake some of it, and ${permissionWords(accounts.operator)}. The challenge stays valid.`,
      permissionDetails(accounts.operator),
    );
  }
  if (!account.contract) return account;
  throw validationFailed([
    { path: "address", message: `must be a wallet; ${address} is a contract` },
  ]);
}

function assertSigned(
  { ownerPermission }: AccountOnChain,
  address: Address,
  signer: Address | undefined,
): void {
  if (signer !== undefined && suffices(ownerPermission, signer)) return;
  const { threshold } = ownerPermission;
  const weight = ownerPermission.keys.find((key) => key.address === signer)?.weight;
  const how = `Sign the text of the challenge exactly as it is, with an owner key of ${address} (signMessageV2 of the wallet)`;
  const why =
    signer === undefined
      ? `The signature cannot be read. ${how}`
      : weight === undefined
        ? `This signature was made by another key, that of ${signer}. ${how}`
        : `The signature is of an owner key with the weight ${weight}, but the account's owner permission asks for ${threshold}: one key must suffice`;
  const details =
    signer === undefined
      ? undefined
      : { signer, ...(weight === undefined ? {} : { weight, threshold }) };
  throw new DeskError("SIGNATURE_INVALID", `${why}. The challenge stays valid.`, details);
}

function permissionOf(account: AccountOnChain, operator: Address): Permitted {
  const permission = delegatePermission(account.permissions, operator);
  if (permission) {
    return {
      permissionId: permission.id,
      warnings: warningsOf(account, operator),
    };
  }
  throw new DeskError(
    "PERMISSION_MISSING",
    `The account does not let the desk delegate: ${permissionWords(operator)}. Then verify again; the challenge stays valid.`,
    permissionDetails(operator),
  );
}

const permissionDetails = (operator: Address) => ({ operator, operations: [57, 58] });

/** What an account allows the desk's key beyond what selling needs. */
export function warningsOf(
  account: Pick<AccountOnChain, "permissions" | "ownerPermission">,
  operator: Address,
): string[] {
  return powersBeyondDelegating(account, operator).map(
    (power) =>
      `The desk's key may also ${power}. Selling does not need that: take it out of the permission.`,
  );
}

function challengeExpired(address: Address): DeskError {
  return new DeskError(
    "CHALLENGE_EXPIRED",
    `There is no open challenge for ${address}: it has expired, was used, or was replaced by a newer one. Request a new one with POST /v1/seller and sign that.`,
  );
}
