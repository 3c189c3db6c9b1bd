/** Money in and out by the client alone: paid in, credited, spent, taken out, and the statement of all of it. */
import { EnergyDesk, type StatementLine } from "energy-desk-client";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditFile } from "../../src/engine/operating/audit.js";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { askNode, until } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, type RunningDesk, temporaryDirectory } from "../e2e/desk-process.js";
import { errorOf } from "./orders.js";

const [, ELSEWHERE = "", RECEIVER = ""] = MNEMONIC_ACCOUNTS;
const SUN = 1_000_000;

const ends: (() => void | Promise<void>)[] = [];
let desk: RunningDesk;
let path: string;
let client: EnergyDesk;

beforeAll(async () => {
  const directory = temporaryDirectory((clean) => ends.push(clean));
  const env = deskEnv(directory, { SANDBOX_BLOCK_MS: "200", SANDBOX_SOLID_LAG_BLOCKS: "3" });
  path = String(env.DATABASE_PATH);
  desk = await startDeskHere(env, (end) => ends.push(end));
  const { customerId } = await resultOf(deskOn(path), "customer", "create", "--name", "Ada");
  const issued = await resultOf(deskOn(path), "key", "issue", "--customer", String(customerId));
  client = new EnergyDesk({ baseUrl: desk.baseUrl, apiKey: String(issued.apiKey) });
  ends.push(() => client.close());
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const one of list) read.push(one);
  return read;
}

const balanceOnChain = async (address: string) =>
  (
    await askNode<{ balance: number }>(desk.nodeUrl, "wallet/getaccount", {
      address,
      visible: true,
    })
  ).balance;

test("50 TRX and 20 USDT come in, an order is paid with them, and 10 TRX go to another wallet", async () => {
  const { address, accepts, network } = await client.depositOffer();
  const rateTrx = accepts.find(({ asset }) => asset === "USDT")?.rateTrx ?? 0;
  expect({ network, rateTrx }).toEqual({ network: "sandbox", rateTrx: 3.2 });
  expect(await client.depositOffer()).toMatchObject({ address });
  const pay = ["sandbox", "pay", "--to", address];
  await resultOf(deskOn(path), ...pay, "--trx", "50");
  await resultOf(deskOn(path), ...pay, "--usdt", "20");
  const isCredited = (deposits: { status: string }[]) =>
    deposits.length === 2 && deposits.every(({ status }) => status === "credited");
  const deposits = await until(() => all(client.deposits()), isCredited, "both are credited");
  expect(deposits.map(({ asset, creditedTrx }) => [asset, creditedTrx]).toSorted()).toEqual([
    ["TRX", 50],
    ["USDT", 64],
  ]);
  expect(await client.balance()).toEqual({ available: 114, held: 0, withdrawable: 114 });

  const { orders } = await client.createOrder({
    type: "Fast",
    resourceType: "Energy",
    receiver: [RECEIVER],
    resourceAmount: 65_000,
    duration: "1h",
  });
  await client.waitForOrder(orders[0]?.orderId ?? "", { until: "completed" });

  const before = await balanceOnChain(ELSEWHERE);
  const idempotencyKey = "withdraw-1";
  const asked = await client.withdraw({ address: ELSEWHERE, amount: 10 }, { idempotencyKey });
  const again = await client.withdraw({ address: ELSEWHERE, amount: 10 }, { idempotencyKey });
  expect(again.withdrawalId).toBe(asked.withdrawalId);
  // This customer has no chat in which a new address could be told.
  expect(asked.status).toBe("approval");
  await resultOf(deskOn(path), "withdrawal", "approve", asked.withdrawalId);
  const paid = await until(
    () => all(client.withdrawals()),
    ([one]) => one?.status === "paid",
    "it is paid",
  );
  expect(paid).toHaveLength(1);
  expect((await balanceOnChain(ELSEWHERE)) - before).toBe(10 * SUN);
  const tooMuch = client.withdraw({ address: ELSEWHERE, amount: 100 });
  expect(await errorOf(tooMuch)).toMatchObject({ code: "INSUFFICIENT_BALANCE" });

  const lines: StatementLine[] = await all(client.statement({ pageSize: 3 }));
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["deposit", 50],
    ["deposit", 64],
    ["hold", 3.9],
    ["delivered", 3.9],
    ["withdrawal_hold", 10 + asked.fee],
    ["withdrawal", 10],
    ["withdrawal_fee", asked.fee],
  ]);
  expect(lines[1]).toMatchObject({ note: "20 USDT × 3.2 TRX" });
  const { withdrawable, ...balance } = await client.balance();
  expect(lines.at(-1)).toMatchObject(balance);
  expect(withdrawable).toBe(balance.available);
  expect((await auditFile(path)).violations).toEqual([]);
});
