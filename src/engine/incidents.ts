/** What went wrong in a way that the operator must know about, newest first. */
import { latestIncidents } from "../store/incidents.js";
import type { Engine } from "./context.js";

export interface Incident {
  readonly id: number;
  readonly kind: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export function readIncidents({ database }: Engine, limit: number): readonly Incident[] {
  return database.read(() => latestIncidents(limit));
}
