/**
 * A small file beside DATABASE_PATH: up to where this desk knows the database on PostgreSQL to have come. A database behind it went
 * back, by a failover to a server that lacked the newest, or by a restore, and nobody else would notice.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { StandingRefusal } from "../common/failures.js";
import { besideDatabase } from "./database-place.js";

const whole = z.int().min(0);
const markerSchema = z.object({ database: z.string(), line: whole, epoch: whole, seq: whole });

/** Numbers of the database's epoch and transaction. */
type Marker = z.infer<typeof markerSchema>;

export class MarkerFile {
  readonly #path: string;
  #written: Marker | undefined;

  constructor(databasePath: string) {
    this.#path = besideDatabase(databasePath, ".marker");
    this.#written = this.#read();
  }

  /** Undefined where this desk has seen nothing yet. */
  get marker(): Marker | undefined {
    return this.#written;
  }

  /** Whole or not at all, whatever ends the process meanwhile. Never back, within one database. */
  write({ database, line, epoch, seq }: Marker): void {
    const known = this.#written;
    if (known?.database === database && !isBefore(known, { line, epoch, seq })) return;
    const marker = { database, line, epoch, seq };
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(marker)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
    this.#written = marker;
  }

  #read(): Marker | undefined {
    try {
      return markerSchema.parse(JSON.parse(readFileSync(this.#path, "utf8")));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw new StandingRefusal(
        `${this.#path} cannot be read as what this desk knew of its database. Look at the database, then remove the file.`,
      );
    }
  }
}

type Numbers = Omit<Marker, "database">;

function isBefore(known: Numbers, next: Numbers): boolean {
  if (known.line !== next.line) return known.line < next.line;
  return known.epoch < next.epoch || (known.epoch === next.epoch && known.seq < next.seq);
}
