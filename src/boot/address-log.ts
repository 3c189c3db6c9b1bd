/** The file of DEPOSIT_ADDRESS_LOG: lines are only ever added to it, and are on the disk before anybody is shown what they say. */
import { readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError } from "../config.js";
import { type GivenAddress, givenLine, readGivenLine } from "../domain/deposit-address.js";
import type { AddressLog } from "../engine/context.js";

/**
 * What is in the file now is read at once; a file that is not there yet is made with the first line. Throws ConfigError for a file of
 * something else, which lines must not be added to.
 */
export function openAddressLog(path: string): AddressLog {
  const found = textOf(path);
  if (!isLog(found)) {
    const problem = `DEPOSIT_ADDRESS_LOG: ${path} holds something else than given addresses; name the desk's own log, or a new file.`;
    throw new ConfigError([problem]);
  }
  const lines = new Set(found.split("\n"));
  // A line that a full disk or a crash has cut off must not run into the next one.
  let isCut = found !== "" && !found.endsWith("\n");
  let last: Promise<void> = Promise.resolve();

  async function write(given: readonly GivenAddress[]): Promise<void> {
    const added = given.map(givenLine).filter((line) => !lines.has(line));
    if (added.length === 0) return;
    const before = isCut ? "\n" : "";
    isCut = true;
    await appendSynced(path, `${before}${added.join("\n")}\n`);
    isCut = false;
    for (const line of added) lines.add(line);
  }

  return {
    path,
    holds: (given) => lines.has(givenLine(given)),
    read: () => [...lines].flatMap((line) => readGivenLine(line) ?? []),
    append(given) {
      const turn = last.then(() => write(given));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** By the first line, which a crash may have cut off. */
function isLog(text: string): boolean {
  const [first = "", ...more] = text.trimStart().split("\n");
  return /^[0-9a-f]{24}\t/.test(first) || (more.length === 0 && /^[0-9a-f]{0,24}$/.test(first));
}

/** Empty where there is none, or where it cannot be read: then writing it says why. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function appendSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(text);
    await file.sync();
    if (isNew) await syncDirectory(dirname(path));
  } finally {
    await file.close();
  }
}

/** The name of a new file is on the disk only with its directory. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory: FileHandle = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
