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
