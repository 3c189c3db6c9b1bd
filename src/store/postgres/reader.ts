/** A session beside the desk's for whoever reads all of the books. It holds no lock and no epoch, so it holds up no other desk. */
import type { Server } from "../database.js";
import type { Phase } from "../phase.js";
import { Session } from "./session.js";
import { readIn } from "./transaction.js";

/** It writes to temporary tables, which a transaction that is read only could not make. */
const BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ";
const CONNECT_TIMEOUT_MS = 5_000;
const LONGEST_STATEMENT_MS = 600_000;

const SETTINGS = {
  // A statement may read everything, and between two of them rows are judged. What stands still must not hold up the vacuum.
  statement_timeout: LONGEST_STATEMENT_MS,
  idle_in_transaction_session_timeout: 60_000,
  idle_session_timeout: 60_000,
  // Nothing of it outlives the session: no stand-by needs to have it first.
  synchronous_commit: "off",
  jit: "off",
};

export class PostgresReader {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  static async open(server: Server): Promise<PostgresReader> {
    const session = await Session.open(server, {
      ...{ applicationName: "desk audit", connectTimeoutMs: CONNECT_TIMEOUT_MS },
      ...{ answerTimeoutMs: Number.POSITIVE_INFINITY, settings: SETTINGS, prepares: false },
    });
    return new PostgresReader(session);
  }

  /** Runs a phase on the state of one moment. It may write temporary tables, which stay until `close`. */
  read<T>(phase: () => Phase<T>): Promise<T> {
    return readIn({ session: this.#session, begin: BEGIN }, phase);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
