/**
 * Addresses that may have been given out after a backup: a restored desk, or one that has lost its database, watches the next of each key,
 * and gives out those behind them.
 * What comes to one of them is noted, and is nobody's until the operator, or the log, says whose address it is.
 */

import type { Address } from "../../domain/address.js";
import {
  assetOf,
  type DepositKeys,
  type Doubt,
  depositId,
  type IncomingMoney,
} from "../../domain/deposit.js";
import { FIRST_GIVEN_INDEX, indexBehindUnknown } from "../../domain/deposit-address.js";
import { depositAddressesAmong } from "../../store/deposits.js";
import { beginIncident } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import { readSetting } from "../../store/settings.js";
import {
  findNextIndex,
  insertUnclaimed,
  insertWatched,
  listUnclaimed,
  saveNextIndex,
} from "../../store/watched-addresses.js";
import type { Engine } from "../context.js";

/** The desk was restored: until then, addresses were given out that its books do not know. */
export interface AddressesUnknown {
  readonly at: number;
}

/**
 * Before deposits are read: after a restore, once for each key; and where the log names addresses that the books do not know, as when a
 * database was lost and another one begun. Returns how many addresses are watched from now on.
 */
export async function watchUnknown(engine: Engine): Promise<number> {
  const { deposits, database } = engine;
  if (!deposits) return 0;
  const { keys, log } = deposits;
  const given = log?.read() ?? [];
  const isRestored = (await database.read(() => unknownSince(keys))) !== undefined;
  const addresses = given.map(({ address }) => address);
  const inBooks = await database.read(() => depositAddressesAmong(addresses));
  // Deriving an address takes a millisecond.
  const logged = given
    .filter(({ index, address }) => !inBooks.has(address) && keys.addressAt(index) === address)
    .map(({ index }) => index);
  if (!isRestored && logged.length === 0) return 0;
  const at = engine.now();
  return database.commit(() => watchPhase(keys, logged, at));
}

/** Undefined where the desk was not restored since the addresses of the key were last watched. */
function* unknownSince(keys: DepositKeys): Phase<AddressesUnknown | undefined> {
  const unknown = (yield* readSetting("addresses-unknown")) as AddressesUnknown | undefined;
  const known = yield* findNextIndex(keys.first);
  return known?.restored_at === unknown?.at ? undefined : unknown;
}

function* watchPhase(keys: DepositKeys, logged: readonly number[], at: number): Phase<number> {
  const unknown = yield* unknownSince(keys);
  const known = yield* findNextIndex(keys.first);
  const next = known?.next_index ?? FIRST_GIVEN_INDEX;
  const behind = indexBehindUnknown(next, logged);
  const isLogged = behind > indexBehindUnknown(next, []);
  if (!unknown && !isLogged) return 0;
  const rows = Array.from({ length: behind - next }, (_, place) => {
    const index = next + place;
    return {
      address: keys.addressAt(index),
      key_hash: keys.hash,
      key_index: index,
      created_at: at,
    };
  });
  const restored_at = unknown?.at ?? known?.restored_at ?? null;
  yield* saveNextIndex(keys.first, { next_index: behind, restored_at });
  return yield* insertWatched(rows);
}

/** Notes what a solid block has brought to a watched address, once. */
export function* noteUnclaimed(
  money: IncomingMoney,
  block: { readonly number: number; readonly timestampMs: number },
  doubt: Doubt | undefined,
  at: number,
): Phase<void> {
  const isNew = yield* insertUnclaimed({
    ...{ id: depositId(money), address: money.to, txid: money.txid, source: money.source },
    ...{ position: money.position, sender: money.from ?? null, asset: money.asset },
    ...{ amount: String(money.amount), block_number: block.number, at: block.timestampMs },
    ...{ noted_at: at, doubt: doubt ?? null },
  });
  if (!isNew) return;
  const text = `Money came to ${money.to}, which may have been given out after the backup that was restored: nobody knows to whom. It is credited to nobody. \`desk deposit unclaimed\` shows all of it; \`desk deposit import FILE\` or \`desk deposit claim\` says whose it is.`;
  yield* beginIncident("deposit-unclaimed", text, at);
}

export interface UnclaimedDeposit {
  readonly depositId: string;
  readonly address: Address;
  /** Which address of its key. */
  readonly index: number;
  readonly txid: string;
  /** 'TRX', or the contract of a token. */
  readonly asset: string;
  readonly amount: bigint;
  readonly from: Address | null;
  readonly blockNumber: number;
  /** Chain time. */
  readonly at: number;
}

/** The oldest first. */
export async function readUnclaimed(
  { database, deposits }: Engine,
  limit: number,
): Promise<UnclaimedDeposit[]> {
  const rows = await database.read(() => listUnclaimed(limit));
  return rows.map((row) => ({
    ...{ depositId: row.id, address: row.address, index: row.key_index, txid: row.txid },
    ...{ asset: deposits ? assetOf(row.asset, deposits.terms) : row.asset, from: row.sender },
    ...{ amount: BigInt(row.amount), blockNumber: row.block_number, at: row.at },
  }));
}
