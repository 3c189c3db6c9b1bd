/** What stops a start, and what does not: bad settings, a taken database, another network, an owner without permission. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askNode, createOrder, type Order, orderBody, readOrder, until } from "./api.js";
import { deskEnv, refusedStart, startDeskProcess, temporaryDirectory } from "./desk-process.js";

test("a wrong variable stops the start with its name and what it takes", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, { PORT: "many", LOCK_MODE: "sometimes" });
  const { status, said } = await refusedStart(env);
  expect(status).toBe(1);
  expect(said).toMatch(/PORT is "many"; it takes a port/);
  expect(said).toMatch(/LOCK_MODE is "sometimes"; it takes one of auto, always, never/);
});

test.each([
  ["a directory", (directory: string) => directory, /is not a file/],
  [
    "a directory's file",
    (directory: string) => join(directory, "notes", "desk.db"),
    /not a directory/,
  ],
  ["another file", (directory: string) => join(directory, "notes"), /is another file/],
  ["a place that takes no directory", () => "/proc/energy-desk/desk.db", /ENOENT/],
  ["too long a name", (directory: string) => join(directory, "a".repeat(300)), /DATABASE_PATH/],
])(
  "DATABASE_PATH as %s stops the start by name and leaves nothing",
  async (_, pathIn, why) => {
    const directory = temporaryDirectory(onTestFinished);
    writeFileSync(join(directory, "notes"), "a list of things to buy");
    const env = deskEnv(directory, { DATABASE_PATH: pathIn(directory) });
    const { status, said } = await refusedStart(env);
    expect(status).toBe(1);
    expect(said).toMatch(/^The configuration is wrong\.\n {2}DATABASE_PATH is "/);
    expect(said).toMatch(why);
    expect(readdirSync(directory)).toEqual(["notes"]);
  },
  10_000,
);

test("a second desk on the same database is refused while the first one runs", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const desk = await startDeskProcess(deskEnv(directory));
  onTestFinished(() => void desk.end("SIGKILL"));
  const { status, said } = await refusedStart(deskEnv(directory));
  expect(status).toBe(1);
  expect(said).toContain(`in use by the desk (process ${desk.child.pid})`);
});

test("a database of one network refuses to start on another", async () => {
  const one = temporaryDirectory(onTestFinished);
  const other = temporaryDirectory(onTestFinished);
  const first = await startDeskProcess(deskEnv(one));
  expect(await first.end("SIGTERM")).toBe(0);
  const elsewhere = await startDeskProcess(deskEnv(other));
  onTestFinished(() => void elsewhere.end("SIGKILL"));
  const { poolOwners } = await askNode<{ poolOwners: string[] }>(
    elsewhere.nodeUrl,
    "sandbox/state",
    {},
  );
  const { status, said } = await refusedStart(
    deskEnv(one, {
      TRON_FULL_HOST: elsewhere.nodeUrl,
      POOL_OWNERS: poolOwners.join(","),
      OPERATOR_KEY: "1".repeat(64),
    }),
  );
  expect(status).toBe(1);
  expect(said).toMatch(/DATABASE_PATH: .* belongs to the network sandbox .* Point TRON_FULL_HOST/);
});

interface Account {
  readonly owner_permission: unknown;
}

test("an owner that takes its permission back is paused by name; the others deliver", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const desk = await startDeskProcess(deskEnv(directory));
  onTestFinished(() => void desk.end("SIGKILL"));
  const { apiKey = "", baseUrl, nodeUrl } = desk;
  const { poolOwners } = await askNode<{ poolOwners: string[] }>(nodeUrl, "sandbox/state", {});
  const [revoked = "", ...others] = poolOwners;
  await askNode<Account>(nodeUrl, "sandbox/revoke-permission", { address: revoked });
  // More than one order, so that the revoked owner's turn comes.
  for (let call = 0; call < 8; call += 1) {
    const created = await createOrder(baseUrl, apiKey, orderBody({ duration: "1d" }));
    const orderId = created.body.data.orders[0]?.orderId ?? "";
    const look = () => readOrder(baseUrl, apiKey, orderId);
    const isFinal = ({ status }: Order) => status !== "processing";
    const order = await until(look, isFinal, "the order is final");
    expect(order.status).toBe("completed");
    const deliverers = order.delegations.filter(({ state }) => state !== "dead");
    for (const { owner } of deliverers) expect(others).toContain(owner);
  }
  expect(desk.log()).toContain(revoked);
});
