/**
 * The few TRON messages that the node reads and writes, as tables: one row a field. The names are
 * those of the JSON format, which are those of java-tron's .proto files. From a table a message is
 * decoded, encoded and printed.
 */
type FieldType = "int" | "bool" | "bytes" | "address" | "text" | "name";

export interface FieldRow {
  readonly name: string;
  readonly type: FieldType | readonly string[] | Schema;
  readonly repeated?: true;
}

/** Rows by field number. */
export interface Schema {
  readonly fields: Readonly<Record<number, FieldRow>>;
}

export type Value = number | boolean | string | Buffer | Message | readonly Value[];
export interface Message {
  readonly [name: string]: Value | undefined;
}

export function schema(fields: Readonly<Record<number, FieldRow>>): Schema {
  return { fields };
}

export function isSchema(type: FieldRow["type"]): type is Schema {
  return typeof type === "object" && "fields" in type;
}

export function isEnum(type: FieldRow["type"]): type is readonly string[] {
  return Array.isArray(type);
}

/** A value that protobuf does not write and the JSON format does not print. */
export function isDefault(value: Value): boolean {
  if (value === 0 || value === false || value === "") return true;
  return (Buffer.isBuffer(value) || Array.isArray(value)) && value.length === 0;
}

export function int(message: Message, name: string): number {
  const value = message[name];
  return typeof value === "number" ? value : 0;
}

export function flag(message: Message, name: string): boolean {
  return message[name] === true;
}

export function text(message: Message, name: string): string {
  const value = message[name];
  return typeof value === "string" ? value : "";
}

export function bytes(message: Message, name: string): Buffer {
  const value = message[name];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

export function hex(message: Message, name: string): string {
  return bytes(message, name).toString("hex");
}

export function inner(message: Message, name: string): Message | undefined {
  const value = message[name];
  return isMessage(value) ? value : undefined;
}

export function list(message: Message, name: string): readonly Message[] {
  const value = message[name];
  return Array.isArray(value) ? value.filter(isMessage) : [];
}

export function isMessage(value: unknown): value is Message {
  return (
    typeof value === "object" && value !== null && !Buffer.isBuffer(value) && !Array.isArray(value)
  );
}
