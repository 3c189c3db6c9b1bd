/** What happens to two desks and their three servers, one after the other. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Place } from "../../../src/store/postgres/open.js";
import { until } from "../../support/until.js";
import { askPrimary, type Cluster, type Member } from "../patroni.js";
import type { Strike } from "../proxy.js";
import { SERVER_FAULTS, signalAll } from "../server-faults.js";
import type { SupervisedDesk } from "./supervised.js";

export interface Site {
  readonly cluster: Cluster;
  /** As it is reached without a network between. */
  readonly place: Place;
  readonly active: SupervisedDesk;
  readonly standBy: SupervisedDesk;
  /** A whole number of seconds between two, both included, in milliseconds. */
  readonly secondsMs: (least: number, most: number) => number;
}

interface Begun {
  /** Unless it was at once. */
  readonly atMs?: number;
  /** By itself. */
  readonly ends?: Promise<unknown>;
  /** Once orders are taken again. */
  readonly end?: () => void | Promise<void>;
}

export interface Fault {
  readonly name: string;
  /** So long it may take at most until orders are taken again, if nothing else slows the machine down; undefined: not promised. */
  readonly aimMs?: number;
  /** The desk that is active ends by itself, once it goes on or finds out. */
  readonly endsActive?: true;
  readonly begin: (site: Site) => Begun | Promise<Begun>;
}

const KILLED_MS = 10_000;
const CUT_OFF_MS = 20_000;
/** Longer than a marker may rest. */
const REPLICAS_STAND_STILL_MS = 16_000;
const STALL_MS = 6_000;

async function struck({ network }: SupervisedDesk, what: Strike): Promise<() => void> {
  const release = await Promise.race(network.map((proxy) => proxy.strike(what)));
  for (const proxy of network) proxy.calm();
  return release;
}

const cut = (what: Strike, name: string): Fault => ({
  name,
  aimMs: KILLED_MS,
  async begin({ active }) {
    await struck(active, what);
    return { atMs: performance.now() };
  },
});

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND application_name LIKE 'energy-desk%active'`;

/** The holder's commit waits: ended, it would count as done, and be on one server only. */
async function replicasStandStill({ cluster, place }: Site): Promise<void> {
  const primary = await cluster.primary();
  const replicas = cluster.members.filter((one) => one !== primary);
  const pids = replicas.flatMap((one) => cluster.serverOf(one));
  signalAll(pids, "SIGSTOP");
  try {
    const waiting = () => askPrimary<{ pid: number }>(place, WAITING);
    const before = await until("a commit waits", waiting, ({ length }) => length > 0);
    await sleep(REPLICAS_STAND_STILL_MS);
    expect(await waiting()).toEqual(before);
  } finally {
    signalAll(pids, "SIGCONT");
  }
}

const isWritable = async (place: Place, { port }: Member) => {
  const hosts = [{ host: "127.0.0.1", port }];
  return (await askPrimary({ ...place, hosts }, "SELECT 1 AS one")).length === 1;
};

const ofServer = Object.entries(SERVER_FAULTS).map(
  ([name, begin]): Fault => ({
    name,
    async begin({ cluster }) {
      return { end: begin(cluster, await cluster.primary()) };
    },
  }),
);

export const FAULTS: readonly Fault[] = [
  {
    name: "the active desk is killed",
    aimMs: KILLED_MS,
    begin({ active }) {
      active.signal("SIGKILL");
      return {};
    },
  },
  {
    name: "the desk that stands by is killed",
    aimMs: KILLED_MS,
    begin({ standBy }) {
      standBy.signal("SIGKILL");
      return {};
    },
  },
  {
    name: "the active desk stands still, and goes on",
    aimMs: CUT_OFF_MS,
    endsActive: true,
    begin({ active, secondsMs }) {
      active.signal("SIGSTOP");
      return { ends: sleep(secondsMs(5, 60)).then(() => active.signal("SIGCONT")) };
    },
  },
  {
    name: "the active desk stands still between a commit and its answer, and goes on",
    aimMs: CUT_OFF_MS,
    endsActive: true,
    async begin({ active, secondsMs }) {
      const release = await struck(active, "held");
      active.signal("SIGSTOP");
      const goOn = async () => {
        await sleep(secondsMs(5, 60));
        release();
        active.signal("SIGCONT");
      };
      return { atMs: performance.now(), ends: goOn() };
    },
  },
  {
    name: "the event loop of the active desk stalls",
    aimMs: CUT_OFF_MS,
    endsActive: true,
    async begin({ active }) {
      await active.stall(STALL_MS);
      return { atMs: performance.now() };
    },
  },
  cut("questions", "the connection breaks before a commit"),
  cut("both", "the connection breaks while a commit is under way"),
  cut("answers", "the connection breaks before the answer to a commit"),
  {
    name: "the active desk is cut off from all servers",
    aimMs: CUT_OFF_MS,
    endsActive: true,
    begin({ active, secondsMs }) {
      const heal = active.network.map((proxy) => proxy.cutOff());
      const ends = sleep(secondsMs(15, 30)).then(() => {
        for (const one of heal) one();
      });
      return { ends };
    },
  },
  {
    name: "both replicas stand still, and commits wait",
    async begin(site) {
      await replicasStandStill(site);
      return { atMs: performance.now() };
    },
  },
  {
    name: "the server restarts",
    async begin({ cluster }) {
      const { restPort } = await cluster.primary();
      const url = `http://127.0.0.1:${restPort}/restart`;
      const ends = fetch(url, { method: "POST", body: "{}" }).then(async (answer) => {
        if (!answer.ok) throw new Error(`no restart: ${answer.status} ${await answer.text()}`);
      });
      return { ends };
    },
  },
  ...ofServer,
  {
    name: "Patroni alone is killed, and two servers take writes",
    async begin({ cluster, place }) {
      const before = await cluster.primary();
      signalAll([before.patroni.pid], "SIGKILL");
      const look = () => cluster.primary().catch(() => undefined);
      const after = await until("another server is the primary", look, (now) => now !== undefined);
      expect(after).not.toBe(before);
      const atMs = performance.now();
      return {
        atMs,
        async end() {
          expect(await isWritable(place, before)).toBe(true);
          expect(await isWritable(place, after)).toBe(true);
          cluster.start(before);
        },
      };
    },
  },
];
