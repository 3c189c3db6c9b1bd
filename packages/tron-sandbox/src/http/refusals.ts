/**
 * Every text with which java-tron refuses a delegation, what takes it back, or a transfer, by a name
 * of ours: many of them no client that is in order can provoke, and yet a network may give them.
 */
import { Rejection, type RejectionCode, rejection } from "../chain/rejection.js";
import { RESOURCE_CODE_TEXT, resourceOf } from "../contracts/contract.js";
import { MAX_LOCK_PERIOD_BLOCKS } from "../resources/capacity.js";
import { hex, int } from "../wire/schema.js";
import type { Contract } from "../wire/transaction.js";

const DELEGATE = "DelegateResourceContract";
const UNDELEGATE = "UnDelegateResourceContract";
const TRANSFER = "TransferContract";
const BLOCK_MS = 3_000;

interface Refusal {
  /** Contracts of which it can be said; all where there is none. */
  readonly of?: readonly string[];
  readonly code?: RejectionCode;
  /** The code's own, where there is none. */
  readonly text?: string | ((contract: Contract) => string);
}

const receiver = ({ parameter }: Contract) => hex(parameter, "receiver_address");
const nameOf = ({ parameter }: Contract) => (resourceOf(parameter) ?? "").toUpperCase();

function notEnoughStake(contract: Contract): string {
  const stake = nameOf(contract) === "ENERGY" ? "FreezeEnergyV2" : "FreezeBandwidthV2";
  return `delegateBalance must be less than or equal to available ${stake} balance`;
}

function lockTooShort(contract: Contract): string {
  const name = nameOf(contract);
  const remainingMs = (int(contract.parameter, "lock_period") + 1) * BLOCK_MS;
  return (
    `The lock period for ${name} this time cannot be less than the remaining time` +
    `[${remainingMs}ms] of the last lock period for ${name}!`
  );
}

function stillLocked(contract: Contract): string {
  const isEnergy = nameOf(contract) === "ENERGY";
  const what = isEnergy ? "delegateFrozenBalance(Energy)" : "delegatedFrozenBalance(BANDWIDTH)";
  return `insufficient ${what}, request=${int(contract.parameter, "balance")}, unlock_balance=0`;
}

const BOTH = [DELEGATE, UNDELEGATE];

const REFUSALS = {
  "delegation-not-supported": { of: [DELEGATE], text: "No support for resource delegate" },
  "delegation-not-opened": {
    of: [DELEGATE],
    text: "Not support Delegate resource transaction, need to be opened by the committee",
  },
  "undelegation-not-opened": {
    of: [UNDELEGATE],
    text: "Not support unDelegate resource transaction, need to be opened by the committee",
  },
  "invalid-owner": { of: BOTH, text: "Invalid address" },
  "owner-not-activated": {
    of: BOTH,
    text: ({ name, owner }) =>
      `Account[${owner}] ${name === DELEGATE ? "not exists" : "does not exist"}`,
  },
  "below-1-trx": {
    of: [DELEGATE],
    text: "delegateBalance must be greater than or equal to 1 TRX",
  },
  "not-enough-stake": { of: [DELEGATE], text: notEnoughStake },
  "unknown-resource": {
    of: BOTH,
    text: ({ name }) =>
      name === DELEGATE
        ? RESOURCE_CODE_TEXT
        : "ResourceCode error.valid ResourceCode[BANDWIDTH、Energy]",
  },
  "invalid-receiver": { of: BOTH, text: "Invalid receiverAddress" },
  "receiver-is-owner": {
    of: BOTH,
    text: "receiverAddress must not be the same as ownerAddress",
  },
  "receiver-not-activated": {
    of: [DELEGATE],
    text: (contract) => `Account[${receiver(contract)}] not exists`,
  },
  "lock-too-long": {
    of: [DELEGATE],
    text:
      "The lock period of delegate resource cannot be less than 0 and cannot exceed " +
      `${MAX_LOCK_PERIOD_BLOCKS}!`,
  },
  "lock-too-short": { of: [DELEGATE], text: lockTooShort },
  "receiver-is-contract": {
    of: [DELEGATE],
    text: "Do not allow delegate resources to contract addresses",
  },
  "nothing-delegated": { of: [UNDELEGATE], text: "delegated Resource does not exist" },
  "nothing-to-take-back": {
    of: [UNDELEGATE],
    text: "unDelegateBalance must be more than 0 TRX",
  },
  "still-locked": { of: [UNDELEGATE], text: stillLocked },
  "not-enough-trx": {
    of: [TRANSFER],
    text: "Validate TransferContract error, balance is not sufficient.",
  },
  "permission-missing": { code: "SIGERROR", text: "permission isn't exit" },
  "permission-denied": { code: "SIGERROR", text: "Permission denied" },
  "no-bandwidth": { code: "BANDWITH_ERROR" },
  "unknown-block": { code: "TAPOS_ERROR" },
  duplicate: { code: "DUP_TRANSACTION_ERROR" },
  expired: { code: "TRANSACTION_EXPIRATION_ERROR" },
  busy: { code: "SERVER_BUSY" },
} satisfies Readonly<Record<string, Refusal>>;

type RefusalName = keyof typeof REFUSALS;

const TABLE: Readonly<Record<RefusalName, Refusal>> = REFUSALS;
export const REFUSAL_NAMES = Object.keys(REFUSALS) as [RefusalName, ...RefusalName[]];

/** Whether it can be said of a transaction with this contract. */
export function concerns(name: RefusalName, { name: contract }: Contract): boolean {
  const { of } = TABLE[name];
  return of === undefined || (contract !== undefined && of.includes(contract));
}

export function refuse(name: RefusalName, contract: Contract): Rejection {
  const { code = "CONTRACT_VALIDATE_ERROR", text } = TABLE[name];
  if (text === undefined) return rejection(code);
  const said = typeof text === "string" ? text : text(contract);
  return new Rejection(code, `${PREFIXES[code] ?? ""}${said}`);
}

const PREFIXES: Partial<Record<RejectionCode, string>> = {
  CONTRACT_VALIDATE_ERROR: "Contract validate error : ",
  SIGERROR: "Validate signature error: ",
};
