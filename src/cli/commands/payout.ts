/** `desk payout …`: what sellers have earned, sent to them. */
import { z } from "zod";
import { Refusal } from "../../control/refusal.js";
import { payoutDeathInWords } from "../../domain/death.js";
import { toTrx } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import type { Earner, PayoutRun } from "../../engine/sellers/payout-lists.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, blockField, trxField, txidField } from "../inputs.js";
import { moment, trx, type Width } from "../print.js";
import { table } from "../table.js";

const run = defineCommand({
  name: "payout run",
  about: "Pay every seller who has earned at least PAYOUT_MINIMUM_TRX and has no payout under way.",
  example: "payout run",
  needsRunningDesk: true,
  input: z.strictObject({}),
  async run({ payOut }): Promise<ShownRun> {
    if (payOut) return shownRun(await payOut());
    throw new Refusal(
      "CONFIGURATION",
      "Payouts are off, because this desk has no key to pay with. Set PAYOUT_KEY_FILE to a file with the private key of the account that pays (or PAYOUT_KEY to the key itself), and start the desk again.",
    );
  },
  logged: ({ started, waiting }) => ({ started: started.length, waiting: waiting.length }),
  print: runText,
  exitStatus: ({ problem }) => (problem === null ? 0 : 1),
});

const list = defineCommand({
  name: "payout list",
  about: "List the newest 1,000 payouts, of one seller or of all.",
  options: [{ flags: "--seller <address>", about: "only those of this seller" }],
  example: "payout list --seller TADDRESS",
  input: z.strictObject({ seller: addressField.optional() }),
  async run({ engine }, { seller }): Promise<{ payouts: readonly ShownPayout[] }> {
    const { readPayouts } = await import("../../engine/sellers/payout-lists.js");
    return { payouts: (await readPayouts(engine, seller)).map(shownPayout) };
  },
  print: ({ payouts }, width) => payoutsText(payouts, "No payouts.", width),
});

const release = defineCommand({
  name: "payout release",
  about: "Make payouts again after a restore, once those the backup does not know are booked.",
  example: "payout release",
  input: z.strictObject({}),
  async run({ engine }) {
    return {
      wasHeld: await (await import("../../engine/operating/restore.js")).releasePayouts(engine),
    };
  },
  print: ({ wasHeld }) => (wasHeld ? "Payouts are made again." : "Payouts were not held."),
});

const book = defineCommand({
  name: "payout book",
  about: "Book a transfer to a seller that the books do not know, as after a restore.",
  options: [
    { flags: "--seller <address>", about: "who was paid", required: true },
    {
      flags: "--trx <amount>",
      about: "what he received, with the fee the desk kept",
      required: true,
    },
    { flags: "--txid <id>", about: "the transaction that paid him", required: true },
    { flags: "--block <number>", about: "the block that holds it", required: true },
  ],
  example:
    "payout book --seller TADDRESS --trx 39.5 --block 70000000 --txid 72d2c50472d2c50472d2c50472d2c50472d2c50472d2c50472d2c50472d2c504",
  input: z.strictObject({
    seller: addressField,
    trx: trxField,
    txid: txidField,
    block: blockField,
  }),
  async run({ engine }, { seller, trx: amountSun, txid, block }): Promise<ShownPayout> {
    const { bookPayout } = await import("../../engine/sellers/payouts.js");
    const paid = { id: engine.newId(), seller, amountSun, txid, block };
    return shownPayout(await engine.database.commit(() => bookPayout(paid, engine.now())));
  },
  logged: ({ payoutId }) => ({ payoutId }),
  print: (payout, width) => payoutsText([payout], "", width),
});

function runText(run: ShownRun, width: Width): string {
  const { account, started, open, belowMinimum, waiting, problem } = run;
  const none = waiting.length > 0 ? "None." : "Nothing was due.";
  const parts = [
    `From ${account}.`,
    `Started:\n${payoutsText(started, none, width)}`,
    open.length > 0 && `Under way before:\n${payoutsText(open, "", width)}`,
    belowMinimum.length > 0 && `Below the minimum:\n${earnersText(belowMinimum, width)}`,
    waiting.length > 0 && `Due and not paid:\n${earnersText(waiting, width)}`,
    problem !== null && `Not all could be paid: ${problem.replace(/\.$/, "")}.`,
  ];
  return parts.filter((part) => part !== false).join("\n\n");
}

function payoutsText(payouts: readonly ShownPayout[], whenEmpty: string, width: Width): string {
  return table(
    ["payoutId", "seller", "TRX", "fee", "state", "created", "txid", "why dead"],
    payouts.map((payout) => [
      payout.payoutId,
      payout.seller,
      trx(payout.amount),
      trx(payout.fee),
      payout.state,
      moment(payout.createdAt),
      payout.txid,
      payout.deathReason === null ? "" : payoutDeathInWords(payout.deathReason),
    ]),
    whenEmpty,
    width,
  );
}

function earnersText(earners: readonly ShownEarner[], width: Width): string {
  return table(
    ["seller", "earned TRX"],
    earners.map(({ seller, earned }) => [seller, trx(earned)]),
    "",
    width,
  );
}

export const payoutCommands: readonly Command[] = [run, list, book, release];

/** A payout as `--json` gives it: money in TRX. */
export type ShownPayout = ReturnType<typeof shownPayout>;

function shownPayout(payout: Payout) {
  return {
    payoutId: payout.id,
    seller: payout.seller,
    amount: toTrx(payout.amountSun),
    fee: toTrx(payout.feeSun),
    state: payout.state,
    txid: payout.txid,
    createdAt: payout.createdAt,
    finishedAt: payout.finishedAt,
    deathReason: payout.deathReason,
  };
}

type ShownEarner = ReturnType<typeof shownEarner>;

function shownEarner({ seller, earnedSun }: Earner) {
  return { seller, earned: toTrx(earnedSun) };
}

export type ShownRun = ReturnType<typeof shownRun>;

function shownRun({ account, started, open, belowMinimum, waiting, problem }: PayoutRun) {
  return {
    account,
    started: started.map(shownPayout),
    open: open.map(shownPayout),
    belowMinimum: belowMinimum.map(shownEarner),
    waiting: waiting.map(shownEarner),
    problem,
  };
}
