/**
 * Runs one line of the operator, from its words to its exit status. Results go to `out`, refusals to `err`; with `--json` both
 * go to `out`.
 */
import { CommanderError } from "commander";
import { type RefusalBody, refusalBody } from "../control/refusal.js";
import { execute } from "./execute.js";
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
    const progress = wantsJson ? () => {} : (text: string) => context.err(`${text}\n`);
    const result = await execute(command, input, context.readEnvironment(), progress);
    context.out(`${wantsJson ? jsonText(result) : command.print(result, context.width)}\n`);
    return command.exitStatus(result);
  } catch (error) {
    const refusal = refusalBody(error);
    tell(refusal, wantsJson, context);
    return ABOUT_THE_LINE.has(refusal.code) ? EXIT_USAGE : EXIT_REFUSED;
  }
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
