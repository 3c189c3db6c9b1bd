/** Withdrawals by the client, against the desk's own door. */
import { EnergyDesk, type Withdrawal } from "energy-desk-client";
import { expect, onTestFinished, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { issueKey } from "../../src/engine/customers/customers.js";
import { startDesk, wallet } from "../http/desk.js";
import { paidIn } from "../support/withdrawals.js";
import { errorOf } from "./orders.js";

test("asked for once a key, listed newest first, cancelled", async () => {
  const desk = await startDesk();
  onTestFinished(() => desk.close());
  const { customerId, apiKey: plainKey } = await desk.customer(20, "gift");
  await desk.database.commit(() => paidIn(customerId, sun(50_000_000), 1));
  const { apiKey } = await issueKey(desk.engine, customerId, { mayWithdraw: true });
  const client = new EnergyDesk({ baseUrl: desk.url, apiKey, maxRetries: 0 });
  const plain = new EnergyDesk({ baseUrl: desk.url, apiKey: plainKey, maxRetries: 0 });
  onTestFinished(() => client.close());
  onTestFinished(() => plain.close());
  const request = { address: wallet(7), amount: 10 };
  expect(await client.balance()).toEqual({ available: 70, held: 0, withdrawable: 50 });
  const first = await client.withdraw(request, { idempotencyKey: "first" });
  expect(first).toMatchObject({
    ...request,
    status: "approval",
    fee: 1,
    newAddress: true,
    txid: null,
  });
  expect(await client.withdraw(request, { idempotencyKey: "first" })).toEqual(first);
  desk.clock.nowMs += 1;
  const second = await client.withdraw({ ...request, amount: 2.5 });
  const all: Withdrawal[] = [];
  for await (const one of client.withdrawals({ pageSize: 1 })) all.push(one);
  expect(all).toEqual([second, first]);
  expect(await client.cancelWithdrawal(first.withdrawalId)).toMatchObject({ status: "cancelled" });
  expect(await client.balance()).toEqual({ available: 66.5, held: 3.5, withdrawable: 46.5 });
  const tooMuch = await errorOf(client.withdraw({ ...request, amount: 46 }));
  expect(tooMuch).toMatchObject({ code: "INSUFFICIENT_BALANCE", outcomeUnknown: false });
  expect(await errorOf(plain.withdraw(request))).toMatchObject({ code: "FORBIDDEN" });
  expect(await errorOf(client.cancelWithdrawal("no/such"))).toMatchObject({ code: "NOT_FOUND" });
});
