/** What an operator must be able to see later: incidents are never deleted, and only an open one is rewritten. */
import { one, type Phase, run } from "./phase.js";
import { integer, type RowOf, serial, table, text } from "./table.js";

/** What went wrong, fixed as far as the desk can. */
export const INCIDENTS = table("incident", {
  id: serial(),
  kind: text(),
  text: text(),
  at: integer(),
  /** Null while it continues. */
  closed_at: integer().orNull,
});

export type IncidentRow = RowOf<typeof INCIDENTS>;

export const raiseIncident = (kind: string, text: string, at: number) =>
  INCIDENTS.add({ kind, text, at, closed_at: at });

/** Writes an open incident, to be rewritten with its end. Returns its id. */
export function* openIncident(kind: string, text: string, at: number): Phase<number> {
  return (yield* INCIDENTS.addRow({ kind, text, at })).id;
}

export const rewriteIncident = (id: number, text: string, closedAt: number | null) =>
  run("UPDATE incident SET text = ?, closed_at = ? WHERE id = ?", text, closedAt, id);

export const latestIncidents = (limit: number) => INCIDENTS.all("ORDER BY id DESC LIMIT ?", limit);

export const latestIncidentOf = (kind: string) =>
  INCIDENTS.one("WHERE kind = ? ORDER BY id DESC LIMIT 1", kind);

/** Whether there is one whose text begins so. */
export function* isIncidentTold(kind: string, begin: string): Phase<boolean> {
  const sql = "SELECT 1 AS told FROM incident WHERE kind = ? AND substr(text, 1, ?) = ? LIMIT 1";
  return (yield* one(sql, kind, begin.length, begin)) !== undefined;
}

/** The last of its kind, if it is open. */
export function* openIncidentOf(kind: string): Phase<IncidentRow | undefined> {
  const last = yield* latestIncidentOf(kind);
  return last?.closed_at === null ? last : undefined;
}

/** Opens one of its kind, unless one is open; rewritten with its end. */
export function* beginIncident(kind: string, text: string, at: number): Phase<void> {
  if (!(yield* openIncidentOf(kind))) yield* openIncident(kind, text, at);
}

/** Closes the open one of a kind, if there is one, with what has ended it. */
export function* endIncident(kind: string, over: string, at: number): Phase<void> {
  const open = yield* openIncidentOf(kind);
  if (open) yield* rewriteIncident(open.id, `${open.text} Over: ${over}`, at);
}
