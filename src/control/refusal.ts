/** Why a command was not done, in the form of the socket and of `--json`. */
import { AFTER_DAMAGE, isDamage } from "../common/failures.js";
import { DeskError, type ErrorCode } from "../domain/errors.js";

export type RefusalCode =
  | ErrorCode
  /** The command line itself is wrong. */
  | "USAGE"
  /** The settings are wrong. */
  | "CONFIGURATION"
  /** The command needs a desk that runs. */
  | "NOT_RUNNING"
  /** Another process has the database. */
  | "IN_USE"
  /** The desk did not say whether the command was done. */
  | "NO_ANSWER";

export interface RefusalBody {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export class Refusal extends Error {
  override name = "Refusal";

  constructor(
    readonly code: RefusalCode | (string & {}),
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** What only a desk that runs has: it alone can ask the chain. */
export function onlyRunning<T>(part: T | undefined): T {
  if (part !== undefined) return part;
  throw new Refusal("NOT_RUNNING", "Only a desk that runs can ask the chain: npm start");
}

/** An error for the operator, who may read all of it; it never holds a secret. */
export function refusalBody(error: unknown): RefusalBody {
  if (error instanceof DeskError || error instanceof Refusal) {
    const { code, details, cause } = error;
    const message = cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
    return { code, message, details };
  }
  if (error instanceof Error && isDamage(error)) {
    const message = `The database is damaged (${error.message}). ${AFTER_DAMAGE}`;
    return { code: "DESK_HALTED", message };
  }
  if (error instanceof Error) {
    const code = CODES[error.name] ?? "INTERNAL";
    return { code, message: error.message };
  }
  return { code: "INTERNAL", message: String(error) };
}

/** By name, so that the classes need not be loaded. */
const CODES: Readonly<Record<string, RefusalCode>> = {
  ConfigError: "CONFIGURATION",
  DatabaseInUse: "IN_USE",
  OutcomeUnknown: "NO_ANSWER",
};
