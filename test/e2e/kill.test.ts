/**
 * Kills the desk with SIGKILL under load, again and again, while it sells, delegates, pays sellers, and takes back: nothing acknowledged
 * is lost, nothing is delegated twice, and each seller receives what was earned and no SUN more.
 */

import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { ShownPayout, ShownRun } from "../../src/cli/commands/payout.js";
import { controlSocketPath } from "../../src/control/database-place.js";
import { askDesk } from "../../src/control/socket.js";
import { address, addressToHex } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { auditOnce } from "../../src/engine/operating/audit.js";
import { byForm } from "../support/forms.js";
import { sourceAt } from "../support/open-database.js";
import { connectTo } from "../support/read-now.js";
import { until } from "../support/until.js";
import { askNode, delegationsOnChain, type Order, readAllOrders } from "./api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";
import { type HeldAnswers, holdAnswersOf } from "./held-answers.js";
import { type Load, loadOf } from "./kill-load.js";
import { PRICE_SUN, registerSeller, sun } from "./manual-sellers.js";
import { startOwnNode } from "./own-node.js";

const KILLS = byForm(3, 9);
const BLOCK_MS = 200;
const SELLERS = byForm(3, 6);
const RENTAL_MS = 903_000;
const MINIMUM_TRX = 1;
/**
 * Of chain time, which is 4 minutes here; by default it would be 10 seconds. A start that takes longer, or the block by which all
 * rentals end, would kill a payout that is in no block yet, and its seller's money would wait for the operator.
 */
const TRANSACTION_LIFE_SECONDS = 3_600;

const SETTINGS = {
  PAYOUT_INTERVAL_MINUTES: "0",
  PAYOUT_MINIMUM_TRX: String(MINIMUM_TRX),
  TRANSACTION_LIFE_SECONDS: String(TRANSACTION_LIFE_SECONDS),
  LOG_LEVEL: "warn",
};

/** What the books hold at a moment; a desk may be writing them. */
function count(databasePath: string, from: string): number {
  const books = connectTo(sourceAt(databasePath));
  const [row] = books.execute({ sql: `SELECT count(*) AS count FROM ${from}`, params: [] });
  books.close();
  return Number(row?.count);
}

const PAYOUTS = "payout";
const OPEN_PAYOUTS = "payout WHERE state IN ('signed', 'sent')";
const OPEN_LEGS = "leg WHERE state IN ('signed', 'sent')";
const OPEN_RECLAIMS = "leg WHERE state IN ('reclaim_signed', 'reclaim_sent')";
const RENTED = "leg WHERE state IN ('included', 'solidified', 'reclaim_signed', 'reclaim_sent')";
/** Sellers who would be paid now. */
const DUE = `seller JOIN account ON account.id = 'earned:' || seller.address
  WHERE balance_sun >= ${MINIMUM_TRX * 1e6} AND seller.address NOT IN
    (SELECT seller FROM payout WHERE state NOT IN ('paid', 'dead'))`;

/** What is to be open when the desk is killed, and stays so: the kill comes a random moment later and cuts it short for certain. */
interface Prey {
  readonly name: "calls" | "delegations" | "payouts";
  /** How many calls each caller makes. */
  readonly calls: number;
  readonly begins: (victim: Victim) => Promise<unknown>;
  /** How many are open by what is known outside the desk: its callers, and its database once it is dead. */
  readonly open: (victim: Pick<Victim, "databasePath" | "load">) => number;
  readonly withinMs: number;
}

interface Victim {
  readonly databasePath: string;
  readonly nodeUrl: string;
  readonly answers: HeldAnswers;
  readonly load: Load;
  readonly payOut: () => Promise<unknown>;
}

/** No block comes any more, and the desk has read the last one: what is signed now stays out. */
async function standStill({ nodeUrl, databasePath }: Victim): Promise<void> {
  await askNode(nodeUrl, "sandbox/stall", { on: true });
  const { head } = await askNode<{ head: { number: number } }>(nodeUrl, "sandbox/state", {});
  const look = async () => count(databasePath, `chain_block WHERE number = ${head.number}`);
  await until("the desk has read the last block", look, (blocks) => blocks > 0);
}

/** In turn. */
const PREY: readonly Prey[] = [
  {
    name: "calls",
    calls: 8,
    // So few that the next one is not refused for coming too fast.
    begins: ({ answers }) => answers.holdAfter(randomInt(0, 4)),
    open: ({ load }) => load.unanswered(),
    withinMs: 60,
  },
  {
    name: "delegations",
    calls: 2,
    begins: async (victim) => {
      await standStill(victim);
      const look = async () => count(victim.databasePath, OPEN_LEGS);
      await until("a delegation is signed", look, (legs) => legs > 0);
    },
    open: ({ databasePath }) => count(databasePath, OPEN_LEGS),
    withinMs: 60,
  },
  {
    name: "payouts",
    calls: 2,
    begins: async (victim) => {
      const { databasePath, payOut } = victim;
      const due = async () => count(databasePath, DUE);
      // Sellers earn when their delegations are solid.
      await until("a seller has earned", due, (sellers) => sellers > 0, 30_000);
      await standStill(victim);
      const before = count(databasePath, PAYOUTS);
      // Whether the command is answered does not matter.
      void payOut().catch(() => undefined);
      const look = async () => count(databasePath, PAYOUTS);
      await until("a payout is stored", look, (payouts) => payouts > before);
    },
    open: ({ databasePath }) => count(databasePath, OPEN_PAYOUTS),
    withinMs: 60,
  },
];

test(`${KILLS} kills under load: every acknowledged order once, every earned SUN once`, async () => {
  const directory = temporaryDirectory(onTestFinished);
  const databasePath = `${directory}/desk.db`;
  const socketPath = controlSocketPath(databasePath);
  const node = await startOwnNode(BLOCK_MS);
  const env = deskEnv(directory, { ...node.env, ...SETTINGS, PAYOUT_KEY: node.payoutKeyHex });
  const ask = async <T>(command: string, input = {}) =>
    must(await askDesk(socketPath, { command, input }), "a desk runs").result as T;
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  const { apiKey = "" } = desk;
  const client = { baseUrl: desk.baseUrl, nodeUrl: node.url, apiKey };
  const sellers: string[] = [];
  for (let nth = 0; nth < SELLERS; nth += 1) {
    sellers.push(await registerSeller(client, { energy: 2_000_000, minPrice: PRICE_SUN }));
  }
  const before = await balancesSun(node.url, sellers);
  const load = loadOf(apiKey);
  const payOut = () => ask("payout run");
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { name, calls, begins, open, withinMs } = must(PREY[kill % PREY.length], "a prey");
    const answers = await holdAnswersOf(desk.baseUrl);
    onTestFinished(() => answers.close());
    const victim = { databasePath, nodeUrl: node.url, answers, load, payOut };
    const before = name === "calls" ? open(victim) : 0;
    const hasBegun = begins(victim);
    const ordering = load.run({ ...desk, baseUrl: answers.url }, calls);
    await hasBegun;
    await sleep(randomInt(0, withinMs));
    await desk.end("SIGKILL");
    await ordering;
    expect(open(victim), `kill ${kill} cut no ${name} short`).toBeGreaterThan(before);
    await askNode(node.url, "sandbox/stall", { on: false });
    desk = await startDeskProcess(env);
  }
  await load.sendAgain(desk);
  // What still waits for a seller's stake gets it when the rentals of before end; what is taken back is cut short once more.
  await askNode(node.url, "sandbox/mine", { count: 1, missedMs: RENTAL_MS });
  await askNode(node.url, "sandbox/stall", { on: true });
  const takenBack = async () => count(databasePath, OPEN_RECLAIMS);
  await until("stake is being taken back", takenBack, (legs) => legs > 0);
  await desk.end("SIGKILL");
  await askNode(node.url, "sandbox/stall", { on: false });
  desk = await startDeskProcess(env);
  const look = async () => count(databasePath, "orders WHERE status = 'processing'");
  await until("all orders are final", look, (open) => open === 0, 60_000);
  const orders = await readAllOrders(desk.baseUrl, apiKey);

  const ids = orders.map(({ orderId }) => orderId).sort();
  expect(ids).toEqual(load.acknowledgedIds().sort());
  expect(ids.length).toBeGreaterThan(KILLS);
  expect(orders.filter(({ status }) => status !== "completed")).toEqual([]);
  const legs = orders.flatMap(({ delegations }) => delegations);
  const delivered = legs.filter(({ state }) => state !== "dead");
  const txids = delivered.map(({ txid }) => txid);
  expect(txids.sort()).toEqual((await delegationsOnChain(node.url)).sort());

  const earned = sellers.map((seller) => earnedSun(orders, seller));
  const settle = async () => {
    const { problem, open, held } = await ask<ShownRun>("payout run");
    const { payouts } = await ask<{ payouts: ShownPayout[] }>("payout list", { limit: "1000" });
    return { problem, held, open, payouts };
  };
  type State = Awaited<ReturnType<typeof settle>>;
  const isDone = ({ open, payouts }: State) =>
    open.length === 0 && paidSun(payouts) === earned.reduce((total, one) => total + one, 0);
  const { payouts } = await until("all that was earned is paid", settle, isDone, 60_000);
  await askNode(node.url, "sandbox/mine", { count: 1, missedMs: RENTAL_MS });
  const rented = async () => count(databasePath, RENTED);
  await until("all stake is back", rented, (legs) => legs === 0, 60_000);
  const back = await readAllOrders(desk.baseUrl, apiKey);
  const reclaims = back.flatMap(({ delegations }) =>
    delegations.flatMap(({ reclaimTxid }) => reclaimTxid ?? []),
  );
  const undelegations = await delegationsOnChain(node.url, "UnDelegateResourceContract");
  expect(undelegations.sort()).toEqual([...new Set(reclaims)].sort());
  expect(reclaims).toHaveLength(delivered.length);
  const after = await balancesSun(node.url, sellers);
  expect(after.map((balance, at) => balance - (before[at] ?? 0))).toEqual(earned);
  expect(payouts.filter(({ state }) => state !== "paid")).toEqual([]);
  await desk.end("SIGTERM");
  expect(await auditOnce(sourceAt(databasePath))).toEqual({ ok: true, violations: [] });
}, 400_000);

/** A seller's share of what it has delivered; all parts are whole orders. */
function earnedSun(orders: readonly Order[], seller: string): number {
  const isHis = ({ owner, state }: Order["delegations"][number]) =>
    owner === seller && state !== "dead";
  return orders
    .filter(({ delegations }) => delegations.some(isHis))
    .reduce((total, { paidAmount }) => total + sun(paidAmount) * 0.9, 0);
}

function paidSun(payouts: readonly ShownPayout[]): number {
  const paid = payouts.filter(({ state }) => state === "paid");
  return paid.reduce((total, { amount }) => total + sun(amount), 0);
}

function balancesSun(nodeUrl: string, sellers: readonly string[]): Promise<number[]> {
  return Promise.all(
    sellers.map(async (seller) => {
      const body = { address: addressToHex(address(seller)) };
      return (await askNode<{ balance?: number }>(nodeUrl, "wallet/getaccount", body)).balance ?? 0;
    }),
  );
}
