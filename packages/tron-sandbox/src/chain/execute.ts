/**
 * Running one transaction above a state, as java-tron does both when it is broadcast and when it
 * goes into a block: reference block, size, expiration and duplicate first, then the bandwidth is
 * paid, then the contract runs.
 */

import type { CallOutcome } from "../calls/program.js";
import { ContractProblem, ExecutionProblem, totalsOf } from "../contracts/contract.js";
import { ACCOUNT_CREATE, rulesOf, TRANSFER, TRIGGER } from "../contracts/index.js";
import { createsAccount } from "../contracts/transfer.js";
import { executeCall, validateCall } from "../contracts/trigger.js";
import {
  type Moment,
  type Payment,
  payAccountCreation,
  payBandwidth,
  RESULT_BYTES,
} from "../resources/bandwidth.js";
import { ACCOUNTS, type Account } from "../state/records.js";
import { get, type Layer, type View } from "../state/view.js";
import type { BlockRef, IncludedTransaction } from "../storage/storage.js";
import { toBase58 } from "../wire/address.js";
import { bytes, int } from "../wire/schema.js";
import { type Contract, encodeTransaction, type Transaction } from "../wire/transaction.js";
import { Rejection, rejection } from "./rejection.js";

const MAX_BYTES = 512_000;
const MAX_LIFETIME_MS = 86_400_000;
/** Without the two bytes before each in the transaction. */
const SIGNATURE_BYTES = 65;
const MAX_CREATE_ACCOUNT_BYTES = 1_000;
export const MULTI_SIGN_FEE_SUN = 1_000_000;
export const MEMO_FEE_SUN = 1_000_000;

/** What the chain knows that is needed to judge a transaction. */
export interface ChainFacts {
  readonly head: BlockRef;
  /** Slots since genesis, at the head. */
  readonly slot: number;
  /** Id of the newest block whose number ends with these two bytes (hex), of the last 65,536. */
  recentId(endHex: string): string | undefined;
  isKnown(txid: string): boolean;
}

export function checkFrame(transaction: Transaction, facts: ChainFacts): void {
  const { rawData, expiration, size, txid } = transaction;
  const recent = facts.recentId(bytes(rawData, "ref_block_bytes").toString("hex"));
  const hash = bytes(rawData, "ref_block_hash").toString("hex");
  if (recent === undefined || recent.slice(16, 32) !== hash) throw rejection("TAPOS_ERROR");
  const withResult = size + 2 * RESULT_BYTES;
  if (withResult > MAX_BYTES) {
    const sizes = `the size is ${withResult} bytes, maxTxSize ${MAX_BYTES}`;
    const text = `Too big transaction with result, TxId ${txid}, ${sizes}`;
    throw new Rejection("TOO_BIG_TRANSACTION_ERROR", text);
  }
  const headMs = facts.head.timestampMs;
  if (expiration <= headMs || expiration > headMs + MAX_LIFETIME_MS) {
    throw rejection("TRANSACTION_EXPIRATION_ERROR");
  }
  if (facts.isKnown(txid)) throw rejection("DUP_TRANSACTION_ERROR");
}

/**
 * Pays and runs the transaction in the layer; throws Rejection, and then the layer must be dropped.
 */
export function execute(
  layer: Layer,
  transaction: Transaction,
  contract: Contract,
  facts: ChainFacts,
): IncludedTransaction {
  const now: Moment = { slot: facts.slot, timeMs: facts.head.timestampMs };
  try {
    const payment = pay(layer, transaction, contract, now);
    const extraSun = payExtras(layer, transaction, contract);
    const { contractSun, call } = runContract(layer, transaction, contract, now);
    return {
      txid: transaction.txid,
      bytes: encodeTransaction(transaction.raw, transaction.signatures),
      feeSun: contractSun + extraSun + payment.netFeeSun,
      netUsageUnits: payment.netUsageUnits,
      netFeeSun: payment.netFeeSun,
      ...(call && { call }),
    };
  } catch (error) {
    throw asRejection(error);
  }
}

interface Executed {
  /** What the contract itself costs. */
  readonly contractSun: number;
  readonly call?: CallOutcome;
}

function runContract(
  layer: Layer,
  { rawData }: Transaction,
  { type, name, parameter }: Contract,
  now: Moment,
): Executed {
  if (type === TRIGGER) {
    const feeLimitSun = int(rawData, "fee_limit");
    validateCall(layer, parameter, feeLimitSun);
    const call = executeCall(layer, parameter, feeLimitSun, now);
    return { contractSun: call.energyFeeSun, call };
  }
  const rules = rulesOf(type, name);
  rules.validate(layer, parameter, now);
  return { contractSun: rules.execute(layer, parameter, now) };
}

function asRejection(error: unknown): unknown {
  if (error instanceof ContractProblem) {
    const text = `Contract validate error : ${error.message}`;
    return new Rejection("CONTRACT_VALIDATE_ERROR", text);
  }
  if (error instanceof ExecutionProblem) {
    return new Rejection("CONTRACT_EXE_ERROR", `Contract execute error : ${error.message}`);
  }
  return error;
}

function payerOf(view: View, contract: Contract): Account {
  const account = get(view, ACCOUNTS, contract.owner);
  if (account) return account;
  throw new ContractProblem(`account [${toBase58(contract.owner)}] does not exist`);
}

function pay(layer: Layer, transaction: Transaction, contract: Contract, now: Moment): Payment {
  const account = payerOf(layer, contract);
  const charged = transaction.size + RESULT_BYTES;
  const isNewReceiver = contract.type === TRANSFER && createsAccount(layer, contract.parameter);
  const creates = isNewReceiver || contract.type === ACCOUNT_CREATE;
  if (creates) checkCreationSize(transaction);
  const way = creates ? payAccountCreation : payBandwidth;
  const payment = way(account, charged, totalsOf(layer), now);
  if (payment === undefined) throw rejection("BANDWITH_ERROR");
  layer.put(ACCOUNTS, account.address, payment.account);
  return payment;
}

function checkCreationSize({ size, signatures, txid }: Transaction): void {
  const unsigned = size - signatures.length * SIGNATURE_BYTES;
  if (unsigned <= MAX_CREATE_ACCOUNT_BYTES) return;
  const sizes = `the size is ${unsigned} bytes, maxTxSize ${MAX_CREATE_ACCOUNT_BYTES}`;
  const text = `Too big new account transaction, TxId ${txid}, ${sizes}`;
  throw new Rejection("TOO_BIG_TRANSACTION_ERROR", text);
}

/** More than one signature, and a memo, cost 1 TRX each. */
function payExtras(layer: Layer, transaction: Transaction, contract: Contract): number {
  const signatureSun = transaction.signatures.length > 1 ? MULTI_SIGN_FEE_SUN : 0;
  const memoSun = bytes(transaction.rawData, "data").length > 0 ? MEMO_FEE_SUN : 0;
  const feeSun = signatureSun + memoSun;
  if (feeSun === 0) return 0;
  const account = payerOf(layer, contract);
  if (account.balanceSun < feeSun) throw rejection("BANDWITH_ERROR");
  const balanceSun = account.balanceSun - feeSun;
  layer.put(ACCOUNTS, account.address, { ...account, balanceSun });
  return feeSun;
}
