/** What an operator must know about later: append-only. */
import { all, one, type Phase, run } from "./phase.js";

export type IncidentRow = { id: number; kind: string; text: string; at: number };

export function* raiseIncident(kind: string, text: string, at: number): Phase<void> {
  yield* run("INSERT INTO incident (kind, text, at) VALUES (?, ?, ?)", kind, text, at);
}

export function* latestIncidents(limit: number): Phase<IncidentRow[]> {
  return yield* all<IncidentRow>(
    "SELECT id, kind, text, at FROM incident ORDER BY id DESC LIMIT ?",
    limit,
  );
}

export function* latestIncidentOf(kind: string): Phase<IncidentRow | undefined> {
  return yield* one<IncidentRow>(
    "SELECT id, kind, text, at FROM incident WHERE kind = ? ORDER BY id DESC LIMIT 1",
    kind,
  );
}
