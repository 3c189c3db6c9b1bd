/** `desk deposit …`: what customers pay in by themselves, and after a restore whose the addresses are that nobody knows any more. */
import { z } from "zod";
import { Refusal } from "../../control/refusal.js";
import { must } from "../../domain/assert.js";
import type { Doubt } from "../../domain/deposit.js";
import { decimalTrx, formatInteger, toTrx } from "../../domain/money.js";
import type { KnownKey } from "../../engine/deposits/addresses.js";
import type { BookedThen, Imported } from "../../engine/deposits/claim.js";
import type { Deposit } from "../../engine/deposits/deposits.js";
import { type Command, defineCommand } from "../command.js";
import {
  addressField,
  BY,
  blockField,
  byAndReason,
  checkPeriod,
  flag,
  idField,
  keyHashField,
  limitOption,
  readGiven,
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
import { type Column, moment, tableOf, trx, type Width } from "../print.js";

const engineKeys = () => import("../../engine/deposits/addresses.js");
const engineReview = () => import("../../engine/deposits/review.js");
const engineDeposits = () => import("../../engine/deposits/deposits.js");
const engineClaims = () => import("../../engine/deposits/claim.js");

const confirm = defineCommand({
  name: "deposit confirm",
  about:
    "Start taking deposits at addresses of DEPOSIT_XPUB. To prove that the key is yours, give its first address, as your wallet shows it.",
  args: { ADDRESS: ["the key's first address, from your wallet", addressField] },
  example: "deposit confirm TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  needsRunningDesk: true,
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
  async run({ engine }) {
    return { keys: await (await engineKeys()).readDepositKeys(engine) };
  },
  print: ({ keys }, width) =>
    tableOf(
      keys,
      [
        "keyHash",
        ["account", ({ account }) => (account === null ? "" : `m/44'/195'/${account}'`)],
        "addresses",
        ["since", ({ since }) => (since === null ? "" : moment(since))],
        ["state", stateOfKey],
      ],
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
  args: { KEYHASH: ["as `deposit keys` shows it", keyHashField] },
  options: { by: BY },
  example: "deposit retire 2c26b46b68ffc68f --by Ann",
  run: async ({ engine }, { keyhash, by }) =>
    (await engineKeys()).retireDepositKey(engine, keyhash, by),
  logged: ({ keyHash, retiredBy }) => ({ keyHash, retiredBy: retiredBy ?? "" }),
  print: (key) =>
    `${key.keyHash} is ${stateOfKey(key)}; its addresses: ${formatInteger(key.addresses)}. What comes there waits in \`deposit list --review\`; cover and sweeps leave it out.`,
});

/** The time of a block, and the id of a deposit. */
const CURSOR = /^\d{15}-[0-9a-f]{24}$/;

const list = defineCommand({
  name: "deposit list",
  about:
    "List deposits, oldest first, with totals by customer. With --review: those that wait for you.",
  options: {
    review: flag("only what waits for you, and why"),
    ...listOptions((text) => CURSOR.test(text)),
  },
  example: "deposit list --customer ID --from 2026-08-01",
  check: checkPeriod,
  async run({ engine }, { review, ...wanted }): Promise<ShownList> {
    const { readDepositList } = await import("../../engine/deposits/deposits.js");
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
    const rows = tableOf(
      deposits,
      [
        ...COLUMNS,
        ["new", ({ isNewAddress }) => (isNewAddress ? "new" : "")],
        ...TODAY,
        ["why", ({ reason }) => WHY[reason as Doubt] ?? reason ?? ""],
        "transaction: txid",
      ],
      "No deposits.",
      width,
    );
    const heads = { trx: "TRX", usdt: "USDT", creditedTrx: "credited TRX" };
    return pageText(page, { what: "deposits", heads, rows, width });
  },
});

interface ShownList extends ShownPage {
  readonly deposits: readonly ListedDeposit[];
}

const decided = ({ depositId, decidedBy }: ShownDeposit) => ({
  depositId,
  decidedBy: decidedBy ?? "",
});

const approve = defineCommand({
  name: "deposit approve",
  about:
    "Credit a waiting deposit, at the rate of its block. Check in an explorer first that it arrived.",
  args: { DEPOSIT_ID: ["as `deposit list --review` shows it", idField] },
  options: { by: BY },
  example: "deposit approve DEPOSIT_ID --by Ann",
  run: async ({ engine }, { deposit_id: id, by }) =>
    shown(await (await engineReview()).approveDeposit(engine, id, by)),
  logged: decided,
  print: (deposit, width) => `Credited.\n${depositsText([deposit], width)}`,
});

const refuse = defineCommand({
  name: "deposit refuse",
  about: "Refuse a waiting deposit. The customer is told; the reason is stored here only.",
  args: { DEPOSIT_ID: ["as `deposit list --review` shows it", idField] },
  options: byAndReason("why"),
  example: 'deposit refuse DEPOSIT_ID --by Ann --reason "no explorer shows it"',
  run: async ({ engine }, { deposit_id: id, ...decision }) =>
    shown(await (await engineReview()).refuseDeposit(engine, id, decision)),
  logged: decided,
  print: (deposit, width) => `Refused.\n${depositsText([deposit], width)}`,
});

const unbook = defineCommand({
  name: "deposit unbook",
  about:
    "Take back a wrongly credited deposit, for good. The customer is told; the reason is stored here only.",
  args: { DEPOSIT_ID: ["as `deposit list` shows it", idField] },
  options: byAndReason("why"),
  example: 'deposit unbook DEPOSIT_ID --by Ann --reason "paid by ourselves"',
  run: async ({ engine }, { deposit_id: id, ...decision }) =>
    shown(await (await engineReview()).undoDeposit(engine, id, decision)),
  logged: decided,
  print: (deposit, width) => `Taken back.\n${depositsText([deposit], width)}`,
});

const book = defineCommand({
  name: "deposit book",
  about: "Credit the deposits of a transaction by hand, once, as the solidified chain shows them.",
  args: { TXID: ["the transaction's id, 64 hex characters", txidField] },
  example: `deposit book ${"7".repeat(64)}`,
  needsRunningDesk: true,
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
  args: { BLOCK: ["the block's number, as `unread list` shows it", blockField] },
  example: "deposit scan 68123456",
  needsRunningDesk: true,
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
  return {
    ...rest,
    amount: amountText(deposit),
    creditedTrx: toTrx(creditedSun),
    rate: rateSun === null ? null : toTrx(rateSun),
  };
}

/** Of another token nobody knows how many decimals it has. */
function amountText({ asset, amount }: Pick<Deposit, "asset" | "amount">): string {
  return asset === "TRX" || asset === "USDT" ? decimalTrx(Number(amount)) : `${amount}`;
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

const COLUMNS: readonly Column<ShownDeposit>[] = [
  "depositId",
  ["at", ({ at }) => moment(at)],
  "customerId",
  "asset",
  "amount",
  ["credited TRX", ({ creditedTrx }) => trx(creditedTrx)],
  "status",
];

function depositsText(deposits: readonly ShownDeposit[], width: Width): string {
  return tableOf(deposits, [...COLUMNS, "transaction: txid"], "", width);
}

const unclaimed = defineCommand({
  name: "deposit unclaimed",
  about: "List deposits to addresses whose owner a restored desk does not know.",
  options: { limit: limitOption(50, ", oldest first") },
  example: "deposit unclaimed",
  async run({ engine }, { limit }) {
    const { readUnclaimed } = await import("../../engine/deposits/watched.js");
    const deposits = await readUnclaimed(engine, limit);
    return { deposits: deposits.map((one) => ({ ...one, amount: amountText(one) })) };
  },
  print: ({ deposits }, width) =>
    tableOf(
      deposits,
      [
        ["at", ({ at }) => moment(at)],
        "address",
        ["index", ({ index }) => `${index}`],
        "asset",
        "amount",
        "from",
        "transaction: txid",
      ],
      "No deposits to addresses with an unknown owner.",
      width,
    ),
});

const claim = defineCommand({
  name: "deposit claim",
  about: "Assign a watched address to a customer and credit what came there.",
  args: { ADDRESS: ["as `deposit unclaimed` shows it", addressField] },
  options: { customer: ["<id>", "the customer it belongs to", idField], by: BY },
  example: "deposit claim TADDRESS --customer CUSTOMER_ID --by Ann",
  needsRunningDesk: true,
  async run({ engine }, { address, customer: customerId, by }) {
    const { claimAddress } = await engineClaims();
    return { address, customerId, ...(await claimAddress(engine, { address, customerId, by })) };
  },
  logged: ({ address, customerId, credited }) => ({ address, customerId, credited }),
  print: ({ address, customerId, ...then }) =>
    `${address} is the address of ${customerId}. ${bookedText(then)}`,
});

const importLog = defineCommand({
  name: "deposit import",
  about:
    "Read from an address log whose the addresses are. Exit status 1: some lines could not be used.",
  args: { FILE: ["a copy of the DEPOSIT_ADDRESS_LOG file, or - for standard input", z.string()] },
  example: "deposit import /mnt/other/addresses.log",
  needsRunningDesk: true,
  // A thousand addresses a second.
  answerTimeoutMs: 600_000,
  prepare: (input) => ({ ...input, file: readGiven(input.file) }),
  run: async ({ engine }, { file }): Promise<Imported> =>
    (await engineClaims()).importAddresses(engine, file),
  logged: ({ added, created, known }) => ({
    known,
    added: added.length,
    created: created.join(" "),
  }),
  print: importText,
  exitStatus: ({ contradictions, ofOtherKeys, notRead, unwatched }) =>
    Number([contradictions, ofOtherKeys, notRead, unwatched].some((list) => list.length > 0)),
});

function importText({ known, added, created, ...one }: Imported): string {
  const { contradictions, ofOtherKeys, unwatched, notRead } = one;
  const lines = [
    `${formatInteger(added.length)} addresses were added, ${formatInteger(known)} were known before. ${bookedText(one)}`,
    listed(created, "Customers created, without a key (`desk key issue`) or a chat"),
    listed(unwatched, "Not watched before; credit earlier deposits with `desk deposit book TXID`"),
    listed(
      contradictions.map(({ address, customerIds }) => `${address} (${customerIds.join(", ")})`),
      "Listed for more than one customer, so not assigned; ask them, then `desk deposit claim`",
    ),
    listed(ofOtherKeys, "Not of the current DEPOSIT_XPUB; set their key, start, and import again"),
    listed(notRead, "Lines that could not be read, perhaps cut off"),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function bookedText({ credited, waiting, others }: BookedThen): string {
  const [a, b, c] = [credited, waiting, others].map(formatInteger);
  return `Deposits there: ${a} credited, ${b} waiting (\`desk deposit list --review\`, or USDT for its rate), ${c} too small or of another token.`;
}

function listed(items: readonly (string | number)[], what: string): string {
  return items.length === 0 ? "" : `${what}: ${items.join(", ")}.`;
}

export const depositCommands: readonly Command[] = [
  ...[confirm, keys, retire, list, approve, refuse, book, unbook, scan],
  ...[unclaimed, claim, importLog],
];
