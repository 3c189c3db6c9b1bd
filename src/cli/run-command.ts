/** Runs a command by its name on a desk, from the socket or from the command line. */

import type { DeskControl } from "../control/desk-control.js";
import { Refusal } from "../control/refusal.js";
import type { OperatorCommands } from "../control/server.js";
import { findCommand } from "./commands.js";

/** For each desk, the end of the last command that changes something. */
const lastChange = new WeakMap<DeskControl, Promise<unknown>>();

/**
 * Checks the input and runs the command. Commands on one desk run one after another, so that none overwrites what another has
 * just read; those that wait for the chain do not hold up the rest.
 */
export async function runCommand(desk: DeskControl, name: string, input: unknown) {
  const command = findCommand(name);
  if (!command) {
    throw new Refusal(
      "NOT_FOUND",
      `This desk does not know the command "${name}". If it was updated, start it again.`,
    );
  }
  const parsed = command.parse(input);
  if (command.needsRunningDesk) return command.run(desk, parsed);
  const before = lastChange.get(desk) ?? Promise.resolve();
  const done = before.then(() => command.run(desk, parsed));
  lastChange.set(
    desk,
    done.catch(() => {}),
  );
  return done;
}

/** For the socket of the running desk. */
export const operatorCommands: OperatorCommands = {
  run: runCommand,
  logged: (name, result) => findCommand(name)?.logged(result) ?? {},
};
