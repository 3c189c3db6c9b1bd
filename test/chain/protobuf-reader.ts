/**
 * Reads protobuf wire format: a second opinion on bytes that tronweb wrote, sharing nothing with
 * it.
 */

/**
 * By field number: varints as bigint, length-delimited fields as bytes; every occurrence, in order.
 */
export type Fields = Map<number, (bigint | Buffer)[]>;

export function readFields(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const values = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, values);
    if ((tag & 7) === 0) {
      values.push(varint());
    } else if ((tag & 7) === 2) {
      const length = Number(varint());
      values.push(bytes.subarray(at, at + length));
      at += length;
    } else {
      throw new Error(`wire type ${tag & 7} is not used by these messages`);
    }
  }
  return fields;
}

/** The one value of a field, as plain data: numbers, and bytes in hex. */
export function plain(fields: Fields): Record<number, number | string> {
  const entries = [...fields].map(([field, values]) => {
    if (values.length !== 1) throw new Error(`field ${field} occurs ${values.length} times`);
    const [value] = values;
    return [field, typeof value === "bigint" ? Number(value) : value?.toString("hex")];
  });
  return Object.fromEntries(entries) as Record<number, number | string>;
}
