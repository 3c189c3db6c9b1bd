/** What a transfer of USDT takes, and how much of it must be rented. */
import { type Address, address, addressToHex } from "./address.js";
import { type Sun, sun } from "./money.js";
import { MIN_AMOUNT, type PerResource } from "./resource.js";

export const MAINNET_USDT = address("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");

/** The contract of USDT on a network: the one that was set, or the known one; undefined where there is neither. */
export function usdtContractOn(network: string, set: Address | undefined): Address | undefined {
  return set ?? (network === "mainnet" ? MAINNET_USDT : undefined);
}

/** Energy of a transfer to a wallet that holds USDT already, and to one that holds none. */
export const USDT_ENERGY = 65_000;
export const USDT_NEW_ENERGY = 131_000;

/** Where the size of a transfer is known from. */
export const SIZE_BASES = [
  /** A transfer of the smallest amount was tried on the contract. */
  "tried",
  /** The recipient's holdings decide. */
  ...["holdsNone", "holdsSome"],
  /** The node could not answer, but an account that is not activated hardly holds any USDT. */
  "notActivated",
  /** The node could not answer: the usual transfer. */
  "usual",
] as const;
export type SizeBasis = (typeof SIZE_BASES)[number];

/** What such a transfer takes: to a wallet that holds USDT already, to one that holds none, and of Bandwidth to either. */
export const TRANSFER_ENERGY = 64_285;
const FIRST_TRANSFER_ENERGY = 130_285;
export const TRANSFER_BANDWIDTH = 345;

/** What a wallet has unused, in units. A transaction takes its Bandwidth from stake or from what is free each day, never from both. */
export interface Unused {
  readonly energyUnits: number;
  /** From stake, its own and delegated. */
  readonly bandwidthUnits: number;
  readonly freeBandwidthUnits: number;
}

/** What a wallet has unused after a delivery, and what of it other rentals hold that end before. */
export interface Delivered extends Unused {
  readonly ending?:
    | {
        readonly energyUnits: number;
        readonly bandwidthUnits: number;
        /** When the first of them ends, in chain time. */
        readonly at: number;
      }
    | undefined;
}

/** How many transfers of USDT a wallet can send without burning TRX, and what it lacks for one. */
export interface Sends {
  readonly isSafe: boolean;
  /** Energy of the transfer that is meant. */
  readonly neededUnits: number;
  readonly lacks: PerResource<number>;
  /** It is enough for a wallet that holds USDT already, and nothing says that the recipient is one. */
  readonly isForHolders: boolean;
  /** How many transfers each resource is enough for; to wallets that hold USDT where Energy is not enough for others. */
  readonly transfers: PerResource<number>;
  /** Of Energy, to wallets that hold none; 0 where the transfer is sized for its recipient. */
  readonly firstTransfers: number;
  /** Until when it is safe, where the rest is too little; chain time. */
  readonly until?: number | undefined;
}

/** What was found of a transfer. */
interface Sized {
  readonly basis: SizeBasis;
  readonly triedUnits?: number | undefined;
  readonly neededUnits: number;
}

/** Energy of the transfer that was sized; of one to a wallet that holds USDT when none was. */
function transferEnergy(sized?: Sized): number {
  if (sized?.triedUnits !== undefined) return sized.triedUnits;
  const isFirst = sized !== undefined && sized.neededUnits > USDT_ENERGY;
  return isFirst ? FIRST_TRANSFER_ENERGY : TRANSFER_ENERGY;
}

/** What a wallet can send, of the transfer that was sized for it where one was. */
function sendsAsSized(unused: Unused, sized?: Sized): Sends {
  const isSized = sized !== undefined && sized.basis !== "usual";
  return sendsOf(unused, transferEnergy(sized), isSized);
}

/** After a delivery, for as long as the rental runs: what ends before counts only where a transfer needs it, until then. */
export function sendsSince({ ending, ...unused }: Delivered, now: number, sized?: Sized): Sends {
  const all = sendsAsSized(unused, sized);
  if (!ending) return all;
  const lasting = sendsAsSized(
    {
      ...unused,
      energyUnits: Math.max(0, unused.energyUnits - ending.energyUnits),
      bandwidthUnits: Math.max(0, unused.bandwidthUnits - ending.bandwidthUnits),
    },
    sized,
  );
  const isNeeded = all.isSafe && !lasting.isSafe && now < ending.at;
  return isNeeded ? { ...all, until: ending.at } : lasting;
}

/** The same of Energy alone, before the wallet is read. */
export function sendsWith(energyUnits: number, sized?: Sized): Sends {
  const freeBandwidthUnits = TRANSFER_BANDWIDTH;
  return sendsAsSized({ energyUnits, bandwidthUnits: 0, freeBandwidthUnits }, sized);
}

/** `isSized`: the transfer was sized for its recipient. */
export function sendsOf(unused: Unused, neededUnits: number, isSized = false): Sends {
  const { energyUnits, bandwidthUnits, freeBandwidthUnits } = unused;
  const energy = Math.max(0, neededUnits - energyUnits);
  const timesOf = (units: number, each: number) => Math.floor(units / each);
  const fromStake = timesOf(bandwidthUnits, TRANSFER_BANDWIDTH);
  const transfers = {
    energy: timesOf(energyUnits, energy > 0 ? TRANSFER_ENERGY : neededUnits),
    bandwidth: fromStake + timesOf(freeBandwidthUnits, TRANSFER_BANDWIDTH),
  };
  const bandwidth = transfers.bandwidth > 0 ? 0 : TRANSFER_BANDWIDTH;
  const isSafe = energy === 0 && bandwidth === 0;
  const isForHolders = isSafe && !isSized && energyUnits < FIRST_TRANSFER_ENERGY;
  const firstTransfers = isSized ? 0 : timesOf(energyUnits, FIRST_TRANSFER_ENERGY);
  const lacks = { energy, bandwidth };
  return { isSafe, isForHolders, neededUnits, lacks, transfers, firstTransfers };
}

/** How many transfers Energy is enough for: to wallets that hold USDT, and to ones that hold none. */
export interface EnergyUse {
  readonly transfers: number;
  readonly firstTransfers: number;
}

/** What an order's own Energy is enough for: what else the wallet holds may end before. Of a transfer that was sized, or that takes both, what the wallet can send. */
export function sendsOfOrder(sends: Sends, orderUnits: number): Sends {
  const own = Math.floor(orderUnits / TRANSFER_ENERGY);
  if (sends.neededUnits !== TRANSFER_ENERGY || own === 0) return sends;
  const energy = Math.min(sends.transfers.energy, own);
  const ownFirst = Math.floor(orderUnits / FIRST_TRANSFER_ENERGY);
  const firstTransfers = Math.min(sends.firstTransfers, ownFirst);
  return { ...sends, transfers: { ...sends.transfers, energy }, firstTransfers };
}

/** What any of several wallets can send. */
export function leastOf(sends: readonly Sends[]): EnergyUse {
  return {
    transfers: Math.min(...sends.map(({ transfers }) => transfers.energy)),
    firstTransfers: Math.min(...sends.map(({ firstTransfers }) => firstTransfers)),
  };
}

/**
 * The least that the limit of fees must be for what each wallet can send, and for the dearest that what was ordered for some is for: it
 * caps rented Energy as if that were burnt.
 */
export function feeLimitsSun(
  sends: readonly Sends[],
  ordered: readonly Sends[],
  priceSun: number,
): { readonly eachSun: Sun; readonly mostSun: Sun } {
  const eachUnits = Math.min(...sends.map(dearestUnits));
  const mostUnits = Math.max(eachUnits, ...ordered.map(dearestUnits));
  return { eachSun: sun(eachUnits * priceSun), mostSun: sun(mostUnits * priceSun) };
}

function dearestUnits({ firstTransfers, neededUnits }: Sends): number {
  return Math.max(firstTransfers > 0 ? USDT_NEW_ENERGY : USDT_ENERGY, soldFor(neededUnits));
}

/** Energy to rent for each wallet that lacks some, so that none lacks any; 0 when none does. */
export function missingEnergy(sends: readonly Sends[]): number {
  const lacking = Math.max(0, ...sends.map(({ lacks }) => lacks.energy));
  return lacking === 0 ? 0 : Math.max(MIN_AMOUNT.energy, Math.ceil(lacking / STEP) * STEP);
}

const STEP = 1_000;
const WORD_DIGITS = 64;

/** The amount to sell for such a need: one of the two usual ones if enough, else whole thousands. */
export function soldFor(energyUnits: number): number {
  if (energyUnits <= USDT_ENERGY) return USDT_ENERGY;
  if (energyUnits <= USDT_NEW_ENERGY) return USDT_NEW_ENERGY;
  return Math.ceil(energyUnits / STEP) * STEP;
}

/** Units to rent when some are there; 0 when they are enough, and never less than the smallest order. */
export function toRent(neededUnits: number, heldUnits: number): number {
  const missing = neededUnits - heldUnits;
  return missing <= 0 ? 0 : Math.max(missing, MIN_AMOUNT.energy);
}

/** Bandwidth that the sender lacks for one transfer. */
export function bandwidthToRent(unused: Unused): number {
  const { lacks } = sendsOf(unused, TRANSFER_ENERGY);
  return lacks.bandwidth === 0 ? 0 : Math.max(lacks.bandwidth, MIN_AMOUNT.bandwidth);
}

/** The arguments of `transfer(address,uint256)`. */
export function transferArguments(to: Address, amount: number | bigint): string {
  return addressArgument(to) + word(amount.toString(16));
}

/** The argument of `balanceOf(address)`. */
export function addressArgument(address: Address): string {
  return word(addressToHex(address).slice(2));
}

function word(hex: string): string {
  return hex.padStart(WORD_DIGITS, "0");
}
