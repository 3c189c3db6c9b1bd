/** Transactions on paper: their bytes are those of the chain, with a memo that says the intent, and nobody's key signs them. */
import protobuf from "google-protobuf";
import type {
  Chain,
  SigningKey,
  TransactionFrame,
  TransactionIntent,
} from "../../../src/chain/port.js";
import { addressToHex } from "../../../src/domain/address.js";
import {
  message,
  ofBytes,
  type RawTransaction,
  rawTransaction,
} from "../../support/raw-transaction.js";

export interface PaperTransaction {
  readonly txid: string;
  readonly rawHex: string;
  readonly intent: TransactionIntent;
  readonly frame: TransactionFrame;
  readonly permissionId: number;
  /** Whose doing it is: the desk's, or an owner's with his own key. */
  readonly by: "desk" | "owner";
}

type Bytes = Omit<PaperTransaction, "txid" | "rawHex">;

const MEMO = 10;
const TYPES = { transfer: 1, delegate: 57, undelegate: 58 };

function seal(bytes: Bytes): RawTransaction {
  const { intent } = bytes;
  const owner = addressToHex(intent.owner);
  const receiver = addressToHex(intent.receiver);
  const value =
    intent.kind === "transfer"
      ? message({ 1: owner, 2: receiver, 3: intent.amountSun })
      : message({
          1: owner,
          2: intent.resource === "energy" ? 1 : 0,
          3: intent.stakeSun,
          4: receiver,
        });
  const memo = Buffer.from(JSON.stringify(bytes)).toString("hex");
  return rawTransaction(TYPES[intent.kind], value, { [MEMO]: memo });
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

/** What an owner signs with his own key. */
export function ownersTransaction(
  intent: TransactionIntent,
  frame: TransactionFrame,
): PaperTransaction {
  const bytes: Bytes = { intent, frame, permissionId: 0, by: "owner" };
  const { txID, raw_data_hex } = seal(bytes);
  return { ...bytes, txid: txID, rawHex: raw_data_hex };
}

export function readPaper(rawHex: string): PaperTransaction {
  const reader = new protobuf.BinaryReader(Buffer.from(rawHex, "hex"));
  while (reader.nextField() && reader.getFieldNumber() !== MEMO) reader.skipField();
  const bytes = JSON.parse(Buffer.from(reader.readBytes()).toString()) as Bytes;
  return { ...bytes, txid: ofBytes(rawHex).txID, rawHex };
}
