/**
 * Keys of a team. Owners allow one, and only the member whose it is ever sees it: until they have tapped "Show my key" there is no text of
 * it, only a row whose hash is that of no key. Showing replaces the row; a key that may not have arrived is allowed anew.
 */
import { randomBytes } from "node:crypto";
import {
  API_KEY_RANDOM_BYTES,
  apiKeyHint,
  formatApiKey,
  hashApiKey,
} from "../../domain/api-key.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { enqueue } from "../../store/chat/outbox.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import {
  type ApiKeyRow,
  findCustomer,
  findKey,
  findKeyOf,
  insertApiKey,
  type KeyOfMember,
  revokeApiKey,
} from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { findMember, findTeam } from "../../store/teams/teams.js";
import type { Engine } from "../context.js";
import { logged } from "./log.js";
import { assertMay } from "./rights.js";

/** In the outbox, for whose key it is; the bot has the words. */
export interface TeamKeyEvent {
  readonly event: "teamKey";
  readonly keyId: string;
  /** The beginning of one that may not have arrived. */
  readonly notShown?: string | undefined;
}

/** Its member may have it shown. */
export function* allowKey(
  { id, customerId, notShown }: AllowedKey,
  ofMember: KeyOfMember,
  at: number,
): Phase<void> {
  const hash = hashApiKey(`not shown: ${id}`);
  yield* insertApiKey({ id, customerId, hash, hint: "", at, isPending: true, ofMember });
  const event: TeamKeyEvent = { event: "teamKey", keyId: id, notShown };
  yield* enqueue(`team-key:${id}`, ofMember.memberId, JSON.stringify(event), at);
}

interface AllowedKey {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly notShown?: string | undefined;
}

/**
 * Of a key that the operator issues: undefined for an account of one person. Throws VALIDATION_FAILED where it does not say whose key of a
 * team it is, and NOT_FOUND for who is no member.
 */
export function* memberOfIssued(
  customerId: CustomerId,
  { memberId, capSun, mayWithdraw }: KeyIssue,
): Phase<KeyOfMember | undefined> {
  const wrong = (path: string, message: string) => validationFailed([{ path, message }]);
  if (!(yield* findTeam(customerId))) {
    if (memberId === undefined && capSun === undefined) return undefined;
    throw wrong("member", `is for keys of teams, as --cap is, and ${customerId} is no team`);
  }
  const shown = `\`desk team show ${customerId}\` lists them`;
  if (memberId === undefined || capSun === undefined) {
    const message = `a team's key belongs to a member and spends so much a day at most: give --member USER_ID (${shown}) and --cap TRX`;
    throw wrong(memberId === undefined ? "member" : "cap", message);
  }
  if (mayWithdraw) throw wrong("withdraw", "no key of a team takes money out; leave it away");
  if (yield* findMember(customerId, memberId)) return { memberId, madeBy: null, capSun };
  throw new DeskError("NOT_FOUND", `${memberId} is no member of this team; ${shown}.`);
}

export interface KeyIssue {
  /** Of a team's, and in SUN a day (UTC). */
  readonly memberId?: number | undefined;
  readonly capSun?: Sun | undefined;
  readonly mayWithdraw?: boolean | undefined;
}

/** Undefined for a key of an account of one person. */
export function ofMember(key: ApiKeyRow): KeyOfMember | undefined {
  const { member_id: memberId, made_by: madeBy, cap_sun: capSun } = key;
  return memberId === null || capSun === null ? undefined : { memberId, madeBy, capSun };
}

const isToShow = (key: ApiKeyRow) =>
  key.hint === "" && key.revoked_at === null && key.disabled_at === null;

/** Of whose balance, and how much of it in a day (UTC). */
export interface Spends {
  readonly teamName: string;
  readonly capSun: Sun;
}

/** A key that waits to be shown. */
export interface KeyToShow extends Spends {
  /** Empty for the operator. */
  readonly madeBy: string;
}

/** Undefined once it was shown or revoked, and for whom it is not. */
export function readKeyToShow(
  engine: Engine,
  keyId: string,
  userId: number,
): Promise<KeyToShow | undefined> {
  return engine.database.read(function* (): Phase<KeyToShow | undefined> {
    const key = yield* findKey(keyId);
    const of = key && isToShow(key) ? ofMember(key) : undefined;
    if (!key || of?.memberId !== userId) return undefined;
    const maker = of.madeBy === null ? undefined : yield* findTelegramUser(of.madeBy);
    const teamName = (yield* findCustomer(key.customer_id))?.name ?? "";
    return { teamName, capSun: of.capSun, madeBy: maker?.name ?? "" };
  });
}

export type KeyShown =
  | {
      readonly kind: "issued";
      readonly keyId: string;
      readonly apiKey: string;
      readonly team: CustomerId;
      readonly spends: Spends;
    }
  /** This update has shown its key before. */
  | { readonly kind: "repeated" }
  | { readonly kind: "gone" };

/** Makes the text of a key that was allowed: it does not work before `keyShown`; call that, or `keyNotShown`. */
export async function showTeamKey(
  engine: Engine,
  {
    updateId,
    userId,
    keyId,
  }: { readonly updateId: number; readonly userId: number; readonly keyId: string },
): Promise<KeyShown> {
  const apiKey = formatApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  const [id, at] = [engine.newId(), engine.now()];
  return engine.database.commit(function* (): Phase<KeyShown> {
    if (!(yield* finishUpdate(updateId, at))) return { kind: "repeated" };
    const key = yield* findKey(keyId);
    const of = key && isToShow(key) ? ofMember(key) : undefined;
    if (!key || of?.memberId !== userId) return { kind: "gone" };
    const { customer_id: customerId } = key;
    if (!(yield* findMember(customerId, userId))) return { kind: "gone" };
    yield* revokeApiKey(keyId, at);
    const [hash, hint] = [hashApiKey(apiKey), apiKeyHint(apiKey)];
    yield* insertApiKey({ id, customerId, hash, hint, at, isPending: true, ofMember: of });
    const teamName = (yield* findCustomer(customerId))?.name ?? "";
    const spends = { teamName, capSun: of.capSun };
    return { kind: "issued", keyId: id, apiKey, team: customerId, spends };
  });
}

export interface RevokingTeamKey {
  readonly updateId: number;
  readonly customerId: CustomerId;
  readonly userId: number;
  readonly keyId: string;
}

/** For an owner, and for whose key it is. False when it does not work any more. Throws FORBIDDEN for others. */
export async function revokeTeamKey(
  engine: Engine,
  { updateId, customerId, userId, keyId }: RevokingTeamKey,
): Promise<boolean> {
  const at = engine.now();
  const isRevoked = await engine.database.commit(function* (): Phase<boolean> {
    const key = yield* findKeyOf(customerId, keyId);
    const isOwn = key?.member_id === userId;
    yield* assertMay({ customerId, by: { kind: "member", userId } }, isOwn ? "see" : "manage");
    if (!(yield* finishUpdate(updateId, at)) || key?.revoked_at !== null) return false;
    yield* revokeApiKey(keyId, at);
    const before = { startsWith: key.hint, capSun: key.cap_sun };
    const entry = { act: "keyRevoked", subject: `user ${key.member_id}`, before } as const;
    yield* logged(customerId, { userId }, entry, at);
    return true;
  });
  engine.keys.forget();
  return isRevoked;
}
