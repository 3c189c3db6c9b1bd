/**
 * Runs a command: through the desk that runs on the database or, without one, on the database itself. Another process that has
 * the database is about to end or to listen, so both ways are tried for a while.
 */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { databasePathOf, loadConfig } from "../config.js";
import { controlSocketPath } from "../control/beside-database.js";
import { askDesk } from "../control/client.js";
import { START } from "../control/own-name.js";
import { Refusal } from "../control/refusal.js";
import type { Command, RawInput } from "./command.js";

const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;

export async function execute(
  command: Command,
  raw: RawInput,
  env: NodeJS.ProcessEnv,
  progress: (text: string) => void,
): Promise<unknown> {
  const input = command.prepare?.(raw) ?? raw;
  const parsed = command.parse(input);
  const databasePath = databasePathOf(env);
  if (command.runHere) {
    assertPossibleAlone(command, databasePath);
    return command.runHere({ databasePath, env, progress }, parsed);
  }
  const socketPath = controlSocketPath(databasePath);
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const request = { command: command.name, input };
    const answer = await askDesk(socketPath, request, command.answerTimeoutMs);
    if (answer) return answer.result;
    assertPossibleAlone(command, databasePath);
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
function assertPossibleAlone(command: Command, databasePath: string): void {
  if (command.needsRunningDesk) {
    throw new Refusal(
      "NOT_RUNNING",
      `No desk is running on DATABASE_PATH ${databasePath}; start it with: ${START}`,
    );
  }
  if (command.needsNoDatabase || command.mayCreateDatabase || existsSync(databasePath)) return;
  throw new Refusal(
    "NOT_FOUND",
    `There is no database at DATABASE_PATH ${databasePath}. Set it to the desk's, or begin with: ${START}`,
  );
}
