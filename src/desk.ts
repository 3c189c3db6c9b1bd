#!/usr/bin/env node
/** The `desk` command as a process: the desk itself with `desk serve`, else one line of its operator. */
import { runCli } from "./cli/run-cli.js";
import { readEnvironment } from "./config.js";

// A database that this command begins is nobody else's to read, like one that the desk begins.
process.umask(0o077);

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

/** How long a desk may outlive the npx that started it, and that was ended. */
const LOOK_AT_PARENT_MS = 500;

/** npx ends without telling what it runs, and a desk that nobody sees would keep the port and the database. */
function endWithNpx(): void {
  if (process.env.npm_command !== "exec") return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, LOOK_AT_PARENT_MS).unref();
}

const USUAL_WIDTH = 80;

/** Undefined for a file or a pipe, whose readers want whole lines; a terminal may not know how wide it is. */
function terminalWidth({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined;
}

process.exitCode = await runCli(process.argv.slice(2), {
  readEnvironment,
  // Loaded when asked for: the other commands need nothing of it.
  serve() {
    endWithNpx();
    return import("./main.js");
  },
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  width: terminalWidth(process.stdout),
});
