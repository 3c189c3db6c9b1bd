/**
 * Builds and signs the three transactions the desk makes, and no others. tronweb builds them, without the network: the block
 * header is our own, so it has nothing to ask for. libsecp256k1 signs them, in a tenth of the time that JavaScript takes.
 */
import { isPrivate, signRecoverable } from "tiny-secp256k1";
import { addressToHex } from "../domain/address.js";
import { assert, present } from "../domain/assert.js";
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
  const signature = signatureOf(transaction.txID, key.privateKeyHex);
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

/** r, s and 27 plus the recovery, as tronweb writes it. The same key signs the same hash with the same bytes (RFC 6979). */
function signatureOf(txid: string, privateKeyHex: string): string {
  const key = Buffer.from(privateKeyHex, "hex");
  assert(isPrivate(key), "the private key is not one of secp256k1");
  const { signature, recoveryId } = signRecoverable(Buffer.from(txid, "hex"), key);
  return Buffer.from([...signature, 27 + recoveryId]).toString("hex");
}
