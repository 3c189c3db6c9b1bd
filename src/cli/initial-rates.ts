/** The rates a new database begins with. */
import { readFileSync } from "node:fs";
import { ConfigError } from "../config.js";
import { type Rates, ratesSchema } from "../domain/rates.js";

/** Reads the file of RATES_PATH; throws ConfigError with everything that is wrong with it. */
export function readInitialRates(path: string): Rates {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
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
