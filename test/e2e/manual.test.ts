/**
 * A Manual order from the first seller's registration to the payouts, over HTTP against the built program: filled by two
 * sellers, a third part rests and is cancelled. The books are audited by a process of its own all the time.
 */
import { expect, onTestFinished, test } from "vitest";
import { type Desk, deskProcess } from "../cli/desk-command.js";
import { askNode, callDesk, get, RECEIVER, until } from "./api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";
import {
  type Client,
  createManual,
  type ManualOrder,
  PRICE_SUN,
  readManual,
  readSeller,
  registerSeller,
  type Seller,
  sun,
  total,
  untilSeller,
} from "./manual-sellers.js";

const AMOUNT = 500_000;
/** Of the default commission of a tenth, rounded in favour of the desk. */
const shareSun = (costSun: number) => costSun - Math.ceil(costSun / 10);

/** However slow the machine is. */
const LEAST_AUDITS = 4;

/** Audits the books in processes, one after the other, until told to end. */
function auditAllTheTime(desk: Desk) {
  let isOver = false;
  const audits = (async () => {
    for (let count = 0; !isOver || count < LEAST_AUDITS; count += 1) {
      const { status, stdout, stderr } = await desk("audit", "--json");
      expect({ status, stderr, ...JSON.parse(stdout) }).toMatchObject({ status: 0, ok: true });
    }
  })();
  return () => {
    isOver = true;
    return audits;
  };
}

test("two sellers fill an order, its rest is paid back, and what they earned reaches the chain", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const more = {
    SANDBOX_SOLID_LAG_BLOCKS: "3",
    PAYOUT_MINIMUM_TRX: "1",
    PAYOUT_INTERVAL_MINUTES: "0",
  };
  const started = await startDeskProcess(deskEnv(directory, more));
  onTestFinished(() => void started.end("SIGKILL"));
  const { baseUrl, nodeUrl, apiKey = "" } = started;
  const client: Client = { baseUrl, nodeUrl, apiKey };
  const desk = deskProcess(`${directory}/desk.db`);
  const endAudits = auditAllTheTime(desk);
  const cheap = await registerSeller(client, { energy: 150_000, minPrice: 43 });
  const dear = await registerSeller(client, { energy: 200_000, minPrice: 44 });
  for (const address of [cheap, dear]) {
    const isCounted = ({ capacity }: Seller) => capacity.energy > 0;
    await untilSeller(client, address, isCounted, "the seller's stake is counted");
  }

  const orderId = await createManual(client, RECEIVER, AMOUNT);
  const look = () => readManual(client, orderId);
  const isDelivered = ({ delegations }: ManualOrder) =>
    delegations.length === 2 && delegations.every(({ delegatedAt }) => delegatedAt !== null);
  const filled = await until(look, isDelivered, "two sellers have delivered");
  expect(filled).toMatchObject({ status: "processing", paidAmount: 22, refundedAmount: 0 });
  expect(filled.delegations.map(({ owner, locked }) => [owner, locked])).toEqual([
    [cheap, true],
    [dear, true],
  ]);
  expect(filled.restingAmount).toBe(AMOUNT - filled.filledAmount);
  const book = await get(baseUrl, "/v1/orderbook?resource=energy&duration=15m", apiKey);
  expect(JSON.stringify(book)).toContain(String(filled.restingAmount));
  const restTrx = (filled.restingAmount * PRICE_SUN) / 1e6;
  const balance = await get<{ available: number; held: number }>(baseUrl, "/v1/balance", apiKey);
  const available = (1e10 - 22e6 + sun(filled.improvedAmount)) / 1e6;
  expect(balance).toEqual({ available, held: restTrx, withdrawable: available });

  const cancelled = await callDesk(baseUrl, "POST", `/v1/order/${orderId}/cancel`, { apiKey });
  expect(cancelled.status).toBe(200);
  expect(await look()).toMatchObject({ status: "cancelled", refundedAmount: restTrx });
  expect(await get(baseUrl, "/v1/balance", apiKey)).toEqual({
    available: 10_000 - filled.spentAmount,
    held: 0,
    withdrawable: 10_000 - filled.spentAmount,
  });

  const earns = filled.delegations.map(({ cost }) => shareSun(sun(cost)));
  for (const [at, address] of [cheap, dear].entries()) {
    const hasEarned = ({ earned }: Seller) => sun(earned) === earns[at];
    await untilSeller(client, address, hasEarned, "the delegation is earned");
  }
  const before = await Promise.all([cheap, dear].map((one) => balanceSun(nodeUrl, one)));
  expect(await desk("payout", "run")).toMatchObject({ status: 0 });
  for (const [at, address] of [cheap, dear].entries()) {
    const isPaid = (sellerSun: number) => sellerSun === (before[at] ?? 0) + (earns[at] ?? 0);
    await until(() => balanceSun(nodeUrl, address), isPaid, "the payout is on the chain");
    const paid = await readSeller(client, address);
    expect(paid).toMatchObject({ earned: 0, openDelegations: { count: 1 } });
    expect(sun(paid.paidOut)).toBe(earns[at]);
  }

  const isOver = ({ delegations }: ManualOrder) =>
    delegations.every(({ state }) => state === "reclaimed");
  await askNode(nodeUrl, "sandbox/mine", { count: 1, missedMs: 903_000 });
  const over = await until(look, isOver, "the stake is taken back");
  expect(total(over.delegations, ({ cost }) => sun(cost))).toBe(sun(filled.spentAmount));
  await endAudits();
}, 60_000);

async function balanceSun(nodeUrl: string, address: string): Promise<number> {
  const body = { address, visible: true };
  return (await askNode<{ balance?: number }>(nodeUrl, "wallet/getaccount", body)).balance ?? 0;
}
