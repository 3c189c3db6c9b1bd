/** validateaddress: whether a text is an address, told by its length in which of three forms. */
import { fromBase58, isValidAddress } from "../wire/address.js";
import { decoderException, JavaError } from "../wire/java-error.js";
import { hexBytes, type Json, wrongBase58 } from "../wire/json.js";
import type { Endpoint } from "./answer.js";

const NOT_BASE64 = /[^A-Za-z0-9+/=]/;

/** A body that cannot be read is answered with nothing at all. */
export const validateAddress: Endpoint = (call) => {
  try {
    return judge(call.body.address ?? undefined);
  } catch {
    return undefined;
  }
};

function judge(address: unknown): Json {
  if (address === undefined) return { result: false };
  try {
    return formOf(String(address));
  } catch (error) {
    if (error instanceof JavaError) return { result: false, message: error.message };
    throw error;
  }
}

function formOf(text: string): Json {
  if (text.length === 42) return valid(hexBytes(text, decoderException), "Hex string format");
  if (text.length === 34) return base58(text);
  if (text.length === 28) return base64(text);
  return { result: false, message: "Length error" };
}

function valid(bytes: Buffer, form: string): Json {
  if (isValidAddress(bytes.toString("hex"))) return { result: true, message: form };
  return { result: false, message: "Invalid address" };
}

function base58(text: string): Json {
  const wrong = wrongBase58(text);
  if (wrong) return { result: false, message: wrong };
  return valid(Buffer.from(fromBase58(text) ?? "", "hex"), "Base58check format");
}

function base64(text: string): Json {
  const [wrong] = NOT_BASE64.exec(text) ?? [];
  if (wrong === undefined) return valid(Buffer.from(text, "base64"), "Base64 format");
  const code = wrong.charCodeAt(0).toString(16);
  return { result: false, message: `Illegal base64 character ${code}` };
}
