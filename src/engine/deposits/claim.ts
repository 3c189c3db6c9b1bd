/**
 * Assigns watched addresses: one by the operator's word, many by the log of addresses. What arrived meanwhile is booked as if the
 * address had always been theirs.
 */
import type { Address } from "../../domain/address.js";
import type { DepositTerms } from "../../domain/deposit.js";
import { type GivenAddress, readGivenLine } from "../../domain/deposit-address.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { findCustomer, insertCustomer } from "../../store/customers.js";
import {
  type DepositAddressRow,
  depositAddressesAmong,
  insertDepositAddress,
} from "../../store/deposits.js";
import { endIncident, raiseIncident } from "../../store/incidents.js";
import { openCustomerAccounts } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { findWatched, isAnyUnclaimed, takeWatched } from "../../store/watched-addresses.js";
import type { Deposits, Engine } from "../context.js";
import { completeLog } from "./addresses.js";
import { bookMoney } from "./scan.js";

/** What became of the money that had arrived. */
export interface BookedThen {
  readonly credited: number;
  /** Waiting for the operator, for cover, or for a USDT rate. */
  readonly waiting: number;
  /** Not credited: below the minimum, or of another token. */
  readonly others: number;
}

interface Claim {
  readonly address: Address;
  readonly customerId: CustomerId;
  /** Who says so. */
  readonly by: string;
}

/** Throws NOT_FOUND for an address that is not watched, and for a customer that the desk does not have. */
export async function claimAddress(engine: Engine, claim: Claim): Promise<BookedThen> {
  const { terms } = depositsOf(engine);
  const { address, customerId, by } = claim;
  const at = engine.now();
  const booked = await engine.database.commit(function* (): Phase<BookedThen> {
    const watched = yield* findWatched(address);
    if (!watched) throw notWatched(address, (yield* depositAddressesAmong([address])).get(address));
    if (!(yield* findCustomer(customerId))) {
      const message = `There is no customer ${customerId}. \`desk customer list\` shows them.`;
      throw new DeskError("NOT_FOUND", message);
    }
    const then = yield* becomesTheirs(
      { ...watched, customer_id: customerId, created_at: at },
      terms,
    );
    const text = `${by} says that ${address} is the address of customer ${customerId}. ${told(then)}`;
    yield* raiseIncident("addresses-known", text, at);
    yield* endUnclaimed(at);
    return then;
  });
  await written(engine, booked);
  return booked;
}

function notWatched(address: Address, whose: CustomerId | null | undefined): DeskError {
  const is = whose ? `is the address of customer ${whose}` : "is none that this desk watches";
  return new DeskError("NOT_FOUND", `${address} ${is}: nothing was changed.`);
}

function* becomesTheirs(row: DepositAddressRow, terms: DepositTerms): Phase<BookedThen> {
  const { customer_id: customerId, created_at: at } = row;
  const came = yield* takeWatched(row.address);
  yield* insertDepositAddress(row);
  const then = { credited: 0, waiting: 0, others: 0 };
  for (const one of came) {
    const money = { ...one, from: one.sender ?? undefined, to: one.address };
    const block = { number: one.block_number, timestampMs: one.at };
    const became = yield* bookMoney({ ...money, amount: BigInt(one.amount) }, block, {
      customerId,
      terms,
      at,
      doubt: one.doubt ?? undefined,
    });
    if (became === "credited") then.credited += 1;
    else if (became === "review" || became === "waits_for_rate") then.waiting += 1;
    else then.others += 1;
  }
  return then;
}

function* endUnclaimed(at: number): Phase<void> {
  if (yield* isAnyUnclaimed()) return;
  yield* endIncident("deposit-unclaimed", "all of it is somebody's now.", at);
}

/** What the log said of an address, against what the books say. */
export interface Contradiction {
  readonly address: Address;
  /** Customers by the log, and by the books. */
  readonly customerIds: readonly CustomerId[];
}

export interface Imported extends BookedThen {
  /** Addresses that books and log agree on. */
  readonly known: number;
  readonly added: readonly GivenAddress[];
  /** Customers that the books did not have. */
  readonly created: readonly CustomerId[];
  /** Those added that were not watched: what arrived there before was not noted. */
  readonly unwatched: readonly Address[];
  /** Left unchanged. */
  readonly contradictions: readonly Contradiction[];
  /** Of no key that is set; left unchanged. */
  readonly ofOtherKeys: readonly Address[];
  /** Numbers of lines that cannot be read. */
  readonly notRead: readonly number[];
}

const AT_ONCE = 100;

/** Takes over what the log says whose addresses are; customers whom the books do not know are made by it. */
export async function importAddresses(engine: Engine, text: string): Promise<Imported> {
  const deposits = depositsOf(engine);
  const { lines, notRead } = linesOf(text);
  const { sure, contradictions } = byAddress(lines);
  let all: Imported = {
    ...{ credited: 0, waiting: 0, others: 0, known: 0, added: [], created: [], unwatched: [] },
    ...{ contradictions, ofOtherKeys: [], notRead },
  };
  for (let from = 0; from < sure.length; from += AT_ONCE) {
    const some = await importSome(engine, deposits, sure.slice(from, from + AT_ONCE));
    all = together(all, some);
  }
  await written(engine, all);
  return all;
}

function linesOf(text: string) {
  const lines: GivenAddress[] = [];
  const notRead: number[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const given = readGivenLine(line.replace(/\r$/, ""));
    if (given) lines.push(given);
    else if (line.trim() !== "") notRead.push(at + 1);
  }
  return { lines, notRead };
}

/** An address of which the log tells two customers was perhaps shown to both. */
function byAddress(lines: readonly GivenAddress[]) {
  const last = new Map(lines.map((one) => [one.address, one]));
  const disputed = new Map<Address, Set<CustomerId>>();
  for (const { address, customerId } of lines) {
    disputed.set(address, (disputed.get(address) ?? new Set()).add(customerId));
  }
  const contradictions = [...disputed]
    .filter(([, customers]) => customers.size > 1)
    .map(([address, customers]): Contradiction => ({ address, customerIds: [...customers] }));
  for (const { address } of contradictions) last.delete(address);
  return { sure: [...last.values()], contradictions };
}

type Part = Omit<Imported, "notRead">;

async function importSome(
  engine: Engine,
  { keys, terms }: Deposits,
  given: readonly GivenAddress[],
): Promise<Part> {
  const addresses = given.map(({ address }) => address);
  const before = await engine.database.read(() => depositAddressesAmong(addresses));
  // Deriving an address takes a millisecond; those that the books have are not derived.
  const isOurs = ({ address, index }: GivenAddress) =>
    (before.get(address) ?? null) !== null || keys.addressAt(index) === address;
  const ours = given.filter(isOurs);
  const ofOtherKeys = given.filter((one) => !ours.includes(one)).map(({ address }) => address);
  const at = engine.now();
  return engine.database.commit(function* (): Phase<Part> {
    const part = {
      ...{ credited: 0, waiting: 0, others: 0, known: 0, ofOtherKeys },
      ...{ added: [] as GivenAddress[], created: [] as CustomerId[] },
      ...{ unwatched: [] as Address[], contradictions: [] as Contradiction[] },
    };
    const whose = yield* depositAddressesAmong(addresses);
    for (const one of ours) {
      const { address, customerId } = one;
      const inBooks = whose.get(address);
      if (inBooks === customerId) part.known += 1;
      else if (inBooks) part.contradictions.push({ address, customerIds: [customerId, inBooks] });
      else {
        if (inBooks === undefined) part.unwatched.push(address);
        if (yield* makeKnown(one, at)) part.created.push(customerId);
        const row = { address, customer_id: customerId, key_hash: keys.hash, key_index: one.index };
        const then = yield* becomesTheirs({ ...row, created_at: at }, terms);
        Object.assign(part, sums(part, then));
        part.added.push(one);
      }
    }
    if (part.added.length === 0) return part;
    const text = `The log of addresses says whose ${part.added.length} addresses are. ${told(part)}`;
    yield* raiseIncident("addresses-known", text, at);
    yield* endUnclaimed(at);
    return part;
  });
}

/** True for a customer that the books did not have: they have no key and no chat until the operator gives them one. */
function* makeKnown({ customerId, name }: GivenAddress, at: number): Phase<boolean> {
  if (yield* findCustomer(customerId)) return false;
  yield* insertCustomer(customerId, name.trim() === "" ? customerId : name, at);
  yield* openCustomerAccounts(customerId);
  return true;
}

function together(all: Imported, some: Part): Imported {
  return {
    ...{ ...sums(all, some), known: all.known + some.known, notRead: all.notRead },
    added: [...all.added, ...some.added],
    created: [...all.created, ...some.created],
    unwatched: [...all.unwatched, ...some.unwatched],
    contradictions: [...all.contradictions, ...some.contradictions],
    ofOtherKeys: [...all.ofOtherKeys, ...some.ofOtherKeys],
  };
}

function sums(one: BookedThen, other: BookedThen): BookedThen {
  return {
    credited: one.credited + other.credited,
    waiting: one.waiting + other.waiting,
    others: one.others + other.others,
  };
}

function told({ credited, waiting, others }: BookedThen): string {
  return `Of what came there ${credited} deposits were credited, ${waiting} wait, ${others} are not credited by themselves.`;
}

/** They are customers' now, so the log has them too; what waits for cover need not wait for its time. */
async function written(engine: Engine, { waiting }: BookedThen): Promise<void> {
  await completeLog(engine);
  if (waiting > 0) engine.signals.emit("review");
}

function depositsOf({ deposits }: Engine): Deposits {
  if (deposits) return deposits;
  throw new DeskError("NOT_FOUND", "DEPOSIT_XPUB is not set: there are no addresses.");
}
