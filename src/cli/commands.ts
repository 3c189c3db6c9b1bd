/** The table of all commands of the operator. */
import type { Command } from "./command.js";
import { backupCommands } from "./commands/backup.js";
import { coverCommands } from "./commands/cover.js";
import { customerCommands } from "./commands/customer.js";
import { depositCommands } from "./commands/deposit.js";
import { depositClaimCommands } from "./commands/deposit-claims.js";
import { deskCommands } from "./commands/desk.js";
import { incidentCommands } from "./commands/incidents.js";
import { keyCommands } from "./commands/key.js";
import { nodeCommands } from "./commands/node.js";
import { nodeUseCommands } from "./commands/node-use.js";
import { orderCommands } from "./commands/order.js";
import { ownerCommands } from "./commands/owner.js";
import { payoutCommands } from "./commands/payout.js";
import { payoutListCommands } from "./commands/payout-list.js";
import { poolCommands } from "./commands/pool.js";
import { ratesCommands } from "./commands/rates.js";
import { reconcileCommands } from "./commands/reconcile.js";
import { restoreStepCommands } from "./commands/restore-steps.js";
import { sandboxCommands } from "./commands/sandbox.js";
import { sellerCommands } from "./commands/seller.js";
import { sweepCommands } from "./commands/sweep.js";
import { unreadCommands } from "./commands/unread.js";
import { withdrawalCommands } from "./commands/withdrawal.js";

export const COMMANDS: readonly Command[] = [
  ...deskCommands,
  ...backupCommands,
  ...reconcileCommands,
  ...coverCommands,
  ...customerCommands,
  ...depositCommands,
  ...depositClaimCommands,
  ...incidentCommands,
  ...keyCommands,
  ...nodeCommands,
  ...nodeUseCommands,
  ...orderCommands,
  ...poolCommands,
  ...ownerCommands,
  ...payoutCommands,
  ...payoutListCommands,
  ...ratesCommands,
  ...restoreStepCommands,
  ...sandboxCommands,
  ...sellerCommands,
  ...sweepCommands,
  ...unreadCommands,
  ...withdrawalCommands,
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
