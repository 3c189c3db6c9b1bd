/** One transaction on a session: what nobody waits for is sent together with the next statement that somebody does. */
import { driveLater, type Phase, type Row, type Statement } from "../phase.js";
import type { Answer, Session } from "./session.js";
import { postgresSql } from "./sql.js";

export interface TransactionOptions {
  readonly begin: string;
  /** Sent before the first statement that writes: it fails where another desk has taken over. */
  readonly proof?: Statement;
  /** Sent at once instead, so that no savepoint undoes it. */
  readonly provesFirst?: boolean;
}

export class Transaction {
  readonly #session: Session;
  readonly #proof: Statement | undefined;
  #unsent: Statement[];
  #answers: Promise<unknown>[] = [];
  #failure: { readonly error: unknown } | undefined;
  hasWritten = false;
  /** Set back at the begin of each phase, by who runs it. */
  phaseHasWritten = false;

  constructor(session: Session, { begin, proof, provesFirst }: TransactionOptions) {
    this.#session = session;
    this.#proof = proof;
    this.#unsent = [effect(begin)];
    if (provesFirst) this.#prove();
  }

  /** Whether the server has refused a statement, after which it takes none of this transaction. */
  get isSpoilt(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether nothing is still to be heard of its statements. */
  get isAnswered(): boolean {
    return this.#unsent.length + this.#answers.length === 0;
  }

  readonly execute = (statement: Statement): Promise<Row[]> | undefined => {
    if (!postgresSql(statement.sql).onlyReads) {
      this.phaseHasWritten = true;
      if (!this.hasWritten) this.#prove();
    }
    if (!statement.isEffect) return this.#answered(statement).then(({ rows }) => rows);
    this.#unsent.push(statement);
    return undefined;
  };

  /** Without waiting for an answer; the next statement that waits tells of a failure. */
  effect(sql: string): void {
    this.#unsent.push(effect(sql));
  }

  /** Ends the transaction, or a part of it, once all before has been answered. Rejects with the first failure of any of it. */
  end(sql: string): Promise<Answer> {
    return this.#answered(effect(sql));
  }

  /** Takes back all, or what came after a savepoint; what has failed does not matter any more. */
  async undo(sql: string): Promise<void> {
    const undone = this.#send(effect(sql));
    await Promise.all(this.#answers.splice(0));
    await undone;
    this.#failure = undefined;
  }

  #prove(): void {
    this.hasWritten = true;
    if (this.#proof) this.#unsent.push(this.#proof);
  }

  async #answered(statement: Statement): Promise<Answer> {
    const [answer] = await Promise.all([
      this.#send(statement).catch((error: unknown) => this.#failed(error)),
      ...this.#answers.splice(0),
    ]);
    // The first one: those after it fail because of it.
    if (this.#failure) throw this.#failure.error;
    return answer as Answer;
  }

  /** After all that nobody waits for. */
  #send(statement: Statement): Promise<Answer> {
    for (const one of this.#unsent.splice(0)) {
      this.#answers.push(this.#session.send(one).catch((error: unknown) => this.#failed(error)));
    }
    return this.#session.send(statement);
  }

  #failed(error: unknown): void {
    this.#failure ??= { error };
  }
}

interface Reading {
  readonly session: Session;
  readonly begin: string;
  /** The result does not wait for the end of the transaction, unless something of it was not answered yet. */
  readonly isSoon?: boolean;
}

/** Runs a phase that changes nothing for others, in a transaction of its own. */
export async function readIn<T>(
  { session, begin, isSoon }: Reading,
  phase: () => Phase<T>,
): Promise<T> {
  const transaction = new Transaction(session, { begin });
  try {
    const result = await driveLater(phase(), transaction.execute);
    const mayGoOn = isSoon && transaction.isAnswered;
    const ended = transaction.end("COMMIT");
    // Nothing depends on the end of a reading, and what is sent next comes after it.
    if (mayGoOn) ended.catch(() => {});
    else await ended;
    return result;
  } catch (error) {
    if (!session.lost) await transaction.undo("ROLLBACK").catch(() => {});
    throw error;
  }
}

const effect = (sql: string): Statement => ({ sql, params: [], isEffect: true });
