/**
 * What an endpoint gets and gives: what was asked, whether it is asked of the solid state, and JSON
 * to answer. Of a field that cannot be read java-tron says other things in a GET than in a POST.
 */
import type { ReadableChain } from "../chain/readable-chain.js";
import { fromBase58 } from "../wire/address.js";
import { decoderException, illegalArgument, numberFormat } from "../wire/java-error.js";
import {
  hexBytes,
  type Json,
  parseBase58,
  parseFlag,
  parseHex,
  parseInteger,
  parseText,
  wrongBase58,
} from "../wire/json.js";

export interface Call {
  readonly chain: ReadableChain;
  /** Of the body or, in a GET, of the query; throws JavaError when it cannot be read. */
  readonly body: Json;
  readonly visible: boolean;
  /** Whether the fields come from the query, and so are texts all of them. */
  readonly fromQuery: boolean;
  /** Asked under /walletsolidity. */
  readonly solid: boolean;
}

/** Answers undefined where java-tron answers nothing at all. */
export type Endpoint = (call: Call) => unknown;

function given({ body }: Call, name: string): unknown {
  return body[name] ?? undefined;
}

/** An address in hex, given in base58 when `visible`; "" when there is none. */
export function addressField(call: Call, name: string): string {
  return call.fromQuery ? plainAddress(call, name) : messageAddress(call, name);
}

/** The same for getaccount, which makes a message of its query too. */
export function messageAddress(call: Call, name: string): string {
  const value = given(call, name);
  if (value === undefined) return "";
  const text = parseText(value);
  return call.visible ? parseBase58(text) : parseHex(text).toString("hex");
}

/**
 * The same for getaccountresource, which reads its body by hand: base58 that is no address is as
 * good as nothing.
 */
export function plainAddress(call: Call, name: string): string {
  const value = given(call, name);
  if (value === undefined) return "";
  if (!call.visible) return hexBytes(String(value), decoderException).toString("hex");
  const wrong = wrongBase58(String(value));
  if (wrong) throw illegalArgument(wrong);
  return fromBase58(String(value)) ?? "";
}

export function hexField(call: Call, name: string): string {
  const value = given(call, name);
  if (value === undefined) return "";
  const bytes = call.fromQuery
    ? hexBytes(String(value), decoderException)
    : parseHex(parseText(value));
  return bytes.toString("hex");
}

interface IntField {
  readonly bits?: 32 | 64;
  /** Whether a GET must have it. */
  readonly isRequired?: boolean;
}

export function intField(call: Call, name: string, how: IntField = {}): number {
  const value = given(call, name);
  if (value !== undefined) {
    return call.fromQuery ? parseLong(String(value)) : parseInteger(value, how.bits);
  }
  if (call.fromQuery && how.isRequired) throw numberFormat("null");
  return 0;
}

function parseLong(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  throw numberFormat(`For input string: "${text}"`);
}

export function textField(call: Call, name: string): string {
  const value = given(call, name);
  return value === undefined ? "" : parseText(value);
}

export function flagField(call: Call, name: string): boolean {
  const value = given(call, name);
  if (call.fromQuery) return String(value).toLowerCase() === "true";
  return value !== undefined && parseFlag(value);
}

/** Leaves out zeros, empty texts and empty lists, as java-tron's JSON does. */
export function compact(json: Json): Json {
  const kept = Object.entries(json).filter(([, value]) => {
    if (value === undefined || value === 0 || value === "" || value === false) return false;
    return !(Array.isArray(value) && value.length === 0);
  });
  return Object.fromEntries(kept);
}
