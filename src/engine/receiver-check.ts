/**
 * Whether receivers can get delegations: activated, no contract, neither the desk's own nor nobody's. "Activated" is remembered for
 * good, "not activated" for seconds only, because the next block may change it; whose it is, never: the pool may grow.
 */
import { type Address, NOBODYS } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import type { Database } from "../store/database.js";
import { poolOwnersAmong } from "../store/owners.js";
import type { Phase } from "../store/phase.js";
import { forgetReceiver, knownReceivers, rememberReceiver } from "../store/receivers.js";
import { inTime } from "./chain-reads.js";
import { nodeFailed } from "./gates.js";

type ChainVerdict = "ok" | "not activated" | "contract";
export type ReceiverVerdict = ChainVerdict | "refused";

/** Asks the node; undefined when the account is not activated. Rejects when the node cannot be asked. */
export type AccountLookUp = (address: Address) => Promise<{ contract: boolean } | undefined>;

const NOT_ACTIVATED_FOR_MS = 3_000;
const MAX_REMEMBERED = 50_000;

export class ReceiverCheck {
  #known = new Map<Address, ChainVerdict>();
  #notActivatedAt = new Map<Address, number>();
  #asking = new Map<Address, Promise<ChainVerdict>>();
  #refused: ReadonlySet<Address>;

  constructor(
    private readonly database: Database,
    private readonly lookUp: AccountLookUp,
    private readonly now: () => number,
    /** The desk's accounts that are in no pool. */
    own: readonly Address[] = [],
  ) {
    this.#refused = new Set([...NOBODYS, ...own]);
  }

  /** The verdict on each receiver, in order. Throws CHAIN_UNAVAILABLE when the node does not answer in time. */
  async verdicts(addresses: readonly Address[]): Promise<ReceiverVerdict[]> {
    const ofPool = await this.database.read(() => poolOwnersAmong(addresses));
    return this.#judge(addresses, new Set([...this.#refused, ...ofPool]));
  }

  async #judge(
    addresses: readonly Address[],
    refused: ReadonlySet<Address>,
  ): Promise<ReceiverVerdict[]> {
    const others = addresses.filter((one) => !refused.has(one));
    const found = await this.onChain(others);
    const verdicts = new Map(others.map((one, at) => [one, found[at]]));
    return addresses.map((one) => verdicts.get(one) ?? "refused");
  }

  /** The same by the chain alone, whosever they are. */
  async onChain(addresses: readonly Address[]): Promise<ChainVerdict[]> {
    const unknown = addresses.filter((address) => !this.#remembered(address));
    if (unknown.length > 0) await this.#recall(unknown);
    return inTime(Promise.all(addresses.map((address) => this.#verdict(address))));
  }

  /**
   * Throws RECEIVER_REFUSED, RECEIVER_NOT_ACTIVATED or RECEIVER_IS_CONTRACT, naming the receivers, unless all are fine. Whether they
   * are of the pool decides the transaction: `assertNotOfPool`.
   */
  async assertDeliverable(addresses: readonly Address[]): Promise<void> {
    const verdicts = await this.#judge(addresses, this.#refused);
    const bad = (verdict: ReceiverVerdict) =>
      addresses.flatMap((receiver, at) => (verdicts[at] === verdict ? [{ receiver, at }] : []));
    throwRefused(bad("refused"));
    const inactive = bad("not activated");
    if (inactive.length > 0) {
      throw new DeskError(
        "RECEIVER_NOT_ACTIVATED",
        `${list(inactive)} not activated on TRON: send some TRX there first. Nothing was debited.`,
        inactive.map(problemOf("is not activated on TRON")),
      );
    }
    const contracts = bad("contract");
    if (contracts.length > 0) {
      throw new DeskError(
        "RECEIVER_IS_CONTRACT",
        `${list(contracts)} a contract: TRON delegates to wallets only. Nothing was debited.`,
        contracts.map(problemOf("is a contract")),
      );
    }
  }

  /** The chain has just refused the receiver, whatever is remembered. */
  async forget(address: Address): Promise<void> {
    await this.database.commit(() => forgetReceiver(address));
    this.#known.delete(address);
  }

  #remembered(address: Address): ChainVerdict | undefined {
    const known = this.#known.get(address);
    if (known) return known;
    const agoMs = this.now() - (this.#notActivatedAt.get(address) ?? 0);
    // A clock that was set back must not make it last.
    return agoMs >= 0 && agoMs < NOT_ACTIVATED_FOR_MS ? "not activated" : undefined;
  }

  async #recall(addresses: readonly Address[]): Promise<void> {
    for (const row of await this.database.read(() => knownReceivers(addresses))) {
      this.#remember(row.address, row.contract ? "contract" : "ok");
    }
  }

  #verdict(address: Address): Promise<ChainVerdict> | ChainVerdict {
    const remembered = this.#remembered(address);
    if (remembered) return remembered;
    const asking = this.#asking.get(address);
    if (asking !== undefined) return asking;
    const answer = this.#ask(address).finally(() => this.#asking.delete(address));
    this.#asking.set(address, answer);
    return answer;
  }

  async #ask(address: Address): Promise<ChainVerdict> {
    const account = await this.lookUp(address).catch(nodeFailed);
    if (!account) {
      trim(this.#notActivatedAt);
      this.#notActivatedAt.set(address, this.now());
      return "not activated";
    }
    await this.database.commit(() => rememberReceiver(address, account.contract, this.now()));
    this.#notActivatedAt.delete(address);
    const verdict = account.contract ? "contract" : "ok";
    this.#remember(address, verdict);
    return verdict;
  }

  #remember(address: Address, verdict: ChainVerdict): void {
    trim(this.#known);
    this.#known.set(address, verdict);
  }
}

/** Throws RECEIVER_REFUSED where some are owners of the pool; in the transaction that takes money for them. */
export function* assertNotOfPool(receivers: readonly Address[]): Phase<void> {
  const owners = new Set(yield* poolOwnersAmong(receivers));
  throwRefused(
    receivers.flatMap((receiver, at) => (owners.has(receiver) ? [{ receiver, at }] : [])),
  );
}

function throwRefused(refused: readonly BadReceiver[]): void {
  if (refused.length === 0) return;
  throw new DeskError(
    "RECEIVER_REFUSED",
    `${list(refused)} not served: the desk's own accounts, and those of nobody, get no delegations. Use wallets of your own; nothing was debited.`,
    refused.map(problemOf("is an account of the desk, or nobody's")),
  );
}

/** Makes room for one more entry; the oldest goes first. */
function trim(map: Map<Address, unknown>): void {
  if (map.size < MAX_REMEMBERED) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

interface BadReceiver {
  readonly receiver: Address;
  readonly at: number;
}

const problemOf =
  (message: string) =>
  ({ receiver, at }: BadReceiver) => ({ path: `receiver.${at}`, receiver, message });

function list(bad: readonly BadReceiver[]): string {
  const names = bad.map(({ receiver }) => receiver).join(", ");
  return `${names} ${bad.length === 1 ? "is" : "are"}`;
}
