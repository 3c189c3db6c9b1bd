/** Kills the whole program between any two steps of a Manual fill: it goes on where it was, and delegates nothing twice. */

import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { auditFile } from "../../src/engine/operating/audit.js";
import { askNode, delegationsOnChain, until } from "./api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";
import {
  type Client,
  call,
  createManual,
  type ManualOrder,
  PRICE_SUN,
  readManual,
  registerSeller,
  type Seller,
  sun,
  untilSeller,
} from "./manual-sellers.js";

const ENV = {
  SANDBOX_BLOCK_MS: "50",
  SANDBOX_SOLID_LAG_BLOCKS: "8",
  // What is forgotten dies soon.
  TRANSACTION_LIFE_SECONDS: "120",
  PAYOUT_INTERVAL_MINUTES: "0",
  LOG_LEVEL: "warn",
};
const AMOUNT = 65_000;
const RENTAL_MS = 903_000;
const BROADCAST = "/wallet/broadcasthex";
const LOCK_READ = "/wallet/getdelegatedresourcev2";
/** Far longer than it takes to notice, and to kill. */
const HELD = { kind: "delay", delayMs: 5_000, count: 100 };

const fault = (nodeUrl: string, add: object) => askNode(nodeUrl, "sandbox/faults", { add: [add] });
const stall = (nodeUrl: string) => askNode(nodeUrl, "sandbox/stall", { on: true });
const isInBlock = async (nodeUrl: string, value: string) =>
  "blockNumber" in (await askNode<object>(nodeUrl, "wallet/gettransactioninfobyid", { value }));

/** One state that an order is brought to before the program is killed. */
interface Step {
  readonly state: string;
  /** Keeps the delegation, or what takes it back, in this state. */
  readonly hold?: (nodeUrl: string) => Promise<unknown>;
  /** Of a chain that stands still, its next block is made once the delegation was sent. */
  readonly isMined?: boolean;
  /** The chain has it already, and the desk does not know. */
  readonly isInBlock?: boolean;
}

/** What comes together before one kill: each step an order of its own, or all of them what takes stake back. */
interface Kill {
  readonly steps: readonly Step[];
  /** All rentals end first. */
  readonly isReclaim?: boolean;
}

const hangs: Step["hold"] = (url) => fault(url, { path: BROADCAST, kind: "accept-then-hang" });
const holdsReads: Step["hold"] = (url) => fault(url, { path: LOCK_READ, ...HELD });
const holdsSends: Step["hold"] = (url) => fault(url, { path: BROADCAST, ...HELD });
const forgets: Step["hold"] = (url) => fault(url, { path: BROADCAST, kind: "never-include" });

const KILLS: readonly Kill[] = [
  {
    steps: [
      { state: "solidified" },
      { state: "signed", hold: hangs, isInBlock: true },
      { state: "planned", hold: holdsReads },
    ],
  },
  {
    steps: [
      { state: "included", hold: stall, isMined: true },
      { state: "sent", hold: stall },
      { state: "signed", hold: holdsSends },
    ],
  },
  {
    steps: [
      { state: "reclaim_sent", hold: forgets },
      { state: "reclaim_signed", hold: holdsSends },
    ],
    isReclaim: true,
  },
];

const ORDERS = KILLS.flatMap(({ steps, isReclaim }) => (isReclaim ? [] : steps)).length;

/** Waits until a delegation has come as far as the step. */
async function reach(client: Client, orderIds: readonly string[], step: Step) {
  // What is held back may be an older order's, and then the newest waits behind it.
  const look = () => legsIn(client, step.hold ? orderIds : orderIds.slice(-1), step.state);
  const [leg] = await until(look, ({ length }) => length > 0, `a leg is ${step.state}`);
  const isIn = () => isInBlock(client.nodeUrl, leg?.txid ?? "");
  if (step.isInBlock) await until(isIn, Boolean, "the chain has it");
}

/** Ends every rental that runs, with what takes the stake back held at once. */
async function endRentals(client: Client, orderIds: readonly string[], { steps }: Kill) {
  for (const orderId of orderIds) {
    const isRunning = async () => (await legsIn(client, [orderId], "solidified")).length > 0;
    await until(isRunning, Boolean, "the rental runs");
  }
  for (const { hold } of steps) await hold?.(client.nodeUrl);
  await askNode(client.nodeUrl, "sandbox/mine", { count: 1, missedMs: RENTAL_MS });
  for (const step of steps) await reach(client, orderIds, step);
}

async function legsIn(client: Client, orderIds: readonly string[], state: string) {
  const orders = await Promise.all(orderIds.map((orderId) => readManual(client, orderId)));
  return orders.flatMap(({ delegations }) => delegations.filter((leg) => leg.state === state));
}

test(`${KILLS.length} kills, which cut each step short, leave every order filled once and every SUN in place`, async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, ENV);
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  const { apiKey = "" } = desk;
  const client = (): Client => ({ baseUrl: desk.baseUrl, nodeUrl: desk.nodeUrl, apiKey });
  const seller = await registerSeller(client(), { energy: 2_000_000, minPrice: PRICE_SUN });
  const isCounted = ({ capacity }: Seller) => capacity.energy > 0;
  await untilSeller(client(), seller, isCounted, "the seller's stake is counted");

  const orderIds: string[] = [];
  for (const kill of KILLS) {
    if (kill.isReclaim) await endRentals(client(), orderIds, kill);
    for (const step of kill.isReclaim ? [] : kill.steps) {
      await step.hold?.(desk.nodeUrl);
      const receiver = MNEMONIC_ACCOUNTS[orderIds.length] ?? "";
      orderIds.push(await createManual(client(), receiver, AMOUNT));
      if (step.isMined) {
        await reach(client(), orderIds, { state: "sent" });
        await askNode(desk.nodeUrl, "sandbox/mine", { count: 1 });
      }
      await reach(client(), orderIds, step);
    }
    await desk.end("SIGKILL");
    expect(await auditFile(`${directory}/desk.db`)).toEqual({ ok: true, violations: [] });
    desk = await startDeskProcess(env);
  }

  const orders: ManualOrder[] = [];
  for (const orderId of orderIds) {
    const isFilled = ({ status }: ManualOrder) => status === "completed";
    await until(() => readManual(client(), orderId), isFilled, "the order is filled");
  }
  const earnedSun = orderIds.length * AMOUNT * PRICE_SUN * 0.9;
  const hasEarned = ({ earned }: Seller) => sun(earned) === earnedSun;
  await untilSeller(client(), seller, hasEarned, "all of it is earned");
  await askNode(desk.nodeUrl, "sandbox/mine", { count: 1, missedMs: RENTAL_MS });
  for (const orderId of orderIds) {
    const isOver = ({ delegations }: ManualOrder) =>
      delegations.every(({ state }) => state === "reclaimed" || state === "dead");
    orders.push(await until(() => readManual(client(), orderId), isOver, "the stake is back"));
  }
  const delivered = orders.flatMap(({ delegations }) =>
    delegations.filter(({ state }) => state === "reclaimed"),
  );
  expect(delivered.map(({ amount }) => amount)).toEqual(Array(ORDERS).fill(AMOUNT));
  const txids = delivered.map(({ txid }) => txid);
  expect((await delegationsOnChain(desk.nodeUrl)).sort()).toEqual(txids.sort());
  const takenBack = delivered.map(({ reclaimTxid }) => reclaimTxid);
  const undelegations = await delegationsOnChain(desk.nodeUrl, "UnDelegateResourceContract");
  expect(undelegations.sort()).toEqual(takenBack.sort());
  const available = 10_000 - (orderIds.length * AMOUNT * PRICE_SUN) / 1e6;
  const balance = { available, held: 0, withdrawable: available };
  expect(await call(client(), "GET", "/v1/balance")).toEqual(balance);
  await desk.end("SIGTERM");
  expect(await auditFile(`${directory}/desk.db`)).toEqual({ ok: true, violations: [] });
}, 120_000);
