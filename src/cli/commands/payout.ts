/** `desk payout …`: what sellers have earned and customers withdraw, sent to them. */
import { z } from "zod";
import { Refusal } from "../../control/refusal.js";
import { must } from "../../domain/assert.js";
import { payoutDeathInWords } from "../../domain/death.js";
import { toTrx } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import type { HeldPayout, PayoutRun } from "../../engine/payouts/payout-lists.js";
import type { Earner } from "../../engine/payouts/seller-payouts.js";
import type { UnknownPayout } from "../../engine/payouts/unknown-payouts.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, idField, nameField, reasonField, trxField, txidField } from "../inputs.js";
import { shownToday, TODAY, todayCells } from "../lists.js";
import { moment, trx, type Width } from "../print.js";
import { table } from "../table.js";
import { shownWithdrawal, withdrawalsText } from "./withdrawal.js";

const OFF =
  "Payouts are off, because this desk has no key to pay with. Set PAYOUT_KEY_FILE to a file with the private key of the account that pays (or PAYOUT_KEY to the key itself), and start the desk again.";

const BY = { flags: "--by <name>", about: "your name, for the record", required: true };

/** Of a decision that goes against what the desk knows. */
function byAndReason(about: string) {
  return [BY, { flags: "--reason <text>", about, required: true }];
}

const run = defineCommand({
  name: "payout run",
  about:
    "Pay now: due withdrawals, and every seller who has earned at least PAYOUT_MINIMUM_TRX and has no payout under way.",
  example: "payout run",
  needsRunningDesk: true,
  input: z.strictObject({}),
  async run({ engine, payOut }): Promise<ShownRun> {
    if (!payOut) throw new Refusal("CONFIGURATION", OFF);
    const done = await payOut();
    const { readHeldPayouts } = await import("../../engine/payouts/payout-lists.js");
    return shownRun(done, await readHeldPayouts(engine, done.held));
  },
  logged: ({ started, waiting, waitingWithdrawals }) => ({
    started: started.length,
    waiting: waiting.length + waitingWithdrawals.length,
  }),
  print: runText,
  exitStatus: ({ problem }) => (problem === null ? 0 : 1),
});

const approve = defineCommand({
  name: "payout approve",
  about:
    "Approve a seller's payout that waits because of SELLER_PAYOUT_DAY_TRX or a dead payout; the next run pays it.",
  argument: { name: "SELLER", about: "as `payout list` shows it" },
  secondArgument: { name: "SUM", about: "the sum in TRX shown there; anything above it waits" },
  options: [BY],
  example: "payout approve TADDRESS 120.5 --by Ann",
  input: z.strictObject({ seller: addressField, sum: trxField, by: nameField }),
  async run({ engine }, { seller, sum: sumSun, by }) {
    const { approveSellerPayout } = await import("../../engine/payouts/seller-payouts.js");
    await approveSellerPayout(engine, { seller, sumSun, by });
    return { seller, approved: toTrx(sumSun), by };
  },
  logged: ({ seller, approved, by }) => ({ seller, approved, by }),
  print: ({ seller, approved }) =>
    `${trx(approved)} TRX may be paid to ${seller}; \`desk payout run\` does it now.`,
});

const dead = defineCommand({
  name: "payout dead",
  about:
    "Declare an expired payout dead, so that its money can be paid again. First make sure that no block holds it.",
  argument: { name: "PAYOUT_ID", about: "as `payout list` shows it" },
  options: byAndReason("how you know"),
  example: 'payout dead PAYOUT_ID --by Ann --reason "no explorer knows it"',
  needsRunningDesk: true,
  input: z.strictObject({ payout_id: idField, by: nameField, reason: reasonField }),
  async run({ engine }, { payout_id: id, by: decidedBy, reason }): Promise<ShownPayout> {
    const { declarePayoutDead } = await import("../../engine/payouts/payouts.js");
    return shownPayout(await declarePayoutDead(engine, id, { reason, decidedBy }));
  },
  logged: ({ payoutId }) => ({ payoutId }),
  print: (payout, width) => payoutsText([payout], "", width),
});

const book = defineCommand({
  name: "payout book",
  about:
    "Book a transfer to a seller or for a withdrawal that the books do not know, such as after a restore.",
  options: [
    { flags: "--seller <address>", about: "the seller who received it" },
    { flags: "--withdrawal <id>", about: "or the withdrawal that it paid" },
    {
      flags: "--customer <id>",
      about: "or the customer whose unknown withdrawal it paid",
    },
    { flags: "--txid <id>", about: "the transaction that paid it", required: true },
  ],
  example: `payout book --seller TADDRESS --txid ${"72d2c504".repeat(8)}`,
  needsRunningDesk: true,
  input: z
    .strictObject({
      seller: addressField.optional(),
      withdrawal: idField.optional(),
      customer: idField.optional(),
      txid: txidField,
    })
    .refine(
      ({ seller, withdrawal, customer }) =>
        [seller, withdrawal, customer].filter((one) => one !== undefined).length === 1,
      { path: ["seller"], message: "give this, or --withdrawal, or --customer" },
    ),
  async run(desk, { seller, withdrawal, customer, txid }): Promise<ShownPayout> {
    const { engine, config, payer } = desk;
    if (!payer) throw new Refusal("CONFIGURATION", OFF);
    const { bookPayout, bookUnknownWithdrawal, bookWithdrawal } = await import(
      "../../engine/payouts/book-payout.js"
    );
    const shown = { txid, ...(await must(desk.moneyOf, "a running desk")(txid)) };
    const paid = { id: engine.newId(), payer, shown };
    const { feeSun } = config.payoutTerms;
    const at = engine.now();
    const { feeSun: withdrawalFeeSun } = engine.policy.withdrawals;
    const unknownId = engine.newId();
    const payout = await engine.database.commit(() => {
      if (seller !== undefined) return bookPayout({ ...paid, seller, feeSun }, at);
      if (withdrawal !== undefined)
        return bookWithdrawal({ ...paid, withdrawalId: withdrawal }, at);
      const customerId = must(customer, "one of the three");
      const of = { customerId, withdrawalId: unknownId, feeSun: withdrawalFeeSun };
      return bookUnknownWithdrawal({ ...paid, ...of }, at);
    });
    return shownPayout(payout);
  },
  logged: ({ payoutId }) => ({ payoutId }),
  print: (payout, width) => payoutsText([payout], "", width),
});

const unbook = defineCommand({
  name: "payout unbook",
  about: "Undo a wrong `payout book`. The transaction can be booked again.",
  argument: { name: "PAYOUT_ID", about: "as `payout list` shows it" },
  options: byAndReason("what was wrong"),
  example: 'payout unbook PAYOUT_ID --by Ann --reason "it was for another seller"',
  input: z.strictObject({ payout_id: idField, by: nameField, reason: reasonField }),
  async run({ engine }, { payout_id: id, by: decidedBy, reason }): Promise<ShownPayout> {
    const { unbookPayout } = await import("../../engine/payouts/book-payout.js");
    const at = engine.now();
    return shownPayout(
      await engine.database.commit(() => unbookPayout(id, { reason, decidedBy }, at)),
    );
  },
  logged: ({ payoutId }) => ({ payoutId }),
  print: (payout, width) => payoutsText([payout], "", width),
});

const unknown = defineCommand({
  name: "payout unknown",
  about:
    "After a restore: list payouts since the backup that are not in the books, with a command for each. Customers they may belong to cannot spend until then.",
  example: "payout unknown",
  input: z.strictObject({}),
  async run({ engine }): Promise<{ readonly payouts: readonly ShownUnknown[] }> {
    const { readUnknownPayouts } = await import("../../engine/payouts/unknown-payouts.js");
    return { payouts: (await readUnknownPayouts(engine)).map(shownUnknown) };
  },
  print({ payouts }, width) {
    const rows = table(
      ["block", "to", "TRX", "may be of", "txid"],
      payouts.map(({ block, receiver, amount, isSeller, customers, txid }) => [
        `${block}`,
        receiver,
        trx(amount),
        [...(isSeller ? ["a seller"] : []), ...customers].join(" ") || "nobody known",
        txid,
      ]),
      "No unknown payouts.",
      width,
    );
    const commands = payouts.map((one) => `  ${commandFor(one)}`);
    if (commands.length === 0) return rows;
    return `${rows}\nTo settle each, once you know whose it was (or \`desk payout dismiss TXID\`):\n${commands.join("\n")}`;
  },
});

type ShownUnknown = ReturnType<typeof shownUnknown>;

function shownUnknown({ amountSun, ...rest }: UnknownPayout) {
  return { ...rest, amount: toTrx(amountSun) };
}

function commandFor({ txid, receiver, isSeller, withdrawals, customers }: ShownUnknown): string {
  const book = (whose: string) => `desk payout book ${whose} --txid ${txid}`;
  const [withdrawal] = withdrawals;
  if (withdrawal !== undefined) return book(`--withdrawal ${withdrawal}`);
  if (isSeller) return book(`--seller ${receiver}`);
  return book(`--customer ${customers.length === 1 ? customers[0] : "ID"}`);
}

const dismiss = defineCommand({
  name: "payout dismiss",
  about: "Mark a transfer of `payout unknown` as your own: it paid no customer and no seller.",
  argument: { name: "TXID", about: "as `payout unknown` shows it" },
  options: byAndReason("what it was"),
  example: `payout dismiss ${"72d2c504".repeat(8)} --by Ann --reason "to our cold wallet"`,
  input: z.strictObject({ txid: txidField, by: nameField, reason: reasonField }),
  async run({ engine }, { txid, by, reason }) {
    const { dismissUnknownPayout } = await import("../../engine/payouts/unknown-payouts.js");
    await dismissUnknownPayout(engine, txid, { by, reason });
    return { txid, by };
  },
  logged: ({ txid, by }) => ({ txid, by }),
  print: ({ txid }) => `${txid} is settled as no payout.`,
});

function runText(run: ShownRun, width: Width): string {
  const { account, started, open, belowMinimum, held, waiting, waitingWithdrawals, problem } = run;
  const isNone = waiting.length + waitingWithdrawals.length === 0;
  const none = isNone ? "Nothing was due." : "None.";
  const parts = [
    `From ${account}.`,
    `Started:\n${payoutsText(started, none, width)}`,
    open.length > 0 && `Under way before:\n${payoutsText(open, "", width)}`,
    belowMinimum.length > 0 && `Below the minimum:\n${earnersText(belowMinimum, width)}`,
    held.length > 0 && `Held back:\n${heldText(held, width)}`,
    waiting.length > 0 && `Due and not paid:\n${earnersText(waiting, width)}`,
    waitingWithdrawals.length > 0 &&
      `Withdrawals due and not paid:\n${withdrawalsText(waitingWithdrawals, "", width)}`,
    problem !== null && `Not all could be paid: ${problem.replace(/\.$/, "")}.`,
  ];
  return parts.filter((part) => part !== false).join("\n\n");
}

export function payoutsText(
  payouts: readonly ShownPayout[],
  whenEmpty: string,
  width: Width,
): string {
  return table(
    ["payoutId", "for", "to", "TRX", "fee", "state", "created", "txid", "problem"],
    payouts.map((payout) => [
      payout.payoutId,
      payout.withdrawalId === null ? "seller" : `withdrawal ${payout.withdrawalId}`,
      payout.receiver,
      trx(payout.amount),
      trx(payout.fee),
      payout.state,
      moment(payout.createdAt),
      payout.txid,
      problemOf(payout),
    ]),
    whenEmpty,
    width,
  );
}

/** Of one that died refused both. */
function problemOf({ refusal, deathReason }: ShownPayout): string {
  const all = [refusal, deathReason].flatMap((one) => one ?? []);
  return all.map(payoutDeathInWords).join("; ");
}

function earnersText(earners: readonly ShownEarner[], width: Width): string {
  return table(
    ["seller", "earned TRX"],
    earners.map(({ seller, earned }) => [seller, trx(earned)]),
    "",
    width,
  );
}

export const payoutCommands: readonly Command[] = [
  run,
  approve,
  dead,
  book,
  unbook,
  unknown,
  dismiss,
];

/** A payout as `--json` gives it: money in TRX. */
export type ShownPayout = ReturnType<typeof shownPayout>;

export function shownPayout(payout: Payout) {
  return {
    payoutId: payout.id,
    seller: payout.seller,
    withdrawalId: payout.withdrawalId,
    receiver: payout.receiver,
    amount: toTrx(payout.amountSun),
    fee: toTrx(payout.feeSun),
    state: payout.state,
    txid: payout.txid,
    createdAt: payout.createdAt,
    finishedAt: payout.finishedAt,
    deathReason: payout.deathReason,
    refusal: payout.refusal,
  };
}

type ShownEarner = ReturnType<typeof shownEarner>;

function shownEarner({ seller, earnedSun }: Earner) {
  return { seller, earned: toTrx(earnedSun) };
}

export type ShownHeld = ReturnType<typeof shownHeld>;

export function shownHeld({ seller, earnedSun, waits, dueAt, today, ...whose }: HeldPayout) {
  const { customerId, isNewAddress } = whose;
  const facts = { customerId, isNewAddress, ...shownToday(today) };
  return { ...shownEarner({ seller, earnedSun }), waits, dueAt, ...facts };
}

/** With the command for each that waits for the operator, to be pasted. */
export function heldText(held: readonly ShownHeld[], width: Width): string {
  const commands = held.flatMap(({ seller, earned, waits }) =>
    waits === "approval" ? `  desk payout approve ${seller} ${earned} --by NAME` : [],
  );
  const rows = heldTable(held, width);
  return commands.length === 0 ? rows : `${rows}\nTo approve:\n${commands.join("\n")}`;
}

function heldTable(held: readonly ShownHeld[], width: Width): string {
  return table(
    ["seller", "customerId", "new", "earned TRX", "waits for", ...TODAY, "not before"],
    held.map(({ waits, dueAt, ...one }) => [
      one.seller,
      one.customerId,
      one.isNewAddress ? "new" : "",
      trx(one.earned),
      waits === "approval" ? "approval" : "its time",
      ...todayCells(one),
      dueAt === null ? "" : moment(dueAt),
    ]),
    "",
    width,
  );
}

export type ShownRun = ReturnType<typeof shownRun>;

function shownRun(run: PayoutRun, held: readonly HeldPayout[]) {
  const { account, started, open, belowMinimum, waiting, waitingWithdrawals, problem } = run;
  return {
    account,
    started: started.map(shownPayout),
    open: open.map(shownPayout),
    belowMinimum: belowMinimum.map(shownEarner),
    held: held.map(shownHeld),
    waiting: waiting.map(shownEarner),
    waitingWithdrawals: waitingWithdrawals.map(shownWithdrawal),
    problem,
  };
}
