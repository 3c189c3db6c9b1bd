/** Withdrawals: from asked for to paid, and every way on which one is not. */
import { expect } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { applyToFlow, openFlow } from "../../../src/engine/chat/flows.js";
import { applyBlock } from "../../../src/engine/legs/follow-chain.js";
import { bookWithdrawal } from "../../../src/engine/payouts/book-payout.js";
import { payoutExpired, payoutFinal, payoutSigned } from "../../../src/engine/payouts/payouts.js";
import {
  approveWithdrawal,
  cancelWithdrawal,
  cancelWithdrawalPhase,
  refuseWithdrawal,
} from "../../../src/engine/withdrawals/decide.js";
import { WITHDRAWING, withdrawalsDelayed } from "../../../src/engine/withdrawals/settle.js";
import {
  createWithdrawal,
  prepareWithdrawal,
  quoteWithdrawal,
  withdrawalPhase,
} from "../../../src/engine/withdrawals/withdraw.js";
import type { FlowRow } from "../../../src/store/chat/flows.js";
import { setUnreachable } from "../../../src/store/chat/telegram-users.js";
import { run } from "../../../src/store/phase.js";
import { addressesOf } from "../../support/addresses.js";
import { type Desk, openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { PAYER, payoutRow, shownTransfer, TRX } from "../../support/payouts.js";
import { POLICY } from "../../support/terms.js";
import {
  botKnows,
  OUTSIDE,
  paidIn,
  payWithdrawal,
  signedWithdrawal,
  withdraw,
  withdrawalCall,
  withdrawalRow,
} from "../../support/withdrawals.js";
import { newUpdate } from "./updates.js";

/** A desk whose customer the bot knows, with money of their own. */
async function told(mode: "auto" | "approve"): Promise<Desk> {
  const withdrawals = { ...POLICY.withdrawals, mode, newAddressMs: 0 };
  const desk = await openDesk({ policy: { withdrawals } });
  await desk.commit(() => paidIn(desk.customerId, sun(500 * TRX), 1));
  await desk.commit(() => botKnows(desk.customerId));
  return desk;
}

async function paid(faulty: Faulty): Promise<void> {
  const desk = await told("approve");
  const { engine, customerId } = desk;
  // What the node says of an address is remembered: each is asked for anew.
  const [first, second, third] = addressesOf(0x7100, 3);
  await faulty(desk, quoteWithdrawal, engine, customerId, first ?? OUTSIDE, sun(TRX));
  const asked = withdrawalCall(desk, { address: second ?? OUTSIDE });
  await faulty(desk, prepareWithdrawal, engine, asked);
  const call = withdrawalCall(desk, { address: third ?? OUTSIDE });
  await engine.receivers.verdicts([call.address]);
  const { withdrawal } = await faulty(desk, createWithdrawal, engine, call);
  const { id } = withdrawal;
  await faulty(desk, approveWithdrawal, engine, id, "operator");
  await faulty(desk, withdrawalsDelayed, engine, [id]);
  const signed = signedWithdrawal(desk, id);
  await faulty(desk, payoutSigned, signed, desk.clock.nowMs);
  const block = desk.chain.mine([{ txid: signed.txid, success: true }]);
  await faulty(desk, applyBlock, block, desk.moment);
  expect(await faulty(desk, payoutFinal, signed.id, block.number, 1)).toBe(true);
  expect(withdrawalRow(desk, id).status).toBe("paid");
}

async function unpaid(faulty: Faulty): Promise<void> {
  const desk = await told("auto");
  const { engine, customerId } = desk;
  const asked = async () => (await withdraw(desk)).id;
  const silent = await asked();
  await desk.commit(() => setUnreachable(7, 1));
  const signed = signedWithdrawal(desk, silent);
  expect(await faulty(desk, payoutSigned, signed, desk.clock.nowMs)).toBeUndefined();
  expect(withdrawalRow(desk, silent).status).toBe("approval");
  await cancelWithdrawal(engine, customerId, silent);
  await desk.commit(() => setUnreachable(7, null));
  const [cancelled, refused, again] = [await asked(), await asked(), await asked()];
  await faulty(desk, cancelWithdrawal, engine, customerId, cancelled);
  const twice = await desk.commit(() => cancelWithdrawalPhase(customerId, cancelled, 1));
  expect(twice.status).toBe("cancelled");
  const decision = { reason: "write to us", decidedBy: "operator" };
  await faulty(desk, refuseWithdrawal, engine, refused, decision);
  const dead = await payWithdrawal(desk, again);
  expect(await faulty(desk, payoutExpired, dead, 1)).toBe(true);
  expect(withdrawalRow(desk, again).status).toBe("approval");
  await faulty(desk, refuseWithdrawal, engine, again, decision);
  for (const id of [refused, again]) expect(withdrawalRow(desk, id).status).toBe("refused");
  const late = await asked();
  const expired = await payWithdrawal(desk, late);
  expect(await faulty(desk, payoutExpired, expired, 1)).toBe(true);
  const block = desk.chain.mine([{ txid: payoutRow(desk, expired).txid, success: true }]);
  await faulty(desk, applyBlock, block, desk.moment);
  expect(await faulty(desk, payoutFinal, expired, block.number, 1)).toBe(true);
  expect(withdrawalRow(desk, late).status).toBe("paid");
  const shown = shownTransfer(PAYER, OUTSIDE, 10 * TRX);
  const elsewhere = { id: engine.newId(), payer: PAYER, shown, withdrawalId: await asked() };
  await faulty(desk, bookWithdrawal, elsewhere, 1);
  expect(withdrawalRow(desk, elsewhere.withdrawalId).status).toBe("paid");
  expect(desk.balanceSun(`held:${customerId}`)).toBe(0);
}

/** The flow and its withdrawal are one transaction; its card is drawn anew with each further step. */
async function onCard(faulty: Faulty): Promise<void> {
  const desk = await told("auto");
  const { engine, customerId } = desk;
  const id = "w".padEnd(24, "0");
  const flow: FlowRow = {
    ...{ id, kind: WITHDRAWING, version: 1, owner_user_id: 7, customer_id: customerId, chat_id: 7 },
    ...{ thread_id: null, is_group: 0, status: "open", step: "confirm", data: "{}" },
    ...{ batch_id: null, due_at: null, needs_sun: null, updated_at: desk.clock.nowMs },
  };
  const card = {
    ...{ id: `${id.slice(0, 23)}c`, flow_id: id, batch_id: null, owner_user_id: 7, chat_id: 7 },
    ...{ thread_id: null, reply_to: null },
  };
  const updateId = await newUpdate(desk);
  await desk.commit(() => openFlow({ updateId, flow, card }));
  const call = withdrawalCall(desk, { channel: "telegram", idempotencyKey: id });
  const creation = await prepareWithdrawal(engine, call);
  const next: FlowRow = { ...flow, version: 2, status: "closed" };
  const outcome = await faulty(desk, applyToFlow, {
    ...{ updateId: undefined, flow, moment: desk.moment, next },
    write: () => withdrawalPhase(call, creation),
  });
  expect(outcome).toMatchObject({ kind: "applied", written: { replayed: false } });
  expect(desk.rows("SELECT status FROM flow")).toEqual([{ status: "closed" }]);
  const dirty = () => desk.rows("SELECT dirty FROM card")[0]?.dirty;
  await desk.commit(() => run("UPDATE card SET dirty = 0"));
  await faulty(desk, cancelWithdrawal, engine, customerId, creation.id);
  expect(dirty()).toBe(1);
}

export const withdrawals: Stories = {
  "asked for on a card, and cancelled": onCard,
  "asked for, approved, late, and paid": paid,
  "cancelled, refused, dead, paid after all, and booked by hand": unpaid,
};
