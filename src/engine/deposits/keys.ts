/** The keys of deposit addresses as the operator sees them, and retiring one that is lost: what comes to its addresses waits for them. */
import type { Address } from "../../domain/address.js";
import type { DepositKeys } from "../../domain/deposit.js";
import { DeskError } from "../../domain/errors.js";
import { enqueue } from "../../store/chat/outbox.js";
import {
  type DepositKeyRow,
  keepDepositKey,
  leaveCoverToOperator,
  listDepositKeys,
  retireKey,
  sampleOfEachKey,
  usersWithKey,
} from "../../store/deposit-keys.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

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
export function* writingsOf(keys: DepositKeys): Phase<Set<string>> {
  const others = (yield* sampleOfEachKey())
    .filter(({ key_index, address }) => keys.addressAt(key_index) === address)
    .map(({ key_hash }) => key_hash);
  return new Set([keys.hash, ...others]);
}

/** A customer must not pay in at this address any more, in the outbox. */
export interface AddressRetiredEvent {
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
    for (const { user_id, address } of yield* usersWithKey(keyHash)) {
      const event: AddressRetiredEvent = { event: "addressRetired", address };
      yield* enqueue(`retired:${address}`, user_id, JSON.stringify(event), at);
    }
    return { ...row, retired_at: at, retired_by: by };
  });
  return knownKey(row, deposits?.keys);
}

/** Keeps which account the key in use is of, for sweeps when another is in use. */
export async function noteDepositKey({ database }: Engine, keys: DepositKeys): Promise<void> {
  await database.commit(() => keepDepositKey(keys.hash, keys.account));
}
