/** Transactions on paper: their bytes are those of the chain, with a memo that says the intent, and nobody's key signs them. */
import protobuf from "google-protobuf";
import type {
  Chain,
  SigningKey,
  TransactionFrame,
  TransactionIntent,
} from "../../../src/chain/port.js";
import { type Address, addressToHex } from "../../../src/domain/address.js";
import type { SentTrx } from "../../../src/store/audit/evidence.js";
import {
  message,
  ofBytes,
  type RawTransaction,
  rawTransaction,
} from "../../support/raw-transaction.js";

/** What a contract says that a token did. */
interface TokenEvent {
  readonly contract: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: number;
}

/** TRX that a contract sends while it runs. */
interface Sending {
  readonly to: Address;
  readonly amountSun: number;
  readonly rejected: boolean;
}

/** A call of a contract by somebody with a key of their own. */
export interface CallIntent {
  readonly kind: "call";
  readonly owner: Address;
  /** The contract. */
  readonly receiver: Address;
  readonly data: string;
  readonly events: readonly TokenEvent[];
  readonly sendings: readonly Sending[];
  /** It fails in its block. */
  readonly fails: boolean;
}

export type PaperIntent = TransactionIntent | CallIntent;

export interface PaperTransaction {
  readonly txid: string;
  readonly rawHex: string;
  readonly intent: PaperIntent;
  readonly frame: TransactionFrame;
  readonly permissionId: number;
  /** Whose doing it is: the desk's, or that of an owner, or anybody else, with their own key. */
  readonly by: "desk" | "owner";
}

type Bytes = Omit<PaperTransaction, "txid" | "rawHex">;

const MEMO = 10;
const TYPES = { transfer: 1, call: 31, delegate: 57, undelegate: 58 };

function bytesOf(intent: PaperIntent): string {
  const owner = addressToHex(intent.owner);
  const receiver = addressToHex(intent.receiver);
  if (intent.kind === "transfer") return message({ 1: owner, 2: receiver, 3: intent.amountSun });
  if (intent.kind === "call") return message({ 1: owner, 2: receiver, 4: intent.data });
  const resource = intent.resource === "energy" ? 1 : 0;
  return message({ 1: owner, 2: resource, 3: intent.stakeSun, 4: receiver });
}

function seal(bytes: Bytes): RawTransaction {
  const { intent } = bytes;
  const memo = Buffer.from(JSON.stringify(bytes)).toString("hex");
  return rawTransaction(TYPES[intent.kind], bytesOf(intent), { [MEMO]: memo });
}

/** Stands in for the adapter's signing, which is tested where it stands. */
export const signOnPaper: Chain["sign"] = async (
  intent: TransactionIntent,
  frame: TransactionFrame,
  { permissionId }: SigningKey,
) => {
  const { txID, raw_data_hex } = seal({ intent, frame, permissionId, by: "desk" });
  return { txid: txID, hex: raw_data_hex };
};

/** What an owner, or anybody else, signs with their own key. */
export function ownersTransaction(
  intent: PaperIntent,
  { reference, timestampMs, expiresAt }: TransactionFrame,
): PaperTransaction {
  // A block that is given whole has transactions, which have blocks: nothing of them gets into the bytes.
  const { number, id, timestampMs: blockMs } = reference;
  const frame = { reference: { number, id, timestampMs: blockMs }, timestampMs, expiresAt };
  const bytes: Bytes = { intent, frame, permissionId: 0, by: "owner" };
  const { txID, raw_data_hex } = seal(bytes);
  return { ...bytes, txid: txID, rawHex: raw_data_hex };
}

/** What the bytes of a payout send, for the audit. */
export function sentOnPaper(rawHex: string): SentTrx | undefined {
  const { txid, intent } = readPaper(rawHex);
  if (intent.kind !== "transfer") return undefined;
  const { owner: from, receiver: to, amountSun } = intent;
  return { txid, from, to, amountSun };
}

export function readPaper(rawHex: string): PaperTransaction {
  const reader = new protobuf.BinaryReader(Buffer.from(rawHex, "hex"));
  while (reader.nextField() && reader.getFieldNumber() !== MEMO) reader.skipField();
  const bytes = JSON.parse(Buffer.from(reader.readBytes()).toString()) as Bytes;
  return { ...bytes, txid: ofBytes(rawHex).txID, rawHex };
}
