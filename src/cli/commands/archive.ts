/** `desk archive`: orders that ended long ago, moved out of the database with their delegations. */
import { z } from "zod";
import type { DeskControl } from "../../control/desk-control.js";
import { DESK } from "../../control/own-name.js";
import { Refusal } from "../../control/refusal.js";
import type { ArchiveRun } from "../../engine/operating/archive.js";
import type { LostArchive } from "../../engine/operating/lost-archive.js";
import { type Command, defineCommand } from "../command.js";
import { countField, wholeField } from "../inputs.js";
import { fields } from "../print.js";

/** The shortest that `ARCHIVE_AFTER_DAYS` takes too. */
const LEAST_DAYS = 31;
const MOST_DAYS = 3_650;
const MOST_ORDERS = 100_000;
const ARCHIVE_MS = 1_800_000;
const DAY_MS = 86_400_000;

interface Archived extends ArchiveRun {
  readonly file: string;
}

const archive = defineCommand({
  name: "archive",
  about:
    "Move orders that ended long ago, with their delegations, into a file beside the database; all money stays.",
  options: [
    {
      flags: "--older-than <days>",
      about: "how long ago they must have ended (ARCHIVE_AFTER_DAYS unless given)",
    },
    { flags: "--limit <n>", about: `about how many orders at most (${MOST_ORDERS} unless given)` },
    { flags: "--lost", about: "move nothing: show what is lost when the archive is" },
    { flags: "--confirm", about: "with --lost: go on without it; the desk may start then" },
  ],
  example: "archive --older-than 90",
  // An operator who has to stop the desk must not wait for it.
  besideOthers: true,
  answerTimeoutMs: ARCHIVE_MS,
  input: z
    .strictObject({
      olderThan: wholeField(LEAST_DAYS, MOST_DAYS).optional(),
      limit: countField.optional(),
      lost: z.boolean().default(false),
      confirm: z.boolean().default(false),
    })
    .superRefine(({ olderThan, limit, lost, confirm }, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      if (confirm && !lost) refuse("confirm", "goes with --lost; leave it out to move old orders");
      const given = { olderThan, limit };
      for (const [path, value] of Object.entries(given)) {
        if (lost && value !== undefined)
          refuse(path, "does not go with --lost, which moves nothing");
      }
    }),
  async run(desk, { olderThan, limit, lost, confirm }): Promise<Archived | LostArchive> {
    if (lost) return lostArchive(desk, confirm);
    const { archiveOrders } = await import("../../engine/operating/archive.js");
    const { engine, config } = desk;
    const before = engine.now() - (olderThan ?? config.archiveAfterDays) * DAY_MS;
    const moved = await archiveOrders(engine, { before, most: limit ?? MOST_ORDERS });
    return { ...moved, file: engine.archive.path };
  },
  logged: ({ orders, delegations }) => ({ orders, delegations }),
  print: (result) => ("more" in result ? archivedText(result) : lostText(result)),
});

function archivedText({ file, orders, delegations, more }: Archived): string {
  return `${fields({ orders, delegations, file })}\n${more ? "There are more; run it again." : "No other order is that old."}`;
}

async function lostArchive({ engine, status }: DeskControl, confirm: boolean) {
  const { confirmLostArchive, readLostArchive } = await import(
    "../../engine/operating/lost-archive.js"
  );
  if (status) {
    throw new Refusal(
      "IN_USE",
      "A desk runs on this database. Stop it before you give up its archive.",
    );
  }
  const lost = confirm ? await confirmLostArchive(engine) : readLostArchive(engine);
  if (lost) return lost;
  throw new Refusal(
    "NOT_FOUND",
    `Nothing is lost: ${engine.archive.path} has all that the database needs of it.`,
  );
}

function lostText({ file, problem, orders, delegations, confirmed }: LostArchive): string {
  const facts = fields({ file, problem, orders, delegations });
  const next = confirmed
    ? "These orders are not shown any more, or without their delegations; what was paid for them still is. Start the desk; if the lost file is found, keep it elsewhere."
    : `If no newer copy of it is left, these orders are given up, and what is left is the archive from then on, with: ${DESK} archive --lost --confirm`;
  return `${facts}\n\n${next}`;
}

export const archiveCommands: readonly Command[] = [archive];
