/** `desk sandbox …`: what only the sandbox's chain can do. */
import { z } from "zod";
import { type Command, defineCommand } from "../command.js";
import { addressField, trxField } from "../inputs.js";
import { fields } from "../print.js";
import { Refusal } from "../refusal.js";

const fund = defineCommand({
  name: "sandbox fund",
  about: "Send sandbox TRX to an address, which activates it.",
  argument: { name: "ADDRESS", about: "who gets it" },
  options: [{ flags: "--trx <amount>", about: "how much", required: true }],
  example: "sandbox fund TADDRESS --trx 100",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, trx: trxField }),
  async run({ sandboxFund, config }, { address, trx: amountSun }) {
    if (!sandboxFund) {
      throw new Refusal(
        "FORBIDDEN",
        `This desk runs on ${config.network}; only the sandbox gives TRX away.`,
      );
    }
    return { address, ...(await sandboxFund(address, amountSun)) };
  },
  print: (sent) => `Sent.\n${fields({ ...sent })}`,
});

export const sandboxCommands: readonly Command[] = [fund];
