/** `desk deposit unclaimed`, `claim` and `import`: after a restore, whose addresses those are that nobody knows any more. */
import { z } from "zod";
import { decimalTrx, formatInteger } from "../../domain/money.js";
import type { BookedThen, Imported } from "../../engine/deposits/claim.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, countField, idField, nameField, readFileArgument } from "../inputs.js";
import { moment } from "../print.js";
import { table } from "../table.js";

const engineClaims = () => import("../../engine/deposits/claim.js");
/** A thousand addresses a second. */
const IMPORT_MS = 600_000;

const unclaimed = defineCommand({
  name: "deposit unclaimed",
  about: "List deposits to addresses whose owner a restored desk does not know.",
  options: [{ flags: "--limit <n>", about: "how many, oldest first; default 50" }],
  example: "deposit unclaimed",
  input: z.strictObject({ limit: countField.default(50) }),
  async run({ engine }, { limit }) {
    const { readUnclaimed } = await import("../../engine/deposits/watched.js");
    const deposits = await readUnclaimed(engine, limit);
    return {
      deposits: deposits.map(({ amount, ...one }) => ({
        ...one,
        // Of another token nobody knows how many decimals it has.
        amount:
          one.asset === "TRX" || one.asset === "USDT" ? decimalTrx(Number(amount)) : `${amount}`,
      })),
    };
  },
  print: ({ deposits }, width) =>
    table(
      ["at", "address", "index", "asset", "amount", "from", "transaction"],
      deposits.map((one) => [
        moment(one.at),
        one.address,
        `${one.index}`,
        one.asset,
        one.amount,
        one.from ?? "",
        one.txid,
      ]),
      "No deposits to addresses with an unknown owner.",
      width,
    ),
});

const claim = defineCommand({
  name: "deposit claim",
  about: "Assign a watched address to a customer and credit what came there.",
  argument: { name: "ADDRESS", about: "as `deposit unclaimed` shows it" },
  options: [
    { flags: "--customer <id>", about: "the customer it belongs to", required: true },
    { flags: "--by <name>", about: "your name, for the record", required: true },
  ],
  example: "deposit claim TADDRESS --customer CUSTOMER_ID --by Ann",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, customer: idField, by: nameField }),
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
  argument: {
    name: "FILE",
    about: "a copy of the DEPOSIT_ADDRESS_LOG file, or - for standard input",
  },
  example: "deposit import /mnt/other/addresses.log",
  needsRunningDesk: true,
  answerTimeoutMs: IMPORT_MS,
  prepare: (input) => ({ ...input, file: readFileArgument(input.file) }),
  input: z.strictObject({ file: z.string() }),
  async run({ engine }, { file }): Promise<Imported> {
    return (await engineClaims()).importAddresses(engine, file);
  },
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
    listed(
      notRead.map((line) => `${line}`),
      "Lines that could not be read, perhaps cut off",
    ),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function bookedText({ credited, waiting, others }: BookedThen): string {
  const [a, b, c] = [credited, waiting, others].map(formatInteger);
  return `Deposits there: ${a} credited, ${b} waiting (\`desk deposit list --review\`, or USDT for its rate), ${c} too small or of another token.`;
}

function listed(items: readonly string[], what: string): string {
  return items.length === 0 ? "" : `${what}: ${items.join(", ")}.`;
}

export const depositClaimCommands: readonly Command[] = [unclaimed, claim, importLog];
