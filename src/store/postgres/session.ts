/**
 * One session of a server. What is sent goes out at once and is answered in turn, so statements whose answers nobody waits for cost no
 * round trip. A session ends for good with the first sign that it may be no longer ours: its end is what a desk must not overlook.
 */
import { readFileSync } from "node:fs";
import pg from "pg";
import { SessionLost } from "../../common/failures.js";
import { AssertionFailed, assert } from "../../domain/assert.js";
import type { Server } from "../database.js";
import type { Row, Statement } from "../phase.js";
import { TAKEN_OVER } from "./ddl.js";
import { postgresSql, translate } from "./sql.js";
import { getTypeParser, sendable } from "./types.js";

export interface SessionOptions {
  /** As the server shows it among its sessions. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** So long an answer may take, and so long the process may stand still, before the session counts as lost. */
  readonly answerTimeoutMs: number;
  /** Of the server, where they are not those of a desk. */
  readonly settings?: Settings;
  /** Statements are known to the server from the first time on, unless they are new ones each time. */
  readonly prepares?: false;
}

type Settings = Readonly<Record<string, string | number>>;

/** Its half of a session whose client is gone, stopped or cut off: ended within five seconds, so that another desk can take over. */
const SETTINGS: Settings = {
  tcp_keepalives_idle: 3,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 5_000,
  client_connection_check_interval: 1_000,
  idle_session_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
  lock_timeout: 2_000,
  statement_timeout: 10_000,
  synchronous_commit: "on",
};

const optionsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");

/** A sign of life while nothing else is sent, and a look at whether the process itself stood still. */
const BEAT_MS = 1_000;

/** To a statement. */
export interface Answer {
  readonly rows: Row[];
  /** The first word of the server's tag, such as "COMMIT" or "ROLLBACK". */
  readonly tag: string | null;
}

export class Session {
  readonly server: Server;
  /** Called once, when it is lost. */
  onLost: (lost: SessionLost) => void = () => {};
  readonly #client: pg.Client;
  readonly #options: SessionOptions;
  readonly #sentAtMs: number[] = [];
  #answeredOfMs: number;
  #lookedAtMs: number;
  /** A machine that slept shows it on this clock alone. */
  #lookedAtWallMs = Date.now();
  #beat: NodeJS.Timeout | undefined;
  #lost: SessionLost | undefined;
  #isClosed = false;
  #isInScript = false;
  #warnings: string[] = [];

  private constructor(server: Server, client: pg.Client, options: SessionOptions) {
    this.server = server;
    this.#client = client;
    this.#options = options;
    this.#answeredOfMs = performance.now();
    this.#lookedAtMs = this.#answeredOfMs;
  }

  /** Rejects with the server's or the system's error. */
  static async open(server: Server, options: SessionOptions): Promise<Session> {
    const { connectTimeoutMs, applicationName } = options;
    const client = new pg.Client({
      ...reached(server),
      application_name: applicationName,
      options: optionsOf({ ...SETTINGS, ...options.settings }),
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      pipeline: true,
      types: { getTypeParser: getTypeParser as pg.CustomTypesConfig["getTypeParser"] },
    });
    const session = new Session(server, client, options);
    client.on("error", (error) => session.lose(error.message));
    client.on("end", () => session.lose("the connection ended"));
    client.on("notice", ({ code, message }) => {
      if (code === "01000") session.#warnings.push(message ?? "");
    });
    await client.connect();
    session.#beat = setInterval(() => session.#look(), BEAT_MS / 4);
    return session;
  }

  /** The server's process behind it, as the server itself told when it began; a pooler in between tells of another. */
  get backendId(): number {
    return Number(Reflect.get(this.#client, "processID"));
  }

  /** Why it is lost. */
  get lost(): SessionLost | undefined {
    return this.#lost;
  }

  /**
   * Whether the server had heard of us so lately that it has not ended the session: what is to be sent outward asks this first. A process
   * that stood still hears no from here before anything else happens.
   */
  isSure(): boolean {
    if (this.#lost || this.#isClosed) return false;
    const unheardMs = performance.now() - this.#answeredOfMs;
    const stoodMs = Date.now() - this.#lookedAtWallMs;
    if (Math.max(unheardMs, stoodMs) < this.#options.answerTimeoutMs) return true;
    this.lose("nothing was heard of the server");
    return false;
  }

  async rows(statement: Statement): Promise<Row[]> {
    return (await this.send(statement)).rows;
  }

  /** Rejects with the server's error, or with SessionLost. */
  async send({ sql, params }: Statement): Promise<Answer> {
    if (this.#lost) throw this.#lost;
    assert(!this.#isClosed, "a session that is open");
    const query = this.#options.prepares === false ? { text: translate(sql) } : namedQuery(sql);
    const sentAtMs = performance.now();
    this.#sentAtMs.push(sentAtMs);
    this.#gather();
    const result = await this.#client
      .query<Row>({ ...query, values: params.map(sendable) })
      .catch((error: unknown) => {
        if (isOfSession(error)) this.lose(error instanceof Error ? error.message : String(error));
        this.#answered(sentAtMs);
        throw this.#lost ?? error;
      });
    this.#answered(sentAtMs);
    // A statement that selects nothing tells how many rows it has changed.
    const rows = result.fields.length > 0 ? result.rows : [{ changed: result.rowCount ?? 0 }];
    return { rows, tag: result.command };
  }

  /** Of all answers since the last call: which statement one belongs to cannot be told where several are answered at once. */
  takeWarnings(): string[] {
    return this.#warnings.splice(0);
  }

  /** Runs several statements without parameters, in a transaction of their own, for as long as they take. */
  async script(sql: string): Promise<void> {
    this.#isInScript = true;
    try {
      await this.#client.query(sql);
    } finally {
      this.#isInScript = false;
      this.#answeredOfMs = performance.now();
    }
  }

  async close(): Promise<void> {
    if (this.#lost || this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#beat);
    // A server that stands still takes no leave.
    const late = setTimeout(() => this.#client.connection.stream.destroy(), CLOSES_WITHIN_MS);
    await this.#client.end();
    clearTimeout(late);
  }

  /** What is sent before the next tick goes out in one packet. */
  #gather(): void {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  #answered(sentAtMs: number): void {
    this.#sentAtMs.shift();
    this.#answeredOfMs = Math.max(this.#answeredOfMs, sentAtMs);
  }

  #look(): void {
    const nowMs = performance.now();
    const stoodMs = Math.max(nowMs - this.#lookedAtMs, Date.now() - this.#lookedAtWallMs);
    this.#lookedAtMs = nowMs;
    this.#lookedAtWallMs = Date.now();
    const { answerTimeoutMs } = this.#options;
    const [oldestMs] = this.#sentAtMs;
    if (stoodMs > answerTimeoutMs) this.lose(`it stood still for ${Math.round(stoodMs)} ms`);
    else if (this.#isInScript) return;
    else if (oldestMs !== undefined) {
      if (nowMs - oldestMs > answerTimeoutMs) this.lose(`no answer for ${answerTimeoutMs} ms`);
    } else if (nowMs - this.#answeredOfMs >= BEAT_MS) this.send(BEAT).catch(() => {});
  }

  /** Ends it without another word to the server: of itself, or with another one that was lost. */
  lose(why: string | SessionLost): void {
    if (this.#lost || this.#isClosed) return;
    this.#lost =
      why instanceof SessionLost
        ? why
        : new SessionLost(`the session of the database was lost: ${why}`);
    clearInterval(this.#beat);
    this.#client.connection.stream.destroy();
    this.onLost(this.#lost);
  }
}

/** A server as `pg` takes it; throws where the file of its authority cannot be read. */
export function reached({ tls, authority, ...where }: Server) {
  const ca = authority === undefined ? undefined : readFileSync(authority);
  return { ...where, ssl: tls === "off" ? false : { rejectUnauthorized: tls === "verified", ca } };
}

function namedQuery(sql: string) {
  const { name, text } = postgresSql(sql);
  return { name, text };
}

const CLOSES_WITHIN_MS = 2_000;

const BEAT: Statement = { sql: "SELECT 1", params: [] };

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: the server ends the session, or is none that can be written to. */
const ENDS = new RegExp(`^(57P0[1-5]|25P03|08...|${TAKEN_OVER})$`);

/** Errors of the driver and of the network have no code of the server's. */
function isOfSession(error: unknown): boolean {
  if (error instanceof AssertionFailed) return false;
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  return code === undefined || ENDS.test(code);
}
