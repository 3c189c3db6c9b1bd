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

export function parseMessage(schema: Schema, json: Json, visible: boolean): Message {
  const message: Record<string, Value> = {};
  for (const row of Object.values(schema.fields)) {
    const value = json[row.name];
    if (value === undefined || value === null) continue;
    message[row.name] =
      row.repeated && Array.isArray(value)
        ? value.map((one) => parseValue(row, one, visible))
        : parseValue(row, value, visible);
  }
  return message;
}

function parseValue(row: FieldRow, value: unknown, visible: boolean): Value {
  if (isSchema(row.type)) {
    if (!isJson(value)) throw parseException('Expected "{".');
    return parseMessage(row.type, value, visible);
  }
  if (isEnum(row.type)) return parseEnum(row.type, row.name, value);
  if (row.type === "int") return parseInt64(value);
  if (row.type === "bool") {
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw parseException('Expected "true" or "false".');
  }
  if (typeof value !== "string") throw parseException("Expected string.");
  if (row.type === "text") return value;
  if (visible && row.type === "address") return addressBytes(value);
  if (visible && row.type === "name") return Buffer.from(value, "utf8");
  return hexBytes(value, () => parseException("INVALID hex String"));
}

function parseEnum(names: readonly string[], field: string, value: unknown): number {
  const number = typeof value === "number" ? value : names.indexOf(String(value));
  if (names[number] === undefined) {
    throw parseException(`Enum type "${field}" has no value named "${String(value)}".`);
  }
  return number;
}

function parseInt64(value: unknown): number {
  const plain = typeof value === "number" || (typeof value === "string" && /^-?\d+$/.test(value));
  const number = Number(value);
  if (plain && Number.isInteger(number)) return number;
  throw parseException(`Couldn't parse integer: For input string: "${String(value)}"`);
}

function addressBytes(text: string): Buffer {
  const wrong = /[^1-9A-HJ-NP-Za-km-z]/.exec(text);
  if (wrong) {
    const place = `Illegal character ${wrong[0]} at ${wrong.index}`;
    throw parseException(`INVALID base58 String, ${place}`);
  }
  const address = fromBase58(text);
  if (address === undefined) throw nullPointer();
  return Buffer.from(address, "hex");
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
