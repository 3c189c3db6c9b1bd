/** `desk sandbox sign-sweep`: signs a file of `desk sweep plan` with the sandbox's keys, as offline keys do elsewhere. */
import { z } from "zod";
import { sandboxOf } from "../../control/desk-control.js";
import { defineCommand } from "../command.js";
import { addressField, jsonField, readFileArgument } from "../inputs.js";

const NO_FILE = "must be a file of `desk sweep plan` in JSON";

const file = jsonField(NO_FILE).pipe(
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
  about: "Sign a `sweep plan` file with the sandbox's keys and print it; sends nothing.",
  argument: { name: "FILE", about: "the file, or - for standard input" },
  example: "sandbox sign-sweep sweep.json",
  needsRunningDesk: true,
  prepare: (input) => ({ ...input, file: readFileArgument(input.file) }),
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
