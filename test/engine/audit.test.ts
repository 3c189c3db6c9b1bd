/** The audit: every invariant fires when the file is corrupted so that it should, and none otherwise; and what no change of the tables can change. */

import { describe, expect, test } from "vitest";
import { wireHex } from "../../src/chain/encode.js";
import { transferIn } from "../../src/chain/raw-transaction.js";
import { type Address, addressToHex } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { cancelBooking, startDueBookings } from "../../src/engine/chat/bookings.js";
import { keyAsEvidence } from "../../src/engine/operating/audit.js";
import { payoutSigned } from "../../src/engine/payouts/payouts.js";
import { findViolations } from "../../src/store/audit/audit.js";
import { statementsOf } from "../../src/store/phase.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { booked, MINUTE_MS } from "../support/bookings.js";
import { foundAfter } from "../support/corruption.js";
import { payingDesk, XPUB } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { pass } from "../support/notifications.js";
import { PAYER, sellers, signedPayout } from "../support/payouts.js";
import { message, rawTransaction } from "../support/raw-transaction.js";
import { book, manual } from "../support/sellers.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { deliver, kill, passRentals, reclaim, sign, solidify } from "../support/steps.js";
import { type Audited, auditedAs } from "./audited.js";

/** A desk with orders in every stage. */
async function busyDesk(): Promise<Desk> {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  await desk.order({ resourceAmount: 150_000 });
  await deliver(desk);
  await solidify(desk);
  await desk.order();
  await deliver(desk);
  const refused = await desk.order();
  await sign(desk);
  await kill(desk, `${refused}.1`, "receiver_is_contract");
  await desk.order();
  return desk;
}

const OPEN = "(SELECT id FROM orders WHERE status = 'processing')";
const POSTED = "(SELECT id FROM leg WHERE posted = 1 AND earned = 0)";

/** A desk whose sellers and pool have sold, with orders that rest and a bulk call that waits. */
async function busyBook(): Promise<Desk> {
  const { desk } = await book(
    [
      [45, 150_000],
      [50, 100_000],
    ],
    { ownersUnits: [100_000] },
  );
  await desk.create();
  await desk.create(manual());
  await deliver(desk);
  await solidify(desk);
  await desk.snapshot();
  await desk.create(manual({ receiver: addressesOf(2, 2) }));
  await desk.create(manual({ receiver: addressesOf(4, 2) }, { bulk_order: true }));
  return desk;
}

/** Two ended rentals of one record, on their way back in one undelegation. */
async function reclaimingDesk(): Promise<Desk> {
  const desk = await openDesk({ ownersUnits: [1_000_000] });
  const ids = [await desk.order(), await desk.order()];
  await deliver(desk);
  await solidify(desk);
  await passRentals(desk);
  await reclaim(desk, ...ids.map((id) => `${id}.1`));
  return desk;
}

/** A desk with a booking in each status. */
async function bookingDesk(): Promise<Desk> {
  const desk = await openDesk();
  const cancelled = await booked(desk, { name: "a" });
  await cancelBooking(desk.engine, cancelled, cancelled.id);
  await booked(desk, { name: "b" });
  await pass(desk, 30 * MINUTE_MS);
  await startDueBookings(desk.engine);
  await booked(desk, { name: "c" });
  desk.assertSound();
  return desk;
}

const AUDITED: Record<string, Audited> = {
  "the books": {
    open: busyDesk,
    harmless: "UPDATE customer SET name = 'Other'",
    corruptions: {
      "the sum over all accounts is 0": [
        "UPDATE account SET balance_sun = balance_sun + 1 WHERE id = 'revenue'",
      ],
      "a balance is the sum of its transfers": [
        "UPDATE account SET balance_sun = balance_sun - 1 WHERE id = 'revenue'",
        "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:earn'",
        "DELETE FROM transfer WHERE id LIKE '%:post'",
        "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) VALUES ('x', 'revenue', 'external', 5, NULL, 1)",
      ],
      "only the external account is below 0": [
        "UPDATE account SET balance_sun = -1 WHERE id = 'clearing'",
      ],
      "held money is what open orders, bookings and withdrawals still hold": [
        "UPDATE account SET balance_sun = balance_sun + 1 WHERE kind = 'held'",
        `UPDATE orders SET refunded_sun = 1 WHERE id IN ${OPEN}`,
      ],
      "an order is the sum of its transfers": [
        `UPDATE orders SET paid_sun = paid_sun + 1 WHERE id IN ${OPEN}`,
        "UPDATE orders SET posted_sun = posted_sun + 1 WHERE status = 'completed'",
        "UPDATE orders SET refunded_sun = refunded_sun - 1 WHERE status = 'cancelled'",
        "DELETE FROM transfer WHERE id LIKE '%:hold'",
        "DELETE FROM transfer WHERE id LIKE '%:void:rest'",
      ],
      "a final order holds nothing, a completed one is full unless refunded after a fork": [
        `UPDATE orders SET status = 'completed' WHERE id IN ${OPEN}`,
        "UPDATE orders SET unplanned_amount = 1 WHERE status = 'completed'",
        "UPDATE orders SET filled_amount = filled_amount - 1 WHERE status = 'completed'",
      ],
      "an order is the sum of its legs": [
        "UPDATE leg SET posted = 0 WHERE posted = 1",
        "UPDATE leg SET units = units - 1 WHERE state = 'planned'",
        "UPDATE leg SET amount_sun = amount_sun + 1 WHERE posted = 1",
        "DELETE FROM leg WHERE state = 'planned'",
        `UPDATE orders SET unplanned_amount = 1 WHERE id IN ${OPEN}`,
      ],
      "cleared money is that of legs posted and not yet earned": [
        "UPDATE account SET balance_sun = balance_sun + 1 WHERE id = 'clearing'",
        `UPDATE leg SET earned = 1 WHERE id IN ${POSTED}`,
        "UPDATE leg SET earned = 0 WHERE earned = 1",
      ],
      "reservations are those of the legs that reserve": [
        "UPDATE capacity SET reserved_sun = reserved_sun + 1 WHERE resource = 'energy'",
        "UPDATE leg SET reserved_sun = reserved_sun + 1 WHERE state = 'planned'",
        "UPDATE leg SET resource = 'bandwidth' WHERE state = 'planned'",
      ],
      "legs reserve from planned until the chain counts them, dead ones never": [
        "UPDATE leg SET reserving = 0 WHERE state = 'planned'",
        "UPDATE leg SET reserving = 1 WHERE state = 'dead'",
      ],
      "no two delegated legs of an order deliver the same part": [
        "UPDATE leg SET units = units + 1 WHERE state = 'solidified'",
      ],
    },
  },
  "offers and Manual orders": {
    open: busyBook,
    harmless: "UPDATE customer SET name = 'Other'",
    corruptions: {
      "an offer has free what its owner's snapshot holds less reservations and what is kept": [
        "UPDATE offer SET free_sun = free_sun + 1",
        "UPDATE offer SET kept_sun = kept_sun + 1",
        "UPDATE capacity SET owner = owner || 'x' WHERE owner IN (SELECT seller FROM offer)",
      ],
      "an offer is paused with its owner": ["UPDATE offer SET paused = 1"],
      "a leg is a seller's exactly when its owner is one": [
        "UPDATE leg SET seller_sun = NULL WHERE seller_sun IS NOT NULL",
        "UPDATE leg SET seller_sun = 1 WHERE seller_sun IS NULL",
        "UPDATE owner SET kind = 'pool' WHERE kind = 'seller'",
        "UPDATE leg SET owner = 'nobody' WHERE state = 'planned'",
      ],
      "a seller's leg is locked": ["UPDATE leg SET locked = 0 WHERE seller_sun IS NOT NULL"],
      "a leg brings its seller their share and the desk the rest": [
        "UPDATE leg SET seller_sun = seller_sun - 1 WHERE state = 'solidified'",
        "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:earn'",
        "UPDATE transfer SET amount_sun = amount_sun + 1 WHERE id LIKE '%:commission'",
        "DELETE FROM transfer WHERE id LIKE '%:commission'",
      ],
      "an order that waits for its bulk call has nothing planned": [
        "UPDATE orders SET unplanned_amount = 1 WHERE bulk_waiting = 1",
        "UPDATE orders SET status = 'cancelled' WHERE bulk_waiting = 1",
        "UPDATE orders SET bulk_waiting = 1 WHERE unplanned_amount = 0",
      ],
      "only a Manual order has options and a deadline": [
        "UPDATE orders SET options = NULL WHERE type = 'Manual'",
        "UPDATE orders SET deadline_at = NULL WHERE type = 'Manual'",
        "UPDATE orders SET options = '{}' WHERE type = 'Fast'",
        "UPDATE orders SET type = 'Fast' WHERE type = 'Manual'",
      ],
    },
  },
  "stake on its way back": {
    open: reclaimingDesk,
    harmless: "UPDATE leg SET reclaim_attempts = 2",
    corruptions: {
      "legs that go back together are of one record, and at one step": [
        "UPDATE leg SET state = 'solidified' WHERE reclaim_part = 1",
        "UPDATE leg SET reclaim_block = 1 WHERE reclaim_part = 0",
        "UPDATE leg SET receiver = owner WHERE reclaim_part = 1",
        "UPDATE leg SET reclaim_txid = NULL WHERE reclaim_part = 0",
      ],
    },
  },
  bookings: {
    open: bookingDesk,
    harmless: "UPDATE customer SET name = 'Other'",
    corruptions: {
      "held money is what open orders, bookings and withdrawals still hold": [
        "DELETE FROM booking WHERE status = 'open'",
        "UPDATE booking SET status = 'open', batch_id = NULL WHERE status = 'ordered'",
        "UPDATE account SET balance_sun = 3900000 WHERE kind = 'held' AND balance_sun > 3900000",
      ],
      "a booking is the sum of its transfers": [
        "UPDATE booking SET held_sun = held_sun + 1 WHERE status = 'returned'",
        "UPDATE booking SET status = 'returned', reason = 'late', batch_id = NULL WHERE status = 'ordered'",
        "DELETE FROM transfer WHERE id LIKE 'c%:hold'",
        "DELETE FROM transfer WHERE id LIKE '%:void'",
        "UPDATE transfer SET to_account = 'revenue' WHERE id LIKE '%:start'",
        "INSERT INTO transfer (id, from_account, to_account, amount_sun, reason, at) SELECT id || ':void', 'held:' || customer_id, 'available:' || customer_id, held_sun, NULL, 1 FROM booking WHERE status = 'ordered'",
      ],
      "a booking became the orders that it paid for": [
        "UPDATE orders SET paid_sun = paid_sun - 1",
        "DELETE FROM orders WHERE batch_id IS NOT NULL",
      ],
    },
  },
};

auditedAs(AUDITED);

sqliteTest(
  "no invariant compares everything with everything: an audit of large books ends",
  async () => {
    const desk = await busyDesk();
    const audit = findViolations();
    const plans: string[] = [];
    for (let step = audit.next([]); !step.done; step = audit.next([])) {
      for (const { sql } of statementsOf(step.value)) {
        const plan = desk.rows(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
        plans.push(...plan);
      }
    }
    expect(plans.length).toBeGreaterThan(20);
    expect(plans.filter((detail) => /^SCAN \S+ LEFT-JOIN/.test(detail))).toEqual([]);
  },
);

const THIEF = addressOf(0x6666);

describe("an address of a deposit", () => {
  const evidence = { depositKeys: keyAsEvidence(XPUB) };
  const MOVED = "an address of a deposit is the one that the key has at its index";
  test("is the key's as it was given out, and no other; nobody knows of an earlier key", async () => {
    const { desk } = await payingDesk();
    const another = `UPDATE deposit_address SET key_hash = 'another', address = '${THIEF}'`;
    for (const [sql, found] of [
      [`UPDATE deposit_address SET address = '${THIEF}'`, [MOVED]],
      ["UPDATE deposit_address SET key_index = key_index + 1", [MOVED]],
      ["UPDATE deposit_address SET created_at = 7", []],
      [another, []],
    ] as const) {
      expect(await foundAfter(desk, sql, evidence), sql).toEqual(found);
    }
  });
});

/** A transfer of TRX as it is signed; the signature is nobody's. */
function signedTransfer(from: Address, to: Address, amountSun: number) {
  const value = message({ 1: addressToHex(from), 2: addressToHex(to), 3: amountSun });
  const { txID, raw_data_hex: raw } = rawTransaction(1, value, { 14: 1 });
  return { txid: txID, hex: wireHex(Buffer.from(raw, "hex"), [Buffer.alloc(65)]) };
}

/** A desk with a payout whose bytes are real ones. */
async function payoutDesk(change: object = {}): Promise<Desk> {
  const desk = await openDesk();
  const [seller] = await sellers(desk, 30);
  const to = must(seller, "one was made");
  const { amountSun } = await signedPayout(desk, to);
  const signed = await signedPayout(desk, to, {
    ...signedTransfer(PAYER, to, amountSun),
    ...change,
  });
  await desk.commit(() => payoutSigned(signed, desk.clock.nowMs));
  return desk;
}

describe("the bytes of a payout", () => {
  const evidence = { sentBy: transferIn };
  const OTHERS = "the bytes of a payout send what it says";
  const touched = "UPDATE payout SET created_at = created_at + 1";

  test("are not those of another receiver, amount, payer or id, and are there", async () => {
    const desk = await payoutDesk();
    for (const sql of [
      `UPDATE payout SET receiver = '${THIEF}'`,
      "UPDATE payout SET amount_sun = amount_sun + 1, fee_sun = fee_sun - 1",
      `UPDATE payout SET payer = '${THIEF}'`,
      `UPDATE payout SET txid = '${"ab".repeat(32)}'`,
      "UPDATE payout SET transaction_hex = ''",
      "UPDATE payout SET transaction_hex = '', state = 'paid', block_number = 1, finished_at = 1",
      "UPDATE payout SET transaction_hex = '0a03ffffff'",
      `UPDATE payout SET transaction_hex = '${thiefs()}'`,
    ])
      expect(await foundAfter(desk, sql, evidence), sql).toContain(OTHERS);
  });

  test("are those of a payout as it was signed, and are not asked for of one booked by hand", async () => {
    expect(await foundAfter(await payoutDesk(), touched, evidence)).toEqual([]);
    const byHand = `${touched}, transaction_hex = '', transaction_expires_at = 0, state = 'paid', block_number = 1, finished_at = 1`;
    expect(await foundAfter(await payoutDesk(), byHand, evidence)).not.toContain(OTHERS);
  });
});

function thiefs(): string {
  return signedTransfer(PAYER, THIEF, 1).hex;
}
