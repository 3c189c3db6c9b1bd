/** `desk key …`: the API keys of customers. */
import { z } from "zod";
import { type Command, defineCommand } from "../command.js";
import { idField } from "../inputs.js";
import { fields, moment } from "../print.js";
import { table } from "../table.js";

const engineCustomers = () => import("../../engine/customers/customers.js");

const issue = defineCommand({
  name: "key issue",
  about: "Issue an API key for a customer; it is shown only once.",
  options: [
    { flags: "--customer <id>", about: "the customer", required: true },
    {
      flags: "--withdraw",
      about: "the key may withdraw the customer's money; in the sandbox every key may",
    },
  ],
  example: "key issue --customer ID",
  input: z.strictObject({ customer: idField, withdraw: z.boolean().optional() }),
  async run({ engine }, { customer, withdraw }) {
    return {
      customerId: customer,
      ...(await (await engineCustomers()).issueKey(engine, customer, withdraw)),
    };
  },
  print: (issued) => `${fields({ ...issued })}\n\nKeep the key now: it is not shown again.`,
});

const revoke = defineCommand({
  name: "key revoke",
  about: "Revoke a key; it is refused from the next request on.",
  argument: { name: "KEY_ID", about: "as `key list` shows it; not the key itself" },
  example: "key revoke KEY_ID",
  input: z.strictObject({ key_id: idField }),
  async run({ engine }, { key_id: keyId }) {
    await (await engineCustomers()).revokeKey(engine, keyId);
    return { keyId, revoked: true };
  },
  print: ({ keyId }) => `The key ${keyId} is revoked.`,
});

const enable = defineCommand({
  name: "key enable",
  about: "Enable keys that a restore disabled: by KEY_ID, by customer, or all.",
  manyArguments: { name: "KEY_ID", about: "as `key list` shows it" },
  options: [
    { flags: "--customer <id>", about: "all keys of this customer" },
    { flags: "--all", about: "all keys; first revoke those that were revoked since the backup" },
  ],
  example: "key enable KEY_ID",
  input: z
    .strictObject({
      key_id: z.array(idField).default([]),
      customer: idField.optional(),
      all: z.boolean().default(false),
    })
    .refine(
      ({ key_id, customer, all }) =>
        [key_id.length > 0, customer !== undefined, all].filter(Boolean).length === 1,
      { path: ["key_id"], message: "give some, or --customer, or --all" },
    ),
  async run({ engine }, { key_id: keyIds, customer: customerId }) {
    const { enableDisabledKeys } = await import("../../engine/customers/disabled-keys.js");
    return { enabled: await enableDisabledKeys(engine, { keyIds, customerId }) };
  },
  logged: ({ enabled }) => ({ enabled }),
  print: ({ enabled }) => `${enabled} keys are enabled that were not.`,
});

const list = defineCommand({
  name: "key list",
  about: "List API keys, by their first characters.",
  options: [{ flags: "--customer <id>", about: "only those of this customer" }],
  example: "key list --customer ID",
  input: z.strictObject({ customer: idField.optional() }),
  async run({ engine }, { customer }) {
    return { keys: await (await engineCustomers()).readKeys(engine, customer) };
  },
  print: ({ keys }, width) =>
    table(
      ["keyId", "customerId", "starts with", "withdraws", "created", "disabled", "revoked"],
      keys.map((key) => [
        key.keyId,
        key.customerId,
        key.startsWith,
        key.mayWithdraw ? "yes" : "no",
        moment(key.createdAt),
        key.disabledAt === null ? "" : moment(key.disabledAt),
        key.revokedAt === null ? "" : moment(key.revokedAt),
      ]),
      "No keys.",
      width,
    ),
});

export const keyCommands: readonly Command[] = [issue, revoke, enable, list];
