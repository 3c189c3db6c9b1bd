/** What stops a start, and what does not: bad settings, a taken database, another network. */
import { readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import Database from "#shared/sqlite.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { startNodeProxy } from "../support/node-proxy.js";
import { withSchema } from "../support/schema.js";
import { until } from "../support/until.js";
import { askNode } from "./api.js";
import { refusalHere, refusedHere, startDeskHere } from "./desk-here.js";
import { deskEnv, type RunningDesk, refusedStart, temporaryDirectory } from "./desk-process.js";

/** Blocks are rare where few look at them. */
const SLOW = { SANDBOX_BLOCK_MS: "500" };
/** A desk that runs meanwhile, for those that meet it. */
let running: RunningDesk;
let runningIn: string;
let ranIn: string | undefined;
const ends: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  runningIn = temporaryDirectory((clean) => ends.push(clean));
  const env = deskEnv(runningIn, SLOW);
  running = await startDeskHere(env, (end) => ends.push(end));
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

test("a wrong variable stops the start with its name and what it takes", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, { PORT: "many", LOCK_MODE: "sometimes" });
  const said = await refusedHere(env);
  expect(said).toMatch(/PORT is "many"; it takes a port/);
  expect(said).toMatch(/LOCK_MODE is "sometimes"; it takes one of auto, always, never/);
});

test("a name that no setting has is told at the start, and no value", async () => {
  const directory = temporaryDirectory(onTestFinished);
  writeFileSync(join(directory, ".env"), "PAYOUT_INTERVAL_MINUTS=12345\nCOLOUR=12345\n");
  // What is wrong with the place is found after it, and ends the process.
  const env = deskEnv(directory, { DATABASE_PATH: directory, TRON_NETWROK: "12345" });
  const { status, said } = await refusedStart(env, directory);
  expect(status).toBe(78);
  expect(said).toContain(
    "PAYOUT_INTERVAL_MINUTS in .env is no setting; did you mean PAYOUT_INTERVAL_MINUTES?",
  );
  expect(said).toContain("COLOUR in .env is no setting");
  expect(said).toContain("TRON_NETWROK is no setting; did you mean TRON_NETWORK?");
  expect(said).not.toContain("12345");
});

test.each([
  ["a directory", (directory: string) => directory, /is a directory;/],
  [
    "a directory's file",
    (directory: string) => join(directory, "notes", "desk.db"),
    /not a directory/,
  ],
  ["another file", (directory: string) => join(directory, "notes"), /is a file of another kind/],
  ["a place that takes no directory", () => "/proc/energy-desk/desk.db", /ENOENT/],
  ["too long a name", (directory: string) => join(directory, "a".repeat(300)), /DATABASE_PATH/],
])(
  "DATABASE_PATH as %s stops the start by name and leaves nothing",
  async (_, pathIn, why) => {
    const directory = temporaryDirectory(onTestFinished);
    writeFileSync(join(directory, "notes"), "a list of things to buy");
    const env = deskEnv(directory, { DATABASE_PATH: pathIn(directory) });
    const said = await refusedHere(env);
    expect(said).toMatch(/^The configuration is wrong\.\n {2}DATABASE_PATH is "/);
    expect(said).toMatch(why);
    expect(readdirSync(directory)).toEqual(["notes"]);
  },
  10_000,
);

test.each([
  [
    "PORT",
    (desk: RunningDesk) => desk.baseUrl,
    /^ {2}HOST, PORT: cannot listen on 127.+ \(0 picks/,
  ],
  [
    "SANDBOX_NODE_PORT",
    (desk: RunningDesk) => desk.nodeUrl,
    /^ {2}SANDBOX_NODE_PORT: .+ is taken; /,
  ],
])(
  "a taken %s stops the start by that name, and nothing else is said",
  async (name, urlOf, why) => {
    const { port } = new URL(urlOf(running));
    const directory = temporaryDirectory(onTestFinished);
    const refusal = await refusalHere(deskEnv(directory, { [name]: port }));
    // It may be free tomorrow.
    expect(refusal).not.toBeInstanceOf(StandingRefusal);
    const said = reasonOf(refusal);
    const [head, line = "", end, ...more] = said.split("\n");
    expect([head, end, more]).toEqual(["The desk cannot start now.", undefined, []]);
    expect(line).toMatch(why);
  },
);

test("what may pass is told from what must be changed", async () => {
  const place = (more: Record<string, string>) => deskEnv(temporaryDirectory(onTestFinished), more);
  const newer = withSchema(join(temporaryDirectory(onTestFinished), "desk.db"));
  const database = new Database(newer);
  database.pragma("user_version = 999");
  database.close();
  const unreachable = {
    TRON_FULL_HOST: "http://127.0.0.1:9",
    POOL_OWNERS: MNEMONIC_ACCOUNTS.slice(0, 1).join(),
    OPERATOR_KEY: "1".repeat(64),
  };
  const refusals = await Promise.all(
    [place(unreachable), place({ DATABASE_PATH: newer })].map(refusalHere),
  );
  const isStanding = refusals.map((refusal) => refusal instanceof StandingRefusal);
  expect(isStanding).toEqual([false, true]);
  for (const [at, word] of ["TRON_FULL_HOST", "another version"].entries()) {
    expect(reasonOf(refusals[at])).toContain(word);
  }
});

test("the exit status is 1 for what may pass, and 78 for what must be changed", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const [passing, standing] = await Promise.all([
    refusedStart(deskEnv(runningIn)),
    refusedStart(deskEnv(directory, { RATES_PATH: "none.json" })),
  ]);
  expect(passing).toEqual({ status: 1, said: expect.stringContaining("in use") });
  expect(standing).toEqual({ status: 78, said: expect.stringContaining("RATES_PATH") });
});

test("a second desk on the same database is refused while the first one runs", async () => {
  const said = await refusedHere(deskEnv(runningIn));
  expect(said).toContain(`in use by the desk (process ${process.pid})`);
});

/** Where a desk has run and ended, by another name of its database: one for all that start there. */
async function whereDeskRan(): Promise<string> {
  if (ranIn) return ranIn;
  const directory = temporaryDirectory((clean) => ends.push(clean));
  const linked = join(directory, "linked.db");
  symlinkSync("desk.db", linked);
  const desk = await startDeskHere(deskEnv(directory, { ...SLOW, DATABASE_PATH: linked }));
  expect(await desk.end("SIGTERM")).toBe(0);
  ranIn = directory;
  return directory;
}

test("a database of one network refuses to start on another", async () => {
  const one = await whereDeskRan();
  const { nodeUrl } = running;
  const { poolOwners } = await askNode<{ poolOwners: string[] }>(nodeUrl, "sandbox/state", {});
  const said = await refusedHere(
    deskEnv(one, {
      TRON_FULL_HOST: nodeUrl,
      POOL_OWNERS: poolOwners.join(","),
      OPERATOR_KEY: "1".repeat(64),
    }),
  );
  expect(said).toMatch(/DATABASE_PATH: .* belongs to the network sandbox .* Point TRON_FULL_HOST/);
});

test("a database without the sandbox chain it was made with asks for that one", async () => {
  const directory = await whereDeskRan();
  const chain = join(directory, "desk.db-sandbox");
  const elsewhere = join(directory, "elsewhere");
  renameSync(chain, elsewhere);
  const said = await refusedHere(deskEnv(directory));
  expect(said).toContain(`than the sandbox in ${chain}. Replace it by`);
  rmSync(chain, { recursive: true, force: true });
  renameSync(elsewhere, chain);
});

test("a link to a database leads to the same sandbox as its own path", async () => {
  const directory = await whereDeskRan();
  const second = await startDeskHere(deskEnv(directory, SLOW));
  expect(await second.end("SIGTERM")).toBe(0);
  expect(readdirSync(directory).filter((name) => name.startsWith("linked.db-"))).toEqual([]);
});

test("a key in the path of the node's address is neither printed nor logged", async () => {
  const key = "key-of-the-provider";
  const { nodeUrl } = running;
  const proxy = await startNodeProxy(nodeUrl, `/${key}`);
  onTestFinished(() => proxy.close());
  const { poolOwners } = await askNode<{ poolOwners: string[] }>(nodeUrl, "sandbox/state", {});
  const env = {
    TRON_FULL_HOST: proxy.url,
    POOL_OWNERS: poolOwners.join(","),
    OPERATOR_KEY: "1".repeat(64),
    LOG_LEVEL: "trace",
  };
  const other = await startDeskHere(deskEnv(temporaryDirectory(onTestFinished), env));
  const isOpen = (log: string) => log.includes('"msg":"open"');
  await until("the desk has logged that it is open", async () => other.log(), isOpen);
  expect(other.banner).toContain(proxy.origin);
  expect(other.banner + other.log()).not.toContain(key);
});
