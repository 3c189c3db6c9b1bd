/** Texts signed as a wallet signs them. */
import { utils } from "tronweb";

/** The signature of `signMessageV2` (TIP-191), 0x and 130 hex characters. */
export async function signedText(text: string, privateKeyHex: string): Promise<string> {
  return utils.message.signMessage(text, privateKeyHex);
}
