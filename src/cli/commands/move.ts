/** `desk move-to-postgres` and `desk move-to-sqlite`: the books to a database of the other engine, while no desk runs on either. */
import { loadPostgres, shownPostgres } from "../../config.js";
import { markersBeside } from "../../control/marker-file.js";
import { Refusal } from "../../control/refusal.js";
import type {
  GivenUp,
  MoveOptions,
  MoveProgress,
  MoveResult,
} from "../../engine/operating/move.js";
import { type Command, type CommandPlace, defineCommand } from "../command.js";
import { flag } from "../inputs.js";

/** How often a table that takes longer reports how far it is. */
const TELL_EVERY_MS = 2_000;

const engineMove = () => import("../../engine/operating/move.js");

type Moving = (options: MoveOptions) => Promise<MoveResult>;
type GivingUp = (options: MoveOptions) => Promise<GivenUp>;

function moveCommand(shape: {
  readonly name: string;
  readonly about: string;
  readonly mayCreateDatabase?: true;
  readonly parts: () => Promise<{ readonly move: Moving; readonly giveUp: GivingUp }>;
}): Command {
  const { parts, ...rest } = shape;
  return defineCommand({
    ...rest,
    options: {
      giveUp: flag("cancel a move that did not come to its end, and open the books here again"),
    },
    example: shape.name,
    run: (): Promise<MoveResult | GivenUp> => {
      throw new Refusal("IN_USE", "The books are moved by the command itself, while no desk runs.");
    },
    async runHere(place, { giveUp }) {
      const { acquireDatabaseLock } = await import("../../control/database-lock.js");
      const { move, giveUp: give } = await parts();
      const options = optionsOf(place);
      const { databasePath } = place;
      const lock = acquireDatabaseLock(databasePath, { holder: `desk ${shape.name}`, waitMs: 0 });
      try {
        return await (giveUp ? give(options) : move(options));
      } finally {
        lock.release();
      }
    },
    print: (result) => ("rows" in result ? movedText(result) : givenUpText(result)),
  });
}

function optionsOf({ databasePath, env, progress }: CommandPlace): MoveOptions {
  const place = loadPostgres(env);
  return {
    ...{ file: databasePath, place, placeName: shownPostgres(place), at: Date.now() },
    seen: markersBeside(databasePath),
    onProgress: telling(progress),
  };
}

const STEPS: Readonly<Record<MoveProgress["step"], string>> = {
  check: "Looking at both databases",
  seal: "Sealing the books: no desk opens them any more",
  copy: "Copying",
  compare: "Comparing",
  audit: "Auditing",
  note: "All is there and adds up",
  open: "Opening the books in their new place",
  done: "Done",
};

/** Each step once, and the tables that take long again and again. */
function telling(progress: (text: string) => void): (progress: MoveProgress) => void {
  let last = "";
  let tellAtMs = 0;
  return ({ step, table, done, of }) => {
    const isNew = step !== last;
    last = step;
    if (isNew) progress(STEPS[step]);
    if (table === undefined || of === undefined || performance.now() < tellAtMs) return;
    tellAtMs = performance.now() + TELL_EVERY_MS;
    if (!isNew) progress(`${STEPS[step]} ${table}: ${done} of ${of} rows`);
  };
}

function movedText({ from, to, wasMoved, tables, rows, tookMs }: MoveResult): string {
  if (!wasMoved) return `${to} has the books already.`;
  const perSecond = Math.round((rows / Math.max(1, tookMs)) * 1_000);
  return [
    `${rows} rows of ${tables} tables in ${Math.round(tookMs / 1_000)} s (${perSecond} rows a second): the same on both sides, and they add up.`,
    `From: ${from}, which no desk opens any more.`,
    `To:   ${to}. Start the desk there.`,
  ].join("\n");
}

const givenUpText = ({ reopened, leftIn }: GivenUp) =>
  `${reopened} may be opened again. What the move has left in ${leftIn} never is: remove it.`;

export const moveCommands: readonly Command[] = [
  moveCommand({
    name: "move-to-postgres",
    about:
      "Move the books from the file DATABASE_PATH to the empty database DATABASE_URL. If it ends early, repeat it: it finishes.",
    parts: async () => {
      const { moveToPostgres, giveUpMoveToPostgres } = await engineMove();
      return { move: moveToPostgres, giveUp: giveUpMoveToPostgres };
    },
  }),
  moveCommand({
    name: "move-to-sqlite",
    about:
      "Move the books from the database DATABASE_URL to the new file DATABASE_PATH. If it ends early, repeat it: it finishes.",
    mayCreateDatabase: true,
    parts: async () => {
      const { moveToSqlite, giveUpMoveToSqlite } = await engineMove();
      return { move: moveToSqlite, giveUp: giveUpMoveToSqlite };
    },
  }),
];
