/** A desk whose books are moved from one engine to the other while it is closed, and who may open them. */
import { existsSync, statSync } from "node:fs";
import { StandingRefusal } from "../../src/common/failures.js";
import { type MoveOptions, moveToPostgres, moveToSqlite } from "../../src/engine/operating/move.js";
import type { Database } from "../../src/store/database.js";
import { MOVED_TABLES } from "../../src/store/move/rows.js";
import type { Phase, Row } from "../../src/store/phase.js";
import { type Marker, readEpoch } from "../../src/store/postgres/epoch.js";
import { onSession } from "../../src/store/postgres/open.js";
import { takeOver } from "../../src/store/postgres/take-over.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { type Desk, openDesk } from "../support/desk.js";
import { databasePath } from "../support/files.js";
import { readNow } from "../support/read-now.js";
import { withSchema } from "../support/schema.js";
import { emptyDatabase, openSession, serverOf } from "./databases.js";

export interface Sides {
  readonly file: string;
  readonly postgres: string;
}

export type Engine = keyof Sides;

export async function newSides(): Promise<Sides> {
  return { file: databasePath(), postgres: await emptyDatabase() };
}

function placeOf(postgres: string) {
  const { host, port, ...login } = serverOf(postgres);
  return { ...login, hosts: [{ host, port }] };
}

export function optionsOf({ file, postgres }: Sides): MoveOptions {
  const told = { at: 1_800_000_000_000, seen: [], onProgress: () => {} };
  return { file, place: placeOf(postgres), placeName: postgres, ...told };
}

/** As a desk would have seen it. */
export async function epochOf(postgres: string): Promise<Marker> {
  const session = await openSession(postgres);
  const epoch = await onSession(session, readEpoch());
  await session.close();
  return epoch;
}

export function moveTo(engine: Engine, options: MoveOptions) {
  return engine === "postgres" ? moveToPostgres(options) : moveToSqlite(options);
}

/** As a desk opens it. */
export async function openAt(engine: Engine, { file, postgres }: Sides): Promise<Database> {
  if (engine === "file") {
    return new SqliteDatabase({ path: existsSync(file) ? file : withSchema(file) });
  }
  const { database } = await takeOver({
    ...{ place: placeOf(postgres), name: postgres, host: "test", isNew: false },
    ...{ now: () => 1, seen: () => undefined, onStandingBy: () => {}, onTrouble: () => {} },
    onLost: () => {},
  });
  return database;
}

/** Which of the two a desk may open now. */
export async function whoOpens(sides: Sides): Promise<Engine[]> {
  const opened: Engine[] = [];
  for (const engine of ["file", "postgres"] as const) {
    if (engine === "file" && !statSync(sides.file, { throwIfNoEntry: false })?.size) continue;
    try {
      await (await openAt(engine, sides)).close();
      opened.push(engine);
    } catch (error) {
      if (!(error instanceof StandingRefusal)) throw error;
    }
  }
  return opened;
}

/** A desk on SQLite until its books are moved. */
export class MovingDesk {
  desk!: Desk;
  #engine: Engine = "file";
  #sides: Sides;

  private constructor(sides: Sides) {
    this.#sides = sides;
  }

  static async open(): Promise<MovingDesk> {
    const moving = new MovingDesk(await newSides());
    moving.desk = await openDesk({
      ownersUnits: [1_000_000],
      open: () => openAt(moving.#engine, moving.#sides),
    });
    return moving;
  }

  get sides(): Sides {
    return this.#sides;
  }

  /** To a new place. */
  async moveTo(engine: Engine): Promise<void> {
    this.#sides = { ...this.#sides, [engine]: (await newSides())[engine] };
    await this.desk.restart(async () => {
      await moveTo(engine, optionsOf(this.#sides));
      this.#engine = engine;
    });
  }
}

/** Every row of every table, but for what a move says of itself. */
export function booksOf(database: Database): Record<string, Row[]> {
  return readNow(database, function* (): Phase<Record<string, Row[]>> {
    const books: Record<string, Row[]> = {};
    for (const { name, columns, order } of MOVED_TABLES) {
      const sql = `SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${order}`;
      const rows = (yield { sql, params: [] }) as Row[];
      books[name] = rows.filter(({ key }) => name !== "setting" || !OF_MOVE.has(String(key)));
    }
    return books;
  });
}

const OF_MOVE = new Set(["moved", "moving", "arrived", "file"]);
