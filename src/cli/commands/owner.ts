/** `desk owner …`: what an account's owner does so that the desk may sell its stake. */
import { z } from "zod";
import { HOUR_MS } from "../../common/time.js";
import type { OwnerPermission, OwnerPermissionUpdate } from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, hoursField } from "../inputs.js";
import { fields, moment, trx, type Width } from "../print.js";
import { table } from "../table.js";

/** The chain takes nothing that expires more than a day after its head. */
const MAX_HOURS = 23;

const permission = defineCommand({
  name: "owner permission",
  about:
    "Print the transaction that lets the desk's key delegate an account's stake. Its owner signs and sends it; this command sends nothing.",
  options: [
    { flags: "--address <address>", about: "a pool owner's or a seller's account", required: true },
    { flags: "--hours <n>", about: `hours until it expires, up to ${MAX_HOURS}; default 1` },
  ],
  example: "owner permission --address TADDRESS",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, hours: hoursField(MAX_HOURS).default(1) }),
  async run({ ownerPermission }, { address, hours }): Promise<OwnerPermission> {
    if (ownerPermission) return ownerPermission({ address, lifeMs: hours * HOUR_MS });
    throw new Refusal("NOT_RUNNING", "Only a desk that runs can ask the chain: npm start");
  },
  logged: ({ address, update }) => ({ address, txid: update?.txID ?? "" }),
  print: (result, width) =>
    result.update ? updateText(result, result.update, width) : permittedText(result),
});

function permittedText({ address, operator, permissionId, beyondDelegating }: OwnerPermission) {
  return [
    `${address} lets the desk's key ${operator} delegate already, by its permission ${permissionId}. There is nothing to sign.`,
    ...beyondText(beyondDelegating),
  ].join("\n\n");
}

function updateText(account: OwnerPermission, update: OwnerPermissionUpdate, width: Width): string {
  const { address, operator, balanceTrx, beyondDelegating } = account;
  const { feeTrx, operations, kept, signatures, expiresAt, txID, raw_data_hex } = update;
  const facts = {
    account: address,
    "may delegate": `${operator} (the desk's key)`,
    operations,
    means: "DelegateResource (57) and UnDelegateResource (58), nothing else",
    "fee TRX": trx(feeTrx),
    "account has TRX": trx(balanceTrx),
    "sign and send before": moment(expiresAt),
    txid: txID,
  };
  return [
    fields(facts, width),
    "Stays as it is:",
    table(
      ["permission", "name", "threshold", "keys (weight)"],
      kept.map(({ type, name, threshold, keys }) => [
        type,
        name,
        threshold,
        keys.map((key) => `${key.address} (${key.weight})`).join(" "),
      ]),
      "",
      width,
    ),
    ...(balanceTrx < feeTrx
      ? [`The account has less than the fee. Send it ${trx(feeTrx)} TRX and ask again.`]
      : []),
    ...(signatures > 1
      ? [`${signatures} of the owner's keys have to sign; TRON takes 1 TRX more for that.`]
      : []),
    ...beyondText(beyondDelegating),
    CHECKS,
    `raw_data_hex:\n${raw_data_hex}`,
  ].join("\n\n");
}

function beyondText(powers: readonly string[]): string[] {
  if (powers.length === 0) return [];
  return [
    `The desk's key can also ${powers.join(", ")}. A key that only delegates cannot be used to steal; take the rest away in the account's wallet.`,
  ];
}

const CHECKS = `Before you sign, look at what the wallet shows:
  1. It is an AccountPermissionUpdateContract of this account,
     and the txid is the one above.
  2. The owner's keys are yours, as listed above.
     A foreign one there would own the account.
  3. One active permission is new: the desk's key alone, weight 1,
     threshold 1, the operations above.
The change replaces all permissions together:
if you have changed any since, ask again.
With --json, update.transaction is what TronLink and tronweb sign.`;

export const ownerCommands: readonly Command[] = [permission];
