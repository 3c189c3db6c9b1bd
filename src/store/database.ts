/** What the engine asks of a database, whichever holds the tables: `sqlite/` or `postgres/`. */
import { type AssertionFailed, assert } from "../domain/assert.js";
import type { Phase } from "./phase.js";

/** Where the tables are: what another process needs to read them. It holds a password. */
export type DatabaseSource =
  | { readonly engine: "sqlite"; readonly path: string }
  | { readonly engine: "postgres"; readonly server: Server };

/** A PostgreSQL server, and the database on it: the primary, that a desk writes to. */
export interface Server {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** "any": encrypted, whoever the server is; "verified": its certificate is for its host and of a known authority. */
  readonly tls: "off" | "any" | "verified";
  /** The file of that authority's certificate; undefined for those that Node knows. */
  readonly authority?: string | undefined;
}

export interface Database {
  readonly source: DatabaseSource;
  /** How messages to the operator begin: the setting and what it names. */
  readonly name: string;
  /**
   * Why the last transaction could not be written, for example a full disk; undefined again after the next successful write.
   */
  readonly writeProblem: string | undefined;
  /** Called with every failed assertion inside a phase; the phase itself is rolled back and rejects. */
  onAssertionFailed: (failure: AssertionFailed) => void;
  /** Called when the data turn out to be damaged, with the words of the database. */
  onDamage: (words: string) => void;
  /**
   * Runs a phase in a transaction; resolves with its result once it is durable. Phases that arrive together share a transaction, run in
   * the order in which they came, and one that fails leaves the others as they are.
   */
  commit<T>(phase: () => Phase<T>): Promise<T>;
  /**
   * Runs a phase that only reads: on one state, that of some moment between the call and the answer. By then it may be old:
   * what must hold together is read in one phase, and what a read decided a commit decides again.
   */
  read<T>(phase: () => Phase<T>): Promise<T>;
  /** Whether this desk is certainly still the one that may act; nothing is sent outward while it is not. */
  isSure(): boolean;
  /** Commits what is queued and closes. */
  close(): void | Promise<void>;
}

/** The path of a database that is a file. */
export function fileOf({ source }: Pick<Database, "source">): string {
  assert(source.engine === "sqlite", "only a file is copied, moved and known by its place");
  return source.path;
}
