/** Kills the desk with SIGKILL under load, again and again: nothing acknowledged is lost, nothing is delegated twice. */
import { randomInt, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { auditFile } from "../../src/engine/audit.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";
import {
  createOrder,
  delegationsOnChain,
  type Order,
  orderBody,
  readAllOrders,
  until,
} from "./api.js";
import { type DeskProcess, deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";

const KILLS = 20;
const CALLERS = 4;
const ENV = { SANDBOX_BLOCK_MS: "60", LOG_LEVEL: "warn" };

/** What the client knows, outside the victim: a key for each call, and the order ids once they were acknowledged. */
interface Ledger {
  readonly sent: Map<string, readonly string[]>;
  readonly acknowledged: Map<string, readonly string[]>;
}

test(`${KILLS} kills under load lose no acknowledged order and delegate none twice`, async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, ENV);
  const ledger: Ledger = { sent: new Map(), acknowledged: new Map() };
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  const apiKey = desk.apiKey ?? "";
  for (let kill = 0; kill < KILLS; kill += 1) {
    await loadUntilKilled(desk, apiKey, ledger);
    desk = await startDeskProcess(env);
  }
  await sendAgain(desk, apiKey, ledger);
  const look = () => readAllOrders(desk.baseUrl, apiKey);
  const areFinal = (orders: Order[]) => orders.every(({ status }) => status !== "processing");
  const orders = await until(look, areFinal, "all orders are final", 60_000);

  const ids = orders.map(({ orderId }) => orderId).sort();
  expect(ids).toEqual([...ledger.acknowledged.values()].flat().sort());
  expect(ids.length).toBeGreaterThan(KILLS);
  expect(orders.filter(({ status }) => status !== "completed")).toEqual([]);
  const legs = orders.flatMap(({ delegations }) => delegations);
  const delivered = legs.filter(({ state }) => state !== "dead").map(({ txid }) => txid);
  expect(delivered.sort()).toEqual((await delegationsOnChain(desk.nodeUrl)).sort());
  expect(auditFile(`${directory}/desk.db`)).toEqual({ ok: true, violations: [] });
}, 120_000);

/** Lets several callers order until the desk dies under them, a random moment after the first answer. */
async function loadUntilKilled(desk: DeskProcess, apiKey: string, ledger: Ledger): Promise<void> {
  let isAlive = true;
  const killOnce = () => {
    if (!isAlive) return;
    isAlive = false;
    setTimeout(() => desk.child.kill("SIGKILL"), randomInt(0, 400));
  };
  const call = async () => {
    for (let calls = 0; calls < 200 && desk.child.signalCode === null; calls += 1) {
      const key = randomUUID();
      const receiver = pickReceivers();
      ledger.sent.set(key, receiver);
      if (await send(desk, apiKey, ledger, key)) killOnce();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  await desk.end("SIGKILL");
}

/** True when the call was acknowledged. A refusal (too many calls a second) takes the call off the books. */
async function send(
  desk: DeskProcess,
  apiKey: string,
  ledger: Ledger,
  key: string,
): Promise<boolean> {
  const body = orderBody({ receiver: ledger.sent.get(key), resourceAmount: 32_000 });
  const headers = { "idempotency-key": key };
  try {
    const answer = await createOrder(desk.baseUrl, apiKey, body, headers);
    if (answer.status === 200) {
      ledger.acknowledged.set(
        key,
        answer.body.data.orders.map(({ orderId }) => orderId),
      );
      return true;
    }
    expect(answer.body.error?.code).toBe("RATE_LIMITED");
    ledger.sent.delete(key);
    return false;
  } catch (error) {
    // The connection died with the desk: whether the order exists is for the retry to find out.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Every call that got no answer is sent again with its key, until it has one. */
async function sendAgain(desk: DeskProcess, apiKey: string, ledger: Ledger): Promise<void> {
  const open = [...ledger.sent.keys()].filter((key) => !ledger.acknowledged.has(key));
  for (const key of open) {
    const receiver = ledger.sent.get(key) ?? [];
    const sendOnce = () => {
      ledger.sent.set(key, receiver);
      return send(desk, apiKey, ledger, key);
    };
    await until(sendOnce, (isAcknowledged) => isAcknowledged, "a retry is answered");
  }
}

/** One or several of the accounts every sandbox has. */
function pickReceivers(): string[] {
  const first = randomInt(0, MNEMONIC_ACCOUNTS.length - 3);
  return MNEMONIC_ACCOUNTS.slice(first, first + randomInt(1, 4));
}
