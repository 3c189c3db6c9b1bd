/**
 * What an endpoint gets and gives: the parsed body, whether it is asked of the solid state, and
 * JSON to answer.
 */
import type { Chain } from "../chain/chain.js";
import { fromBase58 } from "../wire/address.js";
import { JavaError, nullPointer, parseException } from "../wire/java-error.js";
import { hexBytes, type Json } from "../wire/json.js";

export interface Call {
  readonly chain: Chain;
  readonly body: Json;
  readonly visible: boolean;
  /** Asked under /walletsolidity. */
  readonly solid: boolean;
}

export type Endpoint = (call: Call) => unknown;

/**
 * A bytes field of the request that java-tron reads by its message's table; base58 when `visible`.
 */
export function addressField({ body, visible }: Call, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw parseException("Expected string.");
  if (visible) return base58Field(value);
  return hexBytes(value, () => parseException("INVALID hex String")).toString("hex");
}

function base58Field(value: string): string {
  const wrong = /[^1-9A-HJ-NP-Za-km-z]/.exec(value);
  if (wrong) {
    const place = `Illegal character ${wrong[0]} at ${wrong.index}`;
    throw parseException(`INVALID base58 String, ${place}`);
  }
  const address = fromBase58(value);
  if (address === undefined) throw nullPointer();
  return address;
}

/**
 * getaccountresource reads its address by hand, so a bad one gives another error than elsewhere.
 */
export function plainAddress({ body, visible }: Call, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return "";
  if (visible) return fromBase58(String(value)) ?? "";
  return hexBytes(String(value), decoderError).toString("hex");
}

function decoderError(): Error {
  const text = "exception decoding Hex string: invalid characters encountered in Hex string";
  return new JavaError("org.bouncycastle.util.encoders.DecoderException", text);
}

export function hexField({ body }: Call, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw parseException("Expected string.");
  return hexBytes(value, () => parseException("INVALID hex String")).toString("hex");
}

export function intField({ body }: Call, name: string): number {
  const value = body[name] ?? 0;
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number)) return number;
  throw parseException(`Couldn't parse integer: For input string: "${String(value)}"`);
}

/** Leaves out zeros, empty texts and empty lists, as java-tron's JSON does. */
export function compact(json: Json): Json {
  const kept = Object.entries(json).filter(([, value]) => {
    if (value === undefined || value === 0 || value === "" || value === false) return false;
    return !(Array.isArray(value) && value.length === 0);
  });
  return Object.fromEntries(kept);
}
