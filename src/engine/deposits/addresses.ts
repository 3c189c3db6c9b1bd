/**
 * The addresses at which customers pay in. They are derived from an extended public key, which the operator confirms before the first
 * is given out: money sent to addresses of a wrong key is lost.
 */
import { createHash } from "node:crypto";
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { DepositKeys } from "../../domain/deposit.js";
import { depositKey, FIRST_GIVEN_INDEX, type GivenAddress } from "../../domain/deposit-address.js";
import { firstAddressPlace } from "../../domain/deposit-key.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { findCustomer } from "../../store/customers.js";
import { isAtRetiredKey, isKeyRetired, keepDepositKey } from "../../store/deposit-keys.js";
import {
  type DepositAddressRow,
  depositAddressesAmong,
  depositAddressesOf,
  insertDepositAddress,
} from "../../store/deposits.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, writeSetting } from "../../store/settings.js";
import { findNextIndex, saveNextIndex } from "../../store/watched-addresses.js";
import type { Engine } from "../context.js";
import { keepInLog } from "./address-log.js";
import { writingsOf } from "./keys.js";
import { scanFrom } from "./scan.js";

/** `xpub` is valid: settings are checked when they are read. */
export function depositKeysOf(xpub: string): DepositKeys {
  const { account, addressAt } = depositKey(xpub);
  const hash = createHash("sha256").update(xpub).digest("hex").slice(0, 16);
  return { xpub, hash, account, first: addressAt(0), addressAt };
}

/** Whether the operator has confirmed the key in use, and not retired it since. */
function* keyConfirmed(hash: string): Phase<boolean> {
  const confirmed = (yield* readSetting("deposit-key")) as { hash: string } | undefined;
  return confirmed?.hash === hash && !(yield* isKeyRetired(hash));
}

/** Deposits are on: there is a key, and the operator has confirmed it. */
export async function takesDeposits({ deposits, database }: Engine): Promise<boolean> {
  if (!deposits) return false;
  return database.read(() => keyConfirmed(deposits.keys.hash));
}

/** Why the key in use can never be confirmed; undefined where it is, or can be. */
export async function whyUnconfirmable({
  deposits,
  database,
}: Engine): Promise<string | undefined> {
  const writing = deposits && (await database.read(() => retiredWriting(deposits.keys)));
  return writing === undefined ? undefined : retired(writing).message;
}

/** The hash of one of its two forms that is retired. */
function* retiredWriting(keys: DepositKeys): Phase<string | undefined> {
  for (const writing of yield* writingsOf(keys)) {
    if (yield* isKeyRetired(writing)) return writing;
  }
  return undefined;
}

/**
 * The operator has typed the first address of the key as their wallet shows it: the desk has not told it. Throws VALIDATION_FAILED for
 * another address, NOT_FOUND without a key, NOT_CANCELABLE for one that is retired.
 */
export async function confirmDepositKey(engine: Engine, address: string): Promise<void> {
  const { deposits } = engine;
  if (!deposits)
    throw new DeskError("NOT_FOUND", "DEPOSIT_XPUB is not set: there is no key to confirm.");
  const { keys } = deposits;
  const { hash, first, account } = keys;
  if (address !== first) {
    const message = `is ${address}, which is not the first address of DEPOSIT_XPUB: type the one that your wallet shows at ${firstAddressPlace(account)}; if it is that one, the xpub is of another wallet or account: set yours`;
    throw validationFailed([{ path: "address", message }]);
  }
  const at = engine.now();
  const { solid } = engine.chainClock;
  await engine.database.commit(function* (): Phase<void> {
    const writing = yield* retiredWriting(keys);
    if (writing !== undefined) throw retired(writing);
    yield* keepDepositKey(hash, account);
    yield* writeSetting("deposit-key", { hash }, "operator", at);
    // Before any address is given out: should the node fail now, what is paid in meanwhile is still read later.
    if (solid) yield* scanFrom(solid);
  });
}

/**
 * A customer's address, made at their first question. It is in the log before anybody sees it. Throws NOT_FOUND where deposits are off,
 * BUSY while the log cannot be written.
 */
export async function depositAddressFor(engine: Engine, customerId: CustomerId): Promise<Address> {
  const { deposits, database } = engine;
  if (!deposits) throw noDeposits();
  const { keys } = deposits;
  const known = await database.read(() => givenAddress(keys, customerId));
  const at = engine.now();
  const given = known ?? (await database.commit(() => giveAddress(keys, customerId, at)));
  await keepInLog(engine, given);
  return given.address;
}

/** The address that the customer was shown first, also where the same key is written in another way. */
function* givenAddress(keys: DepositKeys, customerId: CustomerId): Phase<GivenAddress | undefined> {
  const rows = yield* depositAddressesOf(customerId);
  const row =
    rows.find(({ key_hash }) => key_hash === keys.hash) ??
    rows.find(({ key_index, address }) => keys.addressAt(key_index) === address);
  // The key in use is retired: set again by a mistake.
  if (row && (yield* isAtRetiredKey(row.address))) throw noDeposits();
  return row && (yield* givenOf(row));
}

function* givenOf({ customer_id, key_index, address }: DepositAddressRow): Phase<GivenAddress> {
  const { name } = must(yield* findCustomer(customer_id), "the customer of an address");
  return { customerId: customer_id, name, index: key_index, address };
}

function* giveAddress(keys: DepositKeys, customerId: CustomerId, at: number): Phase<GivenAddress> {
  if (!(yield* keyConfirmed(keys.hash))) throw noDeposits();
  const known = yield* givenAddress(keys, customerId);
  if (known) return known;
  const { index, address } = yield* nextAddress(keys);
  const row: DepositAddressRow = {
    ...{ address, customer_id: customerId, key_hash: keys.hash, key_index: index, created_at: at },
  };
  yield* insertDepositAddress(row);
  return yield* givenOf(row);
}

/** The next index of the key that nobody has. */
function* nextAddress(keys: DepositKeys): Phase<{ index: number; address: Address }> {
  const known = yield* findNextIndex(keys.first);
  let index = known?.next_index ?? FIRST_GIVEN_INDEX;
  let address = keys.addressAt(index);
  while ((yield* depositAddressesAmong([address])).has(address)) {
    index += 1;
    address = keys.addressAt(index);
  }
  const restored_at = known?.restored_at ?? null;
  yield* saveNextIndex(keys.first, { next_index: index + 1, restored_at });
  return { index, address };
}

function retired(keyHash: string): DeskError {
  const message = `The key of DEPOSIT_XPUB is retired (${keyHash}): set the xpub of a new wallet.`;
  return new DeskError("NOT_CANCELABLE", message);
}

function noDeposits(): DeskError {
  return new DeskError(
    "NOT_FOUND",
    "This desk has no deposit addresses. Ask its operator how to pay in.",
  );
}
