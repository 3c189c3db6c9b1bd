/**
 * Runs one line of the operator, from its words to its exit status. Results go to `out`, refusals to `err`; with `--json` both
 * go to `out`.
 */

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CommanderError } from "commander";
import { databasePathOf, loadConfig } from "../config.js";
import { assertOneName, controlSocketPath } from "../control/database-place.js";
import { START } from "../control/own-name.js";
import { Refusal, type RefusalBody, refusalBody } from "../control/refusal.js";
import { askDesk } from "../control/socket.js";
import type { Command, RawInput } from "./command.js";
import { jsonText, type Width } from "./print.js";
import { createProgram, type Typed } from "./program.js";

const EXIT_REFUSED = 1;
/** The line is wrong: to repeat it does not help. */
const EXIT_USAGE = 2;
const ABOUT_THE_LINE: ReadonlySet<string> = new Set(["USAGE", "VALIDATION_FAILED"]);

export interface CliContext {
  readonly readEnvironment: () => NodeJS.ProcessEnv;
  /** Starts the desk, which ends the process itself. */
  readonly serve: () => Promise<unknown>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The width of the terminal behind `out`; undefined without one. */
  readonly width?: Width;
}

export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const wantsJson = args.includes("--json");
  const typed = understand(args, wantsJson, context);
  if (typeof typed === "number") return typed;
  if (typed === "serve") {
    await context.serve();
    return 0;
  }
  const { command, input } = typed;
  try {
    const progress = wantsJson ? () => {} : tellChanges(context.err);
    const result = await execute(command, input, context.readEnvironment(), progress);
    command.finish?.(input, result);
    context.out(`${wantsJson ? jsonText(result) : command.print(result, context.width)}\n`);
    return command.exitStatus(result);
  } catch (error) {
    const refusal = refusalBody(error);
    tell(refusal, wantsJson, context);
    return ABOUT_THE_LINE.has(refusal.code) ? EXIT_USAGE : EXIT_REFUSED;
  }
}

/** The same twice in a row is no news. */
function tellChanges(err: CliContext["err"]): (text: string) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== last) err(`${text}\n`);
    last = text;
  };
}

/** The command that was typed, or an exit status after a help or a wrong line. */
function understand(
  args: readonly string[],
  wantsJson: boolean,
  context: CliContext,
): Typed | "serve" | number {
  let typed: Typed | "serve" | undefined;
  const program = createProgram({
    onServe: () => {
      typed = "serve";
    },
    onCommand: (found) => {
      typed = found;
    },
    out: context.out,
    err: wantsJson ? () => {} : context.err,
  });
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const isHelp = error.code === "commander.help";
    const message = isHelp ? "Name a command; --help lists them." : error.message;
    if (wantsJson) tell({ code: "USAGE", message }, true, context);
    return EXIT_USAGE;
  }
  return typed ?? EXIT_USAGE;
}

function tell(body: RefusalBody, wantsJson: boolean, { out, err }: CliContext): void {
  if (wantsJson) out(`${jsonText({ success: false, error: body })}\n`);
  else err(`${body.message}${detailLines(body.details)}\n`);
}

/** Every problem of the input, when there are more than the message says. */
function detailLines(details: unknown): string {
  if (!Array.isArray(details) || details.length < 2) return "";
  return details
    .map((one: { path?: unknown; message?: unknown }) =>
      typeof one.message === "string"
        ? `\n  ${one.path}: ${one.message}`
        : `\n  ${JSON.stringify(one)}`,
    )
    .join("");
}

const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;
/** Asked again after that, then less and less often. */
const GOES_ON_MS = 100;
const GOES_ON_LONGEST_MS = 3_000;

/**
 * Runs a command: through the desk that runs on the database or, without one, on the database itself. Another process that has
 * the database is about to end or to listen, so both ways are tried for a while.
 */
async function execute(
  command: Command,
  raw: RawInput,
  env: NodeJS.ProcessEnv,
  progress: (text: string) => void,
): Promise<unknown> {
  const input = command.prepare?.(raw) ?? raw;
  const parsed = command.parse(input);
  const databasePath = databasePathOf(env);
  if (command.runHere) {
    assertPossibleAlone(command, env);
    return command.runHere({ databasePath, env, progress }, parsed);
  }
  const socketPath = controlSocketPath(databasePath);
  const giveUpAt = performance.now() + WAIT_MS;
  let goesOnMs = GOES_ON_MS;
  for (;;) {
    const request = { command: command.name, input };
    const answer = await askDesk(socketPath, request, command.answerTimeoutMs);
    if (answer && command.goesOn?.(answer.result, progress)) {
      await sleep(goesOnMs);
      goesOnMs = Math.min(GOES_ON_LONGEST_MS, 2 * goesOnMs);
      continue;
    }
    if (answer) return answer.result;
    assertPossibleAlone(command, env);
    const { runOnDatabase } = await import("./open-database.js");
    try {
      return await runOnDatabase(loadConfig(env), command.name, input);
    } catch (error) {
      const isTaken = error instanceof Error && error.name === "DatabaseInUse";
      if (!isTaken || performance.now() > giveUpAt) throw error;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Without a desk, and perhaps without a database. */
function assertPossibleAlone(command: Command, env: NodeJS.ProcessEnv): void {
  const databasePath = databasePathOf(env);
  if (command.needsRunningDesk) {
    throw new Refusal(
      "NOT_RUNNING",
      `No desk is running on DATABASE_PATH ${databasePath}; start it with: ${START}`,
    );
  }
  if (command.needsNoDatabase || env.DATABASE_URL?.trim()) return;
  assertOneName(databasePath);
  if (command.mayCreateDatabase || existsSync(databasePath)) return;
  throw new Refusal(
    "NOT_FOUND",
    `There is no database at DATABASE_PATH ${databasePath}. Set it to the desk's, or begin with: ${START}`,
  );
}
