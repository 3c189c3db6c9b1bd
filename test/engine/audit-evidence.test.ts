/** The audit holds the tables against what no change of them can change: the key of deposits, and the bytes that were signed. */
import { describe, expect, test } from "vitest";
import { transferIn, wireHex } from "../../src/chain/raw-transaction.js";
import { type Address, addressToHex } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { keyAsEvidence } from "../../src/engine/operating/audit.js";
import { payoutSigned } from "../../src/engine/payouts/payouts.js";
import { addressOf } from "../support/addresses.js";
import { foundAfter } from "../support/corruption.js";
import { payingDesk, XPUB } from "../support/deposits.js";
import { type Desk, openDesk } from "../support/desk.js";
import { PAYER, sellers, signedPayout } from "../support/payouts.js";
import { message, rawTransaction } from "../support/raw-transaction.js";

const THIEF = addressOf(0x6666);

describe("an address of a deposit", () => {
  const evidence = { depositKeys: keyAsEvidence(XPUB) };
  const MOVED = "an address of a deposit is the one that the key has at its index";
  const foundIn = async (sql: string) => foundAfter((await payingDesk()).desk, sql, evidence);

  test.each([
    `UPDATE deposit_address SET address = '${THIEF}'`,
    "UPDATE deposit_address SET key_index = key_index + 1",
  ])("is not the key's after %s", async (sql) => {
    expect(await foundIn(sql)).toEqual([MOVED]);
  });

  test("is the key's as it was given out, and nobody knows of an earlier key", async () => {
    expect(await foundIn("UPDATE deposit_address SET created_at = 7")).toEqual([]);
    const another = `UPDATE deposit_address SET key_hash = 'another', address = '${THIEF}'`;
    expect(await foundIn(another)).toEqual([]);
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

  test.each([
    ["another receiver", `UPDATE payout SET receiver = '${THIEF}'`],
    ["another amount", "UPDATE payout SET amount_sun = amount_sun + 1, fee_sun = fee_sun - 1"],
    ["another payer", `UPDATE payout SET payer = '${THIEF}'`],
    ["another id", `UPDATE payout SET txid = '${"ab".repeat(32)}'`],
    ["no bytes", "UPDATE payout SET transaction_hex = ''"],
    [
      "none any more, once it is paid",
      "UPDATE payout SET transaction_hex = '', state = 'paid', block_number = 1, finished_at = 1",
    ],
    ["no transaction", "UPDATE payout SET transaction_hex = '0a03ffffff'"],
    ["bytes to a thief", `UPDATE payout SET transaction_hex = '${thiefs()}'`],
  ])("are not those of a payout with %s", async (_, sql) => {
    expect(await foundAfter(await payoutDesk(), sql, evidence)).toContain(OTHERS);
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
