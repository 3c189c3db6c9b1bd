/** The names that customers give to wallets: a few hundred each, so one index by customer and key is enough. */
import type { Address } from "../domain/address.js";
import type { CustomerId } from "../domain/ids.js";
import type { BookedWallet } from "../domain/team.js";
import { nameKey } from "../domain/wallet-name.js";
import { all, count, marks, one, type Phase, run } from "./phase.js";
import { integer, type RowOf, serial, table, text } from "./table.js";

/** The names that customers give to wallets. */
export const WALLET_NAMES = table(
  "wallet_name",
  {
    id: serial(),
    customer_id: text<CustomerId>().references("customer"),
    /** The name in small letters. */
    key: text(),
    name: text().check("length(name) BETWEEN 1 AND 32"),
    address: text<Address>().check("length(address) = 34"),
    /** Orders paid for the wallet since it has a name, and when the last one was. */
    uses: integer().default(0).check("uses >= 0"),
    used_at: integer().orNull,
    created_at: integer(),
    /** The member of a team who gave it. */
    added_by: integer().orNull,
  },
  {
    unique: ["customer_id, key"],
  },
);

export type WalletNameRow = Omit<
  RowOf<typeof WALLET_NAMES>,
  "customer_id" | "key" | "created_at" | "added_by"
>;

const COLUMNS = WALLET_NAMES.columnsBut("customer_id", "key", "created_at", "added_by");

/** By name. */
export const namesOf = (customerId: CustomerId) =>
  all<WalletNameRow>(
    `SELECT ${COLUMNS} FROM wallet_name WHERE customer_id = ? ORDER BY key`,
    customerId,
  );

/** Those of some wallets, the most used name of a wallet first. */
export function* namesOfWallets(
  customerId: CustomerId,
  addresses: readonly string[],
): Phase<WalletNameRow[]> {
  return yield* all<WalletNameRow>(
    `SELECT ${COLUMNS} FROM wallet_name WHERE customer_id = ? AND address IN (${marks(addresses)})
     ORDER BY uses DESC, key`,
    customerId,
    ...addresses,
  );
}

/** Those of some wallets that are in a team's book: of a wallet with several names, as it has been there longest. */
export function* bookedWallets(
  customerId: CustomerId,
  addresses: readonly Address[],
): Phase<BookedWallet[]> {
  const rows = yield* all<{ address: Address; added_by: number | null; added_at: number }>(
    `SELECT address, added_by, created_at AS added_at FROM wallet_name
     WHERE customer_id = ? AND address IN (${marks(addresses)}) ORDER BY created_at DESC, id DESC`,
    customerId,
    ...addresses,
  );
  const booked = rows.map(({ address, added_by: addedBy, added_at: addedAt }) => ({
    ...{ address, addedBy, addedAt },
  }));
  return [...new Map(booked.map((wallet) => [wallet.address, wallet])).values()];
}

export const countNames = (customerId: CustomerId) =>
  count("wallet_name WHERE customer_id = ?", customerId);

export const findName = (customerId: CustomerId, name: string) =>
  one<WalletNameRow>(
    `SELECT ${COLUMNS} FROM wallet_name WHERE customer_id = ? AND key = ?`,
    customerId,
    nameKey(name),
  );

interface PutName {
  readonly customerId: CustomerId;
  readonly name: string;
  readonly address: Address;
  readonly at: number;
  /** The member of a team. */
  readonly addedBy: number | undefined;
}

/** Spelt as it is given now; a name that gets another wallet loses its count of uses and its age. */
export const putName = ({ customerId, name, address, at, addedBy }: PutName) =>
  run(
    `INSERT INTO wallet_name (customer_id, key, name, address, created_at, added_by) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (customer_id, key) DO UPDATE SET name = excluded.name, address = excluded.address,
       created_at = iif(wallet_name.address = excluded.address, wallet_name.created_at, excluded.created_at),
       added_by = iif(wallet_name.address = excluded.address, wallet_name.added_by, excluded.added_by),
       uses = iif(wallet_name.address = excluded.address, wallet_name.uses, 0),
       used_at = iif(wallet_name.address = excluded.address, wallet_name.used_at, NULL)`,
    customerId,
    nameKey(name),
    name,
    address,
    at,
    addedBy ?? null,
  );

export const deleteName = (id: number) => run("DELETE FROM wallet_name WHERE id = ?", id);

/** Counts an order for each of the wallets that has a name. */
export function* countUse(
  customerId: CustomerId,
  addresses: readonly Address[],
  at: number,
): Phase<void> {
  yield* run(
    `UPDATE wallet_name SET uses = uses + 1, used_at = ?
     WHERE customer_id = ? AND address IN (${marks(addresses)})`,
    at,
    customerId,
    ...addresses,
  );
}
