/**
 * Rentals that end together, taken back while as many new orders come in: how many a second go back, and how many are delivered beside
 * them. Each rental to a wallet of its own, and then many to each wallet. Blocks of 1 s, each of them 3 s of the chain's time: with
 * shorter ones the desk, which shares the cores with the node, is behind its head half the time, and what is behind takes nothing back.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import Sqlite from "#shared/sqlite.js";
import { addressFromHex } from "../../src/domain/address.js";
import { orderBodies, orderOf } from "../bodies.js";
import { askSandbox, type ChainNode, startChainNode } from "../chain-node.js";
import { startDesk } from "../desk.js";
import { load } from "../load.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";

const BLOCK_MS = 1_000;
const CHAIN_BLOCK_MS = 3_000;
const RENTALS_PER_SECOND = 300;
const FUNDED_AT_ONCE = 32;
const LOOK_MS = 50;
/** What is not over by then, for each second of the scenario, is told as such. */
const PATIENCE = 12;
const LEAST_SHARE = 0.8;

export async function measureReclaim(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const rentals = RENTALS_PER_SECOND * seconds;
  const own = Array.from({ length: rentals }, (_, nth) =>
    addressFromHex(`41${(nth + 1).toString(16).padStart(40, "d")}`),
  );
  for (const wallets of [own, MNEMONIC_ACCOUNTS]) {
    await measureWith(workspace, report, { wallets, rentals, mostMs: seconds * PATIENCE * 1_000 });
    await workspace.clear();
  }
}

interface Asked {
  readonly wallets: readonly string[];
  readonly rentals: number;
  readonly mostMs: number;
}

async function measureWith(
  workspace: Workspace,
  report: Report,
  { wallets, rentals, mostMs }: Asked,
): Promise<void> {
  const chain = await startChainNode(workspace, BLOCK_MS);
  // The cheapest delivery: a lock is a question more for it, and none for the way back.
  const desk = await startDesk(workspace, chain, { settings: { LOCK_MODE: "never" } });
  if (wallets !== MNEMONIC_ACCOUNTS) await fund(chain, wallets);
  const books = new Sqlite(desk.databasePath, { readonly: true, fileMustExist: true });
  const count = (sql: string) => Number(books.prepare(`SELECT ${sql}`).pluck().get());
  const legs = (condition: string) => count(`count(*) FROM leg WHERE ${condition}`);
  const until = async (isSo: () => boolean) => {
    const startedAtMs = performance.now();
    while (!isSo() && performance.now() - startedAtMs < mostMs) await sleep(LOOK_MS);
    return (performance.now() - startedAtMs) / 1_000;
  };
  const { baseUrl, apiKeys } = desk;
  const order = (bodies: readonly string[]) =>
    load({ baseUrl, apiKeys, bodies, seconds: mostMs / 1_000, calls: rentals });
  try {
    const bodies = wallets.map((to) => JSON.stringify({ ...orderOf([to]), duration: "15m" }));
    const { calls, refused } = await order(bodies);
    if (calls < rentals) throw new Error(`orders were refused: ${JSON.stringify(refused)}`);
    await until(() => legs("state = 'solidified'") === rentals);
    await passRentals(chain, count("max(expires_at) FROM leg"));
    const orders = order(orderBodies(1));
    const [backSeconds, deliveredSeconds] = await Promise.all([
      until(() => legs("duration = '15m' AND reclaim_block IS NOT NULL") === rentals),
      until(() => desk.completedOrders() === 2 * rentals),
    ]);
    await orders;
    const back = legs("duration = '15m' AND reclaim_block IS NOT NULL");
    const undelegations = count("count(DISTINCT reclaim_txid) FROM leg");
    const delivered = desk.completedOrders() - rentals;
    const backPerSecond = back / backSeconds;
    const deliveredPerSecond = delivered / deliveredSeconds;
    const name = `taken back, ${wallets.length} wallets`;
    const ratio = { to: "delivered beside it", value: backPerSecond / deliveredPerSecond };
    const open = back < rentals ? `; ${rentals - back} still out` : "";
    const note = `${undelegations} undelegations; ${Math.round(deliveredPerSecond)} delivered a second beside it${open}`;
    report.add({ name, ordersPerSecond: backPerSecond, ratio, note });
    const measured = ratio.value.toFixed(2);
    const met = back === rentals && ratio.value >= LEAST_SHARE;
    report.aim({ name: `${name}, at least ${LEAST_SHARE} of what is delivered`, measured, met });
  } finally {
    books.close();
  }
}

async function fund({ url }: ChainNode, wallets: readonly string[]): Promise<void> {
  for (let at = 0; at < wallets.length; at += FUNDED_AT_ONCE) {
    const some = wallets.slice(at, at + FUNDED_AT_ONCE);
    await Promise.all(
      some.map((address) => askSandbox(url, "fund", { address, amountSun: 1_000_000 })),
    );
  }
  await askSandbox(url, "mine", { count: 2, missedMs: 0 });
}

/** The chain misses slots until all rentals are over. */
async function passRentals({ url }: ChainNode, lastEndMs: number): Promise<void> {
  const { head } = (await askSandbox(url, "state", {})) as { head: { timestamp: number } };
  const slots = Math.max(0, Math.ceil((lastEndMs - head.timestamp) / CHAIN_BLOCK_MS));
  await askSandbox(url, "mine", { count: 1, missedMs: slots * CHAIN_BLOCK_MS });
}
