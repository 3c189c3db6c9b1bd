/** `desk deposit …`: what customers pay in by themselves. */
import { z } from "zod";
import { Refusal } from "../../control/refusal.js";
import { must } from "../../domain/assert.js";
import type { Doubt } from "../../domain/deposit.js";
import { decimalTrx, formatInteger, toTrx } from "../../domain/money.js";
import type { Deposit } from "../../engine/deposits/deposits.js";
import type { KnownKey } from "../../engine/deposits/keys.js";
import { type Command, defineCommand } from "../command.js";
import {
  addressField,
  blockField,
  IN_ORDER,
  idField,
  keyHashField,
  nameField,
  reasonField,
  txidField,
} from "../inputs.js";
import {
  LIST_OPTIONS,
  listFields,
  listWanted,
  pageText,
  type ShownPage,
  shownToday,
  shownTotals,
  TODAY,
  todayCells,
} from "../lists.js";
import { moment, trx, type Width } from "../print.js";
import { table } from "../table.js";

const engineKeys = () => import("../../engine/deposits/keys.js");
const engineReview = () => import("../../engine/deposits/review.js");
const engineDeposits = () => import("../../engine/deposits/deposits.js");

const byOption = {
  flags: "--by <name>",
  about: "your name, for the record",
  required: true,
} as const;

const confirm = defineCommand({
  name: "deposit confirm",
  about:
    "Start taking deposits at addresses of DEPOSIT_XPUB. To prove that the key is yours, give its first address, as your wallet shows it.",
  argument: { name: "ADDRESS", about: "the key's first address, from your wallet" },
  example: "deposit confirm TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField }),
  async run({ engine }, { address }) {
    const { confirmDepositKey } = await import("../../engine/deposits/addresses.js");
    await confirmDepositKey(engine, address);
    return { address };
  },
  print: ({ address }) => `Deposits are on. ${address} is the first address of the key.`,
});

const keys = defineCommand({
  name: "deposit keys",
  about: "List the keys of deposit addresses, with the KEYHASH used in sweep files.",
  example: "deposit keys --json",
  input: z.strictObject({}),
  async run({ engine }) {
    return { keys: await (await engineKeys()).readDepositKeys(engine) };
  },
  print: ({ keys }, width) =>
    table(
      ["keyHash", "account", "addresses", "since", "state"],
      keys.map((one) => [
        one.keyHash,
        one.account === null ? "" : `m/44'/195'/${one.account}'`,
        one.addresses,
        one.since === null ? "" : moment(one.since),
        stateOfKey(one),
      ]),
      "No address was given out yet.",
      width,
    ),
});

function stateOfKey({ retiredAt, retiredBy, isInUse }: KnownKey): string {
  if (retiredAt !== null) return `retired by ${retiredBy} at ${moment(retiredAt)}`;
  return isInUse ? "of DEPOSIT_XPUB" : "watched";
}

const retire = defineCommand({
  name: "deposit retire",
  about:
    "Retire a lost key for good: deposits to its addresses wait for you, and customers are told not to use them.",
  argument: { name: "KEYHASH", about: "as `deposit keys` shows it" },
  options: [byOption],
  example: "deposit retire 2c26b46b68ffc68f --by Ann",
  input: z.strictObject({ keyhash: keyHashField, by: nameField }),
  async run({ engine }, { keyhash, by }) {
    return (await engineKeys()).retireDepositKey(engine, keyhash, by);
  },
  logged: ({ keyHash, retiredBy }) => ({ keyHash, retiredBy: retiredBy ?? "" }),
  print: ({ keyHash, addresses, ...one }) =>
    `${keyHash} is ${stateOfKey({ keyHash, addresses, ...one })}; its addresses: ${formatInteger(addresses)}. What comes there waits in \`deposit list --review\`; cover and sweeps leave it out.`,
});

/** The time of a block, and the id of a deposit. */
const CURSOR = /^\d{15}-[0-9a-f]{24}$/;

const list = defineCommand({
  name: "deposit list",
  about:
    "List deposits, oldest first, with totals by customer. With --review: those that wait for you.",
  options: [{ flags: "--review", about: "only what waits for you, and why" }, ...LIST_OPTIONS],
  example: "deposit list --customer ID --from 2026-08-01",
  input: z
    .strictObject({
      ...listFields((text) => CURSOR.test(text)),
      review: z.boolean().default(false),
    })
    .refine(...IN_ORDER),
  async run({ engine }, { review, ...wanted }): Promise<ShownList> {
    const { readDepositList } = await import("../../engine/deposits/deposit-list.js");
    const asked = { ...listWanted(wanted), onlyReview: review };
    const { deposits, nextCursor, totals } = await readDepositList(engine, asked);
    return {
      deposits: deposits.map(({ isNewAddress, today, ...one }) => {
        return { ...shown(one), isNewAddress, ...shownToday(today) };
      }),
      nextCursor,
      totals: shownTotals(totals, ({ trx, usdt, credited_sun }) => {
        return { trx: toTrx(trx), usdt: toTrx(usdt), creditedTrx: toTrx(credited_sun) };
      }),
    };
  },
  print({ deposits, ...page }, width) {
    const rows = listedText(deposits, width);
    const heads = { trx: "TRX", usdt: "USDT", creditedTrx: "credited TRX" };
    return pageText(page, { what: "deposits", heads, rows, width });
  },
});

interface ShownList extends ShownPage {
  readonly deposits: readonly ListedDeposit[];
}

const idArgument = { name: "DEPOSIT_ID", about: "as `deposit list --review` shows it" };
const approve = defineCommand({
  name: "deposit approve",
  about:
    "Credit a waiting deposit, at the rate of its block. Check in an explorer first that it arrived.",
  argument: idArgument,
  options: [byOption],
  example: "deposit approve DEPOSIT_ID --by Ann",
  input: z.strictObject({ deposit_id: idField, by: nameField }),
  async run({ engine }, { deposit_id: id, by }) {
    return shown(await (await engineReview()).approveDeposit(engine, id, by));
  },
  logged: ({ depositId, decidedBy }) => ({ depositId, decidedBy: decidedBy ?? "" }),
  print: (deposit, width) => `Credited.\n${depositsText([deposit], width)}`,
});

const refuse = defineCommand({
  name: "deposit refuse",
  about: "Refuse a waiting deposit. The customer is told; the reason is stored here only.",
  argument: idArgument,
  options: [byOption, { flags: "--reason <text>", about: "why", required: true }],
  example: 'deposit refuse DEPOSIT_ID --by Ann --reason "no explorer shows it"',
  input: z.strictObject({ deposit_id: idField, by: nameField, reason: reasonField }),
  async run({ engine }, { deposit_id: id, by, reason }) {
    return shown(await (await engineReview()).refuseDeposit(engine, id, { by, reason }));
  },
  logged: ({ depositId, decidedBy }) => ({ depositId, decidedBy: decidedBy ?? "" }),
  print: (deposit, width) => `Refused.\n${depositsText([deposit], width)}`,
});

const unbook = defineCommand({
  name: "deposit unbook",
  about:
    "Take back a wrongly credited deposit, for good. The customer is told; the reason is stored here only.",
  argument: { name: "DEPOSIT_ID", about: "as `deposit list` shows it" },
  options: [byOption, { flags: "--reason <text>", about: "why", required: true }],
  example: 'deposit unbook DEPOSIT_ID --by Ann --reason "paid by ourselves"',
  input: z.strictObject({ deposit_id: idField, by: nameField, reason: reasonField }),
  async run({ engine }, { deposit_id: id, by, reason }) {
    return shown(await (await engineReview()).undoDeposit(engine, id, { by, reason }));
  },
  logged: ({ depositId, decidedBy }) => ({ depositId, decidedBy: decidedBy ?? "" }),
  print: (deposit, width) => `Taken back.\n${depositsText([deposit], width)}`,
});

const book = defineCommand({
  name: "deposit book",
  about: "Credit the deposits of a transaction by hand, once, as the solidified chain shows them.",
  argument: { name: "TXID", about: "the transaction's id, 64 hex characters" },
  example: `deposit book ${"7".repeat(64)}`,
  needsRunningDesk: true,
  input: z.strictObject({ txid: txidField }),
  async run(desk, { txid }) {
    const { bookDeposits } = await engineDeposits();
    const moneyOf = must(desk.moneyOf, "a running desk");
    const booked = await bookDeposits(desk.engine, txid, await moneyOf(txid));
    return { credited: booked.credited.map(shown), others: booked.others.map(shown) };
  },
  logged: ({ credited }) => ({ credited: credited.map(({ depositId }) => depositId).join(" ") }),
  print({ credited, others }, width) {
    const said = credited.length > 0 ? "Credited." : "Nothing new was credited.";
    return `${said}\n${depositsText([...credited, ...others], width)}`;
  },
});

const scan = defineCommand({
  name: "deposit scan",
  about: "Read a solid block again and credit its deposits, each once.",
  argument: { name: "BLOCK", about: "the block's number, as `unread list` shows it" },
  example: "deposit scan 68123456",
  needsRunningDesk: true,
  input: z.strictObject({ block: blockField }),
  async run({ scanBlock }, { block }) {
    if (!scanBlock)
      throw new Refusal("NOT_FOUND", "DEPOSIT_XPUB is not set: there are no deposits.");
    return { block, credited: await scanBlock(block) };
  },
  logged: ({ block, credited }) => ({ block, credited }),
  print: ({ block, credited }) => `Block ${block} was read. Credited: ${credited}.`,
});

function shown(deposit: Deposit) {
  const { amount, creditedSun, rateSun, ...rest } = deposit;
  const isKnown = deposit.asset === "TRX" || deposit.asset === "USDT";
  return {
    ...rest,
    // Of another token nobody knows how many decimals it has.
    amount: isKnown ? decimalTrx(Number(amount)) : String(amount),
    creditedTrx: toTrx(creditedSun),
    rate: rateSun === null ? null : toTrx(rateSun),
  };
}

/** Why a deposit waits, for who decides. */
const WHY: Readonly<Record<Doubt, string>> = {
  block: "not all nodes have its block",
  unsigned: "no signature of the sender",
  several_signatures: "several keys signed it",
  permission: "its key is none of the sender's permission, or no longer",
  contract: "a contract sent it, which no signature proves",
  own: "one of COVER_ACCOUNTS sent it",
  retired: "its address is of a retired key: nobody can move it",
  cover: "over DEPOSIT_REVIEW_TRX within an hour: waits for a clean `desk cover`",
};

type ShownDeposit = ReturnType<typeof shown>;
type ListedDeposit = ShownDeposit &
  ReturnType<typeof shownToday> & { readonly isNewAddress: boolean | null };

const HEADINGS = ["depositId", "at", "customerId", "asset", "amount", "credited TRX", "status"];

function cellsOf(one: ShownDeposit): string[] {
  const { depositId, at, customerId, asset, amount, creditedTrx, status } = one;
  return [depositId, moment(at), customerId, asset, amount, trx(creditedTrx), status];
}

function depositsText(deposits: readonly ShownDeposit[], width: Width): string {
  const rows = deposits.map((one) => [...cellsOf(one), one.txid]);
  return table([...HEADINGS, "transaction"], rows, "", width);
}

function listedText(deposits: readonly ListedDeposit[], width: Width): string {
  return table(
    [...HEADINGS, "new", ...TODAY, "why", "transaction"],
    deposits.map((one) => [
      ...[...cellsOf(one), one.isNewAddress ? "new" : "", ...todayCells(one)],
      ...[WHY[one.reason as Doubt] ?? one.reason ?? "", one.txid],
    ]),
    "No deposits.",
    width,
  );
}

export const depositCommands: readonly Command[] = [
  confirm,
  keys,
  retire,
  list,
  approve,
  refuse,
  book,
  unbook,
  scan,
];
