/**
 * How often a node is asked, counted by proxies before it, of which each is a host to the desk: of a desk at rest with two owners, and
 * for each order from its creation until its stake is back, with one host and with two; and how soon a block is noticed. Takes about
 * twenty minutes, whatever `--seconds` says: what is counted goes by real time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { reasonOf } from "#shared/reason.js";
import Sqlite from "#shared/sqlite.js";
import { addressFromHex } from "../../src/domain/address.js";
import { orderOf } from "../bodies.js";
import { askSandbox, type ChainNode, startChainNode } from "../chain-node.js";
import { type Counted, type CountingProxies, startCountingProxies } from "../counting-proxy.js";
import { type RunningDesk, startDesk } from "../desk.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";
import { measureNotice } from "./notice.js";

const BLOCK_MS = 3_000;
const OWNERS = 2;
/** Until what a start asks is over, and the first arrivals were seen. */
const SETTLE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Some of what a desk at rest asks comes every half minute: more than one minute tells how often. */
const IDLE_MINUTES = 3;
const ORDERS_A_MINUTE = 50;
/** Each to a wallet of its own, so that each can be locked. */
const ORDERS = 100;
const WALLETS_A_QUOTE = 20;
const LOOK_MS = 500;
/** An order whose stake is not back after this time is told as such. */
const BACK_WITHIN_MS = 600_000;
const NOTICED_BLOCK_MS = [3_000, 200] as const;

const MOST = { idle: 50, locked: 6, unlocked: 5 };
/** By each further host: what a stand-by is asked at rest, and what goes to every host for an order. */
const MOST_MORE = { idle: 4, locked: 2, unlocked: 2 };

type Kind = "locked" | "unlocked";
type HostCount = 1 | 2;

interface Setup {
  readonly kind: Kind;
  readonly hosts: HostCount;
}
const SETUPS: readonly Setup[] = [
  { kind: "locked", hosts: 1 },
  { kind: "unlocked", hosts: 1 },
  { kind: "locked", hosts: 2 },
  { kind: "unlocked", hosts: 2 },
];
const WITH_HOSTS = { 1: "", 2: ", two hosts" };

export async function measureQuestions(
  workspace: Workspace,
  report: Report,
  { deskFile }: BenchOptions,
): Promise<void> {
  // Side by side, each with a node of its own: none does much.
  await Promise.all(
    SETUPS.map(async (setup) => {
      const measured = measureSetup(workspace, report, setup, deskFile);
      // Another build may know one host only.
      await (deskFile && setup.hosts > 1 ? measured.catch(notMeasured(report, setup)) : measured);
    }),
  );
  await workspace.clear();
  for (const blockMs of NOTICED_BLOCK_MS) {
    await measureNotice(workspace, report, blockMs, deskFile);
    await workspace.clear();
  }
}

async function measureSetup(
  workspace: Workspace,
  report: Report,
  setup: Setup,
  deskFile: string | undefined,
): Promise<void> {
  const { kind, hosts } = setup;
  const node = await startChainNode(workspace, BLOCK_MS);
  const proxies = await startCountingProxies(node.url, hosts);
  const behind = { ...node, url: proxies.url, poolOwners: node.poolOwners.slice(0, OWNERS) };
  const settings = kind === "locked" ? {} : { LOCK_MODE: "never" };
  try {
    const desk = await startDesk(workspace, behind, { deskFile, settings });
    await knowWallets(node, desk);
    await sleep(SETTLE_MS);
    const before = proxies.count();
    await sleep(IDLE_MINUTES * MINUTE_MS);
    const idle = proxies.since(before);
    const idleAMinute = totalOf(idle) / IDLE_MINUTES;
    if (kind === "locked") {
      const name = `questions a minute at rest, two owners${WITH_HOSTS[hosts]}`;
      report.add({ name, note: `${told(idleAMinute, idle)} in ${IDLE_MINUTES} minutes` });
      report.aim(target(name, idleAMinute, mostOf("idle", hosts)));
    }
    await measureOrders(report, { setup, node, proxies, desk, idleAMinute });
  } finally {
    await proxies.close();
  }
}

function notMeasured(report: Report, { kind, hosts }: Setup) {
  return (error: unknown) => {
    const [reason] = reasonOf(error).split("\n");
    report.add({ name: `questions, ${kind}${WITH_HOSTS[hosts]}`, note: `not measured: ${reason}` });
  };
}

interface Measured {
  readonly setup: Setup;
  readonly node: ChainNode;
  readonly proxies: CountingProxies;
  readonly desk: RunningDesk;
  readonly idleAMinute: number;
}

/** All orders at this pace, until the stake of all is back; the time of their rentals is passed over. */
async function measureOrders(report: Report, measured: Measured): Promise<void> {
  const { setup, node, proxies, desk, idleAMinute } = measured;
  const { kind, hosts } = setup;
  const books = new Sqlite(desk.databasePath, { readonly: true, fileMustExist: true });
  const legs = (condition: string): number =>
    Number(books.prepare(`SELECT count(*) FROM leg WHERE ${condition}`).pluck().get());
  try {
    const before = proxies.count();
    const startedAtMs = performance.now();
    for (let order = 0; order < ORDERS; order += 1) {
      await create(desk, order);
      await sleep(
        Math.max(0, startedAtMs + ((order + 1) * MINUTE_MS) / ORDERS_A_MINUTE - performance.now()),
      );
    }
    await waitUntil(() => legs("state = 'solidified'") === ORDERS);
    await passRentals(node, Number(books.prepare("SELECT min(expires_at) FROM leg").pluck().get()));
    await waitUntil(() => legs("state = 'reclaimed'") === ORDERS);
    const minutes = (performance.now() - startedAtMs) / MINUTE_MS;
    const asked = proxies.since(before);
    const each = (totalOf(asked) - idleAMinute * minutes) / ORDERS;
    const isWhole = legs("state = 'reclaimed'") === ORDERS;
    const ofKind = legs(`locked = ${kind === "locked" ? 1 : 0}`);
    const name = `questions of ${kind === "locked" ? "a locked" : "an unlocked"} order until its stake is back${WITH_HOSTS[hosts]}`;
    const lasted = `in ${minutes.toFixed(1)} minutes less ${idleAMinute.toFixed(1)} a minute; ${ofKind} of ${ORDERS} ${kind}`;
    const open = isWhole ? "" : "; not all are back";
    report.add({ name, note: `${told(each, asked)}; ${lasted}${open}` });
    report.aim(target(name, isWhole ? each : Number.NaN, mostOf(kind, hosts)));
  } finally {
    books.close();
  }
}

function totalOf(counted: readonly Counted[]): number {
  return counted.reduce((sum, { total }) => sum + total, 0);
}

function mostOf(what: keyof typeof MOST, hosts: HostCount): number {
  return MOST[what] + (hosts - 1) * MOST_MORE[what];
}

/** Of several hosts what each was asked, in their order. */
function told(figure: number, counted: readonly Counted[]): string {
  const paths = counted.map(({ byPath }) =>
    byPath.map(([path, count]) => `${count} ${path.replace("wallet/", "")}`).join(", "),
  );
  const [first = ""] = paths;
  const hosts = paths.map((asked, at) => `host ${at + 1} ${asked || "nothing"}`);
  return `${Number(figure.toFixed(2))}: ${paths.length === 1 ? first : hosts.join("; ")}`;
}

function target(name: string, measured: number, most: number) {
  return { name: `${name}, at most ${most}`, measured: measured.toFixed(2), met: measured <= most };
}

const walletOf = (order: number) =>
  addressFromHex(`41${(order + 1).toString(16).padStart(40, "b")}`);

/** A wallet is asked about once in the life of a desk: not what is measured. */
async function knowWallets({ url }: ChainNode, desk: RunningDesk): Promise<void> {
  const wallets = Array.from({ length: ORDERS }, (_, order) => walletOf(order));
  for (const address of wallets) await askSandbox(url, "fund", { address, amountSun: 1_000_000 });
  await askSandbox(url, "mine", { count: 1, missedMs: 0 });
  for (let at = 0; at < ORDERS; at += WALLETS_A_QUOTE) {
    await post(desk, "quote", orderOf(wallets.slice(at, at + WALLETS_A_QUOTE)));
  }
}

async function create(desk: RunningDesk, order: number): Promise<void> {
  await post(desk, "create", { ...orderOf([walletOf(order)]), duration: "15m" });
}

async function post({ baseUrl, apiKeys }: RunningDesk, path: string, body: object): Promise<void> {
  const { statusCode, body: answer } = await request(`${baseUrl}/v1/order/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKeys[0] ?? "" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${text}`);
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + BACK_WITHIN_MS;
  while (!isSo() && performance.now() < endsAtMs) await sleep(LOOK_MS);
}

/** The chain misses slots until just before the first rental ends; the others end as far apart as they began. */
async function passRentals({ url }: ChainNode, firstEndMs: number): Promise<void> {
  const { head } = (await askSandbox(url, "state", {})) as { head: { timestamp: number } };
  const missedMs = firstEndMs - head.timestamp - 2 * BLOCK_MS;
  await askSandbox(url, "mine", { count: 1, missedMs: Math.floor(missedMs / BLOCK_MS) * BLOCK_MS });
}
