/**
 * Compares the books with the chain: delegations that no leg explains, and expected ones that are missing. Those of the pool that this
 * desk's key has signed although no book here knows them show that another desk runs with the key.
 */
import { createHash } from "node:crypto";
import { HOUR_MS } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { formatTrx } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import type { BlockTransaction, SignedBy, StakeAct } from "../../domain/transaction-acts.js";
import { depositAddressesAmong } from "../../store/deposits.js";
import { latestIncidentOf, raiseIncident } from "../../store/incidents.js";
import type { ExpectedRecord } from "../../store/leg-lists.js";
import { findLegByTxid } from "../../store/legs.js";
import { poolOwnersAmong } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { stepDone } from "./restore-steps.js";

/** The most that an incident lists: the command, or the log, has all. */
const NAMED = 20;
const DIGEST_DIGITS = 12;

/** What the operator does about delegated stake that is in no books. */
const IF_NOT_OURS =
  "If another desk runs with this key, stop one of the two and keep it stopped. After a restore, `desk reconcile --take-back` takes back what this key has delegated since the backup. What you have delegated by yourself stays.";

export interface Difference {
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly onChainSun: number;
  /** The units that legs explain: the most they can when the chain has more, the least when it has less. */
  readonly inBooksSun: number;
  /** Chain time until which it cannot be taken back; 0 when it can. */
  readonly lockExpiresAt: number;
}

export interface Comparison {
  readonly owners: number;
  readonly records: number;
  readonly differences: readonly Difference[];
}

export interface SeenRecord {
  readonly owner: Address;
  readonly receiver: Address;
  readonly resource: Resource;
  readonly onChainSun: number;
  readonly lockExpiresAt: number;
}

const keyOf = ({ owner, receiver, resource }: ExpectedRecord | SeenRecord) =>
  `${owner} ${receiver} ${resource}`;

/** Compares what was seen with the books before and after the look: what moved meanwhile is no difference. */
export function differencesOf(
  seen: readonly SeenRecord[],
  before: readonly ExpectedRecord[],
  after: readonly ExpectedRecord[],
): Difference[] {
  const [earlier, later] = [before, after].map(
    (records) => new Map(records.map((one) => [keyOf(one), one])),
  );
  return seen.flatMap((record) => {
    const books = [earlier?.get(keyOf(record)), later?.get(keyOf(record))];
    const mostSun = Math.max(...books.map((one) => one?.most_sun ?? 0));
    const leastSun = Math.min(...books.map((one) => one?.least_sun ?? 0));
    if (record.onChainSun > mostSun) return [{ ...record, inBooksSun: mostSun }];
    if (record.onChainSun < leastSun) return [{ ...record, inBooksSun: leastSun }];
    return [];
  });
}

/** Notes that the books were compared, and raises an incident when the differences are not those of the newest one. */
export async function booksCompared(
  engine: Engine,
  differences: readonly Difference[],
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    yield* stepDone("compared", "reconcile", at);
    yield* tellDifferences(differences, at);
  });
}

/** The incident alone: what the desk finds by itself is no comparison by the operator. */
export function* tellDifferences(differences: readonly Difference[], at: number): Phase<void> {
  if (differences.length === 0) return;
  const text = textOf(differences);
  const newest = yield* latestIncidentOf("books-and-chain");
  if (newest?.text !== text) yield* raiseIncident("books-and-chain", text, at);
}

/** The same text for the same differences, in whichever order they were read. */
function textOf(differences: readonly Difference[]): string {
  const sentences = differences.map(sentence).sort();
  const named = `The books differ from the chain: ${sentences.slice(0, NAMED).join("; ")}`;
  const isMore = differences.some(({ onChainSun, inBooksSun }) => onChainSun > inBooksSun);
  const advice = isMore ? ` ${IF_NOT_OURS}` : "";
  const others = sentences.slice(NAMED);
  if (others.length === 0) return `${named}.${advice}`;
  // Stands for the records that are not listed, so that other ones make another incident.
  const digest = createHash("sha256").update(others.join("\n")).digest("hex");
  return `${named}; and ${others.length} more (digest ${digest.slice(0, DIGEST_DIGITS)}).${advice}`;
}

function sentence({ owner, receiver, resource, onChainSun, inBooksSun }: Difference): string {
  return `${owner} delegates ${formatTrx(onChainSun)} TRX of ${resource} to ${receiver}, the books say ${formatTrx(inBooksSun)}`;
}

/** One incident in so much time. */
const TOLD_EVERY_MS = HOUR_MS;

export interface PoolDelegation {
  readonly txid: string;
  readonly stake: StakeAct;
  readonly signed: SignedBy;
}

/** Those of a block's delegations that are of the pool and no leg's. What is lent to deposit addresses for a sweep is in no book. */
export async function readUnknownDelegations(
  { database }: Engine,
  transactions: readonly BlockTransaction[],
): Promise<readonly PoolDelegation[]> {
  const delegations = transactions.flatMap(({ txid, success, stake, signed }) =>
    success && signed && stake?.kind === "delegate" ? [{ txid, stake, signed }] : [],
  );
  if (delegations.length === 0) return [];
  return database.read(function* (): Phase<PoolDelegation[]> {
    const pool = new Set(yield* poolOwnersAmong(delegations.map(({ stake }) => stake.owner)));
    const unknown: PoolDelegation[] = [];
    for (const one of delegations.filter(({ stake }) => pool.has(stake.owner))) {
      if (!(yield* findLegByTxid(one.txid))) unknown.push(one);
    }
    const lent = yield* depositAddressesAmong(unknown.map(({ stake }) => stake.receiver));
    return unknown.filter(({ stake }) => !lent.has(stake.receiver));
  });
}

/** This desk's key has signed them: an incident, at most one an hour. */
export function* secondDeskSeen(
  delegations: readonly PoolDelegation[],
  block: number,
  at: number,
): Phase<void> {
  const newest = yield* latestIncidentOf("second-desk");
  if (newest && newest.at <= at && at - newest.at < TOLD_EVERY_MS) return;
  const named = delegations.slice(0, NAMED).map(delegated).join("; ");
  const others = delegations.length - NAMED;
  const more = others > 0 ? `; and ${others} more` : "";
  yield* raiseIncident(
    "second-desk",
    `Block ${block} holds delegations of the pool that this desk's key has signed and its books do not know: ${named}${more}. The log has all that follow. ${IF_NOT_OURS}`,
    at,
  );
}

function delegated({ txid, stake }: PoolDelegation): string {
  const { owner, receiver, resource, stakeSun } = stake;
  return `${owner} delegates ${formatTrx(stakeSun)} TRX of ${resource} to ${receiver} by transaction ${txid}`;
}
