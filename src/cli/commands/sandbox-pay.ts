/** `desk sandbox pay`: money from outside, as a customer's wallet would send it. */
import { z } from "zod";
import { type OutsidePayment, type SentPayment, sandboxOf } from "../../control/desk-control.js";
import { DeskError } from "../../domain/errors.js";
import { formatTrx, type Sun, toTrx } from "../../domain/money.js";
import { defineCommand } from "../command.js";
import { addressField, nameField, trxField, usdtField } from "../inputs.js";
import { fields } from "../print.js";

const ONE = "give --trx or --usdt, one of the two";

const input = z
  .strictObject({
    to: addressField,
    trx: trxField.optional(),
    usdt: usdtField.optional(),
    kind: nameField.optional(),
    wallet: nameField.optional(),
  })
  .transform(({ to, trx, usdt, ...more }, context): OutsidePayment => {
    const amount = trx ?? usdt;
    if (amount !== undefined && (trx === undefined || usdt === undefined)) {
      return { to, asset: trx === undefined ? "usdt" : "trx", amount, ...more };
    }
    const path = [amount === undefined ? "trx" : "usdt"];
    context.addIssue({ code: "custom", path, message: ONE });
    return z.NEVER;
  });

/** The node's error names its own fields, which are the options. */
function byOption(error: unknown): never {
  if (!(error instanceof DeskError)) throw error;
  throw new DeskError(error.code, error.message.replace(/^(?=(?:trx|usdt|kind|wallet):)/, "--"));
}

interface PaidResult extends SentPayment {
  readonly to: string;
  readonly trx?: number;
  readonly usdt?: number;
}

export const sandboxPay = defineCommand({
  name: "sandbox pay",
  about: "Pay TRX or USDT to an address, as a customer outside the desk.",
  options: [
    { flags: "--to <address>", about: "who gets it; TRX activates a new address", required: true },
    { flags: "--trx <amount>", about: "how much TRX" },
    { flags: "--usdt <amount>", about: "how much USDT" },
    {
      flags: "--kind <name>",
      about: "plain (default), allowance, two_events, internal, rejected_internal, …",
    },
    { flags: "--wallet <id>", about: "whose wallet pays; default: the faucet" },
  ],
  example: "sandbox pay --to TADDRESS --usdt 20",
  needsRunningDesk: true,
  input,
  async run(desk, payment): Promise<PaidResult> {
    const sent = await sandboxOf(desk).pay(payment).catch(byOption);
    return { to: payment.to, [payment.asset]: toTrx(payment.amount), ...sent };
  },
  logged: ({ to, txid }) => ({ to, txid }),
  print: printPaid,
});

function printPaid({ to, trx, usdt, txid, blockNumber, result }: PaidResult): string {
  const asset = trx === undefined ? { usdt: shown(usdt) } : { trx: shown(trx) };
  const list = fields({ to, ...asset, txid, ...(blockNumber !== null && { block: blockNumber }) });
  if (blockNumber === null) {
    return `Sent; no block has it yet.\n${list}\n\nIs the chain stalled? desk sandbox faults`;
  }
  const isDone = result === "SUCCESS";
  return `${isDone ? "Paid." : `In a block, but it failed (${result}): nothing was paid.`}\n${list}`;
}

function shown(coins = 0): string {
  return formatTrx(Math.round(coins * 1e6) as Sun);
}
