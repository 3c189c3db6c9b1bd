/**
 * Messages to and from protobuf bytes, by their table (schema.ts). Unknown fields are skipped, as
 * java-tron does.
 */
import { bytesField, type RawField, readFields, varintField } from "./protobuf.js";
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

export function decode(schema: Schema, bytes: Buffer): Message {
  const message: Record<string, Value> = {};
  for (const field of readFields(bytes)) {
    const row = schema.fields[field.number];
    const value = row && decodeField(row, field);
    if (row === undefined || value === undefined) continue;
    const before = message[row.name];
    if (row.repeated) message[row.name] = Array.isArray(before) ? [...before, value] : [value];
    else message[row.name] = value;
  }
  return message;
}

/** undefined when the wire type does not fit the field: protobuf treats it as unknown. */
function decodeField(row: FieldRow, field: RawField): Value | undefined {
  const { value } = field;
  if (typeof value === "number") {
    if (row.type === "bool") return value !== 0;
    return row.type === "int" || isEnum(row.type) ? value : undefined;
  }
  if (isSchema(row.type)) return decode(row.type, value);
  if (row.type === "text") return value.toString("utf8");
  const isBytes = row.type === "bytes" || row.type === "address" || row.type === "name";
  return isBytes ? value : undefined;
}

export function encode(schema: Schema, message: Message): Buffer {
  const parts: Buffer[] = [];
  for (const [key, row] of Object.entries(schema.fields)) {
    const value = message[row.name];
    if (value === undefined) continue;
    for (const one of row.repeated && Array.isArray(value) ? value : [value]) {
      const part = encodeField(Number(key), row, one, row.repeated === true);
      if (part) parts.push(part);
    }
  }
  return Buffer.concat(parts);
}

function encodeField(
  number: number,
  row: FieldRow,
  value: Value,
  repeated: boolean,
): Buffer | undefined {
  if (isSchema(row.type)) {
    return isMessage(value) ? bytesField(number, encode(row.type, value)) : undefined;
  }
  if (!repeated && isDefault(value)) return undefined;
  if (typeof value === "number") return varintField(number, value);
  if (typeof value === "boolean") return varintField(number, 1);
  if (typeof value === "string") return bytesField(number, Buffer.from(value, "utf8"));
  return Buffer.isBuffer(value) ? bytesField(number, value) : undefined;
}
