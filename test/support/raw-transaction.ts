/** Raw parts of transactions, as java-tron keeps them: made field by field, for chains in tests. */
import { createHash } from "node:crypto";
import protobuf from "google-protobuf";

/** By its number: text is bytes in hex; 0 and empty are left out, as in the third version of protobuf. */
export type FieldValues = Readonly<Record<number, number | bigint | string>>;

export interface RawTransaction {
  readonly txID: string;
  readonly raw_data_hex: string;
}

export function message(fields: FieldValues): string {
  const writer = new protobuf.BinaryWriter();
  for (const [key, value] of Object.entries(fields)) {
    const field = Number(key);
    if (typeof value !== "string") {
      if (value !== 0) writer.writeInt64String(field, String(value));
    } else if (value !== "") writer.writeBytes(field, Buffer.from(value, "hex"));
  }
  return Buffer.from(writer.getResultBuffer()).toString("hex");
}

/** One contract of this type number over this message, and what else the raw part says. */
export function rawTransaction(
  type: number,
  value: string,
  rest: FieldValues = {},
): RawTransaction {
  const parameter = message({ 2: value });
  return ofBytes(message({ ...rest, 11: message({ 1: type, 2: parameter }) }));
}

export function ofBytes(rawHex: string): RawTransaction {
  const txID = createHash("sha256").update(Buffer.from(rawHex, "hex")).digest("hex");
  return { txID, raw_data_hex: rawHex };
}
