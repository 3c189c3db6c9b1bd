/** `desk withdrawal`, and keys that may withdraw: with a desk that runs and without one. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { sun } from "../../src/domain/money.js";
import type { Engine } from "../../src/engine/context.js";
import { createCustomer, readBalance } from "../../src/engine/customers/customers.js";
import { withdrawalPhase } from "../../src/engine/withdrawals/withdraw.js";
import { addressOf } from "../support/addresses.js";
import { TRX } from "../support/payouts.js";
import { withSchema } from "../support/schema.js";
import { POLICY } from "../support/terms.js";
import { paidIn } from "../support/withdrawals.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { OWNER, openEngine, runDesk, sent } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
let databasePath: string;
let desk: Desk;
beforeEach(() => {
  directory = temporaryDirectory();
  databasePath = `${directory.path}/desk.db`;
  desk = deskOn(databasePath);
});
afterEach(() => directory.remove());

const ADDRESS = addressOf(0x7000);

/** A customer with 50 TRX of their own, of which they want 10; it waits for the operator. */
async function asked(engine: Engine): Promise<{ customerId: string; id: string }> {
  const { customerId } = await createCustomer(engine, "Ada");
  const id = engine.newId();
  const call = { customerId, address: ADDRESS, amountSun: sun(10 * TRX), channel: "http" } as const;
  const terms = { ...POLICY.withdrawals, mode: "approve" } as const;
  const at = 1_800_000_000_000;
  const creation = { id, at, dueAt: at, feeSun: sun(TRX), terms };
  await engine.database.commit(() => paidIn(customerId, sun(50 * TRX), 1));
  await engine.database.commit(() =>
    withdrawalPhase({ ...call, idempotencyKey: id, hasRight: true }, creation),
  );
  return { customerId, id };
}

it("lists what is not over, approves and refuses", async () => {
  const alone = await openEngine(databasePath);
  const [one, other] = [await asked(alone.engine), await asked(alone.engine)];
  await alone.close();
  const { withdrawals } = await resultOf(desk, "withdrawal", "list");
  expect(withdrawals).toMatchObject([
    { withdrawalId: one.id, status: "approval", amount: 10, fee: 1, address: ADDRESS },
    { withdrawalId: other.id },
  ]);
  expect(await resultOf(desk, "withdrawal", "approve", one.id)).toMatchObject({
    ...{ withdrawalId: one.id, status: "waiting", decidedBy: "operator" },
  });
  const running = await runDesk(databasePath);
  const again = await errorOf(desk, "withdrawal", "approve", one.id);
  expect(again).toMatchObject({ status: 1, code: "NOT_CANCELABLE" });
  expect(again.message).toContain("waiting");
  const refused = await desk("withdrawal", "refuse", other.id, "--reason", "write to us");
  expect(refused.stdout).toMatch(/refused .* write to us$/m);
  expect((await resultOf(desk, "withdrawal", "list")).withdrawals).toHaveLength(1);
  expect((await resultOf(desk, "withdrawal", "list", "--all")).withdrawals).toHaveLength(2);
  await running.close();
  const after = await openEngine(databasePath);
  expect(await readBalance(after.engine, other.customerId)).toMatchObject({
    availableSun: 50 * TRX,
    heldSun: 0,
  });
  await after.close();
});

it("books one that was paid without the books knowing", async () => {
  const alone = await openEngine(databasePath);
  const { id } = await asked(alone.engine);
  await alone.close();
  const chain = ["--txid", "5".repeat(64)];
  const book = ["payout", "book", "--withdrawal", id, ...chain];
  expect((await errorOf(desk, ...book)).code).toBe("NOT_RUNNING");
  const running = await runDesk(databasePath, { payer: OWNER, moneyOf: sent(ADDRESS, 10) });
  const booked = await resultOf(desk, ...book);
  expect(booked).toMatchObject({ withdrawalId: id, seller: null, receiver: ADDRESS, amount: 10 });
  expect((await errorOf(desk, ...book)).message).toContain("is booked already");
  const { withdrawals } = await resultOf(desk, "withdrawal", "list", "--all");
  expect(withdrawals).toMatchObject([{ status: "paid", txid: "5".repeat(64) }]);
  const none = await errorOf(desk, "payout", "book", ...chain);
  expect(none).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
  expect(none.message).toContain("--seller: give this, or --withdrawal");
  const why = ["--by", "Ann", "--reason", "of another one"];
  const undone = await resultOf(desk, "payout", "unbook", String(booked.payoutId), ...why);
  expect(undone).toMatchObject({ state: "dead" });
  expect((await resultOf(desk, "withdrawal", "list")).withdrawals).toMatchObject([
    { status: "approval", txid: null },
  ]);
  await running.close();
});

it("says which keys may withdraw: in the sandbox each, elsewhere those issued so", async () => {
  const keysOf = async (customer: string, network: Desk, ...flags: string[]) => {
    await network("key", "issue", "--customer", customer, ...flags);
    const { keys } = await resultOf(network, "key", "list", "--customer", customer);
    return (keys as { mayWithdraw: boolean }[]).map(({ mayWithdraw }) => mayWithdraw);
  };
  const { customerId } = await resultOf(desk, "customer", "create", "--name", "Ada");
  expect(await keysOf(String(customerId), desk)).toEqual([true, true]);
  const elsewhere = temporaryDirectory();
  const nile = deskOn(withSchema(`${elsewhere.path}/desk.db`), {
    TRON_NETWORK: "nile",
    TRON_FULL_HOST: "http://127.0.0.1:1",
    POOL_OWNERS: ADDRESS,
    OPERATOR_KEY: "1".repeat(64),
  });
  const created = await resultOf(nile, "customer", "create", "--name", "Ada");
  const customer = String(created.customerId);
  expect(await keysOf(customer, nile)).toEqual([false, false]);
  expect((await keysOf(customer, nile, "--withdraw")).filter(Boolean)).toEqual([true]);
  elsewhere.remove();
});
