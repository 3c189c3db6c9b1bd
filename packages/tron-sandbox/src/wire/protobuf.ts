/**
 * The protobuf wire format: varints and length-delimited fields, as far as TRON's messages need it.
 * Written from the format's description and not from tronweb's classes, so that the sandbox checks
 * tronweb independently.
 */
import { protobufException } from "./java-error.js";

export interface RawField {
  readonly number: number;
  /**
   * A varint as a number (lossy beyond 2^53, where every amount is refused anyway), or the bytes.
   */
  readonly value: number | Buffer;
}

const TRUNCATED =
  "While parsing a protocol message, the input ended unexpectedly in the middle of a field.  " +
  "This could mean either that the input has been truncated or that an embedded message " +
  "misreported its own length.";

export function readFields(bytes: Buffer): RawField[] {
  const fields: RawField[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const tag = readVarint(bytes, offset);
    offset = tag.next;
    const number = Math.floor(tag.value / 8);
    if (number < 1) throw protobufException("Protocol message contained an invalid tag (zero).");
    const wire = tag.value % 8;
    if (wire === 0) {
      const varint = readVarint(bytes, offset);
      offset = varint.next;
      fields.push({ number, value: varint.value });
    } else {
      const length = wire === 2 ? readVarint(bytes, offset) : fixedLength(wire, offset);
      const end = length.next + length.value;
      if (length.value < 0 || end > bytes.length) throw protobufException(TRUNCATED);
      fields.push({ number, value: bytes.subarray(length.next, end) });
      offset = end;
    }
  }
  return fields;
}

function fixedLength(wire: number, offset: number): { value: number; next: number } {
  if (wire === 1) return { value: 8, next: offset };
  if (wire === 5) return { value: 4, next: offset };
  throw protobufException("Protocol message tag had invalid wire type.");
}

function readVarint(bytes: Buffer, start: number): { value: number; next: number } {
  let value = 0;
  let scale = 1;
  for (let index = start; index < start + 7; index++) {
    const byte = bytes[index];
    if (byte === undefined) throw protobufException(TRUNCATED);
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: index + 1 };
    scale *= 128;
  }
  return readLongVarint(bytes, start);
}

/**
 * Eight to ten bytes: beyond what a number holds while it is assembled; negative numbers always
 * take ten.
 */
function readLongVarint(bytes: Buffer, start: number): { value: number; next: number } {
  let value = 0n;
  for (let length = 0; length < 10; length++) {
    const byte = bytes[start + length];
    if (byte === undefined) throw protobufException(TRUNCATED);
    value |= BigInt(byte & 0x7f) << BigInt(7 * length);
    if (byte < 0x80) return { value: Number(BigInt.asIntN(64, value)), next: start + length + 1 };
  }
  throw protobufException("CodedInputStream encountered a malformed varint.");
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)));
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

export function varintField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

export function bytesField(number: number, value: Uint8Array): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(value.length), value]);
}
