/** Transactions on paper: their bytes say the intent, and nobody's key signs them. */
import { createHash } from "node:crypto";
import type {
  Chain,
  SigningKey,
  TransactionFrame,
  TransactionIntent,
} from "../../../src/chain/port.js";

export interface PaperTransaction {
  readonly txid: string;
  readonly intent: TransactionIntent;
  readonly frame: TransactionFrame;
  readonly permissionId: number;
  /** Whose doing it is: the desk's, or an owner's with his own key. */
  readonly by: "desk" | "owner";
}

type Bytes = Omit<PaperTransaction, "txid">;

function seal(bytes: Bytes): { txid: string; hex: string } {
  const hex = Buffer.from(JSON.stringify(bytes)).toString("hex");
  return { txid: createHash("sha256").update(hex).digest("hex"), hex };
}

/** Stands in for the adapter's signing, which is tested where it stands. */
export const signOnPaper: Chain["sign"] = async (
  intent: TransactionIntent,
  frame: TransactionFrame,
  { permissionId }: SigningKey,
) => seal({ intent, frame, permissionId, by: "desk" });

/** What an owner signs with his own key. */
export function ownersTransaction(
  intent: TransactionIntent,
  frame: TransactionFrame,
): PaperTransaction {
  const bytes: Bytes = { intent, frame, permissionId: 0, by: "owner" };
  return { ...bytes, txid: seal(bytes).txid };
}

export function readPaper(hex: string): PaperTransaction {
  const bytes = JSON.parse(Buffer.from(hex, "hex").toString()) as Bytes;
  return { ...bytes, txid: createHash("sha256").update(hex).digest("hex") };
}
