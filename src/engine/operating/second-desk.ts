/** Delegations of the pool that no book here knows although this desk's key has signed them: another desk runs with the key. */
import { HOUR_MS } from "../../common/time.js";
import { formatTrx } from "../../domain/money.js";
import type { BlockTransaction, SignedBy, StakeAct } from "../../domain/transaction-acts.js";
import { depositAddressesAmong } from "../../store/deposits.js";
import { latestIncidentOf, raiseIncident } from "../../store/incidents.js";
import { findLegByTxid } from "../../store/legs.js";
import { poolOwnersAmong } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { IF_NOT_OURS } from "./reconcile.js";

/** The most delegations that an incident names; the log has all. */
const NAMED = 20;
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
  const named = delegations.slice(0, NAMED).map(sentence).join("; ");
  const others = delegations.length - NAMED;
  const more = others > 0 ? `; and ${others} more` : "";
  yield* raiseIncident(
    "second-desk",
    `Block ${block} holds delegations of the pool that this desk's key has signed and its books do not know: ${named}${more}. The log has all that follow. ${IF_NOT_OURS}`,
    at,
  );
}

function sentence({ txid, stake }: PoolDelegation): string {
  const { owner, receiver, resource, stakeSun } = stake;
  return `${owner} delegates ${formatTrx(stakeSun)} TRX of ${resource} to ${receiver} by transaction ${txid}`;
}
