/** `desk pool …`: the accounts whose stake the desk sells. */
import { z } from "zod";
import type { PoolOwner } from "../../control/desk-control.js";
import { type Command, defineCommand } from "../command.js";
import { addressField } from "../inputs.js";
import { trx, type Width } from "../print.js";
import { table } from "../table.js";

const operate = () => import("../../engine/operating/operate.js");
const toTrx = (amountSun = 0) => trx(amountSun / 1_000_000);

const show = defineCommand({
  name: "pool show",
  about: "Show the pool's owners and what each can still deliver.",
  example: "pool show",
  input: z.strictObject({}),
  async run({ engine }): Promise<{ owners: readonly PoolOwner[] }> {
    return { owners: await (await operate()).readPoolState(engine) };
  },
  print: ({ owners }, width) => poolText(owners, width),
});

const add = defineCommand({
  name: "pool add",
  about: "Add an owner, or use a drained one again.",
  argument: { name: "ADDRESS", about: "the owner's TRON address" },
  example: "pool add TADDRESS",
  mayCreateDatabase: true,
  input: z.strictObject({ address: addressField }),
  async run({ engine }, { address }) {
    await (await operate()).addPoolOwner(engine, address);
    return { address, state: "added" };
  },
  logged: ({ address }) => ({ address }),
  print: ({ address }) =>
    `${address} is in the pool. The running desk checks its permission and its stake before it sells it; \`desk pool show\` tells.`,
});

const drain = defineCommand({
  name: "pool drain",
  about: "Use an owner for no new orders; its running rentals continue.",
  argument: { name: "ADDRESS", about: "the owner's TRON address" },
  example: "pool drain TADDRESS",
  input: z.strictObject({ address: addressField }),
  async run({ engine }, { address }) {
    await (await operate()).drainPoolOwner(engine, address);
    return { address, state: "draining" };
  },
  logged: ({ address }) => ({ address }),
  print: ({ address }) =>
    `${address} gets no new delegations. \`desk pool add ${address}\` puts it back to work.`,
});

const remove = defineCommand({
  name: "pool remove",
  about: "Remove an owner that has never delegated, such as a mistake.",
  argument: { name: "ADDRESS", about: "the owner's TRON address" },
  example: "pool remove TADDRESS",
  input: z.strictObject({ address: addressField }),
  async run({ engine, config }, { address }) {
    await (await operate()).removePoolOwner(engine, address);
    const isSet = config.poolOwners?.includes(address) ?? false;
    return { address, state: "removed", inPoolOwners: isSet };
  },
  logged: ({ address }) => ({ address }),
  print: ({ address, inPoolOwners }) =>
    inPoolOwners
      ? `${address} is out of the pool, but POOL_OWNERS names it: the next start adds it again. Take it out there too.`
      : `${address} is out of the pool.`,
});

export function poolText(owners: readonly PoolOwner[], width: Width): string {
  return table(
    ["owner", "state", "free Energy", "free Bandwidth", "reserved TRX", "why paused"],
    owners.map(({ address, state, pauseReason, energy, bandwidth }) => [
      address,
      state,
      energy?.freeUnits ?? 0,
      bandwidth?.freeUnits ?? 0,
      toTrx((energy?.reservedSun ?? 0) + (bandwidth?.reservedSun ?? 0)),
      pauseReason ?? "",
    ]),
    "The pool has no owners. `desk pool add ADDRESS` adds one.",
    width,
  );
}

export const poolCommands: readonly Command[] = [show, add, drain, remove];
