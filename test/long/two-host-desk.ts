/** The built desk over two hosts at the pace of the main network, and a customer who orders and looks after their orders. */
import { setTimeout as sleep } from "node:timers/promises";
import { MNEMONIC_ACCOUNTS, startTronNode, type TronNode } from "tron-sandbox";
import { must } from "../../src/domain/assert.js";
import { createOrder, type Order, orderBody, readAllOrders } from "../e2e/api.js";
import {
  type DeskProcess,
  deskEnv,
  startDeskProcess,
  temporaryDirectory,
} from "../e2e/desk-process.js";
import { type NodeProxy, startNodeProxy } from "../support/node-proxy.js";
import { until } from "../support/until.js";

/** As on the main network. */
export const BLOCK_MS = 3_000;
const ORDER_EVERY_MS = 2_400;
/** Seldom enough for a customer. */
const LOOK_EVERY_MS = 500;
const UNDER_WAY: ReadonlySet<string> = new Set(["planned", "signed", "sent"]);

export interface TwoHostDesk {
  readonly node: TronNode;
  readonly first: NodeProxy;
  readonly second: NodeProxy;
  readonly desk: DeskProcess;
  readonly directory: string;
  readonly databasePath: string;
  readonly apiKey: string;
  /** Has something ended before the node and the directory are. */
  onStop(end: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Two proxies before one node, and a desk that has sold once and reads from the first. */
export async function startTwoHostDesk(): Promise<TwoHostDesk> {
  const ends: (() => unknown)[] = [];
  const directory = temporaryDirectory((clean) => void ends.push(clean));
  const node = await startTronNode({ directory: `${directory}/node`, port: 0, blockMs: BLOCK_MS });
  ends.push(() => node.close());
  const [first, second] = [await startNodeProxy(node.url), await startNodeProxy(node.url)];
  ends.push(() => Promise.all([first.close(), second.close()]));
  const env = deskEnv(directory, {
    ...{ TRON_NETWORK: "sandbox", TRON_FULL_HOST: `${first.url},${second.url}` },
    ...{ POOL_OWNERS: node.poolOwners.join(","), OPERATOR_KEY: node.operatorKeyHex },
    ...{ SANDBOX_BLOCK_MS: String(BLOCK_MS), LOG_LEVEL: "warn", TRANSACTION_LIFE_SECONDS: "120" },
  });
  const desk = await startDeskProcess(env);
  ends.push(() => desk.end("SIGKILL"));
  return {
    ...{ node, first, second, desk, directory },
    databasePath: `${directory}/desk.db`,
    apiKey: must(desk.apiKey, "a sandbox shows its key"),
    onStop: (end) => void ends.push(end),
    async stop() {
      for (const end of ends.reverse()) await end();
    },
  };
}

export interface Sold {
  readonly orderId: string;
  readonly askedMs: number;
  /** When it was first seen delivered, after which it was seen in no other state. */
  deliveredMs: number | undefined;
  order: Order | undefined;
}

/** One customer, each of whose orders is for a receiver of its own. */
export class Customer {
  readonly sold: Sold[] = [];
  /** What the desk said instead of taking an order. */
  readonly refusals: string[] = [];
  readonly #desk: TwoHostDesk;
  readonly #receivers = [...MNEMONIC_ACCOUNTS];

  constructor(desk: TwoHostDesk) {
    this.#desk = desk;
  }

  /** Orders evenly for so long, however long an answer takes; resolves with the last answer. */
  async orderFor(ms: number): Promise<void> {
    const startMs = performance.now();
    const answers: Promise<void>[] = [];
    for (let at = 0; at < ms; at += ORDER_EVERY_MS) {
      await sleep(startMs + at - performance.now());
      answers.push(this.#order());
    }
    await Promise.all(answers);
  }

  async #order(): Promise<void> {
    const receiver = must(this.#receivers.shift(), "there are forty");
    const { desk, apiKey } = this.#desk;
    const askedMs = performance.now();
    const { status, body } = await createOrder(
      desk.baseUrl,
      apiKey,
      orderBody({ receiver: [receiver] }),
    );
    const orderId = body.data?.orders[0]?.orderId;
    if (status === 200 && orderId) {
      this.sold.push({ orderId, askedMs, deliveredMs: undefined, order: undefined });
    } else this.refusals.push(`${status} ${JSON.stringify(body.error)}`);
  }

  /** Looks at all orders again and again, until it is enough. */
  async watchUntil(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.look();
      await sleep(LOOK_EVERY_MS);
    }
  }

  get allDelivered(): boolean {
    return this.sold.every(({ deliveredMs }) => deliveredMs !== undefined);
  }

  async look(): Promise<void> {
    const { desk, apiKey } = this.#desk;
    const orders = await readAllOrders(desk.baseUrl, apiKey);
    const nowMs = performance.now();
    const byId = new Map(orders.map((order) => [order.orderId, order]));
    for (const sold of this.sold) {
      sold.order = byId.get(sold.orderId) ?? sold.order;
      const isDelivered = sold.order !== undefined && isInBlocks(sold.order);
      sold.deliveredMs = isDelivered ? (sold.deliveredMs ?? nowMs) : undefined;
    }
  }
}

/** A completed order stays so in a fork that takes its delegation, which then shows as sent again. */
function isInBlocks({ status, delegations }: Order): boolean {
  return status === "completed" && !delegations.some(({ state }) => UNDER_WAY.has(state));
}

/** The longest that an order took; infinite where one was never delivered. */
export function longestMs(sold: readonly Sold[]): number {
  return Math.max(...sold.map(tookMs));
}

export function tookMs({ askedMs, deliveredMs = Number.POSITIVE_INFINITY }: Sold): number {
  return deliveredMs - askedMs;
}

/** A first order, so that all of a desk has run once. */
export async function sellOnce(customer: Customer): Promise<void> {
  await customer.orderFor(1);
  const look = async () => {
    await customer.look();
    await sleep(LOOK_EVERY_MS);
    return customer.allDelivered && customer.refusals.length === 0;
  };
  await until("the first order is delivered", look, Boolean, 40_000);
}
