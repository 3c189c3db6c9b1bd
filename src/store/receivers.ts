/** Receivers known to be activated, so that a call need not ask the node about them again. */
import type { Address } from "../domain/address.js";
import { all, type Phase, run } from "./phase.js";

export type ReceiverRow = { address: Address; contract: 0 | 1 };

export function* rememberReceiver(address: Address, contract: boolean, at: number): Phase<void> {
  yield* run(
    `INSERT INTO receiver (address, contract, seen_at) VALUES (?, ?, ?)
     ON CONFLICT (address) DO UPDATE SET contract = excluded.contract`,
    address,
    contract ? 1 : 0,
    at,
  );
}

export function* forgetReceiver(address: Address): Phase<void> {
  yield* run("DELETE FROM receiver WHERE address = ?", address);
}

export function* knownReceivers(addresses: readonly Address[]): Phase<ReceiverRow[]> {
  const marks = addresses.map(() => "?").join(",");
  return yield* all<ReceiverRow>(
    `SELECT address, contract FROM receiver WHERE address IN (${marks})`,
    ...addresses,
  );
}
