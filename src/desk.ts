#!/usr/bin/env node
/** The `desk` command: the desk itself with `desk serve`, else one command of its operator. */
import { runCli } from "./cli/run-cli.js";
import { readEnvironment } from "./config.js";

// A database created by this command is private, as one created by the desk.
process.umask(0o077);

// The reader of the output may have closed it (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

/** How long a desk may outlive the npx that started it. */
const LOOK_AT_PARENT_MS = 500;

/** npx ends without ending its child, and an invisible desk would keep the port and the database. */
function endWithNpx(): void {
  if (process.env.npm_command !== "exec") return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, LOOK_AT_PARENT_MS).unref();
}

const USUAL_WIDTH = 80;

/** Undefined for a file or a pipe, which get whole lines; also when a terminal does not know its width. */
function terminalWidth({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined;
}

process.exitCode = await runCli(process.argv.slice(2), {
  readEnvironment,
  // Loaded only when needed: the other commands use nothing of it.
  serve() {
    endWithNpx();
    return import("./main.js");
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  width: terminalWidth(process.stdout),
});
