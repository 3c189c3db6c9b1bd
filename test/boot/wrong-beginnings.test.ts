/** A desk of a real network begins no database by accident, shares none with another name, and mixes up no accounts. */
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { startTronNode } from "tron-sandbox";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startDesk } from "../../src/boot/desk.js";
import { operatorCommands } from "../../src/cli/commands.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { loadConfig } from "../../src/config.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { deskOn } from "../cli/desk-command.js";
import { deskEnv, refusedStart, temporaryDirectory } from "../e2e/desk-process.js";
import { DEPOSITS, XPUB } from "../support/deposits.js";
import { withSchema } from "../support/schema.js";

const [OPERATOR, PAYOUT] = ["1".repeat(64), "2".repeat(64)];
const OWNER = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
let nodeUrl: string;
let directory: string;

const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  const place = temporaryDirectory((clean) => ends.push(clean));
  const node = await startTronNode({ directory: place, port: 0, blockMs: 500 });
  ends.push(() => node.close());
  nodeUrl = node.url;
  return async () => {
    for (const end of ends.reverse()) await end();
  };
});

beforeEach(() => {
  directory = temporaryDirectory(onTestFinished);
});

function nile(): Record<string, string> {
  return {
    TRON_NETWORK: "nile",
    TRON_FULL_HOST: nodeUrl,
    POOL_OWNERS: OWNER,
    OPERATOR_KEY: OPERATOR,
  };
}

const settings = (more: Record<string, string> = {}) => deskEnv(directory, { ...nile(), ...more });

async function start(env: NodeJS.ProcessEnv, isNew = false): Promise<void> {
  // The umask that a desk of its own process has.
  for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o600);
  const desk = await startDesk(
    loadConfig(env),
    pino({ level: "silent" }),
    () => {},
    operatorCommands,
    isNew,
  );
  await desk.close();
}

async function refused(env: NodeJS.ProcessEnv, isNew = false): Promise<string> {
  const error: unknown = await start(env, isNew).then(
    () => "it has started",
    (why: unknown) => why,
  );
  expect(error).toBeInstanceOf(StandingRefusal);
  return (error as Error).message;
}

describe("a database that is not there", () => {
  test("is begun by --new alone, and then there for good", async () => {
    expect(await refused(settings())).toMatch(
      /^The configuration is wrong\.\n {2}DATABASE_PATH: there is no database at .*desk\.db.* --new/,
    );
    expect(readdirSync(directory)).toEqual([]);
    await start(settings(), true);
    await start(settings());
    expect(await refused(settings(), true)).toMatch(/DATABASE_PATH: .* --new .*without/);
  });

  test("is refused where its file is empty, and below a folder that is missing", async () => {
    const path = join(directory, "desk.db");
    writeFileSync(path, "");
    expect(await refused(settings())).toContain("is empty (0 bytes)");
    const mount = join(directory, "mount");
    expect(await refused(settings({ DATABASE_PATH: join(mount, "desk.db") }))).toContain("--new");
    expect(existsSync(mount)).toBe(false);
    await start(settings(), true);
  });

  test("is begun by no command", async () => {
    const desk = deskOn(join(directory, "desk.db"), nile());
    const created = await desk("customer", "create", "--name", "Ada");
    expect(created.status).not.toBe(0);
    expect(created.stderr).toContain("--new");
    writeFileSync(join(directory, "desk.db"), "", { mode: 0o600 });
    expect((await desk("customer", "list")).stderr).toContain("--new");
    expect(readdirSync(directory)).toEqual(["desk.db"]);
  });
});

test("a database with a second name is refused by the desk and by its commands", async () => {
  const path = withSchema(join(directory, "desk.db"));
  mkdirSync(join(directory, "snapshot"));
  linkSync(path, join(directory, "snapshot", "desk.db"));
  expect(await refused(settings())).toMatch(/desk\.db.* has a second name \(a hard link\)/);
  const desk = deskOn(path, nile());
  expect((await desk("customer", "list")).stderr).toContain("a hard link");
  expect((await desk("backup", join(directory, "backup.db"))).stderr).toContain("a hard link");
});

test.each([
  ["--help", 0, /--new\n.*begins a new database/],
  ["--nwe", 78, /takes --new and nothing else, not --nwe\./],
])("a program started with %s begins no desk", async (arg, status, says) => {
  const started = await refusedStart(deskEnv(directory), undefined, [arg]);
  expect(started).toEqual({ status, said: expect.stringMatching(says) });
  expect(readdirSync(directory)).toEqual([]);
});

const account = (key: string) => addressOfKey(key, "any");

describe("accounts of two roles", () => {
  test.each([
    ["OPERATOR_KEY and PAYOUT_KEY", { PAYOUT_KEY: OPERATOR }],
    ["OPERATOR_KEY and POOL_OWNERS", { POOL_OWNERS: `${OWNER},${account(OPERATOR)}` }],
    ["PAYOUT_KEY and POOL_OWNERS", { PAYOUT_KEY: PAYOUT, POOL_OWNERS: account(PAYOUT) }],
    ["OPERATOR_KEY and DEPOSIT_SWEEP_TO", { DEPOSIT_SWEEP_TO: account(OPERATOR) }],
    ["PAYOUT_KEY and DEPOSIT_SWEEP_TO", { PAYOUT_KEY: PAYOUT, DEPOSIT_SWEEP_TO: account(PAYOUT) }],
    ["POOL_OWNERS and DEPOSIT_SWEEP_TO", { DEPOSIT_SWEEP_TO: OWNER }],
  ])("are refused: %s", async (names, more) => {
    const said = await refused(settings(more), true);
    expect(said).toContain(`${names} name one account, T`);
    expect(existsSync(join(directory, "desk.db"))).toBe(false);
  });

  test("are refused where one is the first deposit address", async () => {
    const { first } = DEPOSITS.keys;
    for (const more of [{ POOL_OWNERS: first }, { DEPOSIT_SWEEP_TO: first }]) {
      const said = await refused(settings({ DEPOSIT_XPUB: XPUB, ...more }), true);
      expect(said).toContain(`and the first address of DEPOSIT_XPUB name one account, ${first}`);
    }
  });
});
