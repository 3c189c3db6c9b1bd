/**
 * The desk's files are its user's alone: they hold money, hashes of keys and perhaps keys. The desk creates its files like
 * that; this checks files that were there before, such as a copied database or a handwritten .env.
 */
import { readFileSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Logger } from "pino";
import { VARIABLES } from "../config/variables.js";
import { type Config, ConfigError, parseDotEnv } from "../config.js";
import { besideDatabase } from "../control/database-place.js";

const OTHERS_AT_ALL = 0o077;
const OTHERS_WRITE = 0o022;
/** With the sticky bit others may write into a directory and still not replace our files. */
const STICKY = 0o1000;

const DATABASE_FILES = ["", "-wal", "-shm", ".lock", ".marker"];

/** Throws ConfigError on a real network; in the sandbox it only warns, because nothing there has value. */
export function checkPrivateFiles(config: Config, logger: Logger, envPath = ".env"): void {
  // Windows has no such modes.
  if (process.platform === "win32") return;
  const problems = [
    ...envProblems(envPath),
    ...databaseProblems(config.databasePath),
    ...logProblems(config.depositAddressLog),
  ];
  if (problems.length === 0) return;
  if (config.network !== "sandbox") throw new ConfigError(problems);
  for (const problem of problems) logger.warn({ problem }, "others may read what is the desk's");
}

function envProblems(path: string): string[] {
  if (!isOpen(statOf(path), OTHERS_AT_ALL)) return [];
  const secrets = secretsIn(parseDotEnv(readFileSync(path)) ?? {});
  if (secrets.length === 0) return [];
  return [
    `${path} holds ${secrets.join(", ")} and may be read by others than its owner; run: chmod 600 ${path}`,
  ];
}

/** Names of the variables that hold a secret: a key itself, not the path of its file, or a URL whose path may be a key. */
function secretsIn(env: NodeJS.Dict<string>): string[] {
  return Object.entries(VARIABLES).flatMap(([name, { shows }]) => {
    const text = env[name]?.trim();
    if (!text || shows === "value" || name.endsWith("_FILE")) return [];
    return shows === "host" && text.split(",").every(isBareHost) ? [] : [name];
  });
}

/** The parts of a list between its commas, empty ones too. */
function isBareHost(url: string): boolean {
  return /^(?:[a-z]+:\/\/[^/@]+\/?)?$/i.test(url.trim());
}

function databaseProblems(databasePath: string): string[] {
  const path = besideDatabase(databasePath, "");
  const directory = dirname(path);
  const problems = DATABASE_FILES.map((suffix) => path + suffix)
    .filter((file) => isOpen(statOf(file), OTHERS_AT_ALL))
    .map(
      (file) =>
        `DATABASE_PATH: ${file} may be read by others than its owner; run: chmod 600 '${file}'`,
    );
  const stat = statOf(directory);
  if (isOpen(stat, OTHERS_WRITE) && !isOpen(stat, STICKY)) {
    problems.push(
      `DATABASE_PATH: ${directory} may be written by others than its owner, so they could put other files in the place of the desk's; set it to a directory of the desk's own, or, where this is one, run: chmod go-w '${directory}'`,
    );
  }
  return problems;
}

/** It says who the customers are, and who could write it could say whose money is whose. */
function logProblems(path: string | undefined): string[] {
  if (path === undefined || !isOpen(statOf(path), OTHERS_AT_ALL)) return [];
  return [
    `DEPOSIT_ADDRESS_LOG: ${path} may be read by others than its owner; run: chmod 600 '${path}'`,
  ];
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A place that cannot be read is reported when it is used.
    return undefined;
  }
}

function isOpen(stat: Stats | undefined, bits: number): boolean {
  return stat !== undefined && (stat.mode & bits) !== 0;
}
