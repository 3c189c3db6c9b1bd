/** Finds whose key signed: a text, as wallets sign messages (TIP-191), or the bytes of a transaction. */
import { recover } from "tiny-secp256k1";
import type { Address } from "../domain/address.js";
import { addressOfPublicKey } from "../domain/public-key.js";
import { loadTronWeb } from "./tronweb.js";

/** r, s and one byte that distinguishes the two possible keys. */
const SIGNATURE = /^(0x)?([0-9a-f]{130})$/i;

export async function recoverSigner(
  text: string,
  signatureHex: string,
): Promise<Address | undefined> {
  const bytes = Buffer.from(SIGNATURE.exec(signatureHex)?.[2] ?? "", "hex");
  const recoveryId = recoveryOf(bytes[64]);
  // No wallet writes the larger of the two possible s, which tronweb refuses too.
  if (recoveryId === undefined || (bytes[32] ?? 0) >= 0x80) return undefined;
  const { hashOfText } = await loadTronWeb();
  return signerOf(hashOfText(text), bytes.subarray(0, 64), recoveryId);
}

/** Undefined for what is no signature of that hash. */
export function signerOf(
  hash: Uint8Array,
  rs: Uint8Array,
  recovery: Recovery,
): Address | undefined {
  try {
    const publicKey = recover(hash, rs, recovery, false);
    return publicKey ? addressOfPublicKey(publicKey) : undefined;
  } catch {
    return undefined;
  }
}

type Recovery = 0 | 1 | 2 | 3;

/** As java-tron reads them: what follows the 65 bytes does not count, and the last may count from 0 or from 27. */
const OF_TRANSACTION = /^([0-9a-f]{128})([0-9a-f]{2})/i;

/** Whose key made a signature of a transaction in a block; undefined for what is no signature of it. */
export function transactionSigner(txid: string, signatureHex: string): Address | undefined {
  const [, pair, last = ""] = OF_TRANSACTION.exec(signatureHex) ?? [];
  if (pair === undefined) return undefined;
  const byte = Number.parseInt(last, 16);
  const from0 = byte >= 27 ? byte - 27 : byte;
  // From 31 on it also says that the key is compressed.
  if (from0 > 7) return undefined;
  const recovery = (from0 % 4) as Recovery;
  return signerOf(Buffer.from(txid, "hex"), Buffer.from(pair, "hex"), recovery);
}

/** The last byte as wallets write it: 0 or 1, the same plus 27, or, as EIP-155 has it, a number from 35 on, odd for 0. */
function recoveryOf(last: number | undefined): 0 | 1 | undefined {
  if (last === undefined) return undefined;
  if (last === 0 || last === 27) return 0;
  if (last === 1 || last === 28) return 1;
  if (last < 35) return undefined;
  return last % 2 === 1 ? 0 : 1;
}
