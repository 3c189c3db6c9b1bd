/**
 * Addresses that may have been given out after a backup: a restored desk watches the next of each key, and gives out those behind them.
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
import { openIncident, openIncidentOf } from "../../store/incidents.js";
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

/** Before deposits are read after a restore: once for each key. Returns how many addresses are watched from now on. */
export async function watchUnknown(engine: Engine): Promise<number> {
  const { deposits, database } = engine;
  if (!deposits) return 0;
  const { keys, log } = deposits;
  if (!(await database.read(() => unknownSince(keys)))) return 0;
  const logged = (log?.read() ?? [])
    .filter(({ index, address }) => keys.addressAt(index) === address)
    .map(({ index }) => index);
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
  if (!unknown) return 0;
  const next = (yield* findNextIndex(keys.first))?.next_index ?? FIRST_GIVEN_INDEX;
  const behind = indexBehindUnknown(next, logged);
  const rows = Array.from({ length: behind - next }, (_, place) => {
    const index = next + place;
    return {
      address: keys.addressAt(index),
      key_hash: keys.hash,
      key_index: index,
      created_at: at,
    };
  });
  yield* saveNextIndex(keys.first, { next_index: behind, restored_at: unknown.at });
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
  if (!isNew || (yield* openIncidentOf("deposit-unclaimed"))) return;
  const text = `Money came to ${money.to}, which may have been given out after the backup that was restored: nobody knows to whom. It is credited to nobody. \`desk deposit unclaimed\` shows all of it; \`desk deposit import FILE\` or \`desk deposit claim\` says whose it is.`;
  yield* openIncident("deposit-unclaimed", text, at);
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
