/**
 * What the tables say, held against what no change of a table can change with it: addresses that follow from the key of deposits,
 * and the bytes that were signed for payouts.
 */
import type { Address } from "../../domain/address.js";
import type { DepositKeys } from "../../domain/deposit.js";
import { all, column, type Phase } from "../phase.js";
import type { Violation } from "./invariant.js";

export interface Evidence {
  /** Undefined: the addresses of deposits are not held against a key. Those of earlier keys never are. */
  readonly depositKeys?: Pick<DepositKeys, "hash" | "addressAt"> | undefined;
  /** What signed bytes, in hex, send; undefined for any that are no transfer of TRX. Without it bytes are not looked at. */
  readonly sentBy?: (transactionHex: string) => SentTrx | undefined;
}

export interface SentTrx {
  readonly txid: string;
  readonly from: Address;
  readonly to: Address;
  readonly amountSun: number;
}

/** So many rows are in memory at once. */
const PAGE = 1_000;

/** `payout`: the table, or that of those that may have changed. */
export function* violationsOfEvidence(
  { depositKeys, sentBy }: Evidence,
  payout: string,
  most: number,
): Phase<Violation[]> {
  const moved = depositKeys ? yield* movedAddresses(depositKeys, most) : [];
  const others = sentBy ? yield* otherBytes(sentBy, payout, most) : [];
  return [...moved, ...others];
}

/** The next indexes of a key after one. */
export const indexesAfter = (hash: string, after: number): Phase<number[]> =>
  column<number>(
    `SELECT key_index FROM deposit_address WHERE key_hash = ? AND key_index > ? ORDER BY key_index LIMIT ${PAGE}`,
    hash,
    after,
  );

type AddressRow = { row: number; address: Address; key_index: number };

function* movedAddresses(
  { hash, addressAt }: Pick<DepositKeys, "hash" | "addressAt">,
  most: number,
): Phase<Violation[]> {
  const read = (after: number) =>
    all<AddressRow>(
      `SELECT key_index AS row, address, key_index FROM deposit_address
       WHERE key_hash = ? AND key_index > ? ORDER BY key_index LIMIT ${PAGE}`,
      hash,
      after,
    );
  return yield* wrongOf(read, most, ({ address, key_index: index }) => {
    const derived = addressAt(index);
    if (derived === address) return undefined;
    return {
      invariant: "an address of a deposit is the one that the key has at its index",
      subject: `${hash} ${index}`,
      found: `${address}, derived ${derived}`,
    };
  });
}

type PayoutRow = {
  row: number;
  id: string;
  receiver: Address;
  amount_sun: number;
  payer: Address | null;
  state: string;
  txid: string;
  transaction_hex: string;
  transaction_expires_at: number;
};

function* otherBytes(
  sentBy: NonNullable<Evidence["sentBy"]>,
  payout: string,
  most: number,
): Phase<Violation[]> {
  const read = (after: number) =>
    all<PayoutRow>(
      `SELECT seq AS row, id, receiver, amount_sun, payer, state, txid, transaction_hex, transaction_expires_at
       FROM ${payout} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
      after,
    );
  return yield* wrongOf(read, most, (one) => {
    // Booked by hand: another program has signed it, and it waits for nothing.
    const isOver = one.state === "paid" || one.state === "dead";
    const isByHand = one.transaction_hex === "" && one.transaction_expires_at === 0;
    if (isByHand && isOver) return undefined;
    const sent = sentBy(one.transaction_hex);
    const isSame =
      sent?.to === one.receiver &&
      sent.amountSun === one.amount_sun &&
      sent.txid === one.txid &&
      sent.from === (one.payer ?? sent.from);
    if (isSame) return undefined;
    return {
      invariant: "the bytes of a payout send what it says",
      subject: one.id,
      found: `${one.amount_sun} to ${one.receiver}, bytes ${
        sent
          ? `${sent.amountSun} from ${sent.from} to ${sent.to}, txid ${sent.txid}`
          : "none of a transfer"
      }`,
    };
  });
}

/** Reads page by page, and stops after so many. */
function* wrongOf<Row extends { row: number }>(
  read: (after: number) => Phase<Row[]>,
  most: number,
  judge: (row: Row) => Violation | undefined,
): Phase<Violation[]> {
  const found: Violation[] = [];
  for (let after = -1; ; ) {
    const rows = yield* read(after);
    found.push(...rows.flatMap((row) => judge(row) ?? []));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE || found.length >= most) return found.slice(0, most);
    after = last.row;
  }
}
