/** Starts a server of its own for a run of tests, with the template of their databases. */
import { postgresPrograms, startPostgres } from "../../bench/postgres-server.js";
import { SCHEMA } from "../../src/store/postgres/ddl.js";
import { temporaryPlace } from "../vitest.config.js";

/** No test cuts the power. */
const SETTINGS = {
  ...{ fsync: "off", full_page_writes: "off", autovacuum: "off", max_connections: "600" },
};

/** For vitest. */
export async function setup(): Promise<() => Promise<void>> {
  const programs = postgresPrograms();
  if (!programs) throw new Error("there is no PostgreSQL");
  const server = await startPostgres(programs, { within: temporaryPlace(), settings: SETTINGS });
  process.env.DESK_TEST_POSTGRES = server.directory;
  const { openSession, TEMPLATE } = await import("./databases.js");
  const on = async (database: string, work: string) => {
    const session = await openSession(database);
    await session.script(work);
    await session.close();
  };
  await on("postgres", `CREATE DATABASE ${TEMPLATE}`);
  await on(TEMPLATE, `${SCHEMA};\nUPDATE desk_epoch SET epoch = 1`);
  return () => server.stop();
}
