/** Makes the next round of a sweep into transactions for offline keys. */

import type { Chain } from "../../chain/port.js";
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import { sun, toTrx } from "../../domain/money.js";
import { RESOURCES } from "../../domain/resource.js";
import {
  type Lent,
  planSweep,
  type SweepOwner,
  type SweepStep,
  type SweepTerms,
  type SweptAccount,
} from "../../domain/sweep.js";
import {
  aboutStep,
  depositPath,
  type SweepEntry,
  type SweepFile,
  type SweepWanted,
} from "../../domain/sweep-file.js";
import { transferArguments, USDT_ENERGY, USDT_NEW_ENERGY } from "../../domain/usdt.js";
import {
  readSweepBooks,
  type SweepBooks,
  type SweepSettings,
  sweepSettings,
} from "../../engine/deposits/sweep.js";
import { chainUnavailable } from "../../engine/gates.js";
import { oneHost, type WorkerOptions } from "../context.js";
import { inGroups } from "../loop.js";

async function assertReceives(host: Chain, sweepTo: Address): Promise<void> {
  const account = await host.account(sweepTo);
  if (account && !account.contract) return;
  const why = account
    ? "is a contract, which takes no transfers of TRX. Name an account"
    : "is not activated on this chain. Check that it is yours, and send it some TRX first";
  throw new DeskError("NOT_FOUND", `DEPOSIT_SWEEP_TO: ${sweepTo} ${why}.`);
}

export async function makeSweepPlan(
  context: SweepContext,
  wanted: SweepWanted,
): Promise<SweepFile> {
  const reading = await beginSweep(context);
  const { host, settings, books } = reading;
  await assertReceives(host, settings.sweepTo);
  const { minimumTrxSun, minimumUsdtUnits } = settings.terms;
  const { leastTrxSun = minimumTrxSun, leastUsdtUnits = BigInt(minimumUsdtUnits) } = wanted;
  const terms = await readTerms(reading, { leastTrxSun, leastUsdtUnits });
  const accounts = await readAccounts(reading);
  const plan = planSweep(accounts, await readOwners(reading), terms);
  const [reference, head] = [await host.solidHead(), await host.head()];
  const expiresAt = head.timestampMs + wanted.lifeMs;
  const frame = { reference, timestampMs: head.timestampMs, expiresAt };
  const entryOf = async (step: SweepStep): Promise<SweepEntry> => {
    const key = books.addresses.get(step.owner);
    const { transaction } = await context.chain.buildUnsigned(step, frame);
    return {
      signer: step.owner,
      path: key ? depositPath(key.account ?? undefined, key.key_index) : null,
      keyHash: key?.key_hash ?? null,
      about: aboutStep(step),
      transaction,
    };
  };
  const transactions: SweepEntry[] = [];
  for (const step of plan.steps) transactions.push(await entryOf(step));
  return {
    network: settings.network,
    genesisId: context.genesisId,
    sweepTo: settings.sweepTo,
    round: plan.round ?? null,
    costTrx: toTrx(plan.costSun),
    expiresAt,
    transactions,
    waits: plan.waits,
  };
}

export type SweepContext = Pick<WorkerOptions, "engine" | "chain" | "genesisId">;

/** What every step of a sweep works with. */
export interface SweepReading {
  readonly host: Chain;
  readonly settings: SweepSettings;
  readonly books: SweepBooks;
}

/**
 * Throws while the chain is out of sight: by an old state money would be sent that is not there. Throws too where a sweep would be a
 * deposit.
 */
export async function beginSweep({ engine, chain }: SweepContext): Promise<SweepReading> {
  const settings = sweepSettings(engine);
  const problem = engine.chainClock.problem();
  if (problem !== undefined) throw chainUnavailable(problem);
  const books = await readSweepBooks(engine);
  const { sweepTo } = settings;
  if (books.addresses.has(sweepTo)) {
    throw new DeskError(
      "NOT_FOUND",
      `DEPOSIT_SWEEP_TO: ${sweepTo} is the address of a customer, who would be credited with all of it. Name an account of yours.`,
    );
  }
  return { host: oneHost(chain), settings, books };
}

/** What stays where it is, because it is not worth a transaction. */
export interface Least {
  readonly leastTrxSun: number;
  readonly leastUsdtUnits: bigint;
}

export async function readTerms(reading: SweepReading, least: Least): Promise<SweepTerms> {
  const { host, settings, books } = reading;
  const { ratios } = books;
  if (!ratios) throw new DeskError("CHAIN_UNAVAILABLE", "The network's totals were not read yet.");
  const { sweepTo, terms } = settings;
  return {
    sweepTo,
    usdtContract: terms.usdtContract,
    ...least,
    prices: await host.parameters(),
    ratios,
  };
}

/** All accounts of the pool; one that does not serve has nothing to give, and can take back. */
export function readOwners({ host, books }: SweepReading): Promise<SweepOwner[]> {
  return inGroups(books.owners, async ({ address, mayLend }): Promise<SweepOwner> => {
    if (!mayLend) return { address, balanceSun: 0, freeSun: { energy: 0, bandwidth: 0 } };
    const [account, energy, bandwidth] = await Promise.all([
      host.account(address),
      host.delegatableSun(address, "energy"),
      host.delegatableSun(address, "bandwidth"),
    ]);
    const freeSun = {
      energy: Math.max(0, energy - books.reservedSun(address, "energy")),
      bandwidth: Math.max(0, bandwidth - books.reservedSun(address, "bandwidth")),
    };
    return { address, balanceSun: account?.balanceSun ?? 0, freeSun };
  });
}

/** All deposit addresses, or only these. */
export async function readAccounts(
  reading: SweepReading,
  only?: ReadonlySet<Address>,
): Promise<SweptAccount[]> {
  const addresses = [...reading.books.addresses.keys()].filter((one) => only?.has(one) ?? true);
  const lent = await readLent(reading, new Set(addresses));
  const usualEnergy = await usualEnergyOf(reading);
  return inGroups(addresses, async (address) => {
    const read = await readAccount(reading, address, usualEnergy);
    return { ...read, lent: lent.get(address) ?? [] };
  });
}

/** Where no node can try a transfer: it takes more to an account that holds none yet. */
async function usualEnergyOf({ host, settings }: SweepReading): Promise<number> {
  const { sweepTo, terms } = settings;
  if (terms.usdtContract === undefined) return 0;
  const held = await host.tokenBalance(terms.usdtContract, sweepTo);
  return held > 0n ? USDT_ENERGY : USDT_NEW_ENERGY;
}

async function readAccount(
  { host, settings, books }: SweepReading,
  address: Address,
  usualEnergy: number,
): Promise<Omit<SweptAccount, "lent">> {
  const { usdtContract } = settings.terms;
  const account = await host.account(address);
  const usdtUnits = usdtContract ? await host.tokenBalance(usdtContract, address) : 0n;
  const nothing = { units: { energy: 0, bandwidth: 0 }, freeBandwidth: 0, neededEnergy: 0 };
  const isRetired = books.addresses.get(address)?.is_retired === 1;
  const found = { address, isRetired, trxSun: account?.balanceSun ?? 0, usdtUnits };
  if (!account) return { ...found, ...nothing, isActive: false };
  if (found.trxSun === 0 && usdtUnits === 0n) return { ...found, ...nothing, isActive: true };
  const { limit, used, freeBandwidth } = await host.resources(address);
  const units = {
    energy: Math.max(0, limit.energy - used.energy),
    bandwidth: Math.max(0, limit.bandwidth - used.bandwidth),
  };
  const neededEnergy =
    usdtUnits > 0n ? await neededEnergyOf(host, settings, { address, usdtUnits, usualEnergy }) : 0;
  return { ...found, isActive: true, units, freeBandwidth, neededEnergy };
}

interface TokensAt {
  readonly address: Address;
  readonly usdtUnits: bigint;
  readonly usualEnergy: number;
}

async function neededEnergyOf(
  host: Chain,
  { sweepTo, terms }: SweepSettings,
  { address, usdtUnits, usualEnergy }: TokensAt,
): Promise<number | undefined> {
  const tried = await host.tryContract({
    contract: must(terms.usdtContract, "tokens of a contract"),
    owner: address,
    selector: "transfer(address,uint256)",
    parameterHex: transferArguments(sweepTo, usdtUnits),
  });
  if (!tried) return usualEnergy;
  return tried.success ? Math.ceil(tried.energyUnits * ENERGY_ROOM) : undefined;
}

/** A contract in great demand takes more from one period to the next. */
const ENERGY_ROOM = 1.02;

/** What the pool delegates to these addresses for no rental. What is locked is a rental's. */
async function readLent(
  { host, books }: SweepReading,
  addresses: ReadonlySet<Address>,
): Promise<Map<Address, Lent[]>> {
  const lent = new Map<Address, Lent[]>();
  for (const { address: owner } of books.owners) {
    for (const receiver of await host.receiversOf(owner)) {
      if (!addresses.has(receiver)) continue;
      for (const resource of RESOURCES) {
        const { unlockedSun, lockedSun } = await host.delegated(owner, receiver, resource);
        const unexplained = unlockedSun + lockedSun - books.rentedSun(owner, receiver, resource);
        const stakeSun = sun(Math.max(0, Math.min(unlockedSun, unexplained)));
        if (stakeSun === 0) continue;
        lent.set(receiver, [...(lent.get(receiver) ?? []), { owner, resource, stakeSun }]);
      }
    }
  }
  return lent;
}
