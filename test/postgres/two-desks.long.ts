/**
 * Two built desks on three servers with automatic failover, under load, while everything is killed, stopped and cut off in turn: orders
 * are taken again, and in the end every order that was acknowledged was delivered once and paid once, and nothing else happened.
 */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EnergyDesk } from "energy-desk-client";
import { startTelegramSandbox } from "telegram-sandbox";
import { startTronNode } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../bench/free-ports.js";
import { postgresPrograms } from "../../bench/postgres-server.js";
import { readPostgresUrl } from "../../src/config/postgres-url.js";
import type { Place } from "../../src/store/postgres/open.js";
import { resultOf } from "../cli/desk-command.js";
import { askNode } from "../e2e/api.js";
import { temporaryDirectory } from "../e2e/desk-process.js";
import { Random } from "../engine/simulation/random.js";
import { accountXpub } from "../support/deposits.js";
import { until } from "../support/until.js";
import { chatSide } from "../telegram/e2e/people.js";
import { type Cluster, makeDatabase, startCluster, whyNoCluster } from "./patroni.js";
import { expectAllOnce, FIRST_TRX, sunOf } from "./two-desks/afterwards.js";
import { Buyer } from "./two-desks/buyer.js";
import { FAULTS, type Fault, type Site } from "./two-desks/faults.js";
import { type Front, startFront } from "./two-desks/front.js";
import { Load } from "./two-desks/load.js";
import { type SupervisedDesk, superviseDesk } from "./two-desks/supervised.js";

/** Each fault once takes some ten minutes; the last one is brought to its end. */
const MINUTES = Number(process.env.FAULT_MINUTES ?? 10);
const SEED = Number(process.env.FAULT_SEED ?? randomInt(1, 1e9));
/** Each takes a block of 3 s of the chain's time. */
const BLOCK_MS = 500;
const GOES_ON_WITHIN_MS = 120_000;
/** What was under way at the fault is answered by then. */
const SETTLED_MS = 1_000;
const BUYERS = 2;
const FIRST_BUYER = 7_101;

const programs = postgresPrograms();
const whyNot = programs === undefined ? "PostgreSQL is not installed" : whyNoCluster();
const HAS_PATRONI = whyNot === undefined;

/** The only reasons for which a desk may end by itself here. */
const ENDS = /^1: the session of the database was lost: /;

test.skipIf(!HAS_PATRONI)(
  `two desks sell while everything is killed in turn, for ${MINUTES} minutes (${whyNot ?? "Patroni"})`,
  async () => {
    const { cluster, place, desks, front, load, buyers, ...rest } = await startAll();
    console.log(`faults in the order of FAULT_SEED=${SEED}`);
    const random = new Random(SEED);
    const running = Promise.all([load.start(), ...buyers.map((buyer) => buyer.start())]);
    const goesOn = (sinceMs: number) =>
      until("orders are taken", () => load.lastAtMs > sinceMs, Boolean, GOES_ON_WITHIN_MS);
    const meanwhile = <T>(work: Promise<T>): Promise<T> =>
      Promise.race([work, running.then(() => work)]);
    await meanwhile(goesOn(0));
    const endAtMs = performance.now() + MINUTES * 60_000;
    for (const fault of endlessly(FAULTS, random)) {
      if (performance.now() > endAtMs) break;
      await meanwhile(happens(fault)).catch((error: unknown) => {
        console.log(lastWords(cluster, desks));
        throw error;
      });
    }
    await meanwhile(quiet(cluster, desks, front));
    await Promise.all([load.stop(), ...buyers.map((buyer) => buyer.stop())]);
    const { acknowledged, refused, withdrawn, paidIn, errors } = load;
    const bought = buyers.map((buyer) => buyer.bought);
    console.log(
      `${acknowledged.size} calls acknowledged, ${refused.size} refused, ${bought} bought in the bot, ` +
        `${withdrawn.size} withdrawals, ${paidIn.size} deposits; ${JSON.stringify([...errors])}`,
    );
    for (const { name, ends, said } of desks) {
      console.log(`${name} ended by itself: ${JSON.stringify(ends)}`);
      expect(ends.filter((end) => !ENDS.test(end))).toEqual([]);
      expect(said()).not.toContain("went back");
    }
    const active = await until("a desk is active", front.active);
    await expectAllOnce({ place, load, buyers, active, ...rest });

    async function happens({ name, aimMs, endsActive, begin }: Fault): Promise<void> {
      const [active, standBy] = await quiet(cluster, desks, front);
      const ended = active.ends.length;
      const secondsMs = (least: number, most: number) =>
        1_000 * (least + random.below(most - least + 1));
      const site: Site = { cluster, place, active, standBy, secondsMs };
      const startedAtMs = performance.now();
      const begun = await begin(site);
      const atMs = begun.atMs ?? startedAtMs;
      await goesOn(atMs + SETTLED_MS);
      const tookMs = Math.round(load.lastAtMs - atMs);
      const aim = aimMs === undefined ? "" : `, meant within ${aimMs}`;
      console.log(`${name}: orders were taken again after ${tookMs} ms${aim}`);
      await begun.ends;
      if (endsActive) await until(`${active.name} ends`, () => active.ends.length > ended);
      await begun.end?.();
      await goesOn(performance.now() + SETTLED_MS);
    }
  },
  (MINUTES + 20) * 60_000,
);

async function startAll() {
  const directory = temporaryDirectory(onTestFinished);
  const cluster = await startCluster(programs ?? "");
  onTestFinished(() => cluster.stop());
  const place = placeOf(cluster);
  const node = await startTronNode({
    ...{ directory: join(directory, "node"), port: 0, blockMs: BLOCK_MS, solidLagBlocks: 6 },
  });
  onTestFinished(() => node.close());
  const telegram = await startTelegramSandbox({ directory: join(directory, "telegram"), port: 0 });
  onTestFinished(() => telegram.close());
  await cluster.isWhole();
  await makeDatabase(place);
  const settings = {
    ...{ TRON_NETWORK: "sandbox", TRON_FULL_HOST: node.url, SANDBOX_BLOCK_MS: String(BLOCK_MS) },
    ...{ POOL_OWNERS: node.poolOwners.join(","), OPERATOR_KEY: node.operatorKeyHex },
    ...{ PAYOUT_KEY: node.payoutKeyHex, DEPOSIT_XPUB: accountXpub(0), WITHDRAW_MODE: "auto" },
    ...{ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.apiRoot },
    ...{ TELEGRAM_QUOTE_TTL_SECONDS: "3600", ORDERS_CUSTOMER_DAY: "1000000" },
    // Of the chain's time, of which six seconds pass in one.
    ...{ TRANSACTION_LIFE_SECONDS: "3600", LOG_LEVEL: "info" },
  };
  const desks: SupervisedDesk[] = [];
  for (const name of ["first", "second"]) {
    const port = await freePort();
    const login = `${place.user}:${place.password}`;
    const databasePorts = place.hosts.map((host) => host.port);
    const { database } = place;
    desks.push(
      await superviseDesk({ name, directory, port, databasePorts, login, database, settings }),
    );
  }
  const [first, second] = desks as [SupervisedDesk, SupervisedDesk];
  const front = await startFront(desks);
  first.start("--new");
  await until(first.said, front.active);
  const apiKey = await until(first.said, () => /edk_\w+/.exec(first.said())?.[0]);
  second.start();
  const { address: outside } = await askNode<{ address: string }>(node.url, "sandbox/account", {
    name: "outside",
  });
  const { payIn, trx } = await openMoney(front.url, apiKey, outside, first);
  const before = { trx, outsideSun: await sunOf(node.url, outside) };
  const load = new Load({ baseUrl: front.url, apiKey, nodeUrl: node.url, outside, payIn });
  onTestFinished(() => load.client.close());
  const chat = chatSide(telegram.apiRoot);
  const buyers = Array.from({ length: BUYERS }, (_, at) => new Buyer(chat, FIRST_BUYER + at, at));
  return { cluster, place, nodeUrl: node.url, desks, front, load, buyers, outside, before };
}

/** Where the customer pays in; and a first withdrawal, which the operator approves, so that the others to its address do not wait. */
async function openMoney(baseUrl: string, apiKey: string, outside: string, desk: SupervisedDesk) {
  const client = new EnergyDesk({ baseUrl, apiKey });
  const { address: payIn } = await client.depositOffer();
  const { withdrawalId } = await client.withdraw({ address: outside, amount: FIRST_TRX });
  await resultOf(desk.command, "withdrawal", "approve", withdrawalId);
  const paid = async () => {
    for await (const one of client.withdrawals()) if (one.status !== "paid") return false;
    return true;
  };
  await until("the first withdrawal is paid", paid);
  const { available, held } = await client.balance();
  await client.close();
  return { payIn, trx: available + held };
}

/** Nothing fails: a server and its replicas, one desk that sells and one that stands by. */
async function quiet(cluster: Cluster, desks: readonly SupervisedDesk[], front: Front) {
  await cluster.isWhole();
  return until("one desk is active and one stands by", async () => {
    const active = front.active();
    const standBy = desks.find((desk) => desk !== active);
    if (!active || !standBy || (await active.look()) !== "ready") return undefined;
    const found = [active, standBy] as const;
    return (await standBy.look()) === "not ready" ? found : undefined;
  });
}

const SHOWN_LENGTH = 6_000;

/** Of all who may know why it does not go on. */
function lastWords({ members }: Cluster, desks: readonly SupervisedDesk[]): string {
  const logs = members.map(({ name, directory }) => [
    name,
    readFileSync(join(directory, "log"), "utf8"),
  ]);
  return [...logs, ...desks.map(({ name, said }) => [name, said()])]
    .map(([name, log = ""]) => `${name}:\n${log.slice(-SHOWN_LENGTH)}`)
    .join("\n");
}

function placeOf({ url }: Cluster): Place {
  const place = readPostgresUrl(url);
  if ("wrong" in place) throw new Error(place.wrong);
  return place;
}

/** All in an order of their own, again and again. */
function* endlessly<T>(all: readonly T[], random: Random): Generator<T> {
  for (;;) {
    const left = [...all];
    while (left.length > 0) yield* left.splice(random.below(left.length), 1);
  }
}
