/**
 * The addresses at which customers pay in. They are derived from an extended public key, which the operator confirms before the first
 * is given out: money sent to addresses of a wrong key is lost. What comes to those of a key that is retired, because it is lost, waits
 * for the operator. The log of addresses is a file that outlives the database: an address that is not in it is shown to nobody, so that
 * it can be said after a restore whose it is.
 */
import { createHash } from "node:crypto";
import { reasonOf } from "#shared/reason.js";
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { DepositKeys } from "../../domain/deposit.js";
import { depositKey, FIRST_GIVEN_INDEX, type GivenAddress } from "../../domain/deposit-address.js";
import { firstAddressPlace } from "../../domain/deposit-key.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { findCustomer } from "../../store/customers.js";
import {
  customersWithKey,
  type DepositKeyRow,
  isAtRetiredKey,
  isKeyRetired,
  keepDepositKey,
  leaveCoverToOperator,
  listDepositKeys,
  retireKey,
  sampleOfEachKey,
} from "../../store/deposit-keys.js";
import {
  type DepositAddressRow,
  depositAddressesAmong,
  depositAddressesOf,
  insertDepositAddress,
  listGivenAddresses,
} from "../../store/deposits.js";
import { beginIncident, endIncident, openIncidentOf } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, writeSetting } from "../../store/settings.js";
import { findNextIndex, saveNextIndex } from "../../store/watched-addresses.js";
import type { Engine } from "../context.js";
import { type OfTeam, tellOfMoney } from "../teams/tell.js";
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

/** The next of the key that nobody has: a log of addresses may have told of some further on. */
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

export interface KnownKey {
  /** The beginning of the SHA-256 of the extended public key. */
  readonly keyHash: string;
  /** Of the key of DEPOSIT_XPUB. */
  readonly isInUse: boolean;
  readonly account: number | null;
  readonly addresses: number;
  readonly since: number | null;
  readonly retiredAt: number | null;
  readonly retiredBy: string | null;
}

/** All that addresses are known of, and the one in use. */
export async function readDepositKeys({ database, deposits }: Engine): Promise<KnownKey[]> {
  const rows = await database.read(listDepositKeys);
  const inUse = deposits?.keys;
  const known = rows.map((row) => knownKey(row, inUse));
  if (!inUse || known.some(({ isInUse }) => isInUse)) return known;
  const nothing = { addresses: 0, since: null, retiredAt: null, retiredBy: null };
  const { hash: keyHash, account = null } = inUse;
  return [...known, { keyHash, isInUse: true, account, ...nothing }];
}

function knownKey(row: DepositKeyRow, inUse: DepositKeys | undefined): KnownKey {
  const { key_hash: keyHash, account, addresses, since } = row;
  const { retired_at: retiredAt, retired_by: retiredBy } = row;
  const isInUse = keyHash === inUse?.hash;
  return { keyHash, isInUse, account, addresses, since, retiredAt, retiredBy };
}

/** The hashes of a key, which can be written as an account's and as its receiving side's: its addresses are the same. */
function* writingsOf(keys: DepositKeys): Phase<Set<string>> {
  const others = (yield* sampleOfEachKey())
    .filter(({ key_index, address }) => keys.addressAt(key_index) === address)
    .map(({ key_hash }) => key_hash);
  return new Set([keys.hash, ...others]);
}

/** A customer must not pay in at this address any more, in the outbox. */
export interface AddressRetiredEvent extends OfTeam {
  readonly event: "addressRetired";
  readonly address: Address;
}

/**
 * From now on what comes to addresses of this key is credited by name only, cover does not count it, and customers who have a chat are
 * told. For good. Throws NOT_FOUND for a key that is not known, NOT_CANCELABLE for the one in use.
 */
export async function retireDepositKey(
  engine: Engine,
  keyHash: string,
  by: string,
): Promise<KnownKey> {
  const at = engine.now();
  const { deposits } = engine;
  const row = await engine.database.commit(function* (): Phase<DepositKeyRow> {
    const row = (yield* listDepositKeys()).find((one) => one.key_hash === keyHash);
    if (deposits && (yield* writingsOf(deposits.keys)).has(keyHash)) {
      const message = `${keyHash} is the key in use: customers need another first. Set DEPOSIT_XPUB to the xpub of a new wallet and start the desk, retire this one then, and confirm the new one last.`;
      throw new DeskError("NOT_CANCELABLE", message);
    }
    if (!row) {
      const message = `There is no key ${keyHash}. \`desk deposit keys\` shows them.`;
      throw new DeskError("NOT_FOUND", message);
    }
    if (!(yield* retireKey(keyHash, by, at))) return row;
    yield* leaveCoverToOperator(keyHash);
    for (const { customer_id: customerId, address } of yield* customersWithKey(keyHash)) {
      const event: AddressRetiredEvent = { event: "addressRetired", address };
      yield* tellOfMoney(customerId, { key: `retired:${address}`, event, at });
    }
    return { ...row, retired_at: at, retired_by: by };
  });
  return knownKey(row, deposits?.keys);
}

const RETRY_SECONDS = 60;

/** Returns once it is in the log, if there is one. Throws BUSY while that cannot be written: the address stays theirs. */
export async function keepInLog(engine: Engine, given: GivenAddress): Promise<void> {
  const problem = await writeGiven(engine, [given]);
  if (problem === undefined) return;
  throw new DeskError(
    "BUSY",
    "No deposit address is available right now. Nothing is lost; try again in a minute, or ask the desk's operator.",
    undefined,
    RETRY_SECONDS,
  );
}

/** Writes what the log lacks, as at the first start with it. Returns why it cannot be written, or undefined. */
export async function completeLog(engine: Engine): Promise<string | undefined> {
  if (!engine.deposits?.log) return undefined;
  return writeGiven(engine, await engine.database.read(listGivenAddresses));
}

async function writeGiven(
  engine: Engine,
  given: readonly GivenAddress[],
): Promise<string | undefined> {
  const log = engine.deposits?.log;
  if (!log || given.every((one) => log.holds(one))) return undefined;
  // A log that could not be written may be a new file, which lacks what was given before.
  const wanted = await engine.database.read(function* (): Phase<readonly GivenAddress[]> {
    return (yield* openIncidentOf("address-log")) ? yield* listGivenAddresses() : given;
  });
  const problem = await log
    .append(wanted.filter((one) => !log.holds(one)))
    .then(noProblem, reasonOf);
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (problem === undefined) return yield* endIncident("address-log", "it is written again.", at);
    const text = `DEPOSIT_ADDRESS_LOG: ${log.path} cannot be written (${problem}). Until it can, no address is shown that is not in it.`;
    yield* beginIncident("address-log", text, at);
  });
  return problem;
}

const noProblem = () => undefined;
