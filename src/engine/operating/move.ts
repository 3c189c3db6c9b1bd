/**
 * Moves the books to a database of the other engine. The side that is left is sealed before anything is copied, and the other one is
 * opened after all has been compared, so that never more than one of them can be opened by a desk, wherever the command ends.
 */
import { randomUUID } from "node:crypto";
import { StandingRefusal } from "../../common/failures.js";
import { findViolations } from "../../store/audit/audit.js";
import type { Books } from "../../store/move/books.js";
import { PostgresBooks } from "../../store/move/postgres-books.js";
import { type Figures, MOVED_TABLES, type MovedTable, Tally } from "../../store/move/rows.js";
import { SqliteBooks } from "../../store/move/sqlite-books.js";
import { type Arrival, type Marks, type Moved, readMarks } from "../../store/moved.js";
import type { Phase } from "../../store/phase.js";
import { hasGoneBack, type Marker } from "../../store/postgres/epoch.js";
import type { Place } from "../../store/postgres/open.js";
import { deleteSetting, writeSetting } from "../../store/settings.js";
import { assertNoBackup, bindFile, fileIdentityOf } from "./backup.js";

/** Before each step, and while a long one goes on. */
export interface MoveProgress {
  readonly step: "check" | "seal" | "copy" | "compare" | "audit" | "note" | "open" | "done";
  readonly table?: string;
  /** Of its rows. */
  readonly done?: number;
  readonly of?: number;
}

export interface MoveOptions {
  /** No other process may have it open. */
  readonly file: string;
  readonly place: Place;
  /** For people. */
  readonly placeName: string;
  readonly at: number;
  /** Of the database on the server, and of others: up to where it had come at least. */
  readonly seen: readonly Marker[];
  readonly onProgress: (progress: MoveProgress) => void;
}

export interface MoveResult {
  readonly from: string;
  readonly to: string;
  /** False: an earlier command had done all of it. */
  readonly wasMoved: boolean;
  readonly tables: number;
  readonly rows: number;
  readonly tookMs: number;
}

export const moveToPostgres = (options: MoveOptions) =>
  between(options, "move-to-postgres", (file, server) => new Move(file, server, options).run());

export const moveToSqlite = (options: MoveOptions) =>
  between(options, "move-to-sqlite", async (file, server) => {
    await assertNotBehind(server, options.seen);
    return new Move(server, file, options).run();
  });

/** What a database lacks may be on the chain: on its new side nobody would notice that it went back. */
async function assertNotBehind(server: Books, seen: readonly Marker[]): Promise<void> {
  if (await server.isEmpty()) return;
  for (const marker of seen) {
    if (!(await server.read(() => hasGoneBack(marker)))) continue;
    throw refused(
      `${server.name} lacks what a desk of this machine has seen in it: it was restored, or a failover lost the newest. Start a desk on it and confirm the restore (\`desk restore\`), then move.`,
    );
  }
}

export const giveUpMoveToPostgres = async ({ file }: Pick<MoveOptions, "file">) =>
  giveUp(new SqliteBooks(file));

export const giveUpMoveToSqlite = async ({
  place,
  placeName,
}: Pick<MoveOptions, "place" | "placeName">) =>
  giveUp(await PostgresBooks.open(place, placeName, "desk move-to-sqlite"));

export interface GivenUp {
  readonly reopened: string;
  /** Where a part of the books may be. */
  readonly leftIn: string;
}

/** Opens again what was sealed for a move that did not come to its end: what it has left on the other side is never opened then. */
async function giveUp(source: Books): Promise<GivenUp> {
  try {
    const { moved } = await marksOf(source);
    if (!moved) throw refused(`${source.name}: no move of these books is under way.`);
    if (moved.isDone) {
      throw refused(
        `${source.name}: these books are in ${moved.to} now. Move them back from there.`,
      );
    }
    await source.commit(() => deleteSetting("moved"));
    return { reopened: source.name, leftIn: moved.to };
  } finally {
    await source.close();
  }
}

async function between<T>(
  { file, place, placeName }: MoveOptions,
  command: string,
  act: (file: Books, server: Books) => Promise<T>,
): Promise<T> {
  const onServer = await PostgresBooks.open(place, placeName, `desk ${command}`);
  try {
    const inFile = new SqliteBooks(file);
    try {
      return await act(inFile, onServer);
    } finally {
      await inFile.close();
    }
  } finally {
    await onServer.close();
  }
}

const refused = (message: string) => new StandingRefusal(message);

/** Nothing of a database that has no tables. */
async function marksOf(books: Books): Promise<Marks> {
  if (await books.isEmpty()) return { moved: undefined, moving: undefined, arrived: undefined };
  return books.read(readMarks);
}

/** What the side that is left has of a table. */
interface Sent extends Figures {
  readonly digest: string;
}

class Move {
  #rows = 0;

  constructor(
    readonly source: Books,
    readonly target: Books,
    readonly options: MoveOptions,
  ) {}

  async run(): Promise<MoveResult> {
    const { source, target } = this;
    const startedAtMs = performance.now();
    const wasMoved = await this.#move();
    this.#tell({ step: "done" });
    const tookMs = Math.round(performance.now() - startedAtMs);
    return {
      ...{ from: source.name, to: target.name, wasMoved },
      ...{ tables: MOVED_TABLES.length, rows: this.#rows, tookMs },
    };
  }

  async #move(): Promise<boolean> {
    const { source, target } = this;
    this.#tell({ step: "check" });
    if (await source.isEmpty()) throw refused(`${source.name} holds no books.`);
    const { moved: known, moving: half } = await marksOf(source);
    const there = await marksOf(target);
    if (half) throw refused(`${source.name} was never filled: finish the move from ${half.from}.`);
    if (known?.isDone && there.arrived?.id === known.id && !there.moving) return false;
    await this.#assertFits(known, there);
    const moved = known ?? (await this.#seal());
    if (!moved.isDone) await this.#fill(moved);
    await this.#open(moved);
    return true;
  }

  /** The target is empty, or what this same move has left of it. */
  async #assertFits(known: Moved | undefined, there: Marks): Promise<void> {
    const { source, target } = this;
    if (known && there.moving?.id === known.id) return;
    if (!(await target.isEmpty())) {
      throw refused(
        `${target.name} is not empty${known ? `, and not what the move to ${known.to} has left there` : ""}. Name a new database.`,
      );
    }
    if (known?.isDone) {
      throw refused(
        `${source.name}: these books were moved to ${known.to}, and ${target.name} is empty. What was there is gone: restore it from its own copies.`,
      );
    }
    if (known && known.to !== target.name) {
      throw refused(
        `${source.name} is being moved to ${known.to}. Finish that, or give it up with --give-up.`,
      );
    }
  }

  async #seal(): Promise<Moved> {
    const { source, target, options } = this;
    await assertNoBackup(source);
    await bindFile(source, options.at);
    assertAllTables(source.name, await source.tables());
    await this.#audit(source);
    this.#tell({ step: "seal" });
    const moved = { id: randomUUID(), to: target.name, at: options.at, isDone: false };
    await source.commit(() => writeSetting("moved", moved, "move", options.at));
    return moved;
  }

  async #fill(moved: Moved): Promise<void> {
    const { source, target, options } = this;
    const { id, at } = moved;
    const arrival: Arrival = { id, from: source.name, at };
    const sent = new Map<MovedTable, Sent>();
    await target.fill(
      async (take) => {
        for (const table of MOVED_TABLES) {
          const figures = await source.figures(table);
          const passed = this.#pass("copy", table, source, figures.rows, (lines) =>
            take(table, lines),
          );
          sent.set(table, { ...figures, digest: await passed });
        }
      },
      () => writeSetting("moving", arrival, "move", options.at),
    );
    await target.tidy();
    assertAllTables(target.name, await target.tables());
    for (const [table, ours] of sent) await this.#compare(table, ours);
    await this.#audit(target);
    this.#tell({ step: "note" });
    await source.commit(() =>
      writeSetting("moved", { ...moved, isDone: true }, "move", options.at),
    );
  }

  async #compare(table: MovedTable, ours: Sent): Promise<void> {
    const { target } = this;
    const { rows, sums } = await target.figures(table);
    const digest = await this.#pass("compare", table, target, ours.rows, async (lines) => {
      for await (const _ of lines);
    });
    const differing = ours.sums.find(({ sum }, at) => sum !== sums[at]?.sum);
    this.#rows += rows;
    const wrong =
      rows !== ours.rows
        ? `${rows} rows of ${ours.rows}`
        : differing
          ? `another sum of ${differing.column}`
          : digest !== ours.digest && "another digest";
    if (!wrong) return;
    throw new Error(`${target.name}: table ${table.name} has ${wrong}. Nothing was opened there.`);
  }

  /** Uses the rows of a table and gives their digest. */
  async #pass(
    step: "copy" | "compare",
    table: MovedTable,
    books: Books,
    of: number,
    use: (lines: AsyncIterable<Buffer>) => Promise<void>,
  ): Promise<string> {
    const tally = new Tally();
    const tell = (done: number) => this.#tell({ step, table: table.name, done, of });
    tell(0);
    await use(tally.over(books.lines(table), tell));
    return tally.digest();
  }

  async #audit(books: Books): Promise<void> {
    this.#tell({ step: "audit" });
    // All at once: nobody waits for this database, and in slices PostgreSQL takes five times as long.
    const violations = await books.read(() => findViolations());
    if (violations.length === 0) return;
    throw refused(
      `${books.name}: the books do not add up (${violations.length} violations): \`desk audit\` names them.`,
    );
  }

  async #open({ id }: Moved): Promise<void> {
    const { source, target, options } = this;
    this.#tell({ step: "open" });
    const { at } = options;
    await target.commit(function* (): Phase<void> {
      yield* deleteSetting("moving");
      yield* writeSetting("arrived", { id, from: source.name, at }, "move", at);
      const { source: place } = target;
      if (place.engine !== "sqlite") yield* deleteSetting("file");
      else yield* writeSetting("file", fileIdentityOf(place.path), "move", at);
    });
  }

  #tell(progress: MoveProgress): void {
    this.options.onProgress(progress);
  }
}

/** A table that one side has and the other lacks would be left behind without a word. */
function assertAllTables(name: string, found: ReadonlyMap<string, readonly string[]>): void {
  const asText = (tables: Iterable<readonly [string, readonly string[]]>) =>
    [...tables].map(([table, columns]) => `${table} (${[...columns].sort().join(", ")})`).sort();
  const known = asText(MOVED_TABLES.map(({ name, columns }) => [name, columns] as const));
  const there = asText(found);
  const differing = [
    ...known.filter((table) => !there.includes(table)),
    ...there.filter((table) => !known.includes(table)),
  ];
  if (differing.length === 0) return;
  throw refused(`${name} has other tables than this program knows: ${differing.join("; ")}.`);
}
