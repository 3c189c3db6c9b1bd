/** Whether transactions that came back signed are such as a plan would make now: from whom, to whom, and no more than there is. */
import type { Address } from "./address.js";
import { formatTrx } from "./money.js";
import {
  feeLimitOf,
  type SweepOwner,
  type SweepStep,
  type SweepTerms,
  type SweptAccount,
  stakeLacked,
} from "./sweep.js";
import { usdtText } from "./sweep-file.js";
import { USDT_NEW_ENERGY } from "./usdt.js";

export interface SweepState {
  readonly accounts: readonly SweptAccount[];
  readonly owners: readonly SweepOwner[];
  readonly terms: SweepTerms;
}

/** Prices and the ratio of stake to units have moved since the plan. */
const DRIFT = 1.1;

/**
 * Judges steps one after the other, none of which is in a block yet: says what is wrong with one, undefined when it is right.
 * What one step takes, later ones no longer have.
 */
export class SweepLimits {
  readonly #state: SweepState;
  /** What earlier steps have taken, by kind. */
  readonly #taken = new Map<string, bigint>();

  constructor(state: SweepState) {
    this.#state = state;
  }

  problemOf(step: SweepStep): string | undefined {
    if (step.kind === "transfer" || step.kind === "token_transfer") return this.#ofTransfer(step);
    const owner = this.#state.owners.find(({ address }) => address === step.owner);
    if (!owner) return `${step.owner} is no account of the pool`;
    const account = this.#accountOf(step.receiver);
    if (!account) return `${step.receiver} is no deposit address of this desk`;
    if (step.kind === "create_account") return this.#ofCreation(account);
    if (step.kind === "delegate") return this.#ofDelegation(step, owner, account);
    return this.#ofUndelegation(step, account);
  }

  #accountOf(address: Address): SweptAccount | undefined {
    return this.#state.accounts.find((account) => account.address === address);
  }

  #ofTransfer(
    step: Extract<SweepStep, { kind: "transfer" | "token_transfer" }>,
  ): string | undefined {
    const { sweepTo, usdtContract } = this.#state.terms;
    const account = this.#accountOf(step.owner);
    if (!account) return `${step.owner} is no deposit address of this desk`;
    if (step.receiver !== sweepTo) return `a sweep goes to DEPOSIT_SWEEP_TO, ${sweepTo}, alone`;
    if (step.kind === "transfer") {
      const left = this.#take(`trx ${step.owner}`, BigInt(step.amountSun), account.trxSun);
      return left === undefined ? undefined : `${step.owner} has ${formatTrx(Number(left))} TRX`;
    }
    if (step.contract !== usdtContract) return `${step.contract} is not the contract of USDT`;
    // The first transfer to an account without USDT takes more Energy.
    const neededEnergy = Math.max(account.neededEnergy ?? 0, USDT_NEW_ENERGY);
    const mostSun = feeLimitOf({ neededEnergy }, this.#state.terms) * DRIFT;
    if (step.feeLimitSun > mostSun) {
      return `its fee limit is ${formatTrx(step.feeLimitSun)} TRX, more than it needs`;
    }
    const left = this.#take(`usdt ${step.owner}`, step.amount, account.usdtUnits);
    return left === undefined ? undefined : `${step.owner} has ${usdtText(left)} USDT`;
  }

  #ofCreation({ address, isActive, isRetired, usdtUnits }: SweptAccount): string | undefined {
    if (isActive) return `${address} is activated already`;
    if (isRetired) return `the key of ${address} is retired`;
    if (usdtUnits === 0n) return `${address} has nothing to sweep`;
    const left = this.#take(`activation of ${address}`, 1n, 1);
    return left === undefined ? undefined : "it is activated twice";
  }

  #ofDelegation(
    { receiver, resource, stakeSun, owner }: Extract<SweepStep, { kind: "delegate" }>,
    { freeSun }: SweepOwner,
    account: SweptAccount,
  ): string | undefined {
    if (!account.isActive) return `${receiver} is not activated`;
    const lackedSun = Math.ceil(stakeLacked(account, resource, this.#state.terms) * DRIFT);
    const need = this.#take(`need of ${receiver} ${resource}`, BigInt(stakeSun), lackedSun);
    if (need !== undefined) return `${receiver} needs ${formatTrx(Number(need))} TRX of it now`;
    const left = this.#take(`stake of ${owner} ${resource}`, BigInt(stakeSun), freeSun[resource]);
    return left === undefined ? undefined : `${owner} has ${formatTrx(Number(left))} TRX free`;
  }

  #ofUndelegation(
    { owner, receiver, resource, stakeSun }: Extract<SweepStep, { kind: "undelegate" }>,
    { lent }: SweptAccount,
  ): string | undefined {
    const lentSun = lent
      .filter((one) => one.owner === owner && one.resource === resource)
      .reduce((total, one) => total + one.stakeSun, 0);
    const left = this.#take(`lent ${owner} ${receiver} ${resource}`, BigInt(stakeSun), lentSun);
    if (left === undefined) return undefined;
    return `${formatTrx(Number(left))} TRX are lent there for a sweep`;
  }

  /** Undefined when there is so much; else what there is left. */
  #take(what: string, amount: bigint, there: number | bigint): bigint | undefined {
    const taken = this.#taken.get(what) ?? 0n;
    const left = BigInt(there) - taken;
    if (amount > left) return left;
    this.#taken.set(what, taken + amount);
    return undefined;
  }
}
