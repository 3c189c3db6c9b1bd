/** `desk customer …` and `desk key …`: customers, the money they bring or take out, and their API keys. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { DeskControl } from "../../control/desk-control.js";
import type { CustomerId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import {
  flag,
  idField,
  nameField,
  reasonField,
  referenceField,
  trxField,
  trxOrNothingField,
  userField,
} from "../inputs.js";
import { fields, tableOf, trx } from "../print.js";

const engineCustomers = () => import("../../engine/customers/customers.js");

const KEEP_THE_KEY = "\n\nKeep the key now: it is not shown again.";

const create = defineCommand({
  name: "customer create",
  about: "Create a customer with a first API key, which is shown only once.",
  options: {
    name: ["<text>", "the customer's name", nameField],
    credit: ["<trx>", "a gift in TRX to start with; default 0", trxOrNothingField.optional()],
  },
  example: 'customer create --name "Ada" --credit 100',
  mayCreateDatabase: true,
  async run({ engine }, { name, credit }) {
    const first = credit && ({ amountSun: credit, kind: "gift" } as const);
    return (await engineCustomers()).createCustomer(engine, name, first);
  },
  print: ({ customerId, apiKey }) => `${fields({ customerId, apiKey })}${KEEP_THE_KEY}`,
});

const list = defineCommand({
  name: "customer list",
  about: "List customers with their balances.",
  example: "customer list",
  async run({ engine }) {
    const customers = await (await engineCustomers()).readCustomers(engine);
    return {
      customers: customers.map(({ customerId, name, availableSun, heldSun, ...rest }) => {
        const balance = { available: toTrx(availableSun), held: toTrx(heldSun) };
        const { activeKeys, createdAt } = rest;
        return { customerId, name, ...balance, activeKeys, createdAt };
      }),
    };
  },
  print: ({ customers }, width) =>
    tableOf(
      customers,
      [
        "customerId",
        "name",
        ["available TRX", (one) => trx(one.available)],
        ["held TRX", (one) => trx(one.held)],
        "keys: activeKeys",
        "created: createdAt",
      ],
      "No customers yet. `desk customer create --name NAME` makes one.",
      width,
    ),
});

interface Movement {
  readonly customerId: CustomerId;
  readonly reference: string;
  /** TRX. */
  readonly available: number;
  readonly held: number;
  /** False when the reference had moved the money before. */
  readonly moved: boolean;
}

const PAID =
  "the customer paid it by bank or in cash: it can be withdrawn, and pays sellers; needs --reference";
const GIFT = "you give it away: it buys from the desk's own pool only, and cannot be withdrawn";

const MOVEMENT = {
  customer: ["<id>", "the customer", idField],
  trx: ["<amount>", "how much, in TRX", trxField],
  reason: ["<text>", "why; kept in the ledger", reasonField],
  reference: [
    "<text>",
    "identifies the movement: with the same one, money moves only once for this customer; default: a new one",
    referenceField.optional(),
  ],
} as const;

const OF_CREDIT = { paid: flag(PAID), gift: flag(GIFT) };
const OF_DEBIT = {
  withdrawn: flag(
    "you paid it out to them outside the desk: withdrawable money is taken first, gifts last",
  ),
};
type MovementOptions = typeof MOVEMENT & typeof OF_CREDIT & typeof OF_DEBIT;

/** Credit and debit differ in the direction, and in what a debit takes first. */
function movement(kind: "credit" | "debit", about: string): Command {
  const isCredit = kind === "credit";
  return defineCommand({
    name: `customer ${kind}`,
    about,
    options: { ...MOVEMENT, ...(isCredit ? OF_CREDIT : OF_DEBIT) } as MovementOptions,
    example: `customer ${kind} --customer ID --trx 25.5 ${isCredit ? "--paid " : ""}--reason "wire 17" --reference wire-17`,
    prepare: withReference,
    check({ paid, gift, reference }, problem) {
      if (reference === undefined) problem("reference", NO_REFERENCE);
      // Money that can leave is not to be mixed up with money that cannot, so neither is taken for granted.
      else if (isCredit && paid === gift) {
        problem("paid", `give either --paid (${PAID}) or --gift (${GIFT})`);
      }
    },
    async run({ engine }: DeskControl, input): Promise<Movement> {
      const { customer: customerId, trx: amountSun, reason, reference = "" } = input;
      const call = { customerId, amountSun, reason, reference };
      const { creditCustomer, debitCustomer } = await engineCustomers();
      const { availableSun, heldSun, moved } = isCredit
        ? await creditCustomer(engine, { ...call, kind: input.paid ? "payment" : "gift" })
        : await debitCustomer(engine, { ...call, wasWithdrawn: input.withdrawn });
      const balance = { available: toTrx(availableSun), held: toTrx(heldSun) };
      return { customerId, reference, ...balance, moved };
    },
    logged: ({ customerId, reference, moved }) => ({ customerId, reference, moved }),
    print({ moved, available, held, ...rest }) {
      const said = moved
        ? `The ${kind} is booked.`
        : "This reference was booked before; no money was moved.";
      const balance = { "available TRX": trx(available), "held TRX": trx(held) };
      return `${said}\n${fields({ ...rest, ...balance })}`;
    },
  });
}

const NO_REFERENCE =
  "must be given with --paid: the bank's or the receipt's reference, so that it is not booked twice";

/**
 * Made up on this side of the socket, so that the operator knows it even without an answer. A payment has one of its own, at the bank
 * or on the receipt, so that it is not booked twice.
 */
function withReference(input: RawInput): RawInput {
  return input.paid ? input : { ...input, reference: input.reference ?? randomUUID() };
}

export const customerCommands: readonly Command[] = [
  create,
  movement("credit", "Add TRX to a customer's balance."),
  movement("debit", "Take TRX out of a customer's available balance."),
  list,
];

const issue = defineCommand({
  name: "key issue",
  about: "Issue an API key for a customer; it is shown only once.",
  options: {
    customer: ["<id>", "the customer", idField],
    withdraw: [
      "",
      "the key may withdraw the customer's money; in the sandbox every key may",
      z.boolean().optional(),
    ],
    member: ["<id>", "of a team: whose key it is, by Telegram user id", userField.optional()],
    cap: ["<trx>", "of a team: what the key may spend in a day (UTC)", trxField.optional()],
  },
  example: "key issue --customer ID",
  async run({ engine }, { customer, withdraw: mayWithdraw, member: memberId, cap: capSun }) {
    const { issueKey } = await engineCustomers();
    const issued = await issueKey(engine, customer, { mayWithdraw, memberId, capSun });
    return { customerId: customer, ...issued };
  },
  print: (issued) => `${fields({ ...issued })}${KEEP_THE_KEY}`,
});

const KEY_ID = "as `key list` shows it";

const revoke = defineCommand({
  name: "key revoke",
  about: "Revoke a key; it is refused from the next request on.",
  args: { KEY_ID: [`${KEY_ID}; not the key itself`, idField] },
  example: "key revoke KEY_ID",
  async run({ engine }, { key_id: keyId }) {
    await (await engineCustomers()).revokeKey(engine, keyId);
    return { keyId, revoked: true };
  },
  print: ({ keyId }) => `The key ${keyId} is revoked.`,
});

const enable = defineCommand({
  name: "key enable",
  about: "Enable keys that a restore disabled: by KEY_ID, by customer, or all.",
  args: { "KEY_ID...": [KEY_ID, z.array(idField).default([])] },
  options: {
    customer: ["<id>", "all keys of this customer", idField.optional()],
    all: flag("all keys; first revoke those that were revoked since the backup"),
  },
  example: "key enable KEY_ID",
  check({ key_id, customer, all }, problem) {
    const given = [key_id.length > 0, customer !== undefined, all].filter(Boolean);
    if (given.length !== 1) problem("key_id", "give some, or --customer, or --all");
  },
  async run({ engine }, { key_id: keyIds, customer: customerId }) {
    const { enableDisabledKeys } = await import("../../engine/customers/customers.js");
    return { enabled: await enableDisabledKeys(engine, { keyIds, customerId }) };
  },
  logged: ({ enabled }) => ({ enabled }),
  print: ({ enabled }) => `${enabled} keys are enabled that were not.`,
});

const listKeys = defineCommand({
  name: "key list",
  about: "List API keys, by their first characters.",
  options: { customer: ["<id>", "only those of this customer", idField.optional()] },
  example: "key list --customer ID",
  async run({ engine }, { customer }) {
    return { keys: await (await engineCustomers()).readKeys(engine, customer) };
  },
  print: ({ keys }, width) =>
    tableOf(
      keys,
      [
        "keyId",
        "customerId",
        "starts with: startsWith",
        "withdraws: mayWithdraw",
        "member",
        ["cap TRX", (one) => (one.cap === null ? "" : trx(one.cap))],
        "created: createdAt",
        "disabled: disabledAt",
        "revoked: revokedAt",
      ],
      "No keys.",
      width,
    ),
});

export const keyCommands: readonly Command[] = [issue, revoke, enable, listKeys];
