/** `desk customer …`: customers and the money they bring or take out. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { DeskControl } from "../../control/desk-control.js";
import type { CustomerId } from "../../domain/ids.js";
import { toTrx } from "../../domain/money.js";
import type { ListedCustomer } from "../../engine/customers/customers.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import {
  idField,
  nameField,
  reasonField,
  referenceField,
  trxField,
  trxOrNothingField,
} from "../inputs.js";
import { fields, moment, trx } from "../print.js";
import { table } from "../table.js";

const engineCustomers = () => import("../../engine/customers/customers.js");

const create = defineCommand({
  name: "customer create",
  about: "Create a customer with a first API key, which is shown only once.",
  options: [
    { flags: "--name <text>", about: "the customer's name", required: true },
    { flags: "--credit <trx>", about: "a gift in TRX to start with; default 0" },
  ],
  example: 'customer create --name "Ada" --credit 100',
  mayCreateDatabase: true,
  input: z.strictObject({ name: nameField, credit: trxOrNothingField.optional() }),
  async run({ engine }, { name, credit }) {
    const first = credit && ({ amountSun: credit, kind: "gift" } as const);
    return (await engineCustomers()).createCustomer(engine, name, first);
  },
  print: ({ customerId, apiKey }) =>
    `${fields({ customerId, apiKey })}\n\nKeep the key now: it is not shown again.`,
});

const list = defineCommand({
  name: "customer list",
  about: "List customers with their balances.",
  example: "customer list",
  input: z.strictObject({}),
  async run({ engine }) {
    const { readCustomers } = await engineCustomers();
    return { customers: (await readCustomers(engine)).map(shownCustomer) };
  },
  print: ({ customers }, width) =>
    table(
      ["customerId", "name", "available TRX", "held TRX", "keys", "created"],
      customers.map((one) => [
        one.customerId,
        one.name,
        trx(one.available),
        trx(one.held),
        one.activeKeys,
        moment(one.createdAt),
      ]),
      "No customers yet. `desk customer create --name NAME` makes one.",
      width,
    ),
});

function shownCustomer(customer: ListedCustomer) {
  const { customerId, name, availableSun, heldSun, activeKeys, createdAt } = customer;
  const balance = { available: toTrx(availableSun), held: toTrx(heldSun) };
  return { customerId, name, ...balance, activeKeys, createdAt };
}

interface Movement {
  readonly customerId: CustomerId;
  readonly reference: string;
  /** TRX. */
  readonly available: number;
  readonly held: number;
  /** False when the reference had moved the money before. */
  readonly moved: boolean;
}

const WITHDRAWN = {
  flags: "--withdrawn",
  about: "you paid it out to them outside the desk: withdrawable money is taken first, gifts last",
};

const PAID =
  "the customer paid it by bank or in cash: it can be withdrawn, and pays sellers; needs --reference";
const GIFT = "you give it away: it buys from the desk's own pool only, and cannot be withdrawn";

const movementInput = z.strictObject({
  customer: idField,
  trx: trxField,
  reason: reasonField,
  reference: z
    .string(
      "must be given with --paid: the bank's or the receipt's reference, so that it is not booked twice",
    )
    .pipe(referenceField),
  withdrawn: z.boolean().optional(),
  paid: z.boolean().optional(),
  gift: z.boolean().optional(),
});

/** Money that can leave is not to be mixed up with money that cannot, so neither is taken for granted. */
const creditInput = movementInput.superRefine(({ paid, gift }, context) => {
  if (paid !== gift && (paid || gift)) return;
  const message = `give either --paid (${PAID}) or --gift (${GIFT})`;
  context.addIssue({ code: "custom", path: ["paid"], message });
});

/** Credit and debit differ in the direction, and in what a debit takes first. */
function movement(kind: "credit" | "debit", about: string): Command {
  return defineCommand({
    name: `customer ${kind}`,
    about,
    options: [
      { flags: "--customer <id>", about: "the customer", required: true },
      { flags: "--trx <amount>", about: "how much, in TRX", required: true },
      { flags: "--reason <text>", about: "why; kept in the ledger", required: true },
      {
        flags: "--reference <text>",
        about: `identifies the movement: with the same one, money moves only once for this customer; default: a new one`,
      },
      ...(kind === "debit"
        ? [WITHDRAWN]
        : [
            { flags: "--paid", about: PAID },
            { flags: "--gift", about: GIFT },
          ]),
    ],
    example: `customer ${kind} --customer ID --trx 25.5 ${kind === "credit" ? "--paid " : ""}--reason "wire 17" --reference wire-17`,
    prepare: withReference,
    input: kind === "credit" ? creditInput : movementInput,
    async run({ engine }: DeskControl, input): Promise<Movement> {
      const { customer: customerId, trx: amountSun, reason, reference } = input;
      const call = { customerId, amountSun, reason, reference };
      const { creditCustomer, debitCustomer } = await engineCustomers();
      const { availableSun, heldSun, moved } =
        kind === "credit"
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
