/** What went wrong in a way that the operator must know about, newest first. */
import { latestIncidents } from "../store/incidents.js";
import type { Engine } from "./context.js";

export interface Incident {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Null while it goes on; what happened once ended at once. */
  readonly closedAt: number | null;
}

export function readIncidents({ database }: Engine, limit: number): readonly Incident[] {
  const rows = database.read(() => latestIncidents(limit));
  return rows.map(({ closed_at: closedAt, ...row }) => ({ ...row, closedAt }));
}
