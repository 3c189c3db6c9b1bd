/** `desk archive`: the delegations of orders that ended long ago, moved out of the database. */
import { z } from "zod";
import type { ArchiveRun } from "../../engine/archive.js";
import { type Command, defineCommand } from "../command.js";
import { countField, daysField } from "../inputs.js";
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
    "Move the delegations of orders that ended long ago into a file beside the database; the orders and all money stay.",
  options: [
    {
      flags: "--older-than <days>",
      about: "how long ago they must have ended (ARCHIVE_AFTER_DAYS unless given)",
    },
    { flags: "--limit <n>", about: `about how many orders at most (${MOST_ORDERS} unless given)` },
  ],
  example: "archive --older-than 90",
  // An operator who has to stop the desk must not wait for it.
  besideOthers: true,
  answerTimeoutMs: ARCHIVE_MS,
  input: z.strictObject({
    olderThan: daysField(LEAST_DAYS, MOST_DAYS).optional(),
    limit: countField.default(MOST_ORDERS),
  }),
  async run({ engine, config }, { olderThan, limit }): Promise<Archived> {
    const { archiveOrders } = await import("../../engine/archive.js");
    const before = engine.now() - (olderThan ?? config.archiveAfterDays) * DAY_MS;
    const moved = await archiveOrders(engine, { before, most: limit });
    return { ...moved, file: engine.archive.path };
  },
  logged: ({ orders, delegations }) => ({ orders, delegations }),
  print: ({ file, orders, delegations, more }) =>
    `${fields({ orders, delegations, file })}\n${more ? "There are more; run it again." : "No other order is that old."}`,
});

export const archiveCommands: readonly Command[] = [archive];
