/** What an operator must be able to see later: incidents are never deleted, and only an open one is rewritten. */
import { must } from "../domain/assert.js";
import { all, one, type Phase, run } from "./phase.js";
import { integer, type RowOf, serial, table, text } from "./table.js";

/** What went wrong, fixed as far as the desk can. */
export const INCIDENTS = table(
  "incident",
  {
    id: serial(),
    kind: text(),
    text: text(),
    at: integer(),
    /** Null while it continues. */
    closed_at: integer().orNull,
  },
  {
    hasRowid: true,
  },
);

export type IncidentRow = RowOf<typeof INCIDENTS>;

export function* raiseIncident(kind: string, text: string, at: number): Phase<void> {
  yield* insertIncident(kind, text, at, at);
}

/** Writes an open incident, to be rewritten with its end. Returns its id. */
export function* openIncident(kind: string, text: string, at: number): Phase<number> {
  return yield* insertIncident(kind, text, at, null);
}

function* insertIncident(
  kind: string,
  text: string,
  at: number,
  closedAt: number | null,
): Phase<number> {
  const row = yield* one<{ id: number }>(
    `${INCIDENTS.insert} RETURNING id`,
    ...INCIDENTS.values({ kind, text, at, closed_at: closedAt }),
  );
  return must(row, "an incident that was just written").id;
}

export function* rewriteIncident(id: number, text: string, closedAt: number | null): Phase<void> {
  yield* run("UPDATE incident SET text = ?, closed_at = ? WHERE id = ?", text, closedAt, id);
}

export function* latestIncidents(limit: number): Phase<IncidentRow[]> {
  return yield* all<IncidentRow>(
    `SELECT ${INCIDENTS.columns} FROM incident ORDER BY id DESC LIMIT ?`,
    limit,
  );
}

export function* latestIncidentOf(kind: string): Phase<IncidentRow | undefined> {
  return yield* one<IncidentRow>(
    `SELECT ${INCIDENTS.columns} FROM incident WHERE kind = ? ORDER BY id DESC LIMIT 1`,
    kind,
  );
}

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
