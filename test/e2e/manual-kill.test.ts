/** Kills the whole program between any two steps of a Manual fill: it goes on where it was, and delegates nothing twice. */
import { expect, onTestFinished, test } from "vitest";
import { auditFile } from "../../src/engine/audit.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";
import { askNode, delegationsOnChain, until } from "./api.js";
import { type DeskProcess, deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";
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

const ENV = { SANDBOX_SOLID_LAG_BLOCKS: "8", PAYOUT_INTERVAL_MINUTES: "0", LOG_LEVEL: "warn" };
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

interface Step {
  readonly state: string;
  /** Keeps the delegation, or what takes it back, in this state. */
  readonly hold?: (nodeUrl: string) => Promise<unknown>;
  /** The rental ends first. */
  readonly isReclaim?: boolean;
  /** The chain has it already, and the desk does not know. */
  readonly isInBlock?: boolean;
}

const STEPS: readonly Step[] = [
  { state: "planned", hold: (url) => fault(url, { path: LOCK_READ, ...HELD }) },
  { state: "signed", hold: (url) => fault(url, { path: BROADCAST, ...HELD }) },
  {
    state: "signed",
    hold: (url) => fault(url, { path: BROADCAST, kind: "accept-then-hang" }),
    isInBlock: true,
  },
  { state: "sent", hold: stall },
  { state: "included" },
  { state: "solidified" },
  {
    state: "reclaim_signed",
    hold: (url) => fault(url, { path: BROADCAST, ...HELD }),
    isReclaim: true,
  },
  {
    state: "reclaim_sent",
    hold: (url) => fault(url, { path: BROADCAST, kind: "never-include" }),
    isReclaim: true,
  },
];

/** Waits until a delegation has come as far as the step, and ends the program there. */
async function killAt(desk: DeskProcess, client: Client, orderIds: readonly string[], step: Step) {
  const { nodeUrl } = client;
  const newest = orderIds.slice(-1);
  if (step.isReclaim) {
    const isRunning = async () => (await legsIn(client, newest, "solidified")).length > 0;
    await until(isRunning, Boolean, "the rental runs");
    await step.hold?.(nodeUrl);
    await askNode(nodeUrl, "sandbox/mine", { count: 1, missedMs: RENTAL_MS });
  }
  // What is held back may be an older order's, and then the newest waits behind it.
  const look = () => legsIn(client, step.hold ? orderIds : newest, step.state);
  const [leg] = await until(look, ({ length }) => length > 0, `a leg is ${step.state}`);
  const isIn = () => isInBlock(nodeUrl, leg?.txid ?? "");
  if (step.isInBlock) await until(isIn, Boolean, "the chain has it");
  await desk.end("SIGKILL");
}

async function legsIn(client: Client, orderIds: readonly string[], state: string) {
  const orders = await Promise.all(orderIds.map((orderId) => readManual(client, orderId)));
  return orders.flatMap(({ delegations }) => delegations.filter((leg) => leg.state === state));
}

test(`${STEPS.length} kills, one in each step, leave every order filled once and every SUN in place`, async () => {
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
  for (const [at, step] of STEPS.entries()) {
    const receiver = MNEMONIC_ACCOUNTS[at] ?? "";
    if (!step.isReclaim) await step.hold?.(desk.nodeUrl);
    const orderId = await createManual(client(), receiver, AMOUNT);
    orderIds.push(orderId);
    await killAt(desk, client(), orderIds, step);
    expect(auditFile(`${directory}/desk.db`)).toEqual({ ok: true, violations: [] });
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
  expect(delivered.map(({ amount }) => amount)).toEqual(STEPS.map(() => AMOUNT));
  const txids = delivered.map(({ txid }) => txid);
  expect((await delegationsOnChain(desk.nodeUrl)).sort()).toEqual(txids.sort());
  const takenBack = delivered.map(({ reclaimTxid }) => reclaimTxid);
  const undelegations = await delegationsOnChain(desk.nodeUrl, "UnDelegateResourceContract");
  expect(undelegations.sort()).toEqual(takenBack.sort());
  expect(await call(client(), "GET", "/v1/balance")).toEqual({
    available: 10_000 - (orderIds.length * AMOUNT * PRICE_SUN) / 1e6,
    held: 0,
  });
  await desk.end("SIGTERM");
  expect(auditFile(`${directory}/desk.db`)).toEqual({ ok: true, violations: [] });
}, 120_000);
