/** Customers, their credits and debits, and their keys: the operator's use cases, and the customer of a key. */
import { randomBytes } from "node:crypto";
import {
  API_KEY_RANDOM_BYTES,
  apiKeyHint,
  formatApiKey,
  hashApiKey,
  isWellFormedApiKey,
} from "../../domain/api-key.js";
import { must } from "../../domain/assert.js";
import { DeskError, insufficientBalance, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { decimalTrx, type Sun, toTrx } from "../../domain/money.js";
import {
  enableKeys,
  findCustomer,
  findKey,
  holderOfKey,
  insertApiKey,
  insertCustomer,
  isAnyCustomer,
  isDisabledKey,
  keyMayWithdraw,
  listApiKeys,
  listCustomers,
  revokeApiKey,
} from "../../store/customers.js";
import {
  availableOf,
  availableSunOf,
  type Balance,
  balanceOf,
  balanceSunOf,
  EXTERNAL,
  findTransfer,
  isSame,
  move,
  openCustomerAccounts,
  type Transfer,
} from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import type { Engine, KeyHolder } from "../context.js";
import { changeByOperator } from "../teams/changes.js";
import { type KeyIssue, memberOfIssued } from "../teams/keys.js";
import { type OfTeam, tellPaidIn } from "../teams/tell.js";
import { assertKeyFits } from "./own-keys.js";

/** Whose a key is; undefined for a missing, malformed, unknown or revoked key alike. */
export async function holderForKey(engine: Engine, key: unknown): Promise<KeyHolder | undefined> {
  if (typeof key !== "string" || !isWellFormedApiKey(key)) return undefined;
  const hash = hashApiKey(key);
  const { keys, database } = engine;
  return keys.get(hash) ?? keys.learn(hash, () => database.read(() => holderOfKey(hash)));
}

/** Whether the key may take money out; read again each time, so that nothing older counts. */
export async function mayWithdraw({ database }: Engine, key: unknown): Promise<boolean> {
  if (typeof key !== "string" || !isWellFormedApiKey(key)) return false;
  const hash = hashApiKey(key);
  return database.read(() => keyMayWithdraw(hash));
}

export interface NewCustomer {
  readonly customerId: CustomerId;
  /** Shown only this once. */
  readonly apiKey: string;
}

/** Creates a customer with a key and, if wanted, a first credit, in one transaction. */
export async function createCustomer(
  engine: Engine,
  name: string,
  credit?: FirstCredit,
): Promise<NewCustomer> {
  if (name.trim().length === 0 || name.length > 200) {
    throw validationFailed([{ path: "name", message: "must be 1 to 200 characters long" }]);
  }
  const customerId = engine.newId();
  const apiKey = formatApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  const at = engine.now();
  const keyId = engine.newId();
  await engine.database.commit(function* (): Phase<void> {
    yield* insertCustomer(customerId, name, at);
    yield* openCustomerAccounts(customerId);
    const mayWithdraw = engine.policy.withdrawals.newKeysMay;
    yield* insertApiKey({ ...keyRow(keyId, customerId, apiKey, at), mayWithdraw });
    if (!credit?.amountSun) return;
    yield* assertFits(customerId, credit.amountSun);
    yield* creditOpening(customerId, credit, at);
  });
  return { customerId, apiKey };
}

/** A payment by bank or in cash can be withdrawn and paid to sellers; a gift can only be spent at the desk's own pool. */
export type CreditKind = "payment" | "gift";

export interface FirstCredit {
  readonly amountSun: Sun;
  readonly kind: CreditKind;
}

interface Adjustment {
  readonly customerId: CustomerId;
  readonly amountSun: Sun;
  readonly reason: string;
  /** Names the movement: the same reference moves money once. */
  readonly reference: string;
}

export interface CreditCall extends Adjustment {
  readonly kind: CreditKind;
}

/** Adds money from outside. Returns the balance and whether the reference was new. */
export async function creditCustomer(
  engine: Engine,
  call: CreditCall,
): Promise<Balance & { moved: boolean }> {
  return adjust(engine, call, (at) => creditTransfer(call, at));
}

export interface DebitCall extends Adjustment {
  /** They have received it outside, as if they had withdrawn it: gifts are taken last instead of first. */
  readonly wasWithdrawn?: boolean | undefined;
}

/** Takes money out; throws INSUFFICIENT_BALANCE when that much is not available. */
export async function debitCustomer(
  engine: Engine,
  call: DebitCall,
): Promise<Balance & { moved: boolean }> {
  return adjust(engine, call, (at) => debitTransfer(call, at));
}

async function adjust(engine: Engine, call: Adjustment, transferAt: (at: number) => Transfer) {
  const at = engine.now();
  const transfer = transferAt(at);
  const isCredit = transfer.from === EXTERNAL;
  const { customerId, amountSun, reference } = call;
  if (amountSun <= 0) throw validationFailed([{ path: "trx", message: "must be more than 0" }]);
  return engine.database.commit(function* (): Phase<Balance & { moved: boolean }> {
    yield* assertCustomer(customerId);
    const before = yield* findTransfer(transfer.id);
    if (before && !isSame(before, transfer)) throw referenceTaken(reference);
    if (!isCredit && !before) {
      const availableSun = yield* availableSunOf(customerId);
      if (availableSun < amountSun) throw insufficientBalance(amountSun, availableSun, "amount");
    }
    if (isCredit && !before) yield* assertFits(customerId, amountSun);
    const moved = yield* move(transfer);
    if (isCredit && moved.size > 0) yield* tellCredited(call, at);
    return { ...(yield* balanceOf(customerId)), moved: moved.size > 0 };
  });
}

export function readBalance(engine: Engine, customerId: CustomerId): Promise<Balance> {
  return engine.database.read(() => balanceOf(customerId));
}

/** For a Telegram user, their name at the first contact. */
export async function readCustomerName(engine: Engine, customerId: CustomerId): Promise<string> {
  const customer = await engine.database.read(() => findCustomer(customerId));
  return must(customer, `customer ${customerId}`).name;
}

export interface ListedCustomer extends Pick<Balance, "availableSun" | "heldSun"> {
  readonly customerId: CustomerId;
  readonly name: string;
  readonly activeKeys: number;
  readonly createdAt: number;
}

export async function readCustomers(engine: Engine): Promise<ListedCustomer[]> {
  return (await engine.database.read(listCustomers)).map((row) => ({
    customerId: row.id,
    name: row.name,
    availableSun: row.available_sun,
    heldSun: row.held_sun,
    activeKeys: row.active_keys,
    createdAt: row.created_at,
  }));
}

/** Whether there is any customer, apart from those with this name. */
export function hasCustomers(engine: Engine, exceptNamed: string | null = null): Promise<boolean> {
  return engine.database.read(() => isAnyCustomer(exceptNamed));
}

export interface NewKey {
  readonly keyId: string;
  readonly apiKey: string;
}

/** The right to take money out is asked for, except in the sandbox; no key of a team has it. */
export async function issueKey(
  engine: Engine,
  customerId: CustomerId,
  issue: KeyIssue = {},
): Promise<NewKey> {
  const apiKey = formatApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  const keyId = engine.newId();
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    yield* assertCustomer(customerId);
    yield* assertKeyFits(customerId);
    const ofMember = yield* memberOfIssued(customerId, issue);
    const { mayWithdraw = engine.policy.withdrawals.newKeysMay && !ofMember } = issue;
    yield* insertApiKey({ ...keyRow(keyId, customerId, apiKey, at), mayWithdraw, ofMember });
    if (!ofMember) return;
    const { memberId: userId, capSun } = ofMember;
    yield* changeByOperator(customerId, { kind: "key", userId, capSun }, { id: keyId, at });
  });
  return { keyId, apiKey };
}

/** From the next request on the key answers like an unknown one. */
export async function revokeKey(engine: Engine, keyId: string): Promise<void> {
  const at = engine.now();
  const known = await engine.database.commit(() => revokeApiKey(keyId, at));
  engine.keys.forget();
  if (!known)
    throw new DeskError(
      "NOT_FOUND",
      `There is no key with the id ${keyId}. \`desk key list\` shows them.`,
    );
}

/** All keys, or those of one customer. */
export async function readKeys(engine: Engine, customerId?: CustomerId) {
  return (
    await engine.database.read(function* () {
      if (customerId !== undefined) yield* assertCustomer(customerId);
      return yield* listApiKeys(customerId);
    })
  ).map((row) => ({
    keyId: row.id,
    customerId: row.customer_id,
    startsWith: row.hint,
    mayWithdraw: row.may_withdraw === 1,
    member: row.member_id,
    cap: row.cap_sun === null ? null : toTrx(row.cap_sun),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    disabledAt: row.disabled_at,
  }));
}

export function* assertCustomer(customerId: CustomerId): Phase<void> {
  if (yield* findCustomer(customerId)) return;
  throw new DeskError(
    "NOT_FOUND",
    `There is no customer with the id ${customerId}. \`desk customer list\` shows them.`,
  );
}

/** A credit in the outbox; the bot has the words. */
export interface CreditedEvent extends OfTeam {
  readonly event: "credited";
  readonly amountSun: Sun;
  readonly availableSun: Sun;
}

function* tellCredited({ customerId, amountSun, reference }: Adjustment, at: number): Phase<void> {
  const availableSun = yield* availableSunOf(customerId);
  const event: CreditedEvent = { event: "credited", amountSun, availableSun };
  yield* tellPaidIn(customerId, amountSun, {
    ...{ key: `credited:${customerId}:${reference}`, event, at },
  });
}

/** All money the desk ever received must stay a safe number of SUN, because `external` owes all of it. */
function* assertFits(customerId: CustomerId, amountSun: Sun): Phase<void> {
  const owedSun = -(yield* balanceSunOf(EXTERNAL));
  if (owedSun + amountSun <= Number.MAX_SAFE_INTEGER) return;
  throw validationFailed([
    {
      path: "trx",
      message: `the books hold up to ${decimalTrx(Number.MAX_SAFE_INTEGER)} TRX in all, and ${customerId} would be credited beyond that`,
    },
  ]);
}

function referenceTaken(reference: string): DeskError {
  return validationFailed([
    {
      path: "reference",
      message: `${reference} was used for another amount or kind of credit. Choose a new one; nothing was moved`,
    },
  ]);
}

function keyRow(id: string, customerId: CustomerId, apiKey: string, at: number) {
  return { id, customerId, hash: hashApiKey(apiKey), hint: apiKeyHint(apiKey), at };
}

/** The first credit of a customer; its reference cannot clash with an operator's. */
export function* creditOpening(
  customerId: CustomerId,
  { amountSun, kind }: FirstCredit,
  at: number,
): Phase<void> {
  const id = `opening:${customerId}`;
  const to = availableOf(customerId);
  const reason = "opening of the account";
  yield* move({ id, from: EXTERNAL, to, amountSun, kind, reason, at });
}

function creditTransfer(
  { customerId, amountSun, reference, reason, kind }: CreditCall,
  at: number,
): Transfer {
  const id = `credit:${customerId}:${reference}`;
  const to = availableOf(customerId);
  return { id, from: EXTERNAL, to, amountSun, kind, reason, at };
}

function debitTransfer(
  { customerId, amountSun, reference, reason, wasWithdrawn }: DebitCall,
  at: number,
): Transfer {
  const id = `debit:${customerId}:${reference}`;
  const from = availableOf(customerId);
  const transfer = { id, from, to: EXTERNAL, amountSun, kind: "correction", reason, at } as const;
  return wasWithdrawn ? { ...transfer, sparesGifts: true } : transfer;
}

export async function isKeyDisabled({ database }: Engine, key: unknown): Promise<boolean> {
  if (typeof key !== "string" || !isWellFormedApiKey(key)) return false;
  const hash = hashApiKey(key);
  return database.read(() => isDisabledKey(hash));
}

/** Some, a customer's, or without either all; how many were disabled. Throws for one that is unknown or revoked, and enables none. */
export async function enableDisabledKeys(
  { database }: Engine,
  {
    keyIds,
    customerId,
  }: { readonly keyIds: readonly string[]; readonly customerId?: CustomerId | undefined },
): Promise<number> {
  return database.commit(function* (): Phase<number> {
    if (customerId !== undefined) yield* assertCustomer(customerId);
    if (keyIds.length === 0) return yield* enableKeys({ customerId });
    let enabled = 0;
    for (const id of keyIds) {
      yield* assertNotRevoked(id);
      enabled += yield* enableKeys({ id });
    }
    return enabled;
  });
}

function* assertNotRevoked(id: string): Phase<void> {
  const key = yield* findKey(id);
  if (!key) {
    const message = `There is no key with the id ${id}. \`desk key list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  if (key.revoked_at === null) return;
  const message = `${id} is revoked and stays so; issue another with \`desk key issue\``;
  throw validationFailed([{ path: "KEY_ID", message }]);
}
