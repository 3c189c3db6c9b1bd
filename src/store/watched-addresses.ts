/** How far the addresses of each key are given out, and those that a restored desk watches because they may have been. */
import type { Address } from "../domain/address.js";
import { one, type Phase, run } from "./phase.js";

export type NextIndexRow = { next_index: number; restored_at: number | null };

/** Undefined before its first address. */
export function* findNextIndex(first: Address): Phase<NextIndexRow | undefined> {
  return yield* one<NextIndexRow>(
    "SELECT next_index, restored_at FROM next_deposit_index WHERE first_address = ?",
    first,
  );
}

export function* saveNextIndex(first: Address, row: NextIndexRow): Phase<void> {
  yield* run(
    `INSERT INTO next_deposit_index (first_address, next_index, restored_at) VALUES (?, ?, ?)
     ON CONFLICT (first_address) DO UPDATE SET next_index = excluded.next_index,
       restored_at = excluded.restored_at`,
    first,
    row.next_index,
    row.restored_at,
  );
}
