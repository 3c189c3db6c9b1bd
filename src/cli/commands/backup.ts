/** `desk backup`, `desk restore` and `desk moved`: copies of the database, and their use. */
import { z } from "zod";
import type { DeskControl } from "../../control/desk-control.js";
import { DESK } from "../../control/own-name.js";
import { Refusal } from "../../control/refusal.js";
import type { BackupResult } from "../../engine/operating/backup.js";
import type { RestorePlan } from "../../engine/operating/restore.js";
import { type Command, type CommandPlace, defineCommand } from "../command.js";
import { fields, moment, trx } from "../print.js";

/** How often a longer copy reports its progress. */
const TELL_EVERY_MS = 2_000;

const filePath = z.string().trim().min(1, "must be the path of a new file").max(4_096);

const backup = defineCommand({
  name: "backup",
  about:
    "Copy the database to a new file and audit the copy; the desk may be running. Exit status 1: the audit failed.",
  argument: { name: "FILE", about: "path of the new file; an existing file is never overwritten" },
  example: "backup /var/backups/desk-2026-08-01.db",
  input: z.strictObject({ file: filePath }),
  run: ({ config }, input) =>
    makeBackup({ databasePath: config.databasePath, progress: () => {} }, input),
  runHere: makeBackup,
  print: ({ file, bytes, takenAt, block, audit }) =>
    [
      fields({ file, bytes, taken: moment(takenAt), block: block === null ? null : `${block}` }),
      audit === null
        ? "The file is intact. Another version wrote it, and only that version can audit it."
        : audit.ok
          ? "The copy is intact and its books add up."
          : `The copy is intact, but its books do not add up (${audit.violations.length} violations): \`desk audit\` names them.`,
    ].join("\n"),
  exitStatus: ({ audit }) => (audit?.ok === false ? 1 : 0),
});

async function makeBackup(
  { databasePath, progress }: Pick<CommandPlace, "databasePath" | "progress">,
  { file }: { readonly file: string },
): Promise<BackupResult> {
  const { backUp } = await import("../../engine/operating/backup.js");
  let tellAtMs = performance.now() + TELL_EVERY_MS;
  return backUp({
    databasePath,
    file,
    at: Date.now(),
    onProgress: ({ copiedPages, totalPages }) => {
      if (performance.now() < tellAtMs) return;
      tellAtMs = performance.now() + TELL_EVERY_MS;
      progress(`${Math.floor((100 * copiedPages) / totalPages)} % copied`);
    },
  });
}

const restore = defineCommand({
  name: "restore",
  about: "Show what was open in a restored backup; with --confirm make it the desk's database.",
  options: [
    { flags: "--confirm", about: "cancel and refund what was open, and let the desk start" },
    { flags: "--unmarked", about: "the file is a copy that was not made by `desk backup`" },
  ],
  example: "restore --confirm",
  input: z.strictObject({
    confirm: z.boolean().default(false),
    unmarked: z.boolean().default(false),
  }),
  async run(desk, { confirm, unmarked }): Promise<RestorePlan> {
    const { confirmRestore, readRestorePlan } = await import("../../engine/operating/restore.js");
    assertNoneRuns(desk);
    const { engine } = desk;
    const mark = unmarked ? { takenAt: engine.now(), block: null } : undefined;
    const plan = confirm ? await confirmRestore(engine, mark) : await readRestorePlan(engine, mark);
    if (plan) return plan;
    throw new Refusal(
      "NOT_FOUND",
      `${engine.database.path} does not say that it is a backup, or was confirmed before. For a copy made by other means add --unmarked.`,
    );
  },
  print: restoreText,
});

function assertNoneRuns({ status }: DeskControl): void {
  if (!status) return;
  throw new Refusal(
    "IN_USE",
    "A desk runs on this database. Stop it before its database is restored.",
  );
}

function restoreText({ confirmed, takenAt, block, heldSun, ...counts }: RestorePlan): string {
  const facts = fields({
    "backup of": moment(takenAt),
    block: block === null ? null : `${block}`,
    "open orders": counts.openOrders,
    "held TRX": trx(heldSun / 1_000_000),
    "delegations signed, in no block": counts.signedLegs,
    rentals: counts.rentals,
    "payouts under way": counts.openPayouts,
    "withdrawals that wait": counts.withdrawals,
  });
  const next = confirmed
    ? "Open orders are closed and repaid, API keys are disabled, withdrawals wait for your approval. Start the desk: it takes no orders until each of `desk restore steps` is done and `desk resume`, and pays nobody until `desk resume --payouts`."
    : `What the open orders still wait for may have been delegated after the backup, so they are closed and repaid, and withdrawals that wait may have been cancelled, so they wait for your approval, with: ${DESK} restore --confirm`;
  return `${facts}\n\n${next}`;
}

const moved = defineCommand({
  name: "moved",
  about: "Confirm that the database was moved here. Never start a desk on the old file again.",
  example: "moved",
  input: z.strictObject({}),
  async run({ engine }) {
    const { fileMoved } = await import("../../engine/operating/own-file.js");
    return { wasMoved: await fileMoved(engine.database, engine.now()) };
  },
  logged: ({ wasMoved }) => ({ wasMoved }),
  print: ({ wasMoved }) =>
    wasMoved
      ? "This file is the desk's database now. Never start a desk on the other one again."
      : "This file was the desk's database already.",
});

export const backupCommands: readonly Command[] = [backup, restore, moved];
