/** `desk payout …`: what sellers have earned, sent to them. */
import { z } from "zod";
import type { Earner, PayoutResource, PayoutRun } from "../../engine/payout-lists.js";
import { type Command, defineCommand } from "../command.js";
import { addressField } from "../inputs.js";
import { moment, table, trx } from "../print.js";
import { Refusal } from "../refusal.js";

const run = defineCommand({
  name: "payout run",
  about: "Pay every seller who has earned at least PAYOUT_MINIMUM_TRX and has no payout under way.",
  example: "payout run",
  needsRunningDesk: true,
  input: z.strictObject({}),
  async run({ payOut }): Promise<PayoutRun> {
    if (payOut) return payOut();
    throw new Refusal(
      "CONFIGURATION",
      "Payouts are off, because this desk has no key to pay with. Set PAYOUT_KEY_FILE to a file with the private key of the account that pays (or PAYOUT_KEY to the key itself), and start the desk again.",
    );
  },
  logged: ({ started, waiting }) => ({ started: started.length, waiting: waiting.length }),
  print: runText,
  exitStatus: ({ problem }) => (problem === null ? 0 : 1),
});

const list = defineCommand({
  name: "payout list",
  about: "List the newest 1,000 payouts, of one seller or of all.",
  options: [{ flags: "--seller <address>", about: "only those of this seller" }],
  example: "payout list --seller TADDRESS",
  input: z.strictObject({ seller: addressField.optional() }),
  async run({ engine }, { seller }): Promise<{ payouts: readonly PayoutResource[] }> {
    const { readPayouts } = await import("../../engine/payout-lists.js");
    return { payouts: readPayouts(engine, seller) };
  },
  print: ({ payouts }) => payoutsText(payouts, "No payouts."),
});

function runText({ account, started, open, belowMinimum, waiting, problem }: PayoutRun): string {
  const none = waiting.length > 0 ? "None." : "Nothing was due.";
  const parts = [
    `From ${account}.`,
    `Started:\n${payoutsText(started, none)}`,
    open.length > 0 && `Under way before:\n${payoutsText(open, "")}`,
    belowMinimum.length > 0 && `Below the minimum:\n${earnersText(belowMinimum)}`,
    waiting.length > 0 && `Due and not paid:\n${earnersText(waiting)}`,
    problem !== null && `Not all could be paid: ${problem.replace(/\.$/, "")}.`,
  ];
  return parts.filter((part) => part !== false).join("\n\n");
}

function payoutsText(payouts: readonly PayoutResource[], whenEmpty: string): string {
  return table(
    ["payoutId", "seller", "TRX", "fee", "state", "created", "txid", "why dead"],
    payouts.map((payout) => [
      payout.payoutId,
      payout.seller,
      trx(payout.amount),
      trx(payout.fee),
      payout.state,
      moment(payout.createdAt),
      payout.txid,
      payout.deathReason ?? "",
    ]),
    whenEmpty,
  );
}

function earnersText(earners: readonly Earner[]): string {
  return table(
    ["seller", "earned TRX"],
    earners.map(({ seller, earned }) => [seller, trx(earned)]),
    "",
  );
}

export const payoutCommands: readonly Command[] = [run, list];
