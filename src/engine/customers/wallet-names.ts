/** A customer's address book: named wallets, and how they change, once for each update. */
import type { Address } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { enqueueAll, type OutboxMessage } from "../../store/chat/outbox.js";
import type { Phase } from "../../store/phase.js";
import {
  countNames,
  deleteName,
  findName,
  namesOf,
  namesOfWallets,
  putName,
  type WalletNameRow,
} from "../../store/wallet-names.js";
import type { Engine } from "../context.js";
import { doerOf, logged } from "../teams/log.js";
import { type Acting, assertMay } from "../teams/rights.js";
import { tellNewWallets } from "../teams/tell.js";

export interface WalletName {
  readonly id: number;
  readonly name: string;
  readonly address: Address;
  /** Orders paid for it since it has the name. */
  readonly uses: number;
}

/** What a customer calls each of these wallets that has a name; of several names the one used most. */
export async function readNamesOf(
  engine: Engine,
  customerId: CustomerId,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await engine.database.read(() => namesOfWallets(customerId, addresses));
  return new Map(rows.toReversed().map(({ address, name }) => [address, name]));
}

/** The names whose wallets were ordered for last; then those never ordered for, the newest first. */
export async function readLatestNames(
  engine: Engine,
  customerId: CustomerId,
): Promise<WalletName[]> {
  return (await engine.database.read(() => namesOf(customerId))).toSorted(
    (a, b) => (b.used_at ?? 0) - (a.used_at ?? 0) || b.id - a.id,
  );
}

/** A name to give. */
export interface NewName {
  readonly name: string;
  readonly address: Address;
  /** The only other wallet that it may be taken from. */
  readonly replaces?: Address;
}

/** What happened to a name that was given. */
export type NameOutcome =
  | { readonly kind: "added" }
  | { readonly kind: "same" }
  /** It stands for another wallet, and still does. */
  | { readonly kind: "taken"; readonly before: Address }
  /** It stood for another wallet before. */
  | { readonly kind: "changed"; readonly before: Address }
  /** The customer has the most names allowed. */
  | { readonly kind: "full" };

export interface Naming {
  readonly updateId: number;
  /** Whose book it is, and who writes it. */
  readonly acting: Acting;
  /** In this order; of a repeated name the first wallet counts. */
  readonly names: readonly NewName[];
  /** The answer to the outcomes, which are in the order of the names. */
  readonly told: (outcomes: readonly NameOutcome[], count: number) => readonly OutboxMessage[];
}

/**
 * Gives names to wallets, as many as the limit allows; one that stands for another wallet keeps it unless it says which it replaces.
 * Throws FORBIDDEN for who may not keep a team's book; then the update is still to be answered.
 */
export async function nameWallets(engine: Engine, naming: Naming): Promise<void> {
  const { updateId, acting, names, told } = naming;
  const { customerId } = acting;
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    const member = yield* assertMay(acting, "keepWallets");
    let count = yield* countNames(customerId);
    const outcomes: NameOutcome[] = [];
    const added: NewName[] = [];
    for (const asked of names) {
      const { name, address } = asked;
      const known = yield* findName(customerId, name);
      const outcome = outcomeOf(known, asked, count);
      outcomes.push(outcome);
      if (outcome.kind === "full" || outcome.kind === "taken") continue;
      if (outcome.kind === "added") count += 1;
      yield* putName({ customerId, name, address, at, addedBy: member?.member.user_id });
      if (!member || outcome.kind === "same") continue;
      const before = outcome.kind === "changed" ? outcome.before : undefined;
      const entry = { act: "named", subject: name, before, after: address } as const;
      yield* logged(customerId, doerOf(member), entry, at);
      added.push(asked);
    }
    if (member) {
      const { user_id: userId } = member.member;
      yield* tellNewWallets(customerId, added, { key: String(updateId), at, userId });
    }
    yield* enqueueAll(told(outcomes, count), at);
  });
}

function outcomeOf(
  known: WalletNameRow | undefined,
  { address, replaces }: NewName,
  count: number,
): NameOutcome {
  if (!known) return count < MAX_NAMES ? { kind: "added" } : { kind: "full" };
  const { address: before } = known;
  if (before === address) return { kind: "same" };
  return { kind: before === replaces ? "changed" : "taken", before };
}

export interface Unnaming {
  readonly updateId: number;
  readonly acting: Acting;
  /** Undefined when there is no such name (any more). */
  readonly find: (names: readonly WalletName[]) => WalletName | undefined;
  readonly told: (
    removed: WalletName | undefined,
    left: readonly WalletName[],
  ) => readonly OutboxMessage[];
}

/** Takes a name away again. Throws what `nameWallets` throws. */
export async function unnameWallet(engine: Engine, unnaming: Unnaming): Promise<void> {
  const { updateId, acting, find, told } = unnaming;
  const { customerId } = acting;
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    const member = yield* assertMay(acting, "keepWallets");
    const names = yield* namesOf(customerId);
    const removed = find(names);
    if (removed) yield* deleteName(removed.id);
    if (removed && member) {
      const entry = { act: "unnamed", subject: removed.name, before: removed.address } as const;
      yield* logged(customerId, doerOf(member), entry, at);
    }
    yield* enqueueAll(
      told(
        removed,
        names.filter((one) => one !== removed),
      ),
      at,
    );
  });
}
