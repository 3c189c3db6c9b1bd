/** Reads at intervals how much of what the desk owes is on the chain. */
import { type BlockRef, type Chain, ChainUnavailable } from "../chain/port.js";
import { DAY_MS } from "../common/time.js";
import type { Address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { type Cover, coverOf, type Holding, sumOf } from "../domain/cover.js";
import {
  noteCover,
  type OwedBooks,
  readCoverAwaited,
  readOwed,
  readPayoutsLeft,
} from "../engine/operating/cover.js";
import { oneHost, type WorkerContext } from "./context.js";
import { inGroups, Loop } from "./loop.js";
import { witnessesOf } from "./proofs.js";

const EVERY_MS = 600_000;
/** Pause until the first reading. */
const FIRST_MS = 2_000;
/** How often a reading that the next solid block fell into is begun again: few addresses are read within one. */
const TRIES = 5;
/** Anybody can have an address, so there are many at which nothing ever comes: one found empty is read again after a day of the chain. */
const UNUSED_EVERY_MS = DAY_MS;

export class CoverReader {
  readonly #context: WorkerContext;
  readonly loop: Loop;
  #last: Cover | undefined;
  /** When addresses at which nothing ever came, as the books know, were found empty; chain time. */
  readonly #emptyAt = new Map<Address, number>();

  constructor(context: WorkerContext) {
    this.#context = context;
    const round = async () => {
      // Before the first solid block is known, there is nothing to read at.
      if (context.engine.chainClock.solid) await this.read();
    };
    const pauseMs = () => (this.#last ? EVERY_MS : FIRST_MS);
    this.loop = new Loop({ name: "cover", everyMs: EVERY_MS, pauseMs, context, round });
  }

  /** The last reading; undefined before the first. */
  get last(): Cover | undefined {
    return this.#last;
  }

  /** Reads now. A shortfall is an incident where customers pay in by themselves. */
  async read(): Promise<Cover> {
    const { engine, logger } = this.#context;
    const [first, ...others] = await this.#readAll();
    assert(first, "one host was read at least");
    const worst = others.reduce((a, b) => (roomOf(b) < roomOf(a) ? b : a), first);
    this.#last = worst.cover;
    for (const address of first.empty) {
      const isAgreed = others.every(({ empty }) => empty.includes(address));
      if (isAgreed) this.#emptyAt.set(address, first.atMs);
    }
    const { cover } = worst;
    if (engine.deposits) {
      const credited = await noteCover(engine, cover, first.isProof ? first.waitingIds : []);
      if (credited > 0) logger.info({ count: credited }, "deposits that waited are covered");
    }
    if (cover.shortfallSun > 0) {
      logger.warn({ shortfallSun: cover.shortfallSun }, "less is there than the desk owes");
    }
    return cover;
  }

  /** From each host in step where deposits wait for it: one that tells of a deposit may tell of its money, too. */
  async #readAll(): Promise<Reading[]> {
    const { engine, chain } = this.#context;
    const isAwaited = engine.deposits !== undefined && (await readCoverAwaited(engine));
    const witnesses = isAwaited ? witnessesOf(this.#context) : [];
    const isProof = witnesses.length > 0;
    const readings: Reading[] = [];
    for (const host of isProof ? witnesses : [oneHost(chain)]) {
      const once = await this.#readOnce(host);
      // What moves while it is read may look as if it were missing.
      const read = once.cover.shortfallSun > 0 ? await this.#readOnce(host) : once;
      readings.push({ ...read, isProof });
    }
    return readings;
  }

  async #readOnce(host: Chain): Promise<ReadThrough> {
    for (let left = TRIES; ; left -= 1) {
      const read = await this.#readThrough(host);
      const apart = read.cover.lastBlock - read.cover.firstBlock;
      // A reading that takes several blocks would take as many next time, and cost quota.
      if (apart !== 1 || left === 1) return read;
    }
  }

  /** The books first: what they have credited by then, later solid blocks show. */
  async #readThrough(host: Chain): Promise<ReadThrough> {
    const { engine, payout, coverAccounts = [] } = this.#context;
    const known = engine.chainClock.solid?.number ?? 0;
    const owed = await readOwed(engine);
    const { payouts, addresses, retiredAddresses, creditedUpTo, rateSun, waitingIds, ...rest } =
      owed;
    const { unusedAddresses: unused, ...books } = rest;
    const { sweepTo: to } = engine.deposits?.terms ?? {};
    const places = placesOf({ addresses, sweepTo: to, payout, coverAccounts });
    const first = await solidFrom(host, Math.max(known, creditedUpTo));
    const holding = (one: Address) => holdingOf(host, one, engine.deposits?.terms.usdtContract);
    const paying = places.payout && (await holding(places.payout));
    const { timestampMs: atMs } = first;
    const isDue = (one: Address) =>
      !unused.has(one) ||
      atMs - (this.#emptyAt.get(one) ?? Number.NEGATIVE_INFINITY) >= UNUSED_EVERY_MS;
    const due = places.deposits.filter(isDue);
    const deposits = await inGroups(due, holding);
    const empty = due.filter((one, at) => unused.has(one) && isEmpty(deposits[at]));
    const sweepTo = places.sweepTo && (await holding(places.sweepTo));
    const beside = await inGroups(places.beside, async (address) => ({
      ...{ address, ...(await holding(address)) },
    }));
    const last = await solidFrom(host, first.number);
    const payoutsSun = await readPayoutsLeft(engine, payouts, first.number);
    const cover = coverOf(
      { ...books, payoutsSun },
      { payout: paying, deposits: sumOf(deposits), sweepTo, beside },
      {
        rateSun,
        firstBlock: first.number,
        lastBlock: last.number,
        addresses: addresses.length,
        retiredAddresses,
        at: engine.now(),
      },
    );
    return { cover, waitingIds, empty, atMs };
  }
}

interface ReadThrough {
  readonly cover: Cover;
  /** Deposits that it has counted as owed, too. */
  readonly waitingIds: readonly string[];
  /** Of those at which nothing ever came, the ones that it has read and found empty; chain time. */
  readonly empty: readonly Address[];
  readonly atMs: number;
}

function isEmpty(holding: Holding | undefined): boolean {
  return holding?.trxSun === 0 && holding.usdtUnits === 0n;
}

interface Reading extends ReadThrough {
  /** A host in step was asked, and so were all others that are. */
  readonly isProof: boolean;
}

/** What is there beyond all that is, or may be, claimed. */
function roomOf({ cover: { owed, owedSun, thereSun } }: Reading): number {
  return thereSun - (owedSun - owed.giftsSun) - owed.waitingSun;
}

/** Each account counts once, whatever roles it has. */
function placesOf({
  addresses,
  sweepTo,
  payout,
  coverAccounts,
}: Pick<OwedBooks, "addresses"> & {
  readonly sweepTo: Address | undefined;
  readonly payout: WorkerContext["payout"];
  readonly coverAccounts: readonly Address[];
}) {
  const isPayout = sweepTo === payout?.address;
  const deposits = addresses.filter((one) => one !== sweepTo && one !== payout?.address);
  const counted = new Set([...deposits, sweepTo, payout?.address]);
  return {
    payout: payout?.address,
    sweepTo: isPayout ? undefined : sweepTo,
    deposits,
    beside: coverAccounts.filter((one) => !counted.has(one)),
  };
}

/** Throws when the node's solid block is older than what was read before: it would not show what is credited. */
async function solidFrom(host: Chain, known: number): Promise<BlockRef> {
  const solid = await host.solidHead();
  if (solid.number >= known) return solid;
  throw new ChainUnavailable(`the node's solid block ${solid.number} is older than ${known}`);
}

async function holdingOf(
  host: Chain,
  address: Address,
  usdtContract: Address | undefined,
): Promise<Holding> {
  const [trxSun, usdtUnits] = await Promise.all([
    host.solidBalance(address),
    usdtContract === undefined ? 0n : host.solidTokenBalance(usdtContract, address),
  ]);
  return { trxSun, usdtUnits };
}
