/**
 * The way of a desk to its database on PostgreSQL. While another desk is active it stands by: it answers on the desk's port and socket
 * that it does, looks after the marker of the active one, and asks nobody for anything else.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { hostname } from "node:os";
import type { Logger } from "pino";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../common/failures.js";
import { type Config, placeTaken, shownPostgres } from "../config.js";
import type { StandByStatus } from "../control/desk-control.js";
import { MarkerFile } from "../control/marker-file.js";
import { Refusal } from "../control/refusal.js";
import { startControlServer } from "../control/socket.js";
import { markWentBack } from "../engine/operating/backup.js";
import { createStandByServer } from "../http/standing-by.js";
import type { Database } from "../store/database.js";
import { type EpochRow, hasGoneBack } from "../store/postgres/epoch.js";
import { onSession } from "../store/postgres/open.js";
import type { Session } from "../store/postgres/session.js";
import { readServerStatus } from "../store/postgres/status.js";
import { takeOver } from "../store/postgres/take-over.js";
import { ReplicationWatch } from "./replication.js";

const WRITE_MARKER_MS = 2_000;

export interface OnPostgres {
  readonly config: Config;
  readonly place: NonNullable<Config["postgres"]>;
  readonly logger: Logger;
  readonly isNew: boolean;
  /** Called when this desk may not act any more. */
  readonly onLost: (reason: string) => void;
  readonly closing: (() => Promise<void> | void)[];
}

interface SharedDatabase {
  readonly database: Database;
  /** When an acknowledged order could be lost; null while none can. */
  readonly lossRisk: () => string | null;
}

/** Resolves once this desk is the active one, with the port and the socket free again. */
export async function openOnPostgres(options: OnPostgres): Promise<SharedDatabase> {
  const { config, place, logger, isNew, onLost, closing } = options;
  assertAuthority(place);
  const file = new MarkerFile(config.databasePath);
  const doors = new Doors(options, file);
  closing.push(() => doors.close());
  const taken = await takeOver({
    ...{ place, name: shownPostgres(place), host: nameOf(config), now: Date.now, isNew },
    seen: () => file.marker,
    onStandingBy: (active, session) => doors.see(active, session),
    onTrouble: (error) => doors.trouble(error),
    onLost: (lost) => onLost(lost.message),
  });
  const { database, epoch } = taken;
  closing.push(() => database.close());
  await doors.close();
  if (taken.hasGoneBack) await markWentBack(database, Date.now());
  logger.info({ epoch: epoch.epoch }, "this desk is the active one");
  const watch = new ReplicationWatch(database, logger);
  closing.push(() => watch.stop());
  await watch.look();
  const writing = setInterval(() => {
    if (taken.hasGoneBack || database.confirmedMarker.seq === 0) return;
    file.write({ ...epoch, ...database.confirmedMarker }).catch((error: unknown) => {
      logger.warn({ err: error }, "the marker file cannot be written");
    });
  }, WRITE_MARKER_MS);
  closing.push(() => clearInterval(writing));
  return { database, lossRisk: watch.lossRisk };
}

/** For other desks, and for the operator who looks for the active one; its end differs most. Short enough for a server to show it whole. */
const nameOf = ({ port }: Config) => `${hostname().slice(-34)}:${port}`;

/** Certificates are read again with each session; a wrong setting is told at once. */
function assertAuthority({ authority }: OnPostgres["place"]): void {
  try {
    if (authority !== undefined) readFileSync(authority);
  } catch (error) {
    throw new StandingRefusal(`DATABASE_URL: sslrootcert cannot be read: ${reasonOf(error)}.`);
  }
}

/** What a desk that stands by shows to others: open from the first look at another active desk until it is the active one. */
class Doors {
  readonly #options: OnPostgres;
  readonly #file: MarkerFile;
  #session: Session | undefined;
  #lastSeen: EpochRow | undefined;
  /** Of the last look. */
  #trouble = "";
  #opening: Promise<(() => Promise<unknown>)[]> | undefined;

  constructor(options: OnPostgres, file: MarkerFile) {
    this.#options = options;
    this.#file = file;
  }

  see(active: EpochRow, session: Session): void {
    const { logger } = this.#options;
    const { holder, epoch, since } = active;
    const known = this.#lastSeen;
    this.#session = session;
    this.#trouble = "";
    if (known?.epoch !== epoch) logger.info({ holder, epoch, since }, "standing by");
    this.#open();
    this.#keepMarker(active).catch((error: unknown) => {
      logger.warn({ err: error }, "the marker of the active desk was not kept");
    });
  }

  trouble(error: unknown): void {
    const why = reasonOf(error).replace(/\.$/, "");
    if (why !== this.#trouble) this.#options.logger.warn({ why }, "standing by");
    this.#trouble = why;
    this.#open();
  }

  /** Also while a look fails: that of a busy machine often does. */
  get #where(): string {
    const seen = this.#lastSeen;
    if (!seen) return this.#trouble;
    const active = `${seen.holder} is active since ${new Date(seen.since).toISOString()}`;
    return this.#trouble ? `${active}; the last look failed: ${this.#trouble}` : active;
  }

  async close(): Promise<void> {
    const opened = await this.#opening;
    this.#opening = undefined;
    await Promise.all(opened?.map((close) => close()) ?? []);
  }

  /** The one before the newest: that another was committed after it proves that it is there for good. */
  async #keepMarker(active: EpochRow): Promise<void> {
    const known = this.#lastSeen;
    this.#lastSeen = active;
    const { marker } = this.#file;
    if (marker && this.#session && (await onSession(this.#session, hasGoneBack(marker)))) {
      const { logger } = this.#options;
      logger.fatal({ marker, active }, "the active desk works on a database that went back");
      return;
    }
    if (known?.epoch === active.epoch && known.seq < active.seq) await this.#file.write(known);
  }

  #open(): void {
    this.#opening ??= Promise.all([this.#listen(), this.#control()]);
    // A place that is taken shows at the start of the desk, too.
    this.#opening.catch((error: unknown) => this.#options.onLost(reasonOf(error)));
  }

  async #listen(): Promise<() => Promise<unknown>> {
    const { host, port } = this.#options.config;
    const server = createStandByServer(() => this.#where);
    const listening = once(server, "listening");
    server.listen({ host, port });
    await listening.catch((error: unknown) => {
      throw placeTaken(`HOST, PORT: cannot listen on ${host}:${port}: ${reasonOf(error)}.`);
    });
    return () => closed(server);
  }

  async #control(): Promise<() => Promise<unknown>> {
    const { config, logger } = this.#options;
    const control = await startControlServer({
      databasePath: config.databasePath,
      logger,
      desk: undefined,
      commands: {
        run: async (_, name) => {
          if (name === "status") return this.#status();
          throw new Refusal(
            "STANDS_BY",
            `This desk stands by: ${this.#where}.${this.#lastSeen ? ` Run the command on ${this.#lastSeen.holder}.` : ""}`,
          );
        },
        logged: () => ({}),
      },
    });
    return () => control.close();
  }

  async #status(): Promise<StandByStatus> {
    return { state: "stand-by", reason: this.#where, database: await this.#database() };
  }

  /** Asked again where a new look has closed the session meanwhile. */
  async #database(): Promise<StandByStatus["database"]> {
    const session = this.#session;
    if (!session?.isSure()) return null;
    try {
      return await onSession(session, readServerStatus());
    } catch (error) {
      if (session.isSure()) throw error;
      return session === this.#session ? null : await this.#database();
    }
  }
}

async function closed(server: Server): Promise<void> {
  const ended = once(server, "close");
  server.close();
  server.closeAllConnections();
  await ended;
}
