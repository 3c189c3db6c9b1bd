/**
 * Messages to and from JSON the way java-tron's JsonFormat does it: default values are omitted,
 * bytes are hex, and with `visible` addresses are base58 and names are text, both in and out.
 */
import { fromBase58, toBase58 } from "./address.js";
import { nullPointer, parseException } from "./java-error.js";
import {
  type FieldRow,
  isDefault,
  isEnum,
  isMessage,
  isSchema,
  type Message,
  type Schema,
  type Value,
} from "./schema.js";

export type Json = { [name: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function printMessage(schema: Schema, message: Message, visible: boolean): Json {
  const json: Json = {};
  for (const row of Object.values(schema.fields)) {
    const value = message[row.name];
    if (value === undefined || (isDefault(value) && !isMessage(value))) continue;
    json[row.name] = Array.isArray(value)
      ? value.map((one) => printValue(row, one, visible))
      : printValue(row, value, visible);
  }
  return json;
}

function printValue(row: FieldRow, value: Value, visible: boolean): unknown {
  if (isSchema(row.type)) return isMessage(value) ? printMessage(row.type, value, visible) : {};
  if (isEnum(row.type)) return row.type[Number(value)] ?? value;
  if (!Buffer.isBuffer(value)) return value;
  if (visible && row.type === "address") return toBase58(value.toString("hex"));
  if (visible && row.type === "name") return value.toString("utf8");
  return value.toString("hex");
}

/**
 * As strict as java-tron: a number or a flag written as a text is none. A list may be left out
 * around a single value; of a list for a field that takes one value the last counts.
 */
export function parseMessage(schema: Schema, json: Json, visible: boolean): Message {
  const message: Record<string, Value> = {};
  for (const row of Object.values(schema.fields)) {
    const given = json[row.name];
    const values = (Array.isArray(given) ? given : [given])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => parseValue(row, one, visible));
    const last = values.at(-1);
    if (last !== undefined) message[row.name] = row.repeated ? values : last;
  }
  return message;
}

function parseValue(row: FieldRow, value: unknown, visible: boolean): Value {
  if (isSchema(row.type)) {
    if (!isJson(value)) throw parseException('Expected "{".');
    return parseMessage(row.type, value, visible);
  }
  if (isEnum(row.type)) return parseEnum(row.type, row.name, value);
  if (row.type === "int") return parseInteger(value);
  if (row.type === "bool") return parseFlag(value);
  const text = parseText(value);
  if (row.type === "text") return text;
  if (visible && row.type === "address") return Buffer.from(parseBase58(text), "hex");
  if (visible && row.type === "name") return Buffer.from(text, "utf8");
  return parseHex(text);
}

function parseEnum(names: readonly string[], field: string, value: unknown): number {
  const number = typeof value === "number" ? value : names.indexOf(String(value));
  if (names[number] !== undefined) return number;
  const what = typeof value === "number" ? "with number" : "named";
  const which = typeof value === "number" ? `${value}` : `"${String(value)}"`;
  throw parseException(`Enum type "${field}" has no value ${what} ${which}.`);
}

/** As it stands in the JSON: of a text with its quotes, of an object its first character. */
function tokenOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  return isJson(value) ? "{" : String(value);
}

const MAX_INT32 = 2 ** 31 - 1;

export function parseInteger(value: unknown, bits: 32 | 64 = 64): number {
  const problem = (text: string) => parseException(`Couldn't parse integer: ${text}`);
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw problem(`For input string: "${tokenOf(value)}"`);
  }
  if (bits === 32 && (value > MAX_INT32 || value < -MAX_INT32 - 1)) {
    throw problem(`Number out of range for 32-bit signed integer: ${value}`);
  }
  return value;
}

export function parseFlag(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw parseException('Expected "true" or "false".');
}

export function parseText(value: unknown): string {
  if (typeof value === "string") return value;
  throw parseException("Expected string.");
}

export function parseHex(text: string): Buffer {
  return hexBytes(text, () => parseException("INVALID hex String"));
}

/** A base58 address in hex. */
export function parseBase58(text: string): string {
  const wrong = wrongBase58(text);
  if (wrong) throw parseException(`INVALID base58 String, ${wrong}`);
  const address = fromBase58(text);
  if (address === undefined) throw nullPointer();
  return address;
}

/** What java-tron says of a text that has other characters than base58; undefined if it has none. */
export function wrongBase58(text: string): string | undefined {
  const wrong = /[^1-9A-HJ-NP-Za-km-z]/.exec(text);
  return wrong ? `Illegal character ${wrong[0]} at ${wrong.index}` : undefined;
}

/**
 * java-tron's ByteArray.fromHexString: an optional 0x, and an odd number of digits gets a leading
 * 0.
 */
export function hexBytes(value: string, error: () => Error): Buffer {
  const digits = value.startsWith("0x") ? value.slice(2) : value;
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw error();
  return Buffer.from(digits.length % 2 === 1 ? `0${digits}` : digits, "hex");
}
