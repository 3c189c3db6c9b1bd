/** `desk sandbox …`: what only the sandbox's chain can do. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { sandboxOf } from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { RESOURCES } from "../../domain/resource.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import { addressField, choiceField, trxField, unitsField } from "../inputs.js";
import { fields } from "../print.js";
import { sandboxFaults } from "./sandbox-faults.js";
import { sandboxPay } from "./sandbox-pay.js";
import { sandboxSeller } from "./sandbox-seller.js";
import { sandboxSignSweep } from "./sandbox-sign-sweep.js";

const NO_TRANSACTION = "must be a file with an unsigned transaction in JSON, with its txID";

const fund = defineCommand({
  name: "sandbox fund",
  about: "Send TRX to an address, which activates it.",
  argument: { name: "ADDRESS", about: "who receives it" },
  options: [{ flags: "--trx <amount>", about: "how much", required: true }],
  example: "sandbox fund TADDRESS --trx 100",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, trx: trxField }),
  async run(desk, { address, trx: amountSun }) {
    return { address, ...(await sandboxOf(desk).fund(address, amountSun)) };
  },
  print: (sent) => `Sent.\n${fields({ ...sent })}`,
});

const unsigned = z
  .string()
  .transform((text, context): object => {
    try {
      return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: NO_TRANSACTION });
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ txID: z.string(NO_TRANSACTION).regex(/^[0-9a-f]{64}$/, NO_TRANSACTION) }));

const sign = defineCommand({
  name: "sandbox sign",
  about:
    "Sign a text as a wallet does (TIP-191), or a transaction, with an account of the sandbox; sends nothing.",
  argument: { name: "ADDRESS", about: "who signs" },
  secondArgument: { name: "TEXT", about: "the text; or use --file", optional: true },
  options: [
    {
      flags: "--file <path>",
      about: "file with the text, or - for standard input; a final line feed is not signed",
    },
    {
      flags: "--transaction <path>",
      about: "file with a transaction in JSON, or - for standard input; prints it signed",
    },
  ],
  example: 'sandbox sign TADDRESS "$TEXT"',
  needsRunningDesk: true,
  prepare: withFiles,
  input: z
    .strictObject({
      address: addressField,
      text: z.string().min(1, "must not be empty").optional(),
      transaction: unsigned.optional(),
    })
    .refine(({ text, transaction }) => text !== undefined || transaction !== undefined, {
      path: ["text"],
      error: "give it, or --file PATH (- is standard input)",
    }),
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
  if ([input.text, file, input.transaction].filter((one) => one !== undefined).length > 1) {
    throw new Refusal("USAGE", "Give the text, --file or --transaction, not several of them.");
  }
  if (typeof input.transaction === "string") {
    return { ...input, transaction: read("--transaction", input.transaction) };
  }
  if (typeof file !== "string") return input;
  return { ...input, text: read("--file", file).replace(/\r?\n$/, "") };
}

function read(option: string, path: string): string {
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal("USAGE", `${option}: ${path} cannot be read: ${why}`);
  }
}

const use = defineCommand({
  name: "sandbox use",
  about: "Use up units of an account, as a contract call would; they recover over 24 h.",
  argument: { name: "ADDRESS", about: "whose" },
  options: [
    { flags: "--resource <name>", about: "energy or bandwidth; default energy" },
    { flags: "--units <n>", about: "how many", required: true },
  ],
  example: "sandbox use TADDRESS --units 65000",
  needsRunningDesk: true,
  input: z.strictObject({
    address: addressField,
    resource: choiceField(RESOURCES).default("energy"),
    units: unitsField.refine((units) => units > 0, "must be at least 1"),
  }),
  async run(desk, { address, resource, units }) {
    await sandboxOf(desk).use(address, resource, units);
    return { address, resource, units };
  },
  print: (used) => `Used.\n${fields({ ...used })}`,
});

const contract = defineCommand({
  name: "sandbox contract",
  about: "Turn an account into a contract for good; orders for it are refused.",
  argument: { name: "ADDRESS", about: "an activated account that is not needed as a wallet" },
  example: "sandbox contract TADDRESS",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField }),
  async run(desk, { address }) {
    await sandboxOf(desk).makeContract(address);
    return { address, contract: true };
  },
  logged: ({ address }) => ({ address }),
  print: ({ address }) => `${address} is a contract. Orders for it get RECEIVER_IS_CONTRACT.`,
});

export const sandboxCommands: readonly Command[] = [
  fund,
  sandboxPay,
  sandboxSeller,
  sign,
  sandboxSignSweep,
  use,
  contract,
  sandboxFaults,
];
