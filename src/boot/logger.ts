/** The desk's log: JSON lines on standard error, or pretty ones on a terminal. Secrets are cut out by name. */
import { type Logger, pino } from "pino";

const SECRET_PATHS = ["apiKey", "privateKeyHex", "operatorKeyHex", "x-api-key"].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);

export async function createLogger(level: string): Promise<Logger> {
  const options = { level, base: null, redact: { paths: SECRET_PATHS, censor: "[secret]" } };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ destination: 2, sync: true, translateTime: "HH:MM:ss.l" }));
}
