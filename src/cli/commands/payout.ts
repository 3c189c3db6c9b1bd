/** `desk payout …`: what sellers have earned and customers withdraw, sent to them, and what sellers are due that waits. */
import { Refusal } from "../../control/refusal.js";
import { must } from "../../domain/assert.js";
import { payoutDeathInWords } from "../../domain/death.js";
import { isOrderId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import type { HeldPayout, PayoutRun } from "../../engine/payouts/payout-lists.js";
import type { Earner } from "../../engine/payouts/seller-payouts.js";
import type { UnknownPayout } from "../../engine/payouts/unknown-payouts.js";
import { type Command, defineCommand } from "../command.js";
import {
  addressField,
  BY,
  byAndReason,
  checkPeriod,
  idField,
  trxField,
  txidField,
} from "../inputs.js";
import {
  listOptions,
  listWanted,
  pageText,
  type ShownPage,
  shownToday,
  shownTotals,
  TODAY,
} from "../lists.js";
import { tableOf, trx, type Width } from "../print.js";
import { shownWithdrawal, withdrawalsText } from "./withdrawal.js";

const OFF =
  "Payouts are off, because this desk has no key to pay with. Set PAYOUT_KEY_FILE to a file with the private key of the account that pays (or PAYOUT_KEY to the key itself), and start the desk again.";

const PAYOUT_ID = ["as `payout list` shows it", idField] as const;

/** Of the commands that answer one payout. */
const ONE = {
  logged: ({ payoutId }: ShownPayout) => ({ payoutId }),
  print: (payout: ShownPayout, width: Width) => payoutsText([payout], "", width),
};

const run = defineCommand({
  name: "payout run",
  about:
    "Pay now: due withdrawals, and every seller who has earned at least PAYOUT_MINIMUM_TRX and has no payout under way.",
  example: "payout run",
  needsRunningDesk: true,
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
  args: {
    SELLER: ["as `payout list` shows it", addressField],
    SUM: ["the sum in TRX shown there; anything above it waits", trxField],
  },
  options: { by: BY },
  example: "payout approve TADDRESS 120.5 --by Ann",
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
  args: { PAYOUT_ID },
  options: byAndReason("how you know"),
  example: 'payout dead PAYOUT_ID --by Ann --reason "no explorer knows it"',
  needsRunningDesk: true,
  async run({ engine }, { payout_id: id, by: decidedBy, reason }): Promise<ShownPayout> {
    const { declarePayoutDead } = await import("../../engine/payouts/payouts.js");
    return shownPayout(await declarePayoutDead(engine, id, { reason, decidedBy }));
  },
  ...ONE,
});

const book = defineCommand({
  name: "payout book",
  about:
    "Book a transfer to a seller or for a withdrawal that the books do not know, such as after a restore.",
  options: {
    seller: ["<address>", "the seller who received it", addressField.optional()],
    withdrawal: ["<id>", "or the withdrawal that it paid", idField.optional()],
    customer: ["<id>", "or the customer whose unknown withdrawal it paid", idField.optional()],
    txid: ["<id>", "the transaction that paid it", txidField],
  },
  example: `payout book --seller TADDRESS --txid ${"72d2c504".repeat(8)}`,
  needsRunningDesk: true,
  check({ seller, withdrawal, customer }, problem) {
    const given = [seller, withdrawal, customer].filter((one) => one !== undefined);
    if (given.length !== 1) problem("seller", "give this, or --withdrawal, or --customer");
  },
  async run(desk, { seller, withdrawal: withdrawalId, customer, txid }): Promise<ShownPayout> {
    const { engine, config, payer } = desk;
    if (!payer) throw new Refusal("CONFIGURATION", OFF);
    const { bookPayout, bookUnknownWithdrawal, bookWithdrawal } = await import(
      "../../engine/payouts/book-payout.js"
    );
    const shown = { txid, ...(await must(desk.moneyOf, "a running desk")(txid)) };
    const paid = { id: engine.newId(), payer, shown };
    const at = engine.now();
    const unknownId = engine.newId();
    const payout = await engine.database.commit(() => {
      if (seller !== undefined) {
        return bookPayout({ ...paid, seller, feeSun: config.payoutTerms.feeSun }, at);
      }
      if (withdrawalId !== undefined) return bookWithdrawal({ ...paid, withdrawalId }, at);
      const { feeSun } = engine.policy.withdrawals;
      const customerId = must(customer, "one of the three");
      return bookUnknownWithdrawal({ ...paid, customerId, withdrawalId: unknownId, feeSun }, at);
    });
    return shownPayout(payout);
  },
  ...ONE,
});

const unbook = defineCommand({
  name: "payout unbook",
  about: "Undo a wrong `payout book`. The transaction can be booked again.",
  args: { PAYOUT_ID },
  options: byAndReason("what was wrong"),
  example: 'payout unbook PAYOUT_ID --by Ann --reason "it was for another seller"',
  async run({ engine }, { payout_id: id, by: decidedBy, reason }): Promise<ShownPayout> {
    const { unbookPayout } = await import("../../engine/payouts/book-payout.js");
    const at = engine.now();
    return shownPayout(
      await engine.database.commit(() => unbookPayout(id, { reason, decidedBy }, at)),
    );
  },
  ...ONE,
});

const unknown = defineCommand({
  name: "payout unknown",
  about:
    "After a restore: list payouts since the backup that are not in the books, with a command for each. Customers they may belong to cannot spend until then.",
  example: "payout unknown",
  async run({ engine }): Promise<{ readonly payouts: readonly ShownUnknown[] }> {
    const { readUnknownPayouts } = await import("../../engine/payouts/unknown-payouts.js");
    return { payouts: (await readUnknownPayouts(engine)).map(shownUnknown) };
  },
  print({ payouts }, width) {
    const whose = ({ isSeller, customers }: ShownUnknown) =>
      [...(isSeller ? ["a seller"] : []), ...customers].join(" ") || "nobody known";
    const rows = tableOf(
      payouts,
      [
        ["block", ({ block }) => `${block}`],
        "to: receiver",
        ["TRX", ({ amount }) => trx(amount)],
        ["may be of", whose],
        "txid",
      ],
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
  args: { TXID: ["as `payout unknown` shows it", txidField] },
  options: byAndReason("what it was"),
  example: `payout dismiss ${"72d2c504".repeat(8)} --by Ann --reason "to our cold wallet"`,
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
  return tableOf(
    payouts,
    [
      "payoutId",
      ["for", ({ withdrawalId: id }) => (id === null ? "seller" : `withdrawal ${id}`)],
      "to: receiver",
      ["TRX", ({ amount }) => trx(amount)],
      ["fee", ({ fee }) => trx(fee)],
      "state",
      "created: createdAt",
      "txid",
      ["problem", problemOf],
    ],
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
  return tableOf(earners, ["seller", ["earned TRX", ({ earned }) => trx(earned)]], "", width);
}

/** A payout as `--json` gives it: money in TRX. */
export type ShownPayout = ReturnType<typeof shownPayout>;

export function shownPayout(payout: Payout) {
  const { id: payoutId, seller, withdrawalId, receiver, amountSun, feeSun, state } = payout;
  const { txid, createdAt, finishedAt, deathReason, refusal } = payout;
  return {
    ...{ payoutId, seller, withdrawalId, receiver, amount: toTrx(amountSun), fee: toTrx(feeSun) },
    ...{ state, txid, createdAt, finishedAt, deathReason, refusal },
  };
}

type ShownEarner = ReturnType<typeof shownEarner>;

function shownEarner({ seller, earnedSun }: Earner) {
  return { seller, earned: toTrx(earnedSun) };
}

type ShownHeld = ReturnType<typeof shownHeld>;

function shownHeld({ seller, earnedSun, waits, dueAt, today, ...whose }: HeldPayout) {
  const { customerId, isNewAddress } = whose;
  const facts = { customerId, isNewAddress, ...shownToday(today) };
  return { ...shownEarner({ seller, earnedSun }), waits, dueAt, ...facts };
}

/** With the command for each that waits for the operator, to be pasted. */
function heldText(held: readonly ShownHeld[], width: Width): string {
  const commands = held.flatMap(({ seller, earned, waits }) =>
    waits === "approval" ? `  desk payout approve ${seller} ${earned} --by NAME` : [],
  );
  const rows = tableOf(
    held,
    [
      "seller",
      "customerId",
      ["new", ({ isNewAddress }) => (isNewAddress ? "new" : "")],
      ["earned TRX", ({ earned }) => trx(earned)],
      ["waits for", ({ waits }) => (waits === "approval" ? "approval" : "its time")],
      ...TODAY,
      "not before: dueAt",
    ],
    "",
    width,
  );
  return commands.length === 0 ? rows : `${rows}\nTo approve:\n${commands.join("\n")}`;
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

const list = defineCommand({
  name: "payout list",
  about:
    "List payouts to sellers and for withdrawals, oldest first, with totals, and what sellers still wait for.",
  options: {
    seller: ["<address>", "only those to this seller", addressField.optional()],
    ...listOptions(isOrderId),
  },
  example: "payout list --seller TADDRESS --from 2026-08-01",
  check({ seller, customer, ...period }, problem) {
    checkPeriod(period, problem);
    if (seller !== undefined && customer !== undefined) {
      problem("seller", "give this or --customer, not both");
    }
  },
  async run({ engine }, { seller, ...wanted }): Promise<ShownList> {
    const { readPayoutList } = await import("../../engine/payouts/payout-lists.js");
    const asked = { ...listWanted(wanted), seller };
    const { payouts, held, nextCursor, totals } = await readPayoutList(engine, asked);
    return {
      payouts: payouts.map(shownPayout),
      held: held.map(shownHeld),
      nextCursor,
      totals: shownTotals(totals, ({ amount_sun, fee_sun }) => {
        return { amount: toTrx(amount_sun), fee: toTrx(fee_sun) };
      }),
    };
  },
  print({ payouts, held, ...page }, width) {
    const rows = payoutsText(payouts, "No payouts.", width);
    const heads = { amount: "TRX", fee: "fee" };
    const parts = [pageText(page, { what: "payouts", heads, rows, width })];
    if (held.length > 0) parts.push(`Held back:\n${heldText(held, width)}`);
    return parts.join("\n\n");
  },
});

interface ShownList extends ShownPage {
  readonly payouts: readonly ShownPayout[];
  readonly held: readonly ShownHeld[];
}

export const payoutCommands: readonly Command[] = [
  ...[run, approve, dead, book, unbook, unknown, dismiss, list],
];
