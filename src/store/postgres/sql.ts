/** Writes a statement of the store, which both engines take but for this, as PostgreSQL's protocol has it. */

export interface PostgresSql {
  /** By this name each session prepares it, once. */
  readonly name: string;
  readonly text: string;
  /** Selects only, so it needs no proof that this desk is the one that may write. */
  readonly onlyReads: boolean;
}

const known = new Map<string, PostgresSql>();

export function postgresSql(sql: string): PostgresSql {
  const found = known.get(sql);
  if (found) return found;
  const name = `s${known.size}`;
  const translated = { name, text: translate(sql), onlyReads: /^\s*SELECT\b/i.test(sql) };
  known.set(sql, translated);
  return translated;
}

/** A text, a comment; a parameter; advice for SQLite's planner, the order of a join too; where temporary tables are. */
const TOKENS = [
  ...[/'[^']*'/, /--[^\n]*/, /\?/],
  ...[/\bINDEXED BY \w+/, /(?<=[\s(])\+(?=[a-z])/, /\bCROSS (?=JOIN [\w.]+( AS)?( \w+)?\s+ON\b)/],
  ...[/\bCREATE INDEX temp\./, /\btemp\.(?=\w)/],
];
const TOKEN = new RegExp(TOKENS.map(({ source }) => source).join("|"), "g");

export function translate(sql: string): string {
  let params = 0;
  return sql.replace(TOKEN, (token: string) => {
    if (token === "?") {
      params += 1;
      return `$${params}`;
    }
    if (token === "temp.") return "pg_temp.";
    // An index is where its table is.
    if (token === "CREATE INDEX temp.") return "CREATE INDEX ";
    return token.startsWith("'") || token.startsWith("--") ? token : "";
  });
}
