/** The operator's `desk` command as a process. */
import { readEnvironment } from "../config.js";
import { runCli } from "./run-cli.js";

// A database that this command begins is nobody else's to read, like one that the desk begins.
process.umask(0o077);

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  readEnvironment,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
