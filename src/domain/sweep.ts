/**
 * Sweeping: how the money at customers' deposit addresses gets to the operator's account, in rounds. Each round is decided by what
 * the chain shows now, so nothing is remembered between them.
 */
import type { Address } from "./address.js";
import { must } from "./assert.js";
import { type Sun, sun } from "./money.js";
import type { PerResource, Resource } from "./resource.js";
import { type StakeRatio, stakeForUnits } from "./stake.js";

/** Rounds in order; those that are not needed are skipped. */
export type SweepRound = "activate" | "delegate" | "sweep" | "take_back";

/** A deposit address as the chain shows it. */
export interface SweptAccount {
  readonly address: Address;
  /** Its key is lost: nobody can sign for it, and only what is lent to it moves. */
  readonly isRetired: boolean;
  readonly isActive: boolean;
  readonly trxSun: number;
  readonly usdtUnits: bigint;
  /** Energy of sending its USDT, with some room; undefined when the contract would not send it. */
  readonly neededEnergy: number | undefined;
  /** Units of stake that it can use now. */
  readonly units: PerResource<number>;
  /** What is left today of the free Bandwidth. */
  readonly freeBandwidth: number;
  /** What the pool delegates to it, unlocked, beside what rentals explain. */
  readonly lent: readonly Lent[];
}

export interface Lent {
  readonly owner: Address;
  readonly resource: Resource;
  readonly stakeSun: Sun;
}

/** An account of the pool, which pays for accounts and lends its stake. */
export interface SweepOwner {
  readonly address: Address;
  readonly balanceSun: number;
  /** Stake that no order needs. */
  readonly freeSun: Readonly<PerResource<number>>;
}

export interface SweepTerms {
  readonly sweepTo: Address;
  readonly usdtContract: Address | undefined;
  /** Less than this stays where it is. */
  readonly leastTrxSun: number;
  readonly leastUsdtUnits: bigint;
  readonly prices: SweepPrices;
  readonly ratios: Readonly<PerResource<StakeRatio>>;
}

export interface SweepPrices {
  readonly energyPriceSun: number;
  readonly bandwidthPriceSun: number;
  readonly accountCreationSun: number;
  readonly accountCreationBandwidthSun: number;
}

interface Between {
  readonly owner: Address;
  readonly receiver: Address;
}

/** A transaction of a round; its owner signs it. */
export type SweepStep = Between &
  (
    | { readonly kind: "create_account" }
    | {
        readonly kind: "delegate";
        readonly resource: Resource;
        readonly stakeSun: Sun;
        readonly lockPeriodBlocks: 0;
      }
    | { readonly kind: "undelegate"; readonly resource: Resource; readonly stakeSun: Sun }
    | { readonly kind: "transfer"; readonly amountSun: Sun }
    | {
        readonly kind: "token_transfer";
        readonly contract: Address;
        readonly amount: bigint;
        readonly feeLimitSun: Sun;
      }
  );

export interface SweepPlan {
  /** Undefined: nothing can be done now. */
  readonly round: SweepRound | undefined;
  readonly steps: readonly SweepStep[];
  /** TRX that the round burns, as far as it is known before. */
  readonly costSun: Sun;
  /** Addresses whose money cannot be swept yet, and why. */
  readonly waits: readonly { readonly address: Address; readonly why: string }[];
}

/** The most transactions in a file: an operator signs it, and the desk reads it whole. */
export const MOST_STEPS = 300;

/** Bandwidth of a transfer of USDT and of one of TRX, with some room for larger amounts. */
const TOKEN_BYTES = 350;
const TRX_BYTES = 285;
/** The ratio of stake to units drifts until the transfer is in a block. */
const ROOM = 1.01;

/** What is next. While something is lent it is used or taken back before anything is begun. */
export function planSweep(
  accounts: readonly SweptAccount[],
  owners: readonly SweepOwner[],
  terms: SweepTerms,
): SweepPlan {
  const waits = new Map<Address, string>();
  for (const account of accounts) {
    const { trx, usdt } = worthIfSigned(account, terms);
    if (account.isRetired && (trx || usdt)) waits.set(account.address, "its key is retired");
  }
  const lent = accounts.filter((account) => account.lent.length > 0);
  const sweep = () => planned("sweep", sweepSteps(accounts, terms, waits));
  if (lent.length > 0) {
    const swept = sweep();
    const usesLent = lent.some(({ address }) => swept.steps.some(({ owner }) => owner === address));
    return finished(usesLent ? swept : planned("take_back", takeBackSteps(lent)), waits);
  }
  const activated = activation(accounts, owners, terms, waits);
  if (activated.steps.length > 0) return finished(activated, waits);
  const delegated = planned("delegate", delegationSteps(accounts, owners, terms, waits));
  return finished(delegated.steps.length > 0 ? delegated : sweep(), waits);
}

interface Planned {
  readonly round: SweepRound;
  readonly steps: readonly SweepStep[];
  readonly costSun: number;
}

interface Costly {
  readonly step: SweepStep;
  readonly burnSun: number;
}

function planned(round: SweepRound, all: readonly Costly[]): Planned {
  const taken = all.slice(0, MOST_STEPS);
  const costSun = taken.reduce((total, { burnSun }) => total + burnSun, 0);
  return { round, steps: taken.map(({ step }) => step), costSun };
}

function finished({ round, steps, costSun }: Planned, waits: Map<Address, string>): SweepPlan {
  return {
    round: steps.length > 0 ? round : undefined,
    steps,
    costSun: sun(costSun),
    waits: [...waits].map(([address, why]) => ({ address, why })),
  };
}

/** Which of its money is worth a transaction. */
function worth(account: SweptAccount, terms: SweepTerms) {
  if (account.isRetired) return { trx: false, usdt: false };
  return worthIfSigned(account, terms);
}

function worthIfSigned({ isActive, trxSun, usdtUnits }: SweptAccount, terms: SweepTerms) {
  const hasUsdt = terms.usdtContract !== undefined && usdtUnits > 0n;
  return {
    trx: isActive && trxSun > 0 && trxSun >= terms.leastTrxSun,
    usdt: hasUsdt && usdtUnits >= terms.leastUsdtUnits,
  };
}

function activation(
  accounts: readonly SweptAccount[],
  owners: readonly SweepOwner[],
  terms: SweepTerms,
  waits: Map<Address, string>,
): Planned {
  const { accountCreationSun, accountCreationBandwidthSun } = terms.prices;
  const eachSun = accountCreationSun + accountCreationBandwidthSun;
  const [payer] = [...owners].sort((a, b) => b.balanceSun - a.balanceSun);
  let leftSun = payer?.balanceSun ?? 0;
  const steps: Costly[] = [];
  for (const account of accounts) {
    if (account.isActive || !worth(account, terms).usdt) continue;
    if (!payer || leftSun < eachSun) {
      waits.set(account.address, "no pool owner has the TRX to activate it");
      continue;
    }
    leftSun -= eachSun;
    const step = {
      kind: "create_account",
      owner: payer.address,
      receiver: account.address,
    } as const;
    steps.push({ step, burnSun: eachSun });
  }
  return planned("activate", steps);
}

function delegationSteps(
  accounts: readonly SweptAccount[],
  owners: readonly SweepOwner[],
  terms: SweepTerms,
  waits: Map<Address, string>,
): Costly[] {
  const freeSun = new Map(owners.map(({ address, freeSun: free }) => [address, { ...free }]));
  const lend = (receiver: Address, resource: Resource, units: number): Costly | undefined => {
    const stakeSun = stakeFor(units, resource, terms);
    const [owner, free] = [...freeSun].sort(([, a], [, b]) => b[resource] - a[resource])[0] ?? [];
    if (!owner || !free || free[resource] < stakeSun) return undefined;
    free[resource] -= stakeSun;
    const step = { kind: "delegate", owner, receiver, resource, stakeSun } as const;
    return { step: { ...step, lockPeriodBlocks: 0 }, burnSun: 0 };
  };
  return accounts.flatMap((account): Costly[] => {
    const lacks = lacking(account, terms);
    const energy = lacks.energy > 0 ? lend(account.address, "energy", lacks.energy) : undefined;
    if (lacks.energy > 0 && !energy) {
      waits.set(account.address, "the pool has too little free Energy for its USDT");
      return [];
    }
    const bandwidth =
      lacks.bandwidth > 0 ? lend(account.address, "bandwidth", lacks.bandwidth) : undefined;
    return [energy, bandwidth].flatMap((one) => one ?? []);
  });
}

function stakeFor(units: number, resource: Resource, { ratios }: SweepTerms): Sun {
  return stakeForUnits(Math.ceil(units * ROOM), ratios[resource]);
}

/** The stake that a plan would lend to it now; 0 when it lacks nothing. */
export function stakeLacked(account: SweptAccount, resource: Resource, terms: SweepTerms): number {
  const units = lacking(account, terms)[resource];
  return units > 0 ? stakeFor(units, resource, terms) : 0;
}

/** What a transfer of its USDT may burn and use at most. */
export function feeLimitOf(
  { neededEnergy = 0 }: Pick<SweptAccount, "neededEnergy">,
  { prices }: SweepTerms,
): Sun {
  // The limit counts Energy of stake too: with less of it the transfer would fail.
  return sun(Math.max(1, Math.ceil(neededEnergy * ROOM) * prices.energyPriceSun));
}

/** Units that an active account lacks to send all that is worth it without burning TRX. */
function lacking(account: SweptAccount, terms: SweepTerms): PerResource<number> {
  const { usdt, trx } = worth(account, terms);
  const sends = usdt && account.isActive && account.neededEnergy !== undefined;
  const energy = sends ? Math.max(0, (account.neededEnergy ?? 0) - account.units.energy) : 0;
  const sizes = [...(sends ? [TOKEN_BYTES] : []), ...(trx ? [TRX_BYTES] : [])];
  const staked = account.units.bandwidth;
  const sums = [0, TRX_BYTES, TOKEN_BYTES, TRX_BYTES + TOKEN_BYTES];
  const enough = sums.find(
    (extra) => burntBytes(sizes, Math.max(staked, extra), account.freeBandwidth) === 0,
  );
  return { energy, bandwidth: Math.max(0, (enough ?? 0) - staked) };
}

/** Of transactions in this order: each takes its Bandwidth whole from stake, or from what is free, or burns it. */
function burntBytes(sizes: readonly number[], stakedUnits: number, freeUnits: number): number {
  let [staked, free, burnt] = [stakedUnits, freeUnits, 0];
  for (const size of sizes) {
    if (size <= staked) staked -= size;
    else if (size <= free) free -= size;
    else burnt += size;
  }
  return burnt;
}

/** Transfers of all that can be sent now. Of TRX so much stays as the transfers burn. */
function sweepSteps(
  accounts: readonly SweptAccount[],
  terms: SweepTerms,
  waits: Map<Address, string>,
): Costly[] {
  return accounts.flatMap((account) => {
    const { usdt, trx } = worth(account, terms);
    const problem = usdt ? whyNotUsdt(account, terms) : undefined;
    if (problem !== undefined && !waits.has(account.address)) waits.set(account.address, problem);
    const sendsUsdt = usdt && problem === undefined;
    const { bandwidthPriceSun: priceSun } = terms.prices;
    const burnt = (sizes: number[]) =>
      priceSun * burntBytes(sizes, account.units.bandwidth, account.freeBandwidth);
    const usdtBurnSun = sendsUsdt ? burnt([TOKEN_BYTES]) : 0;
    const burnSun = burnt([...(sendsUsdt ? [TOKEN_BYTES] : []), TRX_BYTES]);
    const amountSun = account.trxSun - burnSun;
    return [
      ...(sendsUsdt ? [{ step: tokenStep(account, terms), burnSun: usdtBurnSun }] : []),
      ...(trx && amountSun > 0
        ? [{ step: trxStep(account, amountSun, terms), burnSun: burnSun - usdtBurnSun }]
        : []),
    ];
  });
}

function whyNotUsdt(account: SweptAccount, { prices }: SweepTerms): string | undefined {
  const { isActive, neededEnergy, units, freeBandwidth, trxSun } = account;
  if (!isActive) return "it is not activated";
  if (neededEnergy === undefined) return "the contract would not send its USDT";
  if (neededEnergy > units.energy) return "it has too little Energy for its USDT";
  const burnSun =
    prices.bandwidthPriceSun * burntBytes([TOKEN_BYTES], units.bandwidth, freeBandwidth);
  return burnSun > trxSun ? "it has too little Bandwidth for its USDT" : undefined;
}

function tokenStep(account: SweptAccount, terms: SweepTerms) {
  const { address: owner, usdtUnits: amount } = account;
  const { sweepTo, usdtContract } = terms;
  const contract = must(usdtContract, "tokens of a contract");
  const feeLimitSun = feeLimitOf(account, terms);
  return {
    kind: "token_transfer",
    owner,
    receiver: sweepTo,
    contract,
    amount,
    feeLimitSun,
  } as const;
}

function trxStep({ address: owner }: SweptAccount, amountSun: number, { sweepTo }: SweepTerms) {
  return { kind: "transfer", owner, receiver: sweepTo, amountSun: sun(amountSun) } as const;
}

function takeBackSteps(accounts: readonly SweptAccount[]): Costly[] {
  return accounts.flatMap(({ address: receiver, lent }) =>
    lent.map(({ owner, resource, stakeSun }) => ({
      step: { kind: "undelegate", owner, receiver, resource, stakeSun },
      burnSun: 0,
    })),
  );
}
