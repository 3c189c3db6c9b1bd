/** The rates a new database begins with. */
import { readFileSync } from "node:fs";
import { type Config, ConfigError } from "../config.js";
import { DEFAULT_RATES, type Rates, ratesSchema } from "../domain/rates.js";

/**
 * Reads the file of RATES_PATH; throws ConfigError with all its problems. Without that setting the desk's own file may be
 * missing, as after somebody has cleared the data folder: then the defaults count.
 */
export function readInitialRates({
  ratesPath: path,
  isRatesPathSet,
}: Pick<Config, "ratesPath" | "isRatesPathSet">): Rates {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (!isRatesPathSet && (error as NodeJS.ErrnoException).code === "ENOENT") return DEFAULT_RATES;
    throw new ConfigError([
      `RATES_PATH: ${path} cannot be read as JSON (${withoutContent(error)}).`,
    ]);
  }
  const parsed = ratesSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(
      (issue) => `RATES_PATH: ${path}: ${issue.path.join(".") || "rates"}: ${whatIsTaken(issue)}.`,
    ),
  );
}

/** A file of another kind may hold a key, so nothing of it is shown. */
function withoutContent(error: unknown): string {
  if (!(error instanceof SyntaxError))
    return error instanceof Error ? error.message : String(error);
  const [place = "no JSON"] =
    /at position \d+( \(line \d+ column \d+\))?/.exec(error.message) ?? [];
  return place;
}

/** The end of the message of a field: what it takes, and not what it was. */
function whatIsTaken({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): string {
  if (code !== "unrecognized_keys") return message.split("; it was ")[0] ?? "";
  return message.slice(message.lastIndexOf("takes "));
}
