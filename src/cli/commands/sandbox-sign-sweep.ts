/** `desk sandbox sign-sweep`: signs a file of `desk sweep plan` with the sandbox's keys, as offline keys do elsewhere. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { sandboxOf } from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { defineCommand } from "../command.js";
import { addressField } from "../inputs.js";

const NO_FILE = "must be a file of `desk sweep plan` in JSON";

const file = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: NO_FILE });
      return z.NEVER;
    }
  })
  .pipe(
    z.looseObject(
      {
        transactions: z.array(
          z.looseObject({
            signer: addressField,
            transaction: z.looseObject({ txID: z.string().regex(/^[0-9a-f]{64}$/, NO_FILE) }),
          }),
          NO_FILE,
        ),
      },
      NO_FILE,
    ),
  );

export const sandboxSignSweep = defineCommand({
  name: "sandbox sign-sweep",
  about: "Sign a file of `sweep plan` with the sandbox's keys and print it; sends nothing.",
  argument: { name: "FILE", about: "the file, - for standard input" },
  example: "sandbox sign-sweep sweep.json",
  needsRunningDesk: true,
  prepare({ file: path, ...input }) {
    try {
      return { ...input, file: readFileSync(path === "-" ? 0 : String(path), "utf8") };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Refusal("NOT_FOUND", `FILE: ${path} cannot be read: ${why}`);
    }
  },
  input: z.strictObject({ file }),
  async run(desk, { file: plan }) {
    const sandbox = sandboxOf(desk);
    const transactions: object[] = [];
    for (const { transaction, ...entry } of plan.transactions) {
      const { signature } = await sandbox.signTransaction(entry.signer, transaction.txID);
      transactions.push({ ...entry, transaction: { ...transaction, signature: [signature] } });
    }
    return { ...plan, transactions };
  },
  print: (signed) => JSON.stringify(signed),
});
