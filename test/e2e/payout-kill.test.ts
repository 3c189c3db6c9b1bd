/** Kills the desk with SIGKILL while it pays sellers, again and again: each receives what was earned, and no SUN more. */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { controlSocketPath } from "../../src/cli/beside-database.js";
import { askDesk } from "../../src/cli/control-client.js";
import { type Address, address, addressToHex } from "../../src/domain/address.js";
import { present } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { auditFile } from "../../src/engine/audit.js";
import type { PayoutResource, PayoutRun } from "../../src/engine/payout-lists.js";
import { startTronNode } from "../../src/sandbox/tron-node/index.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";
import Sqlite from "../../src/sqlite.js";
import { listCustomers } from "../../src/store/customers.js";
import { Database } from "../../src/store/database.js";
import { earn, sellerWith, TRX } from "../support/payouts.js";
import { askNode, until } from "./api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";

const KILLS = 8;
const EARNED_TRX = 15;
const SELLERS = MNEMONIC_ACCOUNTS.slice(20, 36).map(address);
const BLOCK_MS = 60;

/** A node that outlives the desk, so that what was sent is not forgotten with it. */
async function startNode(directory: string): Promise<{ url: string; env: Record<string, string> }> {
  const options = { directory, port: 0, blockMs: BLOCK_MS, solidLagBlocks: 3 };
  const node = await startTronNode(options);
  onTestFinished(() => node.close());
  const env = {
    TRON_NETWORK: "sandbox",
    TRON_FULL_HOST: node.url,
    POOL_OWNERS: node.poolOwners.join(","),
    OPERATOR_KEY: node.operatorKeyHex,
    PAYOUT_KEY: node.payoutKeyHex,
    PAYOUT_INTERVAL_MINUTES: "0",
    SANDBOX_BLOCK_MS: String(BLOCK_MS),
    LOG_LEVEL: "warn",
  };
  return { url: node.url, env };
}

/** Has the sellers earn while no desk runs; at first they are registered. */
async function earnAll(databasePath: string, round: number): Promise<void> {
  const database = new Database({ path: databasePath });
  const { id } = present(database.read(listCustomers)[0], "the demo customer");
  const amountSun = sun(EARNED_TRX * TRX);
  for (const [at, seller] of SELLERS.entries()) {
    await database.commit(() =>
      round === 0 ? sellerWith(seller, id, amountSun, at) : earn(seller, amountSun, 1_000 + round),
    );
  }
  database.close();
}

function readOne(databasePath: string, sql: string): number {
  const sqlite = new Sqlite(databasePath, { readonly: true });
  const value = sqlite.prepare(sql).pluck().get();
  sqlite.close();
  return Number(value);
}

/** Waits for the first payout of a run: loading the signer takes longer than all of them together. */
async function payoutsBegin(databasePath: string): Promise<void> {
  const count = () => readOne(databasePath, "SELECT count(*) FROM payout");
  const before = count();
  await until(
    async () => count(),
    (now) => now > before,
    "a payout is stored",
    30_000,
  );
}

const unpaid = (databasePath: string) =>
  readOne(databasePath, "SELECT count(*) FROM account WHERE kind = 'earned' AND balance_sun > 0");

async function balanceTrx(nodeUrl: string, seller: Address): Promise<number> {
  const body = { address: addressToHex(seller) };
  return (await askNode<{ balance: number }>(nodeUrl, "wallet/getaccount", body)).balance / TRX;
}

test(`${KILLS} kills while sellers are paid leave each with exactly what was earned`, async () => {
  const directory = temporaryDirectory(onTestFinished);
  const databasePath = `${directory}/desk.db`;
  const socketPath = controlSocketPath(databasePath);
  const node = await startNode(`${directory}/node`);
  const env = deskEnv(directory, node.env);
  const ask = async <T>(command: string) =>
    present(await askDesk(socketPath, { command, input: {} }), "a desk runs").result as T;
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  const before = await Promise.all(SELLERS.map((seller) => balanceTrx(node.url, seller)));
  let cutShort = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await desk.end("SIGKILL");
    await earnAll(databasePath, kill);
    desk = await startDeskProcess(env);
    // Whether the command was answered does not matter: the next start goes on where the books are.
    const asked = ask("payout run").catch(() => undefined);
    await payoutsBegin(databasePath);
    await sleep(randomInt(0, 100));
    await desk.end("SIGKILL");
    await asked;
    cutShort += unpaid(databasePath) > 0 ? 1 : 0;
  }
  desk = await startDeskProcess(env);
  const settle = async () => {
    const { open } = await ask<PayoutRun>("payout run");
    return { open, ...(await ask<{ payouts: PayoutResource[] }>("payout list")) };
  };
  type State = Awaited<ReturnType<typeof settle>>;
  const isDone = ({ open, payouts }: State) =>
    open.length === 0 && paidTrx(payouts) === KILLS * EARNED_TRX * SELLERS.length;
  const { payouts } = await until(settle, isDone, "all that was earned is paid", 60_000);
  const after = await Promise.all(SELLERS.map((seller) => balanceTrx(node.url, seller)));
  const received = after.map((balance, at) => balance - (before[at] ?? 0));
  expect(cutShort, "no kill fell into a run").toBeGreaterThan(0);
  expect(received).toEqual(SELLERS.map(() => KILLS * EARNED_TRX));
  expect(payouts.every(({ state }) => state === "paid")).toBe(true);
  await desk.end("SIGTERM");
  expect(auditFile(databasePath)).toEqual({ ok: true, violations: [] });
}, 180_000);

function paidTrx(payouts: readonly PayoutResource[]): number {
  const paid = payouts.filter(({ state }) => state === "paid");
  return paid.reduce((total, { amount }) => total + amount, 0);
}
