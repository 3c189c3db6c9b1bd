/** The rates a new database begins with. */
import { readFileSync } from "node:fs";
import { type Config, ConfigError } from "../config.js";
import { DEFAULT_RATES, type Rates, ratesSchema } from "../domain/rates.js";

/**
 * Reads the file of RATES_PATH; throws ConfigError with everything that is wrong with it. Without that setting the list that comes
 * with the desk may be missing, as when somebody clears the data folder: then the defaults count.
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
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`RATES_PATH: ${path} cannot be read as JSON (${why}).`]);
  }
  const parsed = ratesSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(
      (issue) => `RATES_PATH: ${path}: ${issue.path.join(".") || "rates"}: ${issue.message}.`,
    ),
  );
}
