/**
 * What could not be read of the chain, so that nobody's bytes hold up a block: it is noted where it may have moved money or
 * stake of ours, and stays open until it was read in another way, or the operator has looked at it.
 */
import type { Address } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import type { UnreadTransaction } from "../domain/transaction-acts.js";
import { depositAddressesAmong } from "../store/deposits.js";
import {
  insertNotRead,
  type NotReadBy,
  type NotReadRow,
  openNotRead,
  settleNotRead,
} from "../store/not-read.js";
import { ownersAmong } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import type { Engine } from "./context.js";

/** A whole block that no host can give. */
export function* noteBlockNotRead(
  block: number,
  reader: NotReadBy,
  reason: string,
  at: number,
): Phase<boolean> {
  return yield* note({ block, reader, txid: null, account: null, reason, at });
}

/** Transactions of others that touch an owner of stake, or a contract of which calls are read. */
export function* noteStakeNotRead(
  block: { readonly number: number; readonly unread: readonly UnreadTransaction[] },
  reader: NotReadBy,
  token: Address | undefined,
  at: number,
): Phase<void> {
  for (const { txid, reason, addresses } of block.unread) {
    const [owner] = yield* ownersAmong(addresses);
    const account = owner ?? addresses.find((address) => address === token);
    if (account === undefined) continue;
    yield* note({ block: block.number, reader, txid, account, reason, at });
  }
}

/** Transactions of others that touch an address of a customer. */
export function* noteDepositsNotRead(
  block: { readonly number: number; readonly unread: readonly UnreadTransaction[] },
  at: number,
): Phase<void> {
  for (const { txid, reason, addresses } of block.unread) {
    const [account] = (yield* depositAddressesAmong(addresses)).keys();
    if (account === undefined) continue;
    yield* note({ block: block.number, reader: "deposits", txid, account, reason, at });
  }
}

interface Unread {
  readonly block: number;
  readonly reader: NotReadBy;
  readonly txid: string | null;
  readonly account: Address | null;
  readonly reason: string;
  readonly at: number;
}

function* note({ block, at, ...unread }: Unread): Phase<boolean> {
  return yield* insertNotRead({ ...unread, block_number: block, noted_at: at });
}

/** What is still to be read, the oldest first. */
export function readNotRead({ database }: Engine, limit: number): Promise<NotReadRow[]> {
  return database.read(() => openNotRead(limit));
}

/** The operator has looked at it. Throws NOT_FOUND when nothing of that number is open. */
export async function settleUnread({ database, now }: Engine, id: number): Promise<void> {
  const at = now();
  if (await database.commit(() => settleNotRead(id, at))) return;
  throw new DeskError(
    "NOT_FOUND",
    `Nothing that was not read has the number ${id}, or it is settled. \`desk unread list\` shows what is open.`,
  );
}
