/** `desk sandbox …`: what only the sandbox's chain can do. */
import { z } from "zod";
import { type SentPayment, sandboxOf } from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { formatInteger, sun, toTrx } from "../../domain/money.js";
import { MAX_PRICE_SUN } from "../../domain/rates.js";
import { MIN_CHUNK, RESOURCES, type Resource } from "../../domain/resource.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import {
  addressField,
  byOption,
  choiceField,
  flag,
  idField,
  jsonField,
  nameField,
  rateField,
  readGiven,
  trxField,
  unitsField,
  usdtField,
} from "../inputs.js";
import { fields, trx } from "../print.js";
import { sandboxFaults } from "./sandbox-faults.js";

const fund = defineCommand({
  name: "sandbox fund",
  about: "Send TRX to an address, which activates it.",
  args: { ADDRESS: ["who receives it", addressField] },
  options: { trx: ["<amount>", "how much", trxField] },
  example: "sandbox fund TADDRESS --trx 100",
  needsRunningDesk: true,
  async run(desk, { address, trx: amountSun }) {
    return { address, ...(await sandboxOf(desk).fund(address, amountSun)) };
  },
  print: (sent) => `Sent.\n${fields({ ...sent })}`,
});

const TXID = /^[0-9a-f]{64}$/;
const NO_TRANSACTION = "must be a file with an unsigned transaction in JSON, with its txID";

const unsigned = jsonField(NO_TRANSACTION).pipe(
  z.looseObject({ txID: z.string(NO_TRANSACTION).regex(TXID, NO_TRANSACTION) }, NO_TRANSACTION),
);

const sign = defineCommand({
  name: "sandbox sign",
  about:
    "Sign a text as a wallet does (TIP-191), or a transaction, with an account of the sandbox; sends nothing.",
  args: {
    ADDRESS: ["who signs", addressField],
    TEXT: ["the text; or use --file", z.string().min(1, "must not be empty").optional()],
  },
  options: {
    file: [
      "<path>",
      "file with the text, or - for standard input; a final line feed is not signed",
      z.string().optional(),
    ],
    transaction: [
      "<path>",
      "file with a transaction in JSON, or - for standard input; prints it signed",
      unsigned.optional(),
    ],
  },
  example: 'sandbox sign TADDRESS "$TEXT"',
  needsRunningDesk: true,
  prepare: withFiles,
  check({ text, transaction }, problem) {
    if (text !== undefined || transaction !== undefined) return;
    problem("text", "give it, or --file PATH (- is standard input)");
  },
  async run(desk, { address, text = "", transaction }): Promise<Signed> {
    const sandbox = sandboxOf(desk);
    if (transaction === undefined) return sandbox.sign(address, text);
    const { signature } = await sandbox.signTransaction(address, transaction.txID);
    return { signature, transaction: { ...transaction, signature: [signature] } };
  },
  print: ({ signature, transaction }) => (transaction ? JSON.stringify(transaction) : signature),
});

interface Signed {
  readonly signature: string;
  /** With its signature; only for a transaction. */
  readonly transaction?: object;
}

/** The files are read on this side of the socket, because they are the operator's. */
function withFiles({ file, ...input }: RawInput): RawInput {
  const { text, transaction } = input;
  if ([text, file, transaction].filter((one) => one !== undefined).length > 1) {
    throw new Refusal("USAGE", "Give the text, --file or --transaction, not several of them.");
  }
  if (transaction !== undefined) {
    return { ...input, transaction: readGiven(transaction, "--transaction") };
  }
  if (file === undefined) return input;
  return { ...input, text: readGiven(file, "--file").replace(/\r?\n$/, "") };
}

const use = defineCommand({
  name: "sandbox use",
  about: "Use up units of an account, as a contract call would; they recover over 24 h.",
  args: { ADDRESS: ["whose", addressField] },
  options: {
    resource: [
      "<name>",
      "energy or bandwidth; default energy",
      choiceField(RESOURCES).default("energy"),
    ],
    units: ["<n>", "how many", unitsField.refine((units) => units > 0, "must be at least 1")],
  },
  example: "sandbox use TADDRESS --units 65000",
  needsRunningDesk: true,
  async run(desk, { address, resource, units }) {
    await sandboxOf(desk).use(address, resource, units);
    return { address, resource, units };
  },
  print: (used) => `Used.\n${fields({ ...used })}`,
});

const contract = defineCommand({
  name: "sandbox contract",
  about: "Turn an account into a contract for good; orders for it are refused.",
  args: { ADDRESS: ["an activated account that is not needed as a wallet", addressField] },
  example: "sandbox contract TADDRESS",
  needsRunningDesk: true,
  async run(desk, { address }) {
    await sandboxOf(desk).makeContract(address);
    return { address, contract: true };
  },
  logged: ({ address }) => ({ address }),
  print: ({ address }) => `${address} is a contract. Orders for it get RECEIVER_IS_CONTRACT.`,
});

interface PaidResult extends SentPayment {
  readonly to: string;
  readonly trx?: number;
  readonly usdt?: number;
}

const pay = defineCommand({
  name: "sandbox pay",
  about: "Pay TRX or USDT to an address, as a customer outside the desk.",
  options: {
    to: ["<address>", "who gets it; TRX activates a new address", addressField],
    trx: ["<amount>", "how much TRX", trxField.optional()],
    usdt: ["<amount>", "how much USDT", usdtField.optional()],
    kind: [
      "<name>",
      "plain (default), allowance, two_events, internal, rejected_internal, …",
      nameField.optional(),
    ],
    wallet: ["<id>", "whose wallet pays; default: the faucet", nameField.optional()],
  },
  example: "sandbox pay --to TADDRESS --usdt 20",
  needsRunningDesk: true,
  check({ trx, usdt }, problem) {
    if ((trx === undefined) !== (usdt === undefined)) return;
    problem(trx === undefined ? "trx" : "usdt", "give --trx or --usdt, one of the two");
  },
  async run(desk, { to, trx, usdt, ...more }): Promise<PaidResult> {
    const [asset, amount = sun(0)] =
      trx === undefined ? (["usdt", usdt] as const) : (["trx", trx] as const);
    const sent = await sandboxOf(desk)
      .pay({ to, asset, amount, ...more })
      .catch(byOption(/^(?=(?:trx|usdt|kind|wallet):)/, "--"));
    return { to, [asset]: toTrx(amount), ...sent };
  },
  logged: ({ to, txid }) => ({ to, txid }),
  print: printPaid,
});

function printPaid({ to, trx: ofTrx, usdt, txid, blockNumber, result }: PaidResult): string {
  const asset = ofTrx === undefined ? { usdt: trx(usdt ?? 0) } : { trx: trx(ofTrx) };
  const list = fields({ to, ...asset, txid, ...(blockNumber !== null && { block: blockNumber }) });
  if (blockNumber === null) {
    return `Sent; no block has it yet.\n${list}\n\nIs the chain stalled? desk sandbox faults`;
  }
  const isDone = result === "SUCCESS";
  return `${isDone ? "Paid." : `In a block, but it failed (${result}): nothing was paid.`}\n${list}`;
}

/** Bandwidth of a seller is ten times as dear as its Energy, as the desk's own rates are. */
const BANDWIDTH_PRICE_FACTOR = 10;

/** Less than a chunk could never be sold. */
function stockField(resource: Resource) {
  const least = MIN_CHUNK[resource];
  const message = `must be 0, or at least ${formatInteger(least)}: less than that is never delegated`;
  return unitsField.refine((units) => units === 0 || units >= least, message);
}

const seller = defineCommand({
  name: "sandbox seller",
  about: "Create an account with stake and register it as a seller with offers.",
  options: {
    customer: ["<id>", "the seller's customer; default: demo sellers", idField.optional()],
    energy: [
      "<units>",
      "Energy it can delegate; default 500000",
      stockField("energy").default(500_000),
    ],
    bandwidth: [
      "<units>",
      "Bandwidth it can delegate; default 30000",
      stockField("bandwidth").default(30_000),
    ],
    price: [
      "<sun>",
      `lowest price for a unit of Energy in SUN, default 50; ${BANDWIDTH_PRICE_FACTOR} times that for Bandwidth`,
      rateField.default(50),
    ],
    unregistered: flag("create only the account, to register it over HTTP"),
    permission: [
      "",
      "create only the account, without permission for the desk's key",
      z.boolean().default(true),
    ],
  },
  example: "sandbox seller --energy 400000 --price 48",
  needsRunningDesk: true,
  async run(desk, { customer: customerId, energy, bandwidth, price, permission, ...rest }) {
    const bandwidthSun = Math.min(price * BANDWIDTH_PRICE_FACTOR, MAX_PRICE_SUN);
    return sandboxOf(desk).addSeller({
      customerId,
      units: { energy, bandwidth },
      priceSun: { energy: price, bandwidth: bandwidthSun },
      longest: "30d",
      permission,
      registered: permission && !rest.unregistered,
    });
  },
  logged: ({ address }) => ({ address }),
  print: ({ address, customerId }) =>
    customerId === undefined
      ? `${fields({ address })}\n\nNot registered. Ask POST /v1/seller for a challenge and sign it: desk sandbox sign ${address}`
      : fields({ address, customerId }),
});

const NO_PLAN = "must be a file of `desk sweep plan` in JSON";

const plan = jsonField(NO_PLAN).pipe(
  z.looseObject(
    {
      transactions: z.array(
        z.looseObject({
          signer: addressField,
          transaction: z.looseObject({ txID: z.string().regex(TXID, NO_PLAN) }),
        }),
        NO_PLAN,
      ),
    },
    NO_PLAN,
  ),
);

const signSweep = defineCommand({
  name: "sandbox sign-sweep",
  about: "Sign a `sweep plan` file with the sandbox's keys and print it; sends nothing.",
  args: { FILE: ["the file, or - for standard input", plan] },
  example: "sandbox sign-sweep sweep.json",
  needsRunningDesk: true,
  prepare: (input) => ({ ...input, file: readGiven(input.file) }),
  async run(desk, { file }) {
    const sandbox = sandboxOf(desk);
    const transactions: object[] = [];
    for (const { transaction, ...entry } of file.transactions) {
      const { signature } = await sandbox.signTransaction(entry.signer, transaction.txID);
      transactions.push({ ...entry, transaction: { ...transaction, signature: [signature] } });
    }
    return { ...file, transactions };
  },
  print: (signed) => JSON.stringify(signed),
});

export const sandboxCommands: readonly Command[] = [
  ...[fund, pay, seller, sign, signSweep, use, contract, sandboxFaults],
];
