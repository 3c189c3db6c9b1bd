/**
 * Builds and signs the three transactions the desk makes, and no others, with tronweb and without the
 * network: the block header is our own, so tronweb has nothing to ask for.
 */
import { addressToHex } from "../domain/address.js";
import { AssertionFailed, assert, present } from "../domain/assert.js";
import type { SignedTransaction, SigningKey, TransactionFrame, TransactionIntent } from "./port.js";
import {
  assertDecodedEquals,
  assertEnvelope,
  blockHeaderOf,
  type ContractName,
} from "./signed-bytes.js";
import { type LoadedTronWeb, loadTronWeb } from "./tronweb.js";

const CONTRACT: Record<TransactionIntent["kind"], ContractName> = {
  delegate: "DelegateResourceContract",
  undelegate: "UnDelegateResourceContract",
  transfer: "TransferContract",
};

export async function signTransaction(
  intent: TransactionIntent,
  frame: TransactionFrame,
  key: SigningKey,
): Promise<SignedTransaction> {
  const contractName = present(CONTRACT[intent.kind], `not a transaction we sign: ${intent.kind}`);
  checkArguments(intent, frame, key);
  const tron = await loadTronWeb();
  const transaction = await build(tron, intent, frame, key.permissionId);
  const rawHex = transaction.raw_data_hex.toLowerCase();
  const signature = await signatureOf(tron, transaction, key.privateKeyHex);
  const signed = { txid: transaction.txID, hex: tron.serialise(transaction, signature) };
  assertEnvelope(signed, rawHex, signature);
  assertDecodedEquals(tron.decode(contractName, rawHex), {
    contractName,
    intent,
    frame,
    permissionId: key.permissionId,
  });
  return signed;
}

function checkArguments(intent: TransactionIntent, frame: TransactionFrame, key: SigningKey): void {
  const { reference, timestampMs, expiresAt } = frame;
  const movedSun = intent.kind === "transfer" ? intent.amountSun : intent.stakeSun;
  assert(Number.isSafeInteger(movedSun) && movedSun > 0, "no stake or amount to sign for");
  assert(intent.owner !== intent.receiver, "owner and receiver are the same");
  if (intent.kind === "delegate") {
    const blocks = intent.lockPeriodBlocks;
    assert(Number.isSafeInteger(blocks) && blocks >= 0, `not a lock period: ${blocks}`);
  }
  assert(/^[0-9a-f]{64}$/.test(reference.id), "the reference block has no id");
  assert(
    reference.id.startsWith(reference.number.toString(16).padStart(16, "0")),
    "the reference block's id is of another number",
  );
  assert(Number.isSafeInteger(timestampMs) && timestampMs > 0, "no timestamp");
  assert(Number.isSafeInteger(expiresAt) && expiresAt > timestampMs, "expires before it is made");
  assert(Number.isSafeInteger(key.permissionId) && key.permissionId >= 0, "no permission id");
  assert(/^[0-9a-f]{64}$/i.test(key.privateKeyHex), "the private key is not 64 hex characters");
}

function build(
  { builder }: LoadedTronWeb,
  intent: TransactionIntent,
  frame: TransactionFrame,
  permissionId: number,
) {
  const owner = addressToHex(intent.owner);
  const receiver = addressToHex(intent.receiver);
  const options = {
    permissionId,
    blockHeader: blockHeaderOf(frame),
  };
  if (intent.kind === "transfer") {
    return builder.sendTrx(receiver, intent.amountSun, owner, options);
  }
  const resource = intent.resource === "energy" ? "ENERGY" : "BANDWIDTH";
  if (intent.kind === "undelegate") {
    return builder.undelegateResource(intent.stakeSun, receiver, resource, owner, options);
  }
  const lock = intent.lockPeriodBlocks > 0;
  const period = lock ? intent.lockPeriodBlocks : undefined;
  return builder.delegateResource(
    intent.stakeSun,
    receiver,
    resource,
    owner,
    lock,
    period,
    options,
  );
}

type Unsigned = Awaited<ReturnType<typeof build>>;

async function signatureOf(
  { trx }: LoadedTronWeb,
  transaction: Unsigned,
  privateKeyHex: string,
): Promise<string> {
  // The fourth argument lets a permission's key sign instead of the owner's.
  const signed = await trx.sign(transaction, privateKeyHex, true, true).catch(() => {
    // A library's words about a bad key may contain it.
    throw new AssertionFailed("tronweb refused to sign");
  });
  assert(signed.signature.length === 1, "not exactly one signature");
  return present(signed.signature[0], "no signature").toLowerCase();
}
