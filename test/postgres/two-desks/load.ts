/** A customer who goes on, whatever happens: orders and withdrawals through the client, each under a key, and deposits on the chain. */
import { setTimeout as sleep } from "node:timers/promises";
import { EnergyDesk, EnergyDeskError, type OrderRequest } from "energy-desk-client";
import { receiversOf } from "../../../bench/bodies.js";
import { askNode } from "../../e2e/api.js";

const ORDER_EVERY_MS = 500;
const WITHDRAW_EVERY_MS = 8_000;
const PAY_EVERY_MS = 4_000;
const AGAIN_AFTER_MS = 500;
/** More do not wait at a time, however long nobody sells. */
const MOST_UNDER_WAY = 60;
const RETRIES = 2;

/** What passes by itself; with anything else the desk would have refused what it must take. */
const PASSES: ReadonlySet<string> = new Set([
  ...["NETWORK", "TIMEOUT", "UNAVAILABLE", "DESK_HALTED", "CHAIN_UNAVAILABLE", "BUSY"],
  ...["SHUTTING_DOWN", "IDEMPOTENCY_IN_PROGRESS", "OUTCOME_UNKNOWN", "TOO_MANY_OPEN"],
  "RATE_LIMITED",
]);

export interface LoadOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly nodeUrl: string;
  /** Where the customer takes money out to. */
  readonly outside: string;
  /** Where the customer pays in. */
  readonly payIn: string;
}

export class Load {
  readonly client: EnergyDesk;
  /** The ids of the orders of each key that was answered. */
  readonly acknowledged = new Map<string, readonly string[]>();
  /** Keys that were refused, without a doubt, and not sent again. */
  readonly refused = new Set<string>();
  readonly withdrawn = new Map<string, { readonly id: string; readonly amount: number }>();
  /** TRX by transaction. */
  readonly paidIn = new Map<string, number>();
  /** How often each code was answered. */
  readonly errors = new Map<string, number>();
  lastAtMs = 0;
  readonly #options: LoadOptions;
  readonly #underWay = new Set<Promise<void>>();
  #nth = 0;
  #isOver = false;
  #running: Promise<unknown> | undefined;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { baseUrl, apiKey } = options;
    this.client = new EnergyDesk({ baseUrl, apiKey, maxRetries: RETRIES });
  }

  start(): Promise<unknown> {
    this.#running = Promise.all([
      this.#every(ORDER_EVERY_MS, (nth) => this.#order(nth)),
      this.#every(WITHDRAW_EVERY_MS, (nth) => this.#withdraw(nth)),
      this.#every(PAY_EVERY_MS, () => this.#payIn()),
    ]);
    return this.#running;
  }

  /** Resolves once all that was begun has been answered. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Begins one after the other, and waits for none. */
  async #every(ms: number, begin: (nth: number) => Promise<void>): Promise<void> {
    const failed: unknown[] = [];
    while (!this.#isOver) {
      if (failed.length > 0) throw failed[0];
      if (this.#underWay.size < MOST_UNDER_WAY) {
        this.#nth += 1;
        const one = begin(this.#nth).catch((error: unknown) => void failed.push(error));
        this.#underWay.add(one);
        one.then(
          () => this.#underWay.delete(one),
          () => undefined,
        );
      }
      await sleep(ms);
    }
    await Promise.all(this.#underWay);
    if (failed.length > 0) throw failed[0];
  }

  async #order(nth: number): Promise<void> {
    const key = `order-${nth}`;
    const send = () => this.client.createOrder(orderOf(nth), { idempotencyKey: key });
    const created = await this.#untilAnswered(nth, send);
    if (!created) return void this.refused.add(key);
    this.acknowledged.set(
      key,
      created.orders.map(({ orderId }) => orderId),
    );
    this.lastAtMs = performance.now();
  }

  async #withdraw(nth: number): Promise<void> {
    const key = `withdrawal-${nth}`;
    // Each its own, so that one that is paid twice is seen.
    const request = { address: this.#options.outside, amount: micro(1, nth) };
    const send = () => this.client.withdraw(request, { idempotencyKey: key });
    const made = await this.#untilAnswered(nth, send);
    if (!made) return void this.refused.add(key);
    this.withdrawn.set(key, { id: made.withdrawalId, amount: request.amount });
  }

  async #payIn(): Promise<void> {
    const { nodeUrl, payIn: to } = this.#options;
    this.#nth += 1;
    const trx = micro(2, this.#nth);
    const { txid } = await askNode<{ txid: string }>(nodeUrl, "sandbox/pay", { to, trx });
    this.paidIn.set(txid, trx);
  }

  /** Again with the same key as long as it may have happened; of what has not, every second is left at that: undefined. */
  async #untilAnswered<T>(nth: number, send: () => Promise<T>): Promise<T | undefined> {
    for (let isInDoubt = false; ; ) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof EnergyDeskError) || !PASSES.has(error.code)) throw error;
        this.errors.set(error.code, (this.errors.get(error.code) ?? 0) + 1);
        isInDoubt ||= error.outcomeUnknown;
        if (!isInDoubt && nth % 2 === 0) return undefined;
      }
      await sleep(AGAIN_AFTER_MS);
    }
  }
}

const micro = (trx: number, nth: number) => Number((trx + nth / 1e6).toFixed(6));

/** Mostly for one wallet, now and then for a few, or for many, each with an amount of its own. */
function orderOf(nth: number): OrderRequest {
  const order = { type: "Fast", resourceType: "Energy", duration: "15m" } as const;
  if (nth % 40 === 0) {
    const receiver = receiversOf(nth, 20);
    return { ...order, receiver, amounts: receiver.map((_, at) => 32_000 + at) };
  }
  const receiver = receiversOf(nth, 20).slice(0, nth % 10 === 5 ? 3 : 1);
  return { ...order, receiver, resourceAmount: 32_000 };
}
