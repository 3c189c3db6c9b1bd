/**
 * The PostgreSQL driver: one session that writes, with group commit, and some that only read. Phases that arrive while a transaction is
 * under way share the next one, and are answered after its COMMIT. A phase that fails leaves the others as they are.
 */
import pg from "pg";
import { reasonOf } from "#shared/reason.js";
import { isDamage, isUnwritable, OutcomeUnknown, SessionLost } from "../../common/failures.js";
import { AssertionFailed, assert } from "../../domain/assert.js";
import type { Database, DatabaseSource, Server } from "../database.js";
import { driveLater, type Phase, run, type Statement } from "../phase.js";
import type { Session } from "./session.js";
import { readIn, Transaction } from "./transaction.js";

/** The most phases of one transaction, so that a flood does not delay the first answer without end. */
const MAX_GROUP = 64;
const BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
/** How often a group is run once more that another transaction was in the way of. */
const MAX_REPEATS = 5;
/** A desk that has nothing to write shows so often that it is there: a stand-by ends one whose marker rests for long. */
const BEAT_MS = 3_000;

export interface PostgresOptions {
  /** That its sessions are with. */
  readonly server: Server;
  readonly writer: Session;
  readonly readers: readonly Session[];
  /** That of this desk, which it raised when it took over. */
  readonly epoch: number;
  /**
   * Asked once the session was lost while a COMMIT was under way: whether the transaction with this number is in the database of now.
   * Rejects where nobody knows.
   */
  readonly wasCommitted: (seq: number) => Promise<boolean>;
}

interface Job {
  run(transaction: Transaction): Promise<void>;
  settle(): void;
  fail(error: unknown): void;
}

type Failures = Map<Job, unknown>;

/** A phase has failed after a write, so that all of its group must be undone. */
class Spoilt extends Error {}

export class PostgresDatabase implements Database {
  readonly #options: PostgresOptions;
  readonly #idleReaders: Session[];
  readonly #readsWaiting: ((reader: Session) => void)[] = [];
  #queue: Job[] = [];
  #work: Promise<void> | undefined;
  #closed: Promise<void> | undefined;
  #seq = 0;
  #writeProblem: string | undefined;
  readonly #beat: NodeJS.Timeout;
  #markedAtMs = performance.now();
  #markedSeq = 0;
  /** Behind the marked one: what a later transaction has found. */
  #confirmedSeq = 0;
  onAssertionFailed: (failure: AssertionFailed) => void = () => {};
  onDamage: (words: string) => void = () => {};

  readonly source: Extract<DatabaseSource, { engine: "postgres" }>;
  readonly name: string;

  constructor(options: PostgresOptions) {
    this.#options = options;
    const { server } = options;
    this.source = { engine: "postgres", server };
    this.name = `DATABASE_URL: ${server.database}`;
    this.#idleReaders = [...options.readers];
    this.#beat = setInterval(() => {
      if (performance.now() - this.#markedAtMs < BEAT_MS || options.writer.lost) return;
      this.commit(beat).catch(() => {});
    }, BEAT_MS / 3).unref();
  }

  /** Of the last transaction that a later one has found confirmed. */
  get confirmedMarker(): { readonly epoch: number; readonly seq: number } {
    return { epoch: this.#options.epoch, seq: this.#confirmedSeq };
  }

  isSure(): boolean {
    return this.#options.writer.isSure();
  }

  get writeProblem(): string | undefined {
    return this.#writeProblem;
  }

  async commit<T>(phase: () => Phase<T>): Promise<T> {
    this.#assertOpen();
    return new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
      this.#queue.push({
        async run(transaction) {
          result = undefined;
          result = { value: await driveLater(phase(), transaction.execute) };
        },
        settle() {
          if (result) resolve(result.value);
        },
        fail: reject,
      });
      this.#work ??= this.#workOff();
    });
  }

  async read<T>(phase: () => Phase<T>): Promise<T> {
    this.#assertOpen();
    const reader = await this.#reader();
    try {
      // Another desk may have gone on since.
      this.#throwIfLost();
      return await readIn({ session: reader, begin: BEGIN_READ, isSoon: true }, phase);
    } catch (error) {
      this.#notice(error);
      throw error;
    } finally {
      this.#giveBack(reader);
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#work;
    const { writer, readers } = this.#options;
    // Each once the readings that came before have ended.
    await Promise.all(readers.map(() => this.#reader()));
    await Promise.all([writer, ...readers].map((one) => one.close()));
  }

  #assertOpen(): void {
    if (this.#closed !== undefined) throw new SessionLost("the database was closed");
  }

  async #reader(): Promise<Session> {
    return (
      this.#idleReaders.pop() ?? (await new Promise((resolve) => this.#readsWaiting.push(resolve)))
    );
  }

  #giveBack(reader: Session): void {
    const next = this.#readsWaiting.shift();
    if (next) next(reader);
    else this.#idleReaders.push(reader);
  }

  /** All phases of a turn of the event loop are in the first group. */
  async #workOff(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) await this.#group();
    this.#work = undefined;
  }

  /**
   * A savepoint costs more than most phases, and few phases fail after a write. So they run without savepoints. When one fails
   * after a write, all are undone and run again, each in a savepoint. A phase allows that: it has no effect but its statements.
   */
  async #group(): Promise<void> {
    const group = this.#queue.splice(0, MAX_GROUP);
    try {
      for (let nth = 1; ; nth += 1) {
        const isDone = await this.#tryGroup(group, nth === 1).catch((error: unknown) => {
          if (nth < MAX_REPEATS && isInTheWay(error)) return false;
          throw error;
        });
        if (isDone) return;
      }
    } catch (error) {
      this.#writeProblem = reasonOf(error);
      this.#notice(error);
      for (const job of group) job.fail(error);
    }
  }

  /** One transaction. False when it was undone, to be run again in savepoints. */
  async #tryGroup(group: readonly Job[], isPlain: boolean): Promise<boolean> {
    this.#seq += 1;
    const seq = this.#seq;
    const transaction = new Transaction(this.#options.writer, {
      ...{ begin: "BEGIN", proof: this.#proof(seq), provesFirst: !isPlain },
    });
    const failed: Failures = new Map();
    try {
      for (const job of group) {
        if (!isPlain) await this.#runInSavepoint(job, transaction, failed);
        else if (!(await this.#runPlain(job, transaction, failed))) throw new Spoilt();
      }
      await this.#commitTransaction(transaction, seq);
    } catch (error) {
      const { writer } = this.#options;
      // A stand-by takes no writes: this server is the primary no more.
      if (codeOf(error) === "25006") writer.lose(reasonOf(error));
      if (writer.lost) throw error instanceof OutcomeUnknown ? error : writer.lost;
      const runsAgain = isPlain && (error instanceof Spoilt || transaction.isSpoilt);
      await transaction.undo("ROLLBACK");
      if (runsAgain) return false;
      throw error;
    }
    if (transaction.hasWritten) {
      this.#writeProblem = [...failed.values()].filter(isUnwritable).map(reasonOf)[0];
      this.#confirmedSeq = this.#markedSeq;
      this.#markedSeq = seq;
      this.#markedAtMs = performance.now();
    }
    for (const job of group) {
      if (failed.has(job)) job.fail(failed.get(job));
      else job.settle();
    }
    return true;
  }

  #proof(seq: number): Statement {
    const { epoch } = this.#options;
    return { sql: "SELECT mark_epoch(?, ?)", params: [epoch, seq], isEffect: true };
  }

  /** False when a statement of the group, of this phase or of one before, spoils the transaction. */
  async #runPlain(job: Job, transaction: Transaction, failed: Failures): Promise<boolean> {
    transaction.phaseHasWritten = false;
    try {
      await job.run(transaction);
    } catch (error) {
      this.#throwIfLost();
      if (transaction.isSpoilt || transaction.phaseHasWritten) return false;
      this.#fail(job, error, failed);
    }
    return true;
  }

  async #runInSavepoint(job: Job, transaction: Transaction, failed: Failures): Promise<void> {
    transaction.effect("SAVEPOINT phase");
    try {
      await job.run(transaction);
      // Waits for the statements of this phase, so that their failures are its own.
      await transaction.end("RELEASE phase");
    } catch (error) {
      this.#throwIfLost();
      if (isInTheWay(error)) throw error;
      // Where that fails the whole transaction has, of what failed first.
      await transaction.undo("ROLLBACK TO phase").catch(() => {
        throw error;
      });
      transaction.effect("RELEASE phase");
      this.#fail(job, error, failed);
    }
  }

  /** Throws where it was rolled back, because of a statement whose answer nobody had waited for. */
  async #commitTransaction(transaction: Transaction, seq: number): Promise<void> {
    try {
      const { tag } = await transaction.end("COMMIT");
      assert(tag === "COMMIT", `a commit was answered by ${tag}`);
      const warnings = this.#options.writer.takeWarnings();
      // A warning: it is on this server only, since somebody ended the wait for its stand-by.
      if (warnings.length > 0) this.#options.writer.lose(`a commit: ${warnings.join("; ")}`);
      this.#throwIfLost();
    } catch (error) {
      if (error instanceof SessionLost && (await this.#options.wasCommitted(seq))) return;
      throw error;
    }
  }

  #throwIfLost(): void {
    const { lost } = this.#options.writer;
    if (lost) throw lost;
  }

  #fail(job: Job, error: unknown, failed: Failures): void {
    this.#notice(error);
    failed.set(job, error);
  }

  #notice(error: unknown): void {
    if (error instanceof AssertionFailed) this.onAssertionFailed(error);
    if (isDamage(error)) this.onDamage(reasonOf(error));
  }
}

/** Selects nothing of a table and does not begin as a SELECT does: a write, whose proof moves the marker. */
const beat = () => run("VALUES (1)");

/** Serialization failure, deadlock, a lock that was waited for too long. */
const IN_THE_WAY = /^(40001|40P01|55P03)$/;

const isInTheWay = (error: unknown) => IN_THE_WAY.test(codeOf(error));

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? "") : "";
}
