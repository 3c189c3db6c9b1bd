/** The books of a desk that has traded move to PostgreSQL and back: row by row the same, and the desk trades on. */
import { describe, expect, test } from "vitest";
import { runCli } from "../../src/cli/run-cli.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { giveUpMoveToPostgres } from "../../src/engine/operating/move.js";
import { run, value } from "../../src/store/phase.js";
import { writeSetting } from "../../src/store/settings.js";
import type { Desk } from "../support/desk.js";
import { openSeller } from "../support/sellers.js";
import { deliver } from "../support/steps.js";
import { teamOn } from "../support/teams.js";
import { urlOf } from "./databases.js";
import {
  booksOf,
  type Engine,
  epochOf,
  MovingDesk,
  moveTo,
  newSides,
  openAt,
  optionsOf,
  type Sides,
  whoOpens,
} from "./moving.js";

const ODD_NAMES = ["tab\there", "back\\slash \\N", "\\N", "line\nend\r", "能量 🔋 Ü", "\b\v\f"];

async function nameOddly(desk: Desk): Promise<void> {
  for (const name of ODD_NAMES) {
    const { customerId } = await createCustomer(desk.engine, "plain", undefined);
    await desk.commit(() => run("UPDATE customer SET name = ? WHERE id = ?", name, customerId));
  }
  await desk.commit(() => writeSetting("ignored-nodes", [], "", desk.clock.nowMs));
}

async function trade(desk: Desk): Promise<void> {
  for (const duration of ["15m", "1h", "3d"])
    await desk.create({ duration, resourceAmount: 32_000 });
  await deliver(desk);
  await desk.create({ resourceAmount: 32_000 });
}

test("a text with a NUL, which PostgreSQL cannot hold, is moved with a mark in its place", async () => {
  const sides = await closed((desk) =>
    desk.commit(() => run("UPDATE customer SET name = ?", "a\0b")),
  );
  await moveTo("postgres", optionsOf(sides));
  const database = await openAt("postgres", sides);
  expect(await database.read(() => value("SELECT name FROM customer LIMIT 1"))).toBe("a\ufffdb");
  await database.close();
});

test("moved books are the same on both engines, and are traded on", async () => {
  const moving = await MovingDesk.open();
  const { desk } = moving;
  await openSeller(desk, { units: 50_000 });
  await teamOn(desk);
  await nameOddly(desk);
  for (const engine of ["postgres", "file", "postgres"] as const) {
    await trade(desk);
    const before = booksOf(desk.database);
    await moving.moveTo(engine);
    expect(booksOf(desk.database)).toEqual(before);
  }
  await trade(desk);
});

/** Books that no desk has open, and an empty database. */
async function closed(change?: (desk: Desk) => Promise<unknown>): Promise<Sides> {
  const { desk, sides } = await MovingDesk.open();
  await change?.(desk);
  await desk.close();
  return sides;
}

const seal = (desk: Desk) =>
  desk.database.commit(() =>
    writeSetting("moved", { id: "1", to: "elsewhere", at: 1, isDone: false }, "test", 1),
  );

interface Refused {
  readonly engine?: Engine;
  readonly sides: () => Promise<Sides>;
  readonly because: string;
  /** Who opens them afterwards. */
  readonly open: readonly Engine[];
}

const REFUSED: Readonly<Record<string, Refused>> = {
  "back to the file that was left": {
    engine: "file",
    async sides() {
      const sides = await closed();
      await moveTo("postgres", optionsOf(sides));
      return sides;
    },
    because: "is not empty. Name a new database",
    open: ["postgres"],
  },
  "to a database with books": {
    async sides() {
      const others = await closed();
      await moveTo("postgres", optionsOf(others));
      return { ...(await closed()), postgres: others.postgres };
    },
    because: "is not empty. Name a new database",
    open: ["file", "postgres"],
  },
  "of no books": { sides: newSides, because: "holds no books", open: [] },
  "of a backup": {
    sides: () =>
      closed((desk) =>
        desk.database.commit(() => writeSetting("backup", { takenAt: 1, block: null }, "test", 1)),
      ),
    because: "is a backup of",
    open: ["file"],
  },
  "of a copy": {
    sides: () =>
      closed((desk) =>
        desk.database.commit(() => writeSetting("file", { inode: "1", bornAtNs: "1" }, "test", 1)),
      ),
    because: "is a copy of the file that the desk ran on last",
    open: ["file"],
  },
  "of books that do not add up": {
    sides: () =>
      closed((desk) =>
        desk.database.commit(() => run("UPDATE account SET balance_sun = 7 WHERE id = 'revenue'")),
      ),
    because: "the books do not add up",
    open: ["file"],
  },
  "of books with a table that this program does not know": {
    sides: () => closed((desk) => desk.database.commit(() => run("CREATE TABLE other (id TEXT)"))),
    because: "has other tables than this program knows: other (id)",
    open: ["file"],
  },
  "of books that are on their way elsewhere": {
    sides: () => closed(seal),
    because: "is being moved to elsewhere",
    open: [],
  },
};

describe("a move is refused", () => {
  test.each(Object.entries(REFUSED))(
    "%s",
    async (_, { engine = "postgres", sides, because, open }) => {
      const between = await sides();
      await expect(moveTo(engine, optionsOf(between))).rejects.toThrow(because);
      expect(await whoOpens(between)).toEqual(open);
    },
  );

  test("while a desk has the database on PostgreSQL", async () => {
    const sides = await closed();
    await moveTo("postgres", optionsOf(sides));
    const desk = await openAt("postgres", sides);
    const file = (await newSides()).file;
    await expect(moveTo("file", optionsOf({ ...sides, file }))).rejects.toThrow("in use by a desk");
    await desk.close();
  });

  test("of a database that lacks what a desk of this machine has seen in it", async () => {
    const sides = await closed();
    await moveTo("postgres", optionsOf(sides));
    const back = { ...sides, file: (await newSides()).file };
    const epoch = await epochOf(sides.postgres);
    const move = (seq: number) =>
      moveTo("file", {
        ...optionsOf(back),
        seen: [
          { ...epoch, database: "another", seq: 9_999 },
          { ...epoch, seq },
        ],
      });
    await expect(move(epoch.seq + 1)).rejects.toThrow("it was restored, or a failover lost");
    expect(await whoOpens(back)).toEqual(["postgres"]);
    await move(0);
    expect(await whoOpens(back)).toEqual(["file"]);
  });

  test("once more of books whose new place is gone", async () => {
    const sides = await closed();
    await moveTo("postgres", optionsOf(sides));
    const { postgres } = await newSides();
    const again = moveTo("postgres", optionsOf({ ...sides, postgres }));
    await expect(again).rejects.toThrow("What was there is gone");
    expect(await whoOpens({ ...sides, postgres })).toEqual([]);
  });
});

test("a move that did not come to its end can be given up, and a finished one cannot", async () => {
  const sides = await closed(seal);
  await giveUpMoveToPostgres(sides);
  expect(await whoOpens(sides)).toEqual(["file"]);
  await expect(giveUpMoveToPostgres(sides)).rejects.toThrow("no move of these books is under way");
  await moveTo("postgres", optionsOf(sides));
  await expect(giveUpMoveToPostgres(sides)).rejects.toThrow("Move them back from there");
  expect(await whoOpens(sides)).toEqual(["postgres"]);
});

test("the commands move the books where the settings say, and tell no password", async () => {
  const sides = await closed();
  const back = (await newSides()).file;
  const url = urlOf(sides.postgres).replace("@", ":secret@");
  let told = "";
  const hear = (text: string) => {
    told += text;
  };
  const type = (path: string, ...words: string[]) =>
    runCli(words, {
      readEnvironment: () => ({ DATABASE_PATH: path, DATABASE_URL: url }),
      serve: async () => {},
      ...{ out: hear, err: hear },
    });
  expect(await type(sides.file, "move-to-postgres", "--give-up")).toBe(1);
  expect(await type(sides.file, "move-to-postgres")).toBe(0);
  expect(await type(sides.file, "move-to-postgres")).toBe(0);
  expect(await type(back, "move-to-sqlite")).toBe(0);
  expect(await whoOpens({ ...sides, file: back })).toEqual(["file"]);
  for (const words of [
    "no move of these books",
    "the same on both sides",
    "has the books already",
  ]) {
    expect(told).toContain(words);
  }
  expect(told).not.toContain("secret");
});
