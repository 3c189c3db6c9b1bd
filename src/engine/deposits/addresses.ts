/**
 * The addresses at which customers pay in. They are derived from an extended public key, which the operator confirms before the first
 * is given out: money sent to addresses of a wrong key is lost.
 */
import { createHash } from "node:crypto";
import type { Address } from "../../domain/address.js";
import type { DepositKeys } from "../../domain/deposit.js";
import { depositKey, firstDepositIndex, nextDepositIndex } from "../../domain/deposit-address.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import {
  depositAddressesAmong,
  depositAddressOf,
  insertDepositAddress,
  isIndexTaken,
} from "../../store/deposits.js";
import type { Phase } from "../../store/phase.js";
import { readSetting, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";
import { scanFrom } from "./scan.js";

/** `xpub` is valid: settings are checked when they are read. */
export function depositKeysOf(xpub: string): DepositKeys {
  const { addressAt } = depositKey(xpub);
  const hash = createHash("sha256").update(xpub).digest("hex").slice(0, 16);
  return { hash, first: addressAt(0), addressAt };
}

/** Whether the operator has confirmed the key in use. */
function* keyConfirmed(hash: string): Phase<boolean> {
  const confirmed = (yield* readSetting("deposit-key")) as { hash: string } | undefined;
  return confirmed?.hash === hash;
}

/** Deposits are on: there is a key, and the operator has confirmed it. */
export async function takesDeposits({ deposits, database }: Engine): Promise<boolean> {
  if (!deposits) return false;
  return database.read(() => keyConfirmed(deposits.keys.hash));
}

/**
 * The operator has compared the first address with the one that his wallet shows for the key. Throws VALIDATION_FAILED for another
 * address, NOT_FOUND without a key.
 */
export async function confirmDepositKey(engine: Engine, address: string): Promise<void> {
  const { deposits } = engine;
  if (!deposits)
    throw new DeskError("NOT_FOUND", "DEPOSIT_XPUB is not set: there is no key to confirm.");
  const { hash, first } = deposits.keys;
  if (address !== first) {
    const message = `is ${address}, and the first address of DEPOSIT_XPUB is ${first}: compare it with the one that your wallet shows, and set the key of that wallet if they differ`;
    throw validationFailed([{ path: "address", message }]);
  }
  const at = engine.now();
  const { solid } = engine.chainClock;
  await engine.database.commit(function* (): Phase<void> {
    yield* writeSetting("deposit-key", { hash }, "operator", at);
    // Before any address is given out: should the node fail now, what is paid in meanwhile is read later.
    if (solid) yield* scanFrom(solid);
  });
}

/** A customer's address, made at his first question. Throws NOT_FOUND where deposits are off. */
export async function depositAddressFor(engine: Engine, customerId: CustomerId): Promise<Address> {
  const { deposits, database } = engine;
  if (!deposits) throw noDeposits();
  const known = await database.read(() => depositAddressOf(customerId, deposits.keys.hash));
  if (known) return known;
  const at = engine.now();
  return database.commit(() => addressPhase(deposits.keys, customerId, at));
}

function* addressPhase(keys: DepositKeys, customerId: CustomerId, at: number): Phase<Address> {
  if (!(yield* keyConfirmed(keys.hash))) throw noDeposits();
  const known = yield* depositAddressOf(customerId, keys.hash);
  if (known) return known;
  let index = firstDepositIndex(customerId);
  let address = keys.addressAt(index);
  // The same key written in another way has the addresses that were given out before.
  for (;;) {
    const whose = (yield* depositAddressesAmong([address])).get(address);
    if (whose === customerId) return address;
    if (whose === undefined && !(yield* isIndexTaken(keys.hash, index))) break;
    index = nextDepositIndex(index);
    address = keys.addressAt(index);
  }
  yield* insertDepositAddress({
    address,
    customer_id: customerId,
    key_hash: keys.hash,
    key_index: index,
    created_at: at,
  });
  return address;
}

function noDeposits(): DeskError {
  return new DeskError(
    "NOT_FOUND",
    "This desk takes no deposits by itself. Ask its operator how to pay in.",
  );
}
