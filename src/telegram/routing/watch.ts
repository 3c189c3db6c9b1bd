/** Watches what changes without an update: cards follow their orders, and quotes lapse by the clock. */
import { readCoveredFlows, readDueFlows } from "../../engine/chat/flows.js";
import { tellNews } from "../../engine/chat/notifications.js";
import {
  lookAtRestingCards,
  readCardsUnderWay,
  redrawCards,
  redrawOrders,
} from "../../engine/chat/outbox.js";
import { HourOfKeys } from "../../engine/orders/tell-ordered.js";
import type { FlowRow } from "../../store/chat/flows.js";
import { screenOf } from "../commands.js";
import type { BotDeps } from "../kit/deps.js";
import type { Timings } from "../transport/timings.js";

/** What fails each time is asked for ever more rarely; monotonic time. */
interface Tried {
  readonly pauseMs: number;
  readonly againMs: number;
}

const LONGEST_PAUSE_MS = 5 * 60_000;

export class Watch {
  readonly #deps: BotDeps;
  readonly #timings: Timings;
  readonly #timers: NodeJS.Timeout[] = [];
  #changed = true;
  #hadProblem = false;
  #isStopped = false;
  /** Cards whose orders were under way at the last look: they are drawn once more at their end. */
  #underWay: ReadonlySet<string> = new Set();
  /** Orders that became final since the last look, also those that only rested. */
  #finished = new Set<string>();
  /** Where the next look at the cards of resting orders continues. */
  #restingAfter = "";
  readonly #hourOfKeys = new HourOfKeys();
  #looking: Promise<void> | undefined;
  #lapsing: Promise<void> | undefined;
  /** Flows whose money has come, while what they cost is asked for: a customer's pace or a node may take long, and holds up nobody else. */
  readonly #covering = new Map<string, Promise<void>>();
  /** When each version of those that are still waiting is asked for again. */
  #tried: ReadonlyMap<string, Tried> = new Map();

  constructor(deps: BotDeps, timings: Timings) {
    this.#deps = deps;
    this.#timings = timings;
  }

  start(): void {
    const { signals } = this.#deps.engine;
    signals.on("block", this.#note);
    signals.on("finished", this.#noteFinished);
    const { watchEveryMs, lapseEveryMs } = this.#timings;
    this.#timers.push(
      setInterval(() => {
        this.#looking ??= this.#look().finally(() => {
          this.#looking = undefined;
        });
      }, watchEveryMs),
      setInterval(() => {
        this.#lapsing ??= this.#lapse().finally(() => {
          this.#lapsing = undefined;
        });
      }, lapseEveryMs),
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const { signals } = this.#deps.engine;
    signals.off("block", this.#note);
    signals.off("finished", this.#noteFinished);
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#looking, this.#lapsing]);
    await Promise.all(this.#covering.values());
  }

  #note = (): void => {
    this.#changed = true;
  };

  #noteFinished = (orderIds: readonly string[]): void => {
    for (const id of orderIds) this.#finished.add(id);
    this.#changed = true;
  };

  async #look(): Promise<void> {
    const { engine, sender, logger } = this.#deps;
    try {
      const hasProblem = engine.gates.chainProblem() !== undefined;
      if (this.#changed || hasProblem !== this.#hadProblem) {
        this.#changed = false;
        this.#hadProblem = hasProblem;
        const underWay = new Set(await readCardsUnderWay(engine));
        await redrawCards(engine, [...new Set([...underWay, ...this.#underWay])]);
        this.#underWay = underWay;
        const finished = [...this.#finished];
        this.#finished.clear();
        if (finished.length > 0) await redrawOrders(engine, finished);
        this.#restingAfter = await lookAtRestingCards(engine, this.#restingAfter);
      }
    } catch (error) {
      logger.error({ err: error }, "cards could not be looked at");
    }
    try {
      // All there is, a part in each transaction.
      while (!this.#isStopped && (await tellNews(engine)));
      while (!this.#isStopped && (await this.#hourOfKeys.tellHour(engine)));
    } catch (error) {
      logger.error({ err: error }, "what has happened could not be told; it is tried again");
    }
    // Also for what other parts of the desk left in the outbox.
    sender.wake();
  }

  async #lapse(): Promise<void> {
    const { engine, logger } = this.#deps;
    for (const row of await readDueFlows(engine)) {
      try {
        await screenOf(row).lapse(this.#deps, row);
      } catch (error) {
        logger.error({ [row.kind]: row.id, err: error }, "what was due could not lapse");
      }
    }
    const rows = await readCoveredFlows(engine);
    const now = performance.now();
    const tried = new Map<string, Tried>();
    for (const row of rows) {
      const key = `${row.id} ${row.version}`;
      const { pauseMs, againMs } = this.#tried.get(key) ?? { pauseMs: 0, againMs: 0 };
      tried.set(key, { pauseMs, againMs });
      if (this.#isStopped || this.#covering.has(row.id) || now < againMs) continue;
      const nextMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 || this.#timings.lapseEveryMs);
      tried.set(key, { pauseMs: nextMs, againMs: now + nextMs });
      const covering = this.#comeBack(row).finally(() => this.#covering.delete(row.id));
      this.#covering.set(row.id, covering);
    }
    this.#tried = tried;
  }

  async #comeBack(row: FlowRow): Promise<void> {
    try {
      await screenOf(row).cover(this.#deps, row);
    } catch (error) {
      const { logger } = this.#deps;
      logger.error({ [row.kind]: row.id, err: error }, "what is covered could not come back");
    }
  }
}
