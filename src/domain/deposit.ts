/** Deposits: what becomes of money that arrives at a customer's address. */
import { createHash } from "node:crypto";
import type { Address } from "./address.js";
import { type Sun, sun } from "./money.js";
import type { TrxTransfer } from "./transaction-acts.js";

/** Money that arrived at an address, as the chain shows it: TRX or a token of any contract. */
export interface IncomingMoney {
  readonly txid: string;
  /** How it came: a transfer of TRX, an event of a contract, or TRX that a contract sent. */
  readonly source: "transfer" | "log" | "internal";
  /**
   * With txid and source it identifies this money, whichever node reports it: the index among the transaction's events, or among
   * its contracts' internal transfers; 0 for a transfer.
   */
  readonly position: number;
  /** Undefined for newly minted tokens. */
  readonly from: Address | undefined;
  readonly to: Address;
  /** TRX, or the contract of a token. */
  readonly asset: "TRX" | Address;
  /** Above 0: SUN, or the token's smallest units, up to 2^256 - 1. */
  readonly amount: bigint;
}

/** The money of a plain transfer of TRX. */
export function transferredMoney(
  txid: string,
  { from, to, amountSun }: TrxTransfer,
): IncomingMoney {
  const of = { txid, source: "transfer", position: 0 } as const;
  return { ...of, from, to, asset: "TRX", amount: BigInt(amountSun) };
}

export const DEPOSIT_STATUSES = [
  "seen",
  "credited",
  "review",
  "waits_for_rate",
  "below_minimum",
  "unsupported",
  "refused",
  "undone",
] as const;
/**
 * `seen`: in a block that a fork may still take away; `below_minimum` and `unsupported` (another token, or USDT while it had no rate)
 * are not credited by themselves. `waits_for_rate`: USDT whose rate had lapsed, for the next one. `review`: it waits for the operator, or for cover; `refused` and `undone` (its booking was taken
 * back): they have decided.
 */
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/**
 * Why a deposit waits as `review`. Not proven: its block is not one that the desk followed or all its hosts know; no signature of the
 * sender; several signatures; one by a key that is none of the permission, or no longer; TRX that a contract sent, which no bytes
 * show. What an account of the operator's beside the desk sent. And what came to more than the operator lets in by itself, which
 * waits for a clean reading of cover. `retired`: it came to an address of a lost key, where nobody can move it.
 */
export type Doubt =
  | "block"
  | "unsigned"
  | "several_signatures"
  | "permission"
  | "contract"
  | "own"
  | "cover"
  | "retired";

/** Money read from a solid block; without a `doubt`, the chain proves it as far as it can. */
export interface ScannedMoney extends IncomingMoney {
  readonly doubt: Doubt | undefined;
}

/** USDT has 6 decimals, like TRX. */
const UNITS_PER_USDT = 1_000_000n;

/** What the desk takes, by its settings. */
export interface DepositTerms {
  /** Undefined: only TRX is taken. */
  readonly usdtContract: Address | undefined;
  readonly minimumTrxSun: Sun;
  /** Millionths. */
  readonly minimumUsdtUnits: number;
  /** The operator's own account: what it sends to an address of a customer is no deposit. */
  readonly sweepTo: Address | undefined;
  /** Further accounts of the operator, treated alike. */
  readonly ownAccounts: readonly Address[];
  /** Accounts beside the desk: customers, too, may pay from an exchange's, so the operator decides on what they send. */
  readonly besideAccounts: readonly Address[];
  /** What may be credited within an hour before cover was read; 0 is any sum. */
  readonly reviewAboveSun: Sun;
  /** How long a USDT rate stays in force after it was set or confirmed; infinite where it never lapses. */
  readonly rateLastsMs: number;
}

/** What the desk derives addresses from. */
export interface DepositKeys {
  /** The extended public key; with one private key of its addresses it gives away all of them. */
  readonly xpub: string;
  /** Names the key: the beginning of the SHA-256 of its text. */
  readonly hash: string;
  /** Which of the wallet's accounts it is; undefined where it does not tell. */
  readonly account: number | undefined;
  /** The key's first address, by which the operator recognises it. */
  readonly first: Address;
  addressAt(index: number): Address;
}

/** 'TRX', 'USDT', or the contract of another token. */
export type DepositAsset = string;

export interface Judged {
  readonly asset: DepositAsset;
  readonly status: "credited" | "below_minimum" | "unsupported";
  /** SUN for a USDT; undefined for TRX, and where none was in force. */
  readonly rateSun: number | undefined;
  readonly creditedSun: Sun;
}

export function assetOf(asset: DepositAsset, { usdtContract }: DepositTerms): DepositAsset {
  return asset === usdtContract ? "USDT" : asset;
}

/**
 * What a deposit is credited with, in whole SUN. `rateSun` is SUN for one USDT at its block. `anyAmount` ignores the minimum: the
 * operator books it.
 */
export function judgeDeposit(
  money: { readonly asset: DepositAsset; readonly amount: bigint },
  terms: DepositTerms,
  rateSun: number | undefined,
  anyAmount = false,
): Judged {
  const asset = assetOf(money.asset, terms);
  const rate = asset === "USDT" ? rateSun : undefined;
  const worth = worthSun(asset, money.amount, rate);
  if (worth === undefined || worth > BigInt(Number.MAX_SAFE_INTEGER)) {
    return { asset, status: "unsupported", rateSun: rate, creditedSun: sun(0) };
  }
  const minimum = anyAmount ? 0 : minimumOf(asset, terms);
  if (money.amount < BigInt(minimum) || worth === 0n) {
    return { asset, status: "below_minimum", rateSun: rate, creditedSun: sun(0) };
  }
  return { asset, status: "credited", rateSun: rate, creditedSun: sun(Number(worth)) };
}

/** In the smallest units. */
export function minimumOf(
  asset: DepositAsset,
  { minimumTrxSun, minimumUsdtUnits }: Pick<DepositTerms, "minimumTrxSun" | "minimumUsdtUnits">,
): number {
  return asset === "TRX" ? minimumTrxSun : minimumUsdtUnits;
}

/** Less than a hundredth of the minimum: anybody can send that as often as they like, so customers are not told of each. */
export function isTiny(
  { asset, amount }: { readonly asset: DepositAsset; readonly amount: bigint },
  terms: Parameters<typeof minimumOf>[1],
): boolean {
  return amount * 100n < BigInt(minimumOf(asset, terms));
}

/** Undefined for what has no worth here. */
export function worthSun(
  asset: DepositAsset,
  amount: bigint,
  rateSun: number | undefined,
): bigint | undefined {
  if (asset === "TRX") return amount;
  return rateSun === undefined ? undefined : usdtSun(amount, rateSun);
}

/** What so many millionths of a USDT are worth, rounded down. */
export function usdtSun(units: bigint, rateSun: number): bigint {
  return (units * BigInt(rateSun)) / UNITS_PER_USDT;
}

/** What is credited of itself, and at which rate. */
export interface Taken {
  readonly minimumTrxSun: Sun;
  /** Undefined while USDT is not taken. */
  readonly usdt: TakenUsdt | undefined;
}

export interface TakenUsdt {
  readonly minimumUnits: number;
  /** Undefined while it has lapsed: USDT that arrives waits for the next rate. */
  readonly rateSun: number | undefined;
}

const CENTS_PER_USDT = 100n;
const CENT_UNITS = UNITS_PER_USDT / CENTS_PER_USDT;

/** The least to pay in for at least so much to be credited, in millionths of TRX or, by the cent, of USDT; never below the minimum. */
export function payInFor(
  missingSun: number,
  { minimumTrxSun, usdt }: Taken,
): { readonly trx: number; readonly usdt: number | undefined } {
  const { minimumUnits = 0, rateSun } = usdt ?? {};
  return {
    trx: Math.max(missingSun, minimumTrxSun),
    usdt: rateSun && Math.max(usdtUnitsFor(BigInt(missingSun), BigInt(rateSun)), minimumUnits),
  };
}

function usdtUnitsFor(missingSun: bigint, rateSun: bigint): number {
  const cents = (missingSun * CENTS_PER_USDT + rateSun - 1n) / rateSun;
  return Number(cents * CENT_UNITS);
}

/** 24 hex characters; equal for the same money, whichever node reported it. */
export function depositId({
  txid,
  source,
  position,
}: Pick<IncomingMoney, "txid" | "source" | "position">) {
  return createHash("sha256").update(`${txid} ${source} ${position}`).digest("hex").slice(0, 24);
}
