/** Whose key has signed a text, by tronweb and without the network: TIP-191, as wallets sign messages. */
import { type Address, isAddress } from "../domain/address.js";
import { loadTronWeb } from "./tronweb.js";

/** r, s and one byte that tells the two possible keys apart. */
const SIGNATURE = /^(0x)?[0-9a-f]{130}$/i;

export async function recoverSigner(
  text: string,
  signatureHex: string,
): Promise<Address | undefined> {
  if (!SIGNATURE.test(signatureHex)) return undefined;
  const { signerOf } = await loadTronWeb();
  const signer = signerOf(text, signatureHex);
  return signer !== undefined && isAddress(signer) ? signer : undefined;
}
