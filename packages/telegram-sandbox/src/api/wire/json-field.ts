/** Fields of JSON objects within parameters, read and refused in Telegram's words. */
import { badRequest } from "./api-error.js";
import { leadingInteger } from "./params.js";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Refusals of one object are put behind what was being read: "can't parse MessageEntity: …". */
export type Refuse = (text: string) => Error;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parameterJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`can't parse ${what}`);
  }
}

/** Numbers count as strings, as Telegram has it. */
export function stringField(object: JsonObject, name: string, refuse: Refuse): string | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw refuse(`Field "${name}" must be of type String`);
}

export function requiredString(object: JsonObject, name: string, refuse: Refuse): string {
  const value = stringField(object, name, refuse);
  if (value === undefined) throw refuse(`Can't find field "${name}"`);
  return value;
}

/** Strings of digits count as numbers. */
export function numberField(object: JsonObject, name: string, refuse: Refuse): number | undefined {
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  if (typeof value === "string" && /^-?\d+$/.test(value)) return leadingInteger(value);
  throw refuse(`Field "${name}" must be a Number`);
}

export function requiredNumber(object: JsonObject, name: string, refuse: Refuse): number {
  const value = numberField(object, name, refuse);
  if (value === undefined) throw refuse(`Can't find field "${name}"`);
  return value;
}

export function booleanField(object: JsonObject, name: string, refuse: Refuse): boolean {
  const value = object[name];
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw refuse(`Field "${name}" must be of type Boolean`);
}

export function objectField(object: JsonObject, name: string, refuse: Refuse): JsonObject {
  const value = object[name];
  if (!isObject(value)) throw refuse(`Field "${name}" must be of type Object`);
  return value;
}
