/**
 * The proofs that free money: that a transaction can never be in a block, that it failed in one, that stake is gone. A single
 * host is believed; of several, each host in step is asked, and all must agree.
 */
import { isDeepStrictEqual } from "node:util";
import type { Chain, DelegatedRecord, Inclusion, TransactionMoney } from "../chain/port.js";
import { HOUR_MS } from "../common/time.js";
import { DeskError } from "../domain/errors.js";
import { nodesDisagree } from "../engine/incidents.js";
import { longSolidTransaction, type OpenLeg } from "../engine/legs/open-work.js";
import { DEATH_MARGIN_MS, type Disagreements, type WorkerContext } from "./context.js";

/** A host that does not know our transaction of so long ago has no history. */
const LONG_SOLID_MS = HOUR_MS;
/** After this time a difference between hosts that has not passed needs the operator. */
const DISAGREEMENT_TOLD_AFTER_MS = 600_000;

/** Empty when several hosts are set and none is in step: then nothing is proven. */
export function witnessesOf({ chain }: Pick<WorkerContext, "chain">): readonly Chain[] {
  return chain.several?.witnesses() ?? [chain];
}

/**
 * True when the solidified state, asked twice, does not know the transaction at a time when no block can hold it any more.
 */
export async function isUnknownForGood(
  context: WorkerContext,
  txid: string,
  expiresAt: number,
): Promise<boolean> {
  const witnesses = witnessesOf(context);
  let voices = 0;
  const knowing: boolean[] = [];
  for (const witness of witnesses) {
    const isSolid = await isKnown(witness, txid, expiresAt);
    if (isSolid === undefined) return false;
    // The host in use has already been asked whether a block of its newest state holds it.
    const isIncluded = context.chain.several && (await witness.inclusion(txid)) !== undefined;
    const knows = isSolid || isIncluded === true;
    knowing.push(knows);
    if (!knows && (await mayVouch(context, witness))) voices += 1;
  }
  const differ = knowing.includes(true) && knowing.includes(false);
  await tellTransaction(context, txid, differ);
  return voices > 0 && !knowing.includes(true);
}

/** Undefined while the host's solidified state is not beyond the time. */
async function isKnown(
  chain: Chain,
  txid: string,
  expiresAt: number,
): Promise<boolean | undefined> {
  for (let asked = 0; asked < 2; asked += 1) {
    const solid = await chain.solidHead();
    if (solid.timestampMs < expiresAt + DEATH_MARGIN_MS) return undefined;
    if (await chain.solidified(txid)) return true;
  }
  return false;
}

/** A single host's word is all there is; of several, only a host that knows what the desk sent long ago counts. */
async function mayVouch({ chain, engine }: WorkerContext, witness: Chain): Promise<boolean> {
  if (!chain.several) return true;
  const { head } = engine.chainClock;
  const txid = head && (await longSolidTransaction(engine, head.timestampMs - LONG_SOLID_MS));
  return txid === undefined || (await witness.solidInclusion(txid)) !== undefined;
}

/** How a transaction ended by the solidified state; undefined while any host does not know it, or disagrees. */
export async function solidOutcome(
  context: WorkerContext,
  txid: string,
): Promise<Inclusion | undefined> {
  const told: (Inclusion | undefined)[] = [];
  for (const witness of witnessesOf(context)) told.push(await witness.solidInclusion(txid));
  const [first, ...others] = told;
  const isSame = (one: Inclusion | undefined) =>
    one?.blockNumber === first?.blockNumber && one?.success === first?.success;
  const agree = others.every(isSame);
  await tellTransaction(context, txid, !agree);
  return agree ? first : undefined;
}

/** What the operator books. Throws NOT_FOUND while a host does not show it, CHAIN_UNAVAILABLE when hosts show different things. */
export async function moneyShownByAll(
  context: Pick<WorkerContext, "chain">,
  txid: string,
): Promise<TransactionMoney> {
  const told: (TransactionMoney | undefined)[] = [];
  for (const witness of witnessesOf(context)) told.push(await witness.solidMoneyOf(txid));
  const [first, ...others] = told;
  if (told.length === 0) {
    throw new DeskError("CHAIN_UNAVAILABLE", "No TRON node is in step. Nothing was booked.");
  }
  if (!first || others.includes(undefined)) {
    const isShown = told.some((one) => one !== undefined);
    const who = isShown ? "Not every node in step shows" : "The solidified chain does not show";
    const message = `${who} transaction ${txid}. A new one takes about a minute.`;
    throw new DeskError("NOT_FOUND", message);
  }
  if (others.every((one) => isDeepStrictEqual(one, first))) return first;
  const message = `The nodes show transaction ${txid} differently, so nothing was booked. Look it up in an explorer, and take the wrong node out with \`desk node ignore N\`.`;
  throw new DeskError("CHAIN_UNAVAILABLE", message);
}

/** The largest record of stake; undefined when no host serves the solidified state of records, or none is in step. */
export async function mostStake(
  context: WorkerContext,
  { id, owner, receiver, resource }: OpenLeg,
): Promise<DelegatedRecord | "unproven" | undefined> {
  const witnesses = witnessesOf(context);
  if (witnesses.length === 0) return "unproven";
  let most: DelegatedRecord | undefined;
  const sums = new Set<number>();
  for (const witness of witnesses) {
    const solid = await witness.solidDelegated(owner, receiver, resource);
    // Every one of several hosts must say so, by its newest state if it serves no other.
    const isSilent = solid === undefined && context.chain.several !== undefined;
    const record = isSilent ? await witness.delegated(owner, receiver, resource) : solid;
    if (record) sums.add(sumOf(record));
    if (record && (!most || sumOf(record) > sumOf(most))) most = record;
  }
  await tellDisagreement(context, context.stakeDisagreements, id, {
    isThere: sums.size > 1,
    what: `the stake that ${owner} delegates to ${receiver}, for leg ${id}: some no longer show it`,
  });
  return most;
}

export function sumOf({ unlockedSun, lockedSun }: DelegatedRecord): number {
  return unlockedSun + lockedSun;
}

function tellTransaction(context: WorkerContext, txid: string, isThere: boolean): Promise<void> {
  const what = `transaction ${txid}: to some it is in a solid block, to others it is unknown or ended otherwise`;
  return tellDisagreement(context, context.disagreements, txid, { isThere, what });
}

/** A contradiction between hosts keeps its subject open; it becomes an incident after a long time. */
export async function tellDisagreement(
  { engine, logger, monotonicMs }: WorkerContext,
  known: Disagreements,
  id: string,
  { isThere, what }: { readonly isThere: boolean; readonly what: string },
): Promise<void> {
  if (!isThere) {
    known.delete(id);
    return;
  }
  const nowMs = monotonicMs();
  const { sinceMs, isTold } = known.get(id) ?? { sinceMs: nowMs, isTold: false };
  const isLong = nowMs - sinceMs >= DISAGREEMENT_TOLD_AFTER_MS;
  known.set(id, { sinceMs, isTold: isTold || isLong });
  if (isTold || !isLong) return;
  logger.error({ what }, "nodes say different things: what it is about stays open");
  await nodesDisagree(engine, what);
}
