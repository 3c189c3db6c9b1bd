/** The operator's `desk` command as a process. */
import { readEnvironment } from "../config.js";
import { runCli } from "./run-cli.js";

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

process.exitCode = await runCli(process.argv.slice(2), {
  readEnvironment,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
