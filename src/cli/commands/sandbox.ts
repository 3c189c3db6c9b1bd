/** `desk sandbox …`: what only the sandbox's chain can do. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { RESOURCES } from "../../domain/resource.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import { addressField, choiceField, trxField, unitsField } from "../inputs.js";
import { fields } from "../print.js";
import { Refusal } from "../refusal.js";
import { sandboxOf } from "../sandbox-control.js";
import { sandboxFaults } from "./sandbox-faults.js";
import { sandboxSeller } from "./sandbox-seller.js";

const fund = defineCommand({
  name: "sandbox fund",
  about: "Send sandbox TRX to an address, which activates it.",
  argument: { name: "ADDRESS", about: "who gets it" },
  options: [{ flags: "--trx <amount>", about: "how much", required: true }],
  example: "sandbox fund TADDRESS --trx 100",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, trx: trxField }),
  async run(desk, { address, trx: amountSun }) {
    return { address, ...(await sandboxOf(desk).fund(address, amountSun)) };
  },
  print: (sent) => `Sent.\n${fields({ ...sent })}`,
});

const sign = defineCommand({
  name: "sandbox sign",
  about: "Sign a text as a wallet does (TIP-191), with an account of the sandbox; moves nothing.",
  argument: { name: "ADDRESS", about: "who signs" },
  secondArgument: { name: "TEXT", about: "what, unless --file gives it" },
  options: [
    {
      flags: "--file <path>",
      about: "a file with the text, - for standard input; a line feed at its end is not signed",
    },
  ],
  example: 'sandbox sign TADDRESS "$TEXT"',
  needsRunningDesk: true,
  prepare: withText,
  input: z.strictObject({
    address: addressField,
    text: z.string("give it, or --file PATH (- is standard input)").min(1, "must not be empty"),
  }),
  run: async (desk, { address, text }) => sandboxOf(desk).sign(address, text),
  print: ({ signature }) => signature,
});

/** The file is the operator's, so it is read on this side of the socket. */
function withText({ file, ...input }: RawInput): RawInput {
  if (typeof file !== "string") return input;
  if (input.text !== undefined) {
    throw new Refusal("USAGE", "Give the text or --file, not both.");
  }
  try {
    const text = readFileSync(file === "-" ? 0 : file, "utf8");
    return { ...input, text: text.replace(/\r?\n$/, "") };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal("USAGE", `--file: ${file} cannot be read: ${why}`);
  }
}

const use = defineCommand({
  name: "sandbox use",
  about: "Use up units of an account now, as a contract call would; they recover over 24 h.",
  argument: { name: "ADDRESS", about: "whose" },
  options: [
    { flags: "--resource <name>", about: "energy or bandwidth (energy unless given)" },
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

export const sandboxCommands: readonly Command[] = [fund, sandboxSeller, sign, use, sandboxFaults];
