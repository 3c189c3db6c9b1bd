/** The names that customers give to wallets: a few hundred each, so one index by customer and key is enough. */
import type { Address } from "../domain/address.js";
import { must } from "../domain/assert.js";
import type { CustomerId } from "../domain/ids.js";
import { nameKey } from "../domain/wallet-name.js";
import { all, one, type Phase, run } from "./phase.js";

export type WalletNameRow = {
  id: number;
  name: string;
  address: Address;
  uses: number;
  used_at: number | null;
};

const COLUMNS = "id, name, address, uses, used_at";

/** By name. */
export function* namesOf(customerId: CustomerId): Phase<WalletNameRow[]> {
  return yield* all<WalletNameRow>(
    `SELECT ${COLUMNS} FROM wallet_name WHERE customer_id = ? ORDER BY key`,
    customerId,
  );
}

/** Those of some wallets, the most used name of a wallet first. */
export function* namesOfWallets(
  customerId: CustomerId,
  addresses: readonly string[],
): Phase<WalletNameRow[]> {
  const marks = addresses.map(() => "?").join(",");
  return yield* all<WalletNameRow>(
    `SELECT ${COLUMNS} FROM wallet_name WHERE customer_id = ? AND address IN (${marks})
     ORDER BY uses DESC, key`,
    customerId,
    ...addresses,
  );
}

export function* countNames(customerId: CustomerId): Phase<number> {
  const row = yield* one<{ count: number }>(
    "SELECT count(*) AS count FROM wallet_name WHERE customer_id = ?",
    customerId,
  );
  return must(row, "an aggregate has one row").count;
}

export function* findName(customerId: CustomerId, name: string): Phase<WalletNameRow | undefined> {
  return yield* one<WalletNameRow>(
    `SELECT ${COLUMNS} FROM wallet_name WHERE customer_id = ? AND key = ?`,
    customerId,
    nameKey(name),
  );
}

/** Spelt as it is given now; a name that gets another wallet loses its count of uses and its age. */
export function* putName(
  customerId: CustomerId,
  name: string,
  address: Address,
  at: number,
): Phase<void> {
  yield* run(
    `INSERT INTO wallet_name (customer_id, key, name, address, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (customer_id, key) DO UPDATE SET name = excluded.name, address = excluded.address,
       created_at = iif(address = excluded.address, created_at, excluded.created_at),
       uses = iif(address = excluded.address, uses, 0),
       used_at = iif(address = excluded.address, used_at, NULL)`,
    customerId,
    nameKey(name),
    name,
    address,
    at,
  );
}

export function* deleteName(id: number): Phase<void> {
  yield* run("DELETE FROM wallet_name WHERE id = ?", id);
}

/** Counts an order for each of the wallets that has a name. */
export function* countUse(
  customerId: CustomerId,
  addresses: readonly Address[],
  at: number,
): Phase<void> {
  const marks = addresses.map(() => "?").join(",");
  yield* run(
    `UPDATE wallet_name SET uses = uses + 1, used_at = ?
     WHERE customer_id = ? AND address IN (${marks})`,
    at,
    customerId,
    ...addresses,
  );
}
