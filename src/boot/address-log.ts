/** The file of DEPOSIT_ADDRESS_LOG: lines are only ever added to it, and are on the disk before anybody is shown what they say. */
import { readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { type GivenAddress, givenLine, readGivenLine } from "../domain/deposit-address.js";
import type { AddressLog } from "../engine/context.js";

/** What is in the file now is read at once; a file that is not there yet is made with the first line. */
export function openAddressLog(path: string): AddressLog {
  const found = textOf(path);
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
