/** What went wrong and the operator must know later, newest first. */
import { latestIncidents, raiseIncident } from "../store/incidents.js";
import type { Engine } from "./context.js";

export interface Incident {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Null while it is open; an event of one moment is closed at once. */
  readonly closedAt: number | null;
}

export async function readIncidents(
  { database }: Engine,
  limit: number,
): Promise<readonly Incident[]> {
  const rows = await database.read(() => latestIncidents(limit));
  return rows.map(({ closed_at: closedAt, ...row }) => ({ ...row, closedAt }));
}

/** A mistake of the desk's own in work that moves nothing: the desk continues. */
export async function noteMistake(
  { database, now }: Engine,
  worker: string,
  { name, message }: Error,
): Promise<void> {
  const text = `The ${worker} fails by a mistake of the desk (${name}: ${message}). Nothing was moved by it, and the rest goes on. Report it with the log.`;
  const at = now();
  await database.commit(() => raiseIncident("mistake", text, at));
}

/** An open incident: what nodes have contradicted each other about for long, in words for the operator. */
export async function nodesDisagree({ database, now }: Engine, what: string): Promise<void> {
  const text = `The nodes say different things of ${what}. It stays open until they agree. \`desk status\` shows the nodes; \`desk node ignore N\` takes out one that is wrong.`;
  const at = now();
  await database.commit(() => raiseIncident("nodes-disagree", text, at));
}

/** An incident: for long no node has said how a transaction of the desk's ended. */
export async function transactionUnclear(
  { database, now }: Engine,
  txid: string,
  why: string,
): Promise<void> {
  const text = `For ten minutes nobody has told clearly how transaction ${txid} of the desk ended (${why}). Its own delegation or payout waits; all else goes on. Look it up in an explorer; \`desk node ignore N\` takes out a node that is wrong, with one node only set another one.`;
  const at = now();
  await database.commit(() => raiseIncident("transaction-unclear", text, at));
}
