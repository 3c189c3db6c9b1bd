/** `desk backup`, `desk restore …` and `desk moved`: copies of the database, their use, and what is left to be done after it. */
import { z } from "zod";
import type { DeskControl } from "../../control/desk-control.js";
import { DESK } from "../../control/own-name.js";
import { Refusal } from "../../control/refusal.js";
import type { BackupResult } from "../../engine/operating/backup.js";
import type { RestorePlan } from "../../engine/operating/restore.js";
import type { RestoreSteps } from "../../engine/operating/restore-steps.js";
import type { RestoreStep } from "../../engine/restored.js";
import { type Command, type CommandPlace, defineCommand } from "../command.js";
import { flag, nameField } from "../inputs.js";
import { fields, moment, tableOf, trx, type Width } from "../print.js";

/** How often a longer copy reports its progress. */
const TELL_EVERY_MS = 2_000;

const filePath = z.string().trim().min(1, "must be the path of a new file").max(4_096);

const backup = defineCommand({
  name: "backup",
  about:
    "Copy the database to a new file and audit the copy; the desk may be running. Exit status 1: the audit failed.",
  args: { FILE: ["path of the new file; an existing file is never overwritten", filePath] },
  example: "backup /var/backups/desk-2026-08-01.db",
  run: ({ config }, input) =>
    config.postgres
      ? refuseBackup()
      : makeBackup({ databasePath: config.databasePath, progress: () => {} }, input),
  runHere: (place, input) =>
    place.env.DATABASE_URL?.trim() ? refuseBackup() : makeBackup(place, input),
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

function refuseBackup(): never {
  throw new Refusal(
    "VALIDATION_FAILED",
    "The database is on PostgreSQL, which makes its own backups: archive it continuously, and take a base copy with pg_basebackup. A dump is none of a desk: nothing in it says where its books end.",
  );
}

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
  options: {
    confirm: flag("cancel and refund what was open, and let the desk start"),
    unmarked: flag("the file is a copy that was not made by `desk backup`"),
  },
  example: "restore --confirm",
  async run(desk, { confirm, unmarked }): Promise<RestorePlan> {
    const { confirmRestore, readRestorePlan } = await import("../../engine/operating/restore.js");
    assertNoneRuns(desk);
    const { engine } = desk;
    const mark = unmarked ? { takenAt: engine.now(), block: null } : undefined;
    const plan = confirm ? await confirmRestore(engine, mark) : await readRestorePlan(engine, mark);
    if (plan) return plan;
    throw new Refusal(
      "NOT_FOUND",
      `${engine.database.name} does not say that it is a backup, or was confirmed before. For a copy made by other means add --unmarked.`,
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
  async run({ engine }) {
    const { fileMoved } = await import("../../engine/operating/backup.js");
    return { wasMoved: await fileMoved(engine.database, engine.now()) };
  },
  logged: ({ wasMoved }) => ({ wasMoved }),
  print: ({ wasMoved }) =>
    wasMoved
      ? "This file is the desk's database now. Never start a desk on the other one again."
      : "This file was the desk's database already.",
});

export const backupCommands: readonly Command[] = [backup, restore, moved];

const engineSteps = () => import("../../engine/operating/restore-steps.js");

const steps = defineCommand({
  name: "restore steps",
  about: "List the remaining steps after a restore, in order. Exit status 1: some are left.",
  example: "restore steps",
  run: async ({ engine }): Promise<RestoreSteps> => (await engineSteps()).readRestoreSteps(engine),
  print: stepsText,
  exitStatus: ({ open }) => (open.length === 0 ? 0 : 1),
});

/** Their names alone: to ask a running desk, the command loads no engine. */
const STEPS: { readonly [Step in RestoreStep]: Step } = {
  keys: "keys",
  payouts: "payouts",
  debits: "debits",
  compared: "compared",
};

const done = defineCommand({
  name: "restore done",
  about:
    "Confirm a step after a restore. debits: credits and debits are booked again; keys: the remaining keys stay disabled; payouts: the remaining unknown payouts may keep holding their customers' money.",
  args: {
    STEP: [
      "as `restore steps` shows it",
      z.enum(STEPS, { error: `must be one of ${Object.keys(STEPS).join(", ")}` }),
    ],
  },
  options: {
    by: ["<name>", "who has done it", nameField],
    unread: flag("for payouts: you checked the blocks that no node has any more"),
  },
  example: "restore done debits --by Ann",
  async run({ engine }, { step, by, unread }) {
    const left = await (await engineSteps()).finishRestoreStep(engine, step, { by, unread });
    return { step, by, ...left };
  },
  logged: ({ step, by }) => ({ step, by }),
  print: ({ step, ...left }, width) => `${step}: done.\n${stepsText(left, width)}`,
});

function stepsText({ restored, open }: RestoreSteps, width: Width): string {
  return tableOf(
    open,
    ["step", "why", "what to do: next"],
    restored ? "All steps are done; run `desk resume`." : "No restore is under way.",
    width,
  );
}

export const restoreStepCommands: readonly Command[] = [steps, done];
