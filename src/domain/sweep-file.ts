/** The file of a sweep round: transactions for offline keys, and what became of them. */
import type { Address } from "./address.js";
import { formatInteger, formatTrx } from "./money.js";
import { resourceTitle } from "./resource.js";
import type { SweepRound, SweepStep } from "./sweep.js";

export interface SweepFile {
  readonly network: string;
  /** Id of block 0. */
  readonly genesisId: string;
  readonly sweepTo: Address;
  /** Null: there is nothing to sign. */
  readonly round: SweepRound | null;
  readonly costTrx: number;
  /** Unix milliseconds, by the chain's time: the transactions must be sent before. */
  readonly expiresAt: number;
  readonly transactions: readonly SweepEntry[];
  /** Money that stays for now, and why. */
  readonly waits: readonly { readonly address: Address; readonly why: string }[];
}

export interface SweepEntry {
  /** Whose key signs it. */
  readonly signer: Address;
  /** Of a deposit address's key; null of a pool owner's. */
  readonly path: string | null;
  /** Names the extended public key of that path: the beginning of its SHA-256. */
  readonly keyHash: string | null;
  readonly about: string;
  /** As tronweb and TronLink sign it. */
  readonly transaction: object;
}

export interface SweepWanted {
  /** How long the transactions can be sent, by the chain's time. */
  readonly lifeMs: number;
  /** What stays where it is; the minimum of deposits unless given. */
  readonly leastTrxSun?: number | undefined;
  readonly leastUsdtUnits?: bigint | undefined;
}

/** What the desk needs of a file that came back signed. */
export interface SignedSweep extends Pick<SweepFile, "network" | "genesisId"> {
  readonly transactions: readonly unknown[];
}

/** `refused`: the node does not take it; `failed`: a block holds it, and it did nothing. */
export type SentState = "waits" | "done" | "failed" | "refused";

export interface SweepSent {
  readonly transactions: readonly {
    readonly txid: string;
    readonly about: string;
    readonly state: SentState;
    readonly why: string | null;
  }[];
}

/** The place of a deposit address's key below the seed, as wallets write it. A key that does not tell its account is of the first. */
export function depositPath(account: number | undefined, index: number): string {
  return `m/44'/195'/${account ?? 0}'/0/${index}`;
}

export function aboutStep(step: SweepStep): string {
  const { owner, receiver } = step;
  switch (step.kind) {
    case "create_account":
      return `${owner} activates ${receiver}`;
    case "delegate":
      return `${owner} delegates ${formatTrx(step.stakeSun)} TRX of ${resourceTitle(step.resource)} to ${receiver}, unlocked`;
    case "undelegate":
      return `${owner} takes ${formatTrx(step.stakeSun)} TRX of ${resourceTitle(step.resource)} back from ${receiver}`;
    case "transfer":
      return `${owner} sends ${formatTrx(step.amountSun)} TRX to ${receiver}`;
    case "token_transfer":
      return `${owner} sends ${usdtText(step.amount)} USDT to ${receiver}`;
  }
}

/** With 6 decimals, like TRX; a contract may tell any number. */
export function usdtText(units: bigint): string {
  if (units <= BigInt(Number.MAX_SAFE_INTEGER)) return formatTrx(Number(units));
  return `${formatInteger(Number(units / 1_000_000n))} and more`;
}
