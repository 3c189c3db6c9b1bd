/** `desk pool …` and `desk owner …`: the accounts whose stake the desk sells, and what their owners sign for that. */
import { HOUR_MS } from "../../common/time.js";
import type {
  OwnerPermission,
  OwnerPermissionUpdate,
  PoolOwner,
} from "../../control/desk-control.js";
import { onlyRunning } from "../../control/refusal.js";
import { SUN_PER_TRX } from "../../domain/money.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, wholeField } from "../inputs.js";
import { fields, moment, tableOf, trx, type Width } from "../print.js";

const operate = () => import("../../engine/operating/operate.js");

const show = defineCommand({
  name: "pool show",
  about: "Show the pool's owners and what each can still deliver.",
  example: "pool show",
  async run({ engine }): Promise<{ owners: readonly PoolOwner[] }> {
    return { owners: await (await operate()).readPoolState(engine) };
  },
  print: ({ owners }, width) => poolText(owners, width),
});

const args = { ADDRESS: ["the owner's TRON address", addressField] } as const;
const logged = ({ address }: { readonly address: string }) => ({ address });

const add = defineCommand({
  name: "pool add",
  about: "Add an owner, or use a drained one again.",
  args,
  example: "pool add TADDRESS",
  mayCreateDatabase: true,
  async run({ engine }, { address }) {
    await (await operate()).addPoolOwner(engine, address);
    return { address, state: "added" };
  },
  logged,
  print: ({ address }) =>
    `${address} is in the pool. The running desk checks its permission and its stake before it sells it; \`desk pool show\` tells.`,
});

const drain = defineCommand({
  name: "pool drain",
  about: "Use an owner for no new orders; its running rentals continue.",
  args,
  example: "pool drain TADDRESS",
  async run({ engine }, { address }) {
    await (await operate()).drainPoolOwner(engine, address);
    return { address, state: "draining" };
  },
  logged,
  print: ({ address }) =>
    `${address} gets no new delegations. \`desk pool add ${address}\` puts it back to work.`,
});

const remove = defineCommand({
  name: "pool remove",
  about: "Remove an owner that has never delegated, such as a mistake.",
  args,
  example: "pool remove TADDRESS",
  async run({ engine, config }, { address }) {
    await (await operate()).removePoolOwner(engine, address);
    const isSet = config.poolOwners?.includes(address) ?? false;
    return { address, state: "removed", inPoolOwners: isSet };
  },
  logged,
  print: ({ address, inPoolOwners }) =>
    inPoolOwners
      ? `${address} is out of the pool, but POOL_OWNERS names it: the next start adds it again. Take it out there too.`
      : `${address} is out of the pool.`,
});

export function poolText(owners: readonly PoolOwner[], width: Width): string {
  const reservedSun = ({ energy, bandwidth }: PoolOwner) =>
    energy.reservedSun + bandwidth.reservedSun;
  return tableOf(
    owners,
    [
      "owner: address",
      "state",
      ["free Energy", ({ energy }) => energy.freeUnits],
      ["free Bandwidth", ({ bandwidth }) => bandwidth.freeUnits],
      ["reserved TRX", (owner) => trx(reservedSun(owner) / SUN_PER_TRX)],
      "why paused: pauseReason",
    ],
    "The pool has no owners. `desk pool add ADDRESS` adds one.",
    width,
  );
}

export const poolCommands: readonly Command[] = [show, add, drain, remove];

/** The chain takes nothing that expires more than a day after its head. */
const MAX_HOURS = 23;

const permission = defineCommand({
  name: "owner permission",
  about:
    "Print the transaction that lets the desk's key delegate an account's stake. Its owner signs and sends it; this command sends nothing.",
  options: {
    address: ["<address>", "a pool owner's or a seller's account", addressField],
    hours: [
      "<n>",
      `hours until it expires, up to ${MAX_HOURS}; default 1`,
      wholeField(1, MAX_HOURS).default(1),
    ],
  },
  example: "owner permission --address TADDRESS",
  needsRunningDesk: true,
  run: async (desk, { address, hours }): Promise<OwnerPermission> =>
    onlyRunning(desk.ownerPermission)({ address, lifeMs: hours * HOUR_MS }),
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
  const keysOf = ({ keys }: (typeof kept)[number]) =>
    keys.map((key) => `${key.address} (${key.weight})`).join(" ");
  return [
    fields(facts, width),
    "Stays as it is:",
    tableOf(kept, ["permission: type", "name", "threshold", ["keys (weight)", keysOf]], "", width),
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
