/** The operator's `desk` command. Results go to stdout, refusals to stderr; with `--json` both to stdout. */
import { CommanderError } from "commander";
import { readEnvironment } from "../config.js";
import { execute } from "./execute.js";
import { createProgram, type Typed } from "./program.js";
import { Refusal, refusalBody } from "./refusal.js";

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

async function main(args: readonly string[]): Promise<number> {
  const wantsJson = args.includes("--json");
  const typed = understand(args, wantsJson);
  if (typeof typed === "number") return typed;
  try {
    const result = await execute(typed.command, typed.input, readEnvironment());
    write(process.stdout, wantsJson ? JSON.stringify(result) : typed.command.print(result));
    return typed.command.exitStatus(result);
  } catch (error) {
    tell(error, wantsJson);
    return EXIT_REFUSED;
  }
}

/** What was typed, or the exit status when that was a request for help or nothing that makes sense. */
function understand(args: readonly string[], wantsJson: boolean): Typed | number {
  let typed: Typed | undefined;
  const program = createProgram(
    (found) => {
      typed = found;
    },
    (text) => {
      if (!wantsJson) process.stderr.write(text);
    },
  );
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const isHelp = error.code === "commander.help";
    const message = isHelp ? "Name a command; --help lists them." : error.message;
    if (wantsJson) tell(new Refusal("USAGE", message), true);
    return EXIT_USAGE;
  }
  return typed ?? EXIT_USAGE;
}

function tell(error: unknown, wantsJson: boolean): void {
  const body = refusalBody(error);
  if (wantsJson) write(process.stdout, JSON.stringify({ success: false, error: body }));
  else write(process.stderr, `${body.message}${detailLines(body.details)}`);
}

/** Every problem of the input, when there is more than the one in the message. */
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

function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await main(process.argv.slice(2));
