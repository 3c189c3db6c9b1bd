/** Finds whose key signed a text, with tronweb and without the network: TIP-191, as wallets sign messages. */
import { type Address, isAddress } from "../domain/address.js";
import { loadTronWeb } from "./tronweb.js";

/** r, s and one byte that distinguishes the two possible keys. */
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
