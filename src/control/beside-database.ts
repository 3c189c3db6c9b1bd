/**
 * Where the files of a database are: beside it, by its real path, so that every way to write the path leads to the same lock
 * and socket.
 */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readlinkSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

/** Longest path of a socket in bytes; the system cuts a longer one off, or refuses it. */
const MAX_SOCKET_PATH_BYTES = process.platform === "darwin" ? 103 : 107;
const MAX_LINKS = 40;

/** The path of a file beside the database; `suffix` is appended to the database's own. */
export function besideDatabase(databasePath: string, suffix: string): string {
  return realPath(resolve(databasePath)) + suffix;
}

/** The real path, also of a file that does not exist yet. */
function realPath(path: string, links = 0): string {
  const target = links < MAX_LINKS ? linkTarget(path) : undefined;
  if (target !== undefined) return realPath(resolve(dirname(path), target), links + 1);
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent, links), basename(path));
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The control socket of the desk that runs on this database. */
export function controlSocketPath(databasePath: string): string {
  const path = besideDatabase(databasePath, ".sock");
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  const hash = createHash("sha256").update(path).digest("hex");
  return join(privateDirectory(), `${hash.slice(0, 32)}.sock`);
}

/** A directory that nobody else may look into; throws when somebody else made it first. */
function privateDirectory(): string {
  const path = join(tmpdir(), `energy-desk-${process.getuid?.() ?? "user"}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = lstatSync(path);
  const isMine = process.getuid === undefined || stat.uid === process.getuid();
  if (stat.isDirectory() && isMine && (stat.mode & 0o077) === 0) return path;
  throw new Error(
    `${path} must be a directory of this user that nobody else may read. Remove it, or give DATABASE_PATH a shorter path.`,
  );
}
