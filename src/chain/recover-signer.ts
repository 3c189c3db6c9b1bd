/** Finds whose key signed a text, as wallets sign messages (TIP-191). */
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
  try {
    const publicKey = recover(hashOfText(text), bytes.subarray(0, 64), recoveryId, false);
    return publicKey ? addressOfPublicKey(publicKey) : undefined;
  } catch {
    return undefined;
  }
}

/** The last byte as wallets write it: 0 or 1, the same plus 27, or, as EIP-155 has it, a number from 35 on, odd for 0. */
function recoveryOf(last: number | undefined): 0 | 1 | undefined {
  if (last === undefined) return undefined;
  if (last === 0 || last === 27) return 0;
  if (last === 1 || last === 28) return 1;
  if (last < 35) return undefined;
  return last % 2 === 1 ? 0 : 1;
}
