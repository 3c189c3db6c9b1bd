/** A trigger that refuses writes of a table, on either engine. */
import type { Database } from "../../src/store/database.js";
import { type Phase, run } from "../../src/store/phase.js";

const BROKEN = {
  sqlite: [
    "CREATE TRIGGER broken BEFORE {event} WHEN {row} BEGIN SELECT RAISE(ABORT, 'broken'); END",
  ],
  postgres: [
    "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$",
    "CREATE TRIGGER broken BEFORE {event} FOR EACH ROW WHEN ({row}) EXECUTE FUNCTION broken()",
  ],
};

/** From now on the database refuses, with "broken", every such write of a row that is so, whatever tries it. */
export async function breakWrites(
  database: Database,
  event: `${"INSERT" | "UPDATE"} ON ${string}`,
  row = "1 = 1",
): Promise<void> {
  await database.commit(function* (): Phase<void> {
    for (const sql of BROKEN[database.source.engine]) {
      yield* run(sql.replace("{event}", event).replace("{row}", row));
    }
  });
}

export const dropTrigger = (database: Database, table: string, name = "broken") =>
  database.commit(() =>
    run(`DROP TRIGGER ${name}${database.source.engine === "postgres" ? ` ON ${table}` : ""}`),
  );
