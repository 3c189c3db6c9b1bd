/** `desk payout …`: what is listed with and without a desk, and what stands in the way of a run. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RejectionReason } from "../../src/domain/death.js";
import { sun } from "../../src/domain/money.js";
import type { Engine } from "../../src/engine/context.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { placeHold } from "../../src/engine/operating/holds.js";
import { payoutExpired, payoutRefused, payoutSigned } from "../../src/engine/payouts/payouts.js";
import { insertUnknownPayout } from "../../src/store/unknown-payouts.js";
import { insertWithdrawal } from "../../src/store/withdrawals.js";
import { sellerWith, TRX } from "../support/payouts.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { OWNER, openEngine, RECEIVER, runDesk } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
let databasePath: string;
let desk: Desk;

beforeEach(() => {
  directory = temporaryDirectory();
  databasePath = join(directory.path, "desk.db");
  desk = deskOn(databasePath);
});
afterEach(() => directory.remove());

/** Two sellers: one whose payout is signed, one whose payout has expired. */
const SIGNED_AT = {
  signedBlock: 1,
  payer: RECEIVER,
  purse: { account: RECEIVER, balanceSun: sun(1_000 * TRX), block: 1 },
};

async function twoPayouts(engine: Engine): Promise<void> {
  const { customerId } = await createCustomer(engine, "Seller");
  for (const [at, seller] of [OWNER, RECEIVER].entries()) {
    const signed = {
      id: engine.newId(),
      ...{ seller, withdrawalId: null, receiver: seller },
      amountSun: sun(39.5 * TRX),
      feeSun: sun(TRX / 2),
      txid: `${at}`.repeat(64),
      hex: "00",
      timestampMs: at + 1,
      expiresAt: 10,
      ...SIGNED_AT,
      terms: engine.policy.payouts,
    };
    await engine.database.commit(() => sellerWith(seller, customerId, sun(1_040 * TRX), at));
    await engine.database.commit(() => payoutSigned(signed, 1_800_000_000_000));
    if (seller === RECEIVER) await engine.database.commit(() => payoutExpired(signed.id, 1));
  }
}

async function expectListed(): Promise<void> {
  const { payouts } = (await resultOf(desk, "payout", "list")) as { payouts: object[] };
  expect(payouts).toMatchObject([
    { seller: OWNER, state: "signed", finishedAt: null, deathReason: null },
    { seller: RECEIVER, amount: 39.5, fee: 0.5, state: "dead", deathReason: "expired" },
  ]);
  const one = await resultOf(desk, "payout", "list", "--seller", OWNER);
  expect(one.payouts).toMatchObject([{ seller: OWNER }]);
  const text = await desk("payout", "list", "--seller", RECEIVER);
  expect(text.stdout).toMatch(
    new RegExp(`${RECEIVER} +39\\.5 +0\\.5 +dead .* no block took it in its time$`, "m"),
  );
}

/** A payout that the node refuses at its first attempt. */
async function refusedPayout(engine: Engine, reason: RejectionReason): Promise<void> {
  const { customerId } = await createCustomer(engine, "Seller");
  const id = engine.newId();
  const whose = { seller: OWNER, withdrawalId: null, receiver: OWNER };
  const refused = { id, ...whose, amountSun: sun(39.5 * TRX), feeSun: sun(TRX / 2) };
  const { payouts: terms } = engine.policy;
  const bytes = { txid: "0".repeat(64), hex: "00", timestampMs: 1, expiresAt: 10, ...SIGNED_AT };
  await engine.database.commit(() => sellerWith(OWNER, customerId, sun(1_040 * TRX), 0));
  await engine.database.commit(() =>
    payoutSigned({ ...refused, ...bytes, terms }, 1_800_000_000_000),
  );
  await engine.database.commit(() => payoutRefused(id, reason));
}

it.each([
  ["owner_balance", "the node refused it: the account that pays had too little TRX"],
  ["permission", "the node refused it: the payout key may not sign for the account that pays"],
  ["reference_block", "the node refused it: it did not know the block that it refers to"],
] as const)("tells of %s in words, and in JSON by that name", async (reason, words) => {
  const alone = await openEngine(databasePath);
  await refusedPayout(alone.engine, reason);
  await alone.close();
  expect((await desk("payout", "list")).stdout).toMatch(new RegExp(` {2}${words}$`, "m"));
  const { payouts } = await resultOf(desk, "payout", "list");
  expect(payouts).toMatchObject([{ state: "signed", refusal: reason, deathReason: null }]);
});

it("lists payouts, oldest first, with a desk that runs and without one", async () => {
  const alone = await openEngine(databasePath);
  await twoPayouts(alone.engine);
  await alone.close();
  await expectListed();
  const running = await runDesk(databasePath);
  await expectListed();
  await running.close();
});

it("says of a wrong seller what it must be", async () => {
  await (await openEngine(databasePath)).close();
  const wrong = await errorOf(desk, "payout", "list", "--seller", "TUEZ");
  expect(wrong).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
  expect(wrong.message).toContain("--seller: must be a base58 address");
  expect((await desk("payout", "list")).stdout).toBe("No payouts.\n");
});

it("runs on a desk only, and only on one that has a key to pay with", async () => {
  await (await openEngine(databasePath)).close();
  expect(await errorOf(desk, "payout", "run")).toMatchObject({ status: 1, code: "NOT_RUNNING" });
  const running = await runDesk(databasePath);
  const off = await errorOf(desk, "payout", "run");
  expect(off).toMatchObject({ status: 1, code: "CONFIGURATION" });
  expect(off.message).toContain("Set PAYOUT_KEY_FILE");
  await running.close();
});

it("stops what leaves, names what is signed, and lifts one hold at a time", async () => {
  const { engine, close } = await openEngine(databasePath);
  await twoPayouts(engine);
  await placeHold(engine, "payout-hold", "restored", "restore");
  await close();
  const running = await runDesk(databasePath);
  const { gates } = running.desk.engine;
  const stop = ["pause", "--payouts", "--reason", "a stolen key"] as const;
  expect(await resultOf(desk, ...stop)).toMatchObject({
    paused: "payouts",
    reason: "a stolen key",
    goOn: [{ receiver: OWNER, amount: 39.5, state: "signed", txid: "0".repeat(64) }],
  });
  expect((await desk(...stop)).stdout).toMatch(
    new RegExp(`these still go out:\\n.*\\n.* seller +${OWNER} +39\\.5 `),
  );
  expect(gates.pause).toBeUndefined();
  await running.close();

  const again = await runDesk(databasePath);
  expect(again.desk.engine.gates.payoutHold).toMatch(/^a stolen key; .*\. restored; book what/);
  const stillHeld = expect.stringMatching(/^restored; book what was paid/);
  expect(await resultOf(desk, "resume", "--payouts")).toEqual({
    resumed: "payouts",
    ...{ lifted: "a stolen key", stillHeld },
  });
  const lifted = { resumed: "payouts", lifted: "restored", stillHeld: null };
  expect(await resultOf(desk, "resume", "--payouts")).toEqual(lifted);
  expect(await resultOf(desk, "resume", "--payouts")).toEqual({ ...lifted, lifted: null });
  expect(again.desk.engine.gates.payoutHold).toBeUndefined();
  await again.close();
});

it("says what is still stopped when something is taken up again", async () => {
  await (await openEngine(databasePath)).close();
  const running = await runDesk(databasePath);
  const { gates } = running.desk.engine;
  gates.haltFor("a check failed");
  const halted = "the desk is halted (a check failed); look at `desk audit`, then `desk resume`";
  await resultOf(desk, "pause", "--payouts", "--reason", "a stolen key");
  const { stdout } = await desk("resume", "--payouts");
  expect(stdout).toBe(`No longer held: a stolen key. Still held: ${halted}.\n`);
  const none = (await desk("pause", "--payouts", "--reason", "a stolen key")).stdout;
  expect(none).toMatch(/pays again\.\nNo signed payment is on its way\.\n$/);
  const resumed = (await desk("resume")).stdout;
  expect(resumed).toMatch(
    /^The books add up; new orders are taken\. Payouts are still held: a stolen key; /,
  );
  await resultOf(desk, "resume", "--payouts");
  expect((await desk("resume")).stdout).toBe("The books add up; new orders are taken.\n");
  await running.close();
});

it("lists a seller whose payout is above the day's limit, and approves it by name", async () => {
  const { engine, close } = await openEngine(databasePath);
  const { customerId } = await createCustomer(engine, "Seller");
  await engine.database.commit(() => sellerWith(OWNER, customerId, sun(20_000 * TRX), 1));
  await close();
  const listed = await resultOf(desk, "payout", "list");
  expect(listed.held).toMatchObject([{ seller: OWNER, earned: 20_000, waits: "approval" }]);
  const approved = await resultOf(desk, "payout", "approve", OWNER, "20000", "--by", "Ann");
  expect(approved).toEqual({ seller: OWNER, approved: 20_000, by: "Ann" });
  expect((await resultOf(desk, "payout", "list")).held).toEqual([]);
});

it("says of an unknown payout to a seller's account whose withdrawal it may have been, too", async () => {
  const { engine, close } = await openEngine(databasePath);
  const { customerId } = await createCustomer(engine, "Seller");
  await engine.database.commit(() => sellerWith(OWNER, customerId, sun(40 * TRX), 1));
  const id = engine.newId();
  await engine.database.commit(function* () {
    yield* insertWithdrawal({
      ...{ id, customer_id: customerId, address: OWNER, amount_sun: sun(10 * TRX) },
      ...{ fee_sun: sun(TRX), channel: "http", new_address: 1, status: "approval" },
      ...{ due_at: 1, created_at: 1 },
    });
    const sent = { receiver: OWNER, block_number: 7 };
    yield* insertUnknownPayout({ ...sent, txid: "5".repeat(64), amount_sun: sun(10 * TRX) }, 1);
    yield* insertUnknownPayout({ ...sent, txid: "6".repeat(64), amount_sun: sun(9 * TRX) }, 1);
  });
  await close();
  const { stdout } = await desk("payout", "unknown");
  expect(stdout).toMatch(new RegExp(`${OWNER} +10 +a seller ${customerId} +5{64}$`, "m"));
  expect(stdout).toContain(`payout book --withdrawal ${id} --txid ${"5".repeat(64)}`);
  expect(stdout).toContain(`payout book --seller ${OWNER} --txid ${"6".repeat(64)}`);
});
