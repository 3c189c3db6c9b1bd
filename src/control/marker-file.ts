/**
 * A small file beside DATABASE_PATH: up to where this desk knows the database on PostgreSQL to have come. A database behind it went
 * back, by a failover to a server that lacked the newest, or by a restore, and nobody else would notice.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { StandingRefusal } from "../common/failures.js";
import { besideDatabase } from "./database-place.js";

const whole = z.int().min(0);
const markerSchema = z.object({ database: z.string(), line: whole, epoch: whole, seq: whole });

/** Numbers of the database's epoch and transaction. */
type Marker = z.infer<typeof markerSchema>;

const ENDING = ".marker";

export class MarkerFile {
  readonly #path: string;
  #written: Marker | undefined;
  #isWriting = false;

  constructor(databasePath: string) {
    this.#path = besideDatabase(databasePath, ENDING);
    this.#written = read(this.#path);
  }

  /** Undefined where this desk has seen nothing yet. */
  get marker(): Marker | undefined {
    return this.#written;
  }

  /** Whole or not at all, whatever ends the process or the machine meanwhile. Never back, within one database. */
  async write({ database, line, epoch, seq }: Marker): Promise<void> {
    const known = this.#written;
    if (this.#isWriting) return;
    if (known?.database === database && !isBefore(known, { line, epoch, seq })) return;
    const marker = { database, line, epoch, seq };
    const next = `${this.#path}.new`;
    this.#isWriting = true;
    try {
      await writeFile(next, `${JSON.stringify(marker)}\n`, { flush: true });
      await rename(next, this.#path);
      this.#written = marker;
    } finally {
      this.#isWriting = false;
    }
  }
}

/** What desks of this machine knew of their databases: those whose files are in the same folder. */
export function markersBeside(databasePath: string): Marker[] {
  const folder = dirname(databasePath);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith(ENDING))
    .flatMap((name) => read(join(folder, name)) ?? []);
}

function read(path: string): Marker | undefined {
  try {
    return markerSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StandingRefusal(
      `${path} cannot be read as what this desk knew of its database. Look at the database, then remove the file.`,
    );
  }
}

type Numbers = Omit<Marker, "database">;

function isBefore(known: Numbers, next: Numbers): boolean {
  if (known.line !== next.line) return known.line < next.line;
  return known.epoch < next.epoch || (known.epoch === next.epoch && known.seq < next.seq);
}
