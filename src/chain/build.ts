/**
 * Builds the transactions that the desk signs or has signed, with tronweb and without the network: the block header is our own,
 * so it has nothing to ask for. The bytes are decoded again and must say exactly what was asked for.
 */
import { addressToHex } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import type {
  TokenTransfer,
  TransactionFrame,
  UnsignedIntent,
  UnsignedTransaction,
} from "./port.js";
import { txidOf } from "./raw-transaction.js";
import {
  assertDecodedEquals,
  blockHeaderOf,
  type ContractName,
  tokenTransferData,
} from "./signed-bytes.js";
import { loadTronWeb } from "./tronweb.js";

const CONTRACT: Record<UnsignedIntent["kind"], ContractName> = {
  delegate: "DelegateResourceContract",
  undelegate: "UnDelegateResourceContract",
  transfer: "TransferContract",
  token_transfer: "TriggerSmartContract",
  create_account: "AccountCreateContract",
};

/** For the owner's own key, their owner permission, to be signed elsewhere. */
export async function buildUnsigned(
  intent: UnsignedIntent,
  frame: TransactionFrame,
): Promise<UnsignedTransaction> {
  const { raw, contractName, values, header } = await buildRaw(intent, frame, 0);
  const txid = txidOf(raw);
  const rawHex = raw.toString("hex");
  const parameter = { value: values, type_url: `type.googleapis.com/protocol.${contractName}` };
  const raw_data = { contract: [{ parameter, type: contractName }], ...header };
  return {
    txid,
    rawHex,
    transaction: { visible: false, txID: txid, raw_data_hex: rawHex, raw_data },
  };
}

interface BuiltTransaction {
  readonly raw: Buffer;
  readonly contractName: ContractName;
  /** The contract's fields, and those around it, as java-tron's JSON has them. */
  readonly values: object;
  readonly header: object;
}

export async function buildRaw(
  intent: UnsignedIntent,
  frame: TransactionFrame,
  permissionId: number,
): Promise<BuiltTransaction> {
  const contractName = must(CONTRACT[intent.kind], `not a transaction we build: ${intent.kind}`);
  checkIntent(intent);
  checkFrame(frame);
  const values = valuesOf(intent);
  const header = { ...blockHeaderOf(frame), ...feeLimitOf(intent) };
  const tron = await loadTronWeb();
  const raw = tron.rawBytes(contractName, values, header, permissionId);
  const decoded = tron.decode(contractName, raw.toString("hex"));
  assertDecodedEquals(decoded, { contractName, intent, frame, permissionId });
  return { raw, contractName, values, header };
}

function checkIntent(intent: UnsignedIntent): void {
  assert(intent.owner !== intent.receiver, "owner and receiver are the same");
  if (intent.kind === "token_transfer") {
    checkTokenTransfer(intent);
    return;
  }
  if (intent.kind === "create_account") return;
  const movedSun = intent.kind === "transfer" ? intent.amountSun : intent.stakeSun;
  assert(Number.isSafeInteger(movedSun) && movedSun > 0, "no stake or amount to sign for");
  if (intent.kind === "delegate") {
    const blocks = intent.lockPeriodBlocks;
    assert(Number.isSafeInteger(blocks) && blocks >= 0, `not a lock period: ${blocks}`);
  }
}

const MOST_TOKENS = 2n ** 256n - 1n;

function checkTokenTransfer({ amount, feeLimitSun }: TokenTransfer): void {
  assert(typeof amount === "bigint" && amount > 0n, "no amount of tokens to sign for");
  assert(amount <= MOST_TOKENS, "more tokens than a contract can count");
  assert(Number.isSafeInteger(feeLimitSun) && feeLimitSun > 0, "no limit of the fee");
}

function checkFrame({ reference, timestampMs, expiresAt }: TransactionFrame): void {
  assert(/^[0-9a-f]{64}$/.test(reference.id), "the reference block has no id");
  assert(
    reference.id.startsWith(reference.number.toString(16).padStart(16, "0")),
    "the reference block's id is of another number",
  );
  assert(Number.isSafeInteger(timestampMs) && timestampMs > 0, "no timestamp");
  assert(Number.isSafeInteger(expiresAt) && expiresAt > timestampMs, "expires before it is made");
}

function valuesOf(intent: UnsignedIntent): object {
  if (intent.kind === "token_transfer") return tokenValuesOf(intent);
  const owner_address = addressToHex(intent.owner);
  const receiver_address = addressToHex(intent.receiver);
  if (intent.kind === "create_account") return { owner_address, account_address: receiver_address };
  if (intent.kind === "transfer") {
    return { owner_address, to_address: receiver_address, amount: intent.amountSun };
  }
  const resource = intent.resource.toUpperCase();
  const values = { owner_address, receiver_address, balance: intent.stakeSun, resource };
  if (intent.kind === "undelegate" || intent.lockPeriodBlocks === 0) return values;
  return { ...values, lock: true, lock_period: intent.lockPeriodBlocks };
}

function tokenValuesOf(intent: TokenTransfer): object {
  return {
    owner_address: addressToHex(intent.owner),
    contract_address: addressToHex(intent.contract),
    data: tokenTransferData(intent),
  };
}

function feeLimitOf(intent: UnsignedIntent): { fee_limit?: number } {
  return intent.kind === "token_transfer" ? { fee_limit: intent.feeLimitSun } : {};
}
