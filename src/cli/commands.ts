/** The table of all commands of the operator, and how one is run by its name, from the socket or from the command line. */

import type { DeskControl } from "../control/desk-control.js";
import { Refusal } from "../control/refusal.js";
import type { OperatorCommands } from "../control/socket.js";
import type { Command } from "./command.js";
import { backupCommands, restoreStepCommands } from "./commands/backup.js";
import { coverCommands, reconcileCommands } from "./commands/cover.js";
import { customerCommands, keyCommands } from "./commands/customer.js";
import { depositCommands } from "./commands/deposit.js";
import { deskCommands } from "./commands/desk.js";
import { incidentCommands, unreadCommands } from "./commands/incidents.js";
import { moveCommands } from "./commands/move.js";
import { nodeCommands } from "./commands/node.js";
import { orderCommands } from "./commands/order.js";
import { payoutCommands } from "./commands/payout.js";
import { ownerCommands, poolCommands } from "./commands/pool.js";
import { ratesCommands } from "./commands/rates.js";
import { sandboxCommands } from "./commands/sandbox.js";
import { sellerCommands } from "./commands/seller.js";
import { sweepCommands } from "./commands/sweep.js";
import { teamCommands } from "./commands/team.js";
import { withdrawalCommands } from "./commands/withdrawal.js";

export const COMMANDS: readonly Command[] = [
  ...deskCommands,
  ...backupCommands,
  ...moveCommands,
  ...reconcileCommands,
  ...coverCommands,
  ...customerCommands,
  ...depositCommands,
  ...incidentCommands,
  ...keyCommands,
  ...nodeCommands,
  ...orderCommands,
  ...poolCommands,
  ...ownerCommands,
  ...payoutCommands,
  ...ratesCommands,
  ...restoreStepCommands,
  ...sandboxCommands,
  ...sellerCommands,
  ...sweepCommands,
  ...teamCommands,
  ...unreadCommands,
  ...withdrawalCommands,
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

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
