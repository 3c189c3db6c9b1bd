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
  about: "List what came to addresses of which a restored desk does not know whose they are.",
  options: [{ flags: "--limit <n>", about: "how many, the oldest first; 50 unless given" }],
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
      "Nothing came to an address of which it is not known whose it is.",
      width,
    ),
});

const claim = defineCommand({
  name: "deposit claim",
  about: "Say whose a watched address is, and book what came there as theirs.",
  argument: { name: "ADDRESS", about: "as `deposit unclaimed` shows it" },
  options: [
    { flags: "--customer <id>", about: "whose it is", required: true },
    { flags: "--by <name>", about: "who says so", required: true },
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
    "Take over from a log of addresses whose they are; exit status 1 when some of it could not be taken over.",
  argument: { name: "FILE", about: "the file of DEPOSIT_ADDRESS_LOG; - for standard input" },
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
    `${formatInteger(added.length)} addresses are known again, ${formatInteger(known)} were known. ${bookedText(one)}`,
    listed(created, "Customers made by it, without a key (`desk key issue`) and a chat"),
    listed(unwatched, "Not watched before, so book what came there with `desk deposit book TXID`"),
    listed(
      contradictions.map(({ address, customerIds }) => `${address} (${customerIds.join(", ")})`),
      "Of more than one customer, so nothing was changed; ask them, and `desk deposit claim`",
    ),
    listed(
      ofOtherKeys,
      "Not of DEPOSIT_XPUB: set the key that it was then, start, and import once more",
    ),
    listed(
      notRead.map((line) => `${line}`),
      "Lines that are none of a log, perhaps cut off",
    ),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function bookedText({ credited, waiting, others }: BookedThen): string {
  const [a, b, c] = [credited, waiting, others].map(formatInteger);
  return `Of what came there ${a} deposits were credited, ${b} wait (\`desk deposit list --review\`, or USDT for its rate), ${c} are too small or of another token.`;
}

function listed(items: readonly string[], what: string): string {
  return items.length === 0 ? "" : `${what}: ${items.join(", ")}.`;
}

export const depositClaimCommands: readonly Command[] = [unclaimed, claim, importLog];
