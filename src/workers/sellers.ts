/**
 * Keeps the state of sellers current, of whom there may be thousands. Those that something happened to are read at once, the
 * rest in turns, one after the other and for a small share of the time, so that a node is never flooded.
 */
import { ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { readOwner } from "../engine/legs/open-work.js";
import { offeringAfter, saveSellerSnapshot } from "../engine/sellers/sellers.js";
import { sellersWithIncludedReservations } from "../store/leg-lists.js";
import { readStake, touchedPaceMs } from "./capacity.js";
import { oneHost, type WorkerContext } from "./context.js";
import { Loop } from "./loop.js";
import { checkSeller } from "./owner-check.js";

/** The most of each kind in a round; the others come with the next. */
const AT_ONCE = 8;
const MOST_IN_TURN = 25;
/** Time of a round: a node that answers fast shows many sellers in it, a slow one shows one. */
const TURN_TIME_MS = 150;
/** No seller is read more often in turn. */
const TURN_EVERY_MS = 30_000;
/** After so many failures in a row the node is left alone until the next round. */
const MOST_FAILURES = 3;

export interface SellersWorker {
  readonly loop: Loop;
  /** Something may have changed for this seller. */
  readonly ask: (seller: Address) => void;
}

export function createSellersWorker(context: WorkerContext): SellersWorker {
  const sellers = new Sellers(context);
  const loop = new Loop({
    name: "sellers",
    movesMoney: false,
    everyMs: Math.max(100, Math.min(3_000, context.blockMs)),
    context,
    round: (stopping) => sellers.round(stopping),
  });
  const ask = (seller: Address) => {
    sellers.asked.add(seller);
    loop.wake();
  };
  return { loop, ask };
}

class Sellers {
  readonly asked = new Set<Address>();
  readonly #context: WorkerContext;
  readonly #turns: readonly Turn[];
  #touchedUpTo = "";
  #touchedAtMs = Number.NEGATIVE_INFINITY;
  #failures: unknown[] = [];

  constructor(context: WorkerContext) {
    this.#context = context;
    // Paused sellers have a turn of their own, because they wait for the pause to end and are few.
    this.#turns = [new Turn(context, "paused"), new Turn(context, "all")];
  }

  async round(stopping: AbortSignal): Promise<void> {
    this.#failures = [];
    const goOn = () => !stopping.aborted && this.#failures.length < MOST_FAILURES;
    for (const seller of [...this.asked].slice(0, AT_ONCE)) {
      if (!goOn()) break;
      this.asked.delete(seller);
      if (!(await this.#try(() => look(this.#context, seller)))) this.asked.add(seller);
    }
    for (const seller of await this.#touched()) {
      if (!goOn()) break;
      await this.#try(() => snapshot(this.#context, seller));
    }
    for (const turn of this.#turns) {
      const endMs = performance.now() + TURN_TIME_MS;
      for (let count = 0; count < MOST_IN_TURN && goOn(); count += 1) {
        const seller = await turn.next();
        if (seller === undefined) break;
        await this.#try(() => look(this.#context, seller));
        if (performance.now() > endMs) break;
      }
    }
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Sellers whose last delegations the chain may already count; begins some time after the first of them. */
  async #touched(): Promise<Address[]> {
    const { engine, blockMs } = this.#context;
    const nowMs = performance.now();
    const isBegin = this.#touchedUpTo === "";
    if (isBegin && nowMs - this.#touchedAtMs < touchedPaceMs(blockMs)) return [];
    const sellers = await engine.database.read(() =>
      sellersWithIncludedReservations(this.#touchedUpTo, AT_ONCE),
    );
    if (isBegin && sellers.length > 0) this.#touchedAtMs = nowMs;
    this.#touchedUpTo = sellers.length === AT_ONCE ? (sellers.at(-1) ?? "") : "";
    return sellers;
  }

  /** One seller that cannot be read does not keep the others from it. */
  async #try(step: () => Promise<void>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      this.#failures.push(error);
      return false;
    }
  }
}

/** Goes through sellers by address, and begins again at the end after a pause. */
class Turn {
  #context: WorkerContext;
  #which: "paused" | "all";
  #after = "";
  #beganAtMs = Number.NEGATIVE_INFINITY;

  constructor(context: WorkerContext, which: "paused" | "all") {
    this.#context = context;
    this.#which = which;
  }

  async next(): Promise<Address | undefined> {
    if (this.#after === "") {
      if (performance.now() - this.#beganAtMs < TURN_EVERY_MS) return undefined;
      this.#beganAtMs = performance.now();
    }
    const seller = await offeringAfter(this.#context.engine, this.#which, this.#after);
    this.#after = seller ?? "";
    return seller;
  }
}

/** Reads all about a seller: whether the desk may delegate, the account can pay, and how much it has. */
async function look(context: WorkerContext, seller: Address): Promise<void> {
  const owner = await readOwner(context.engine, seller);
  if (owner?.kind !== "seller") return;
  await checkSeller(context, owner);
  await snapshot(context, seller);
}

async function snapshot(context: WorkerContext, owner: Address): Promise<void> {
  for (const stake of (await readStake({ engine: context.engine, chain: oneHost(context.chain) }, [
    owner,
  ])) ?? []) {
    await saveSellerSnapshot(context.engine, stake);
  }
}
