/** Reads now and then what is there on the chain of what the desk owes. */
import { type BlockRef, type Chain, ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { type Cover, coverOf, type Holding, sumOf } from "../domain/cover.js";
import { noteCover, type OwedBooks, readOwed, readPayoutsLeft } from "../engine/operating/cover.js";
import type { WorkerContext } from "./context.js";
import { inGroups } from "./in-groups.js";
import { Loop, type LoopState, type Worker } from "./loop.js";
import { oneHost } from "./one-host.js";

const EVERY_MS = 600_000;
/** Until there is a first reading. */
const FIRST_MS = 2_000;
/** How often a reading that the next solid block fell into is begun anew: few addresses are read within one. */
const TRIES = 5;

export class CoverReader implements Worker {
  readonly #context: WorkerContext;
  readonly #loop: Loop;
  #last: Cover | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
    const round = async () => {
      // Before the first solid block is known, there is nothing to read at.
      if (context.engine.chainClock.solid) await this.read();
    };
    const pauseMs = () => (this.#last ? EVERY_MS : FIRST_MS);
    this.#loop = new Loop({
      name: "cover",
      movesMoney: false,
      everyMs: EVERY_MS,
      pauseMs,
      context,
      round,
    });
  }

  /** The last reading; undefined before the first. */
  get last(): Cover | undefined {
    return this.#last;
  }

  /** Reads now. A shortfall is an incident where customers pay in by themselves. */
  async read(): Promise<Cover> {
    const first = await this.#readOnce();
    // What moves while it is read may look as if it were missing.
    const cover = first.shortfallSun > 0 ? await this.#readOnce() : first;
    this.#last = cover;
    const { engine, logger } = this.#context;
    if (engine.deposits) await noteCover(engine, cover);
    if (cover.shortfallSun > 0) {
      logger.warn({ shortfallSun: cover.shortfallSun }, "less is there than the desk owes");
    }
    return cover;
  }

  async #readOnce(): Promise<Cover> {
    for (let left = TRIES; ; left -= 1) {
      const cover = await this.#readThrough();
      const apart = cover.lastBlock - cover.firstBlock;
      // What takes several blocks takes them the next time, too, and calls of the node's quota.
      if (apart !== 1 || left === 1) return cover;
    }
  }

  /** The books first: what they have credited by then, later solid blocks show. */
  async #readThrough(): Promise<Cover> {
    const { engine, chain, payout } = this.#context;
    const known = engine.chainClock.solid?.number ?? 0;
    const { payouts, addresses, creditedUpTo, rateSun, ...books } = await readOwed(engine);
    const host = oneHost(chain);
    const places = placesOf({ addresses, sweepTo: engine.deposits?.terms.sweepTo, payout });
    const first = await solidFrom(host, Math.max(known, creditedUpTo));
    const holding = (one: Address) => holdingOf(host, one, engine.deposits?.terms.usdtContract);
    const paying = places.payout && (await holding(places.payout));
    const deposits = await inGroups(places.deposits, holding);
    const sweepTo = places.sweepTo && (await holding(places.sweepTo));
    const last = await solidFrom(host, first.number);
    const payoutsSun = await readPayoutsLeft(engine, payouts, first.number);
    return coverOf(
      { ...books, payoutsSun },
      { payout: paying, deposits: sumOf(deposits), sweepTo },
      {
        rateSun,
        firstBlock: first.number,
        lastBlock: last.number,
        addresses: addresses.length,
        at: engine.now(),
      },
    );
  }

  get state(): LoopState {
    return this.#loop.state;
  }

  start(): void {
    this.#loop.start();
  }

  wake = (): void => this.#loop.wake();

  stop(): Promise<void> {
    return this.#loop.stop();
  }
}

/** Each account counts once, whatever else it is. */
function placesOf({
  addresses,
  sweepTo,
  payout,
}: Pick<OwedBooks, "addresses"> & {
  readonly sweepTo: Address | undefined;
  readonly payout: WorkerContext["payout"];
}) {
  const isPayout = sweepTo === payout?.address;
  return {
    payout: payout?.address,
    sweepTo: isPayout ? undefined : sweepTo,
    deposits: addresses.filter((one) => one !== sweepTo && one !== payout?.address),
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
