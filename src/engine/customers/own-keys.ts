/**
 * A customer's own keys, issued in a chat. A key is shown once and its text stored nowhere, so it must not work before they have
 * it: it is pending until Telegram has taken the message, and a key that may not have been shown is revoked.
 */
import { randomBytes } from "node:crypto";
import {
  API_KEY_RANDOM_BYTES,
  apiKeyHint,
  formatApiKey,
  hashApiKey,
  MAX_KEYS,
} from "../../domain/api-key.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { enqueue, enqueueAll, type OutboxMessage } from "../../store/chat/outbox.js";
import { findUserOfCustomer } from "../../store/chat/telegram-users.js";
import {
  type ApiKeyRow,
  activateKey,
  countKeys,
  findKeyOf,
  insertApiKey,
  pendingKeysBefore,
  revokeApiKey,
  revokePendingKey,
  usableKeys,
} from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { allowKey, ofMember } from "../teams/keys.js";

export interface OwnKey {
  readonly keyId: string;
  readonly startsWith: string;
  readonly issuedAt: number;
  /** Since a restore: it lets nobody in until the operator enables it. */
  readonly isDisabled: boolean;
}

export interface OwnKeys {
  /** The keys that work, or would, were they not disabled; the oldest first. */
  readonly keys: readonly OwnKey[];
  /** How many were ever issued: changes with each. */
  readonly issued: number;
  /** Whether there may be one more. */
  readonly hasRoom: boolean;
}

export function readOwnKeys(engine: Engine, customerId: CustomerId): Promise<OwnKeys> {
  return engine.database.read(function* (): Phase<OwnKeys> {
    const { issued, living } = yield* countKeys(customerId);
    const keys = (yield* usableKeys(customerId)).map(ownKey);
    return { keys, issued, hasRoom: living < MAX_KEYS };
  });
}

/** Undefined for a key that is not theirs or does not work. */
export async function readOwnKey(
  engine: Engine,
  customerId: CustomerId,
  keyId: string,
): Promise<OwnKey | undefined> {
  return (await readOwnKeys(engine, customerId)).keys.find((key) => key.keyId === keyId);
}

export interface Issuing {
  readonly updateId: number;
  readonly customerId: CustomerId;
  /** How many keys had been issued when they asked: a repeated request gets one key. */
  readonly issued: number;
}

export type Issued =
  | { readonly kind: "issued"; readonly keyId: string; readonly apiKey: string }
  /** This update has issued its key before. */
  | { readonly kind: "repeated" }
  /** Another key was issued meanwhile. */
  | { readonly kind: "stale" }
  /** They already have the most keys allowed. */
  | { readonly kind: "full" };

/** Issues a key that does not work before `keyShown`; call that, or `keyNotShown`. */
export async function issuePendingKey(engine: Engine, call: Issuing): Promise<Issued> {
  const { updateId, customerId, issued } = call;
  const apiKey = formatApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  const keyId = engine.newId();
  const at = engine.now();
  const row = { id: keyId, customerId, hash: hashApiKey(apiKey), hint: apiKeyHint(apiKey), at };
  return engine.database.commit(function* (): Phase<Issued> {
    if (!(yield* finishUpdate(updateId, at))) return { kind: "repeated" };
    const before = yield* countKeys(customerId);
    if (before.issued !== issued) return { kind: "stale" };
    if (before.living >= MAX_KEYS) return { kind: "full" };
    yield* insertApiKey({ ...row, isPending: true });
    return { kind: "issued", keyId, apiKey };
  });
}

/** Telegram has taken the message. False when the key was revoked meanwhile, which its customer was told. */
export async function keyShown(engine: Engine, keyId: string): Promise<boolean> {
  return engine.database.commit(() => activateKey(keyId));
}

/** Nobody knows whether they have seen it: it is revoked, and they are told. */
export async function keyNotShown(engine: Engine, keyId: string): Promise<void> {
  const at = engine.now();
  const anew = engine.newId();
  await engine.database.commit(() => revokeUnshown(keyId, anew, at));
}

/** Revokes keys issued before that time and not shown since, because the desk stopped in between. Returns how many. */
export async function revokePendingKeys(engine: Engine, issuedBefore: number): Promise<number> {
  if ((await engine.database.read(() => pendingKeysBefore(issuedBefore))).length === 0) return 0;
  const at = engine.now();
  return engine.database.commit(function* (): Phase<number> {
    const pending = yield* pendingKeysBefore(issuedBefore);
    for (const { id } of pending) yield* revokeUnshown(id, engine.newId(), at);
    return pending.length;
  });
}

/** A key that was not shown, in the outbox; the bot has the words. */
export interface KeyNotShownEvent {
  readonly event: "keyNotShown";
  readonly startsWith: string;
}

/** A team's may be shown anew, with another id: its owners have allowed it. */
function* revokeUnshown(keyId: string, anew: string, at: number): Phase<void> {
  const key = yield* revokePendingKey(keyId, at);
  const of = key && ofMember(key);
  if (of) {
    const { customer_id: customerId, hint: notShown } = key;
    return yield* allowKey({ id: anew, customerId, notShown }, of, at);
  }
  const user = key && (yield* findUserOfCustomer(key.customer_id));
  if (!user) return;
  const event: KeyNotShownEvent = { event: "keyNotShown", startsWith: key.hint };
  yield* enqueue(`key:${keyId}:not-shown`, user.user_id, JSON.stringify(event), at);
}

export interface Revoking {
  readonly updateId: number;
  readonly customerId: CustomerId;
  readonly keyId: string;
  /** The answer, the same whether there was such a key of theirs or not. */
  readonly told: (keys: OwnKeys, revoked: OwnKey | undefined) => OutboxMessage;
}

/** From the next request on the key answers like an unknown one. */
export async function revokeOwnKey(engine: Engine, call: Revoking): Promise<void> {
  const { updateId, customerId, keyId, told } = call;
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    const key = yield* findKeyOf(customerId, keyId);
    if (key) yield* revokeApiKey(keyId, at);
    const { issued, living } = yield* countKeys(customerId);
    const keys = (yield* usableKeys(customerId)).map(ownKey);
    const left = { keys, issued, hasRoom: living < MAX_KEYS };
    yield* enqueueAll([told(left, key && ownKey(key))], at);
  });
  engine.keys.forget();
}

/** Throws FORBIDDEN when the customer has as many keys as they may. */
export function* assertKeyFits(customerId: CustomerId): Phase<void> {
  const { living } = yield* countKeys(customerId);
  if (living < MAX_KEYS) return;
  throw new DeskError(
    "FORBIDDEN",
    `${customerId} has ${living} keys in use, which is the maximum (${MAX_KEYS}). Revoke one first.`,
  );
}

function ownKey({ id, hint, created_at: issuedAt, disabled_at }: ApiKeyRow): OwnKey {
  return { keyId: id, startsWith: hint, issuedAt, isDisabled: disabled_at !== null };
}
