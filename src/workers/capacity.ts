/** Keeps the pool's state current: what each owner can delegate, the ratio, and whether its account may serve. */
import { reasonOf } from "#shared/reason.js";
import { type Chain, ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { sumSun } from "../domain/money.js";
import type { OwnerSnapshot } from "../domain/stake.js";
import { type Engine, momentOf, settleAll, throwFirst } from "../engine/context.js";
import { networkRead } from "../engine/legs/compensate.js";
import {
  type Owner,
  readCursor,
  readFollowed,
  readOwners,
  recountLoad,
  saveSnapshot,
} from "../engine/legs/open-work.js";
import { repairAfterForks } from "../engine/legs/repair-after-forks.js";
import { giveUpUnsigned, type ReplanPlace, replanAll } from "../engine/legs/replan.js";
import { refreshMarket } from "../engine/prices/utilisation.js";
import { ownersWithIncludedReservations } from "../store/leg-lists.js";
import { oneHost, type WorkerContext } from "./context.js";
import { allOrThrow, Loop } from "./loop.js";
import { checkOwner } from "./owner-check.js";

/** How often every owner is read, even if nothing happened to it. */
const SNAPSHOT_ALL_MS = 30_000;
const CHECK_OWNERS_MS = 60_000;

export interface CapacityWorker {
  readonly loop: Loop;
  /** Reads all owners again: what one can delegate may have changed. */
  readonly wake: () => void;
  /** Reads everything once, so that the desk can sell as soon as it is up. */
  readAll(): Promise<void>;
}

export function createCapacityWorker(context: WorkerContext): CapacityWorker {
  const { engine } = context;
  const touchedEveryMs = touchedPaceMs(context.blockMs);
  let allReadAtMs = Number.NEGATIVE_INFINITY;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let knownOwners = 0;
  let asked = 0;
  let answered = 0;
  const lastPlanned: ReplanPlace = { after: "" };
  const look = async () => {
    // Before the owners are read: what is asked for later may be for one that is not among them.
    const upTo = asked;
    const owners = await readOwners(engine, "pool");
    const nowMs = performance.now();
    const changed = owners.length !== knownOwners || upTo > answered;
    const network = readNetwork({ engine, chain: oneHost(context.chain) }, changed);
    // The network's price of a byte decides about an account, so it is read first; errors are thrown at the end.
    await Promise.allSettled([network]);
    const isCheckDue = changed || nowMs - checkedAtMs > CHECK_OWNERS_MS;
    const checks = isCheckDue ? owners.map((owner) => checkOwner(context, owner)) : [];
    // An owner that cannot be read does not keep the others from being counted.
    await Promise.allSettled(checks);
    const all = changed || nowMs - allReadAtMs >= SNAPSHOT_ALL_MS;
    const touched = new Set(
      nowMs - readAtMs >= touchedEveryMs
        ? await engine.database.read(ownersWithIncludedReservations)
        : [],
    );
    const read = all ? owners : owners.filter(({ address }) => touched.has(address));
    const isRead = read.length > 0 && (await snapshot(context, read));
    if (isRead) readAtMs = nowMs;
    await allOrThrow([network, ...checks]);
    // What failed halfway is done in the next round.
    if (isRead && read.length === owners.length) allReadAtMs = nowMs;
    if (isCheckDue) checkedAtMs = nowMs;
    knownOwners = owners.length;
    answered = upTo;
  };
  // An order is given up in time also while no node answers.
  const round = async () => {
    try {
      await look();
    } finally {
      await planAnew(context, lastPlanned);
    }
  };
  const loop = new Loop({
    name: "capacity",
    everyMs: Math.max(100, Math.min(3_000, context.blockMs)),
    context,
    round,
  });
  const wake = () => {
    asked += 1;
    loop.wake();
  };
  return { loop, wake, readAll: round };
}

/** False when the node stands on another fork. */
async function snapshot(context: WorkerContext, owners: readonly Owner[]): Promise<boolean> {
  const { engine } = context;
  const stakes = await readStake(
    { engine, chain: oneHost(context.chain) },
    owners.map(({ address }) => address),
  );
  if (!stakes) return false;
  await allOrThrow(stakes.map((stake) => saveSnapshot(engine, stake)));
  await refreshMarket(engine);
  return true;
}

/** Plans the parts of dead legs again with what the pool has now. */
async function planAnew({ engine }: WorkerContext, place: ReplanPlace): Promise<void> {
  const moment = momentOf(engine);
  const steps = [
    giveUpUnsigned(engine, moment),
    replanAll(engine, place, moment),
    repairAfterForks(engine, moment),
  ];
  const { done, failures } = await settleAll(steps);
  if (failures.length > 0 || done.some((count) => count > 0)) engine.signals.emit("planned");
  await recountLoad(engine);
  throwFirst(failures);
}

/** Half of the age at which nothing is signed by totals. */
const READ_NETWORK_MS = 30_000;

/** How many sellers are asked when no pool owner answers. */
const SELLERS_ASKED = 3;

interface NetworkSource {
  readonly engine: Engine;
  readonly chain: Pick<Chain, "resources" | "parameters">;
}

/**
 * The totals of stake come with any activated account. Totals and parameters are read often enough to sign by them. Reads them
 * when it is time, or now; throws when no account of the desk gives totals that can be believed.
 */
async function readNetwork(source: NetworkSource, isAsked: boolean): Promise<void> {
  const { engine, chain } = source;
  const { network, chainClock } = engine;
  if (!isAsked && network.parameters && network.ageMs() < READ_NETWORK_MS) return;
  const { energyPriceSun, bandwidthPriceSun, maxLockPeriodBlocks, ...read } =
    await chain.parameters();
  const burnPriceSun = { energy: energyPriceSun, bandwidth: bandwidthPriceSun };
  const activationSun = sumSun([read.accountCreationSun, read.accountCreationBandwidthSun]);
  const begin = network.begin(chainClock.head?.number ?? 0);
  const { totalLimit, totalWeight } = await resourcesOfAny(source);
  const reading = {
    parameters: { maxLockPeriodBlocks, burnPriceSun, activationSun },
    ratios: {
      energy: { totalLimit: totalLimit.energy, totalWeight: totalWeight.energy },
      bandwidth: { totalLimit: totalLimit.bandwidth, totalWeight: totalWeight.bandwidth },
    },
  };
  if (await networkRead(engine, reading, begin)) return;
  throw new ChainUnavailable("the network's totals or parameters have changed: read once more");
}

/** The first account that answers counts: one that is not activated gives nothing. */
async function resourcesOfAny({ engine, chain }: NetworkSource) {
  const owners = [
    ...(await readOwners(engine, "pool")),
    ...(await readOwners(engine, "seller")).slice(0, SELLERS_ASKED),
  ];
  const problems: string[] = [];
  for (const { address } of owners) {
    try {
      return await chain.resources(address);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      problems.push(reasonOf(error));
    }
  }
  throw new ChainUnavailable(
    problems[0] ?? "there is no owner whose account could tell the totals",
  );
}

const TOUCHED_EVERY_MS = 10_000;
/** The same in blocks, for chains that are faster than TRON's. */
const TOUCHED_EVERY_BLOCKS = 10 / 3;

/** How often owners are read whose delegations the chain may already count: once for all orders of that time. */
export function touchedPaceMs(blockMs: number): number {
  return Math.min(TOUCHED_EVERY_MS, TOUCHED_EVERY_BLOCKS * blockMs);
}

export type StakeSource = Pick<Chain, "head" | "delegatableSun" | "block">;

/**
 * Undefined while the node is on another fork than the desk: legs that the fork dropped would count as free stake. The follower
 * finds the fork, and the next look reads again.
 */
export async function readStake(
  { engine, chain }: { readonly engine: Engine; readonly chain: StakeSource },
  owners: readonly Address[],
): Promise<readonly OwnerSnapshot[] | undefined> {
  // The head is read first, so the snapshots include at least what was in blocks by then. A head that the desk saw earlier
  // would not prove that: the node may have gone back since, or another node behind its address may show less.
  const head = await chain.head();
  // Reservations up to its number end.
  if (!engine.chainClock.sawHead(head)) return undefined;
  const block = head.number;
  const snapshots = await allOrThrow(
    owners.map(async (owner): Promise<OwnerSnapshot> => {
      const [energy, bandwidth] = await Promise.all([
        chain.delegatableSun(owner, "energy"),
        chain.delegatableSun(owner, "bandwidth"),
      ]);
      return { owner, block, delegatableSun: { energy, bandwidth } };
    }),
  );
  const cursor = await readCursor(engine);
  const ours = cursor && (await readFollowed(engine, Math.min(block, cursor.number)));
  // The head is older than all followed blocks.
  if (cursor && !ours) return undefined;
  const theirs = ours && (await chain.block(ours.number));
  return theirs && theirs.id !== ours.id ? undefined : snapshots;
}
