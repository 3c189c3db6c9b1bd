/** The actions of a card of /sell as words for its buttons, and back. */
import { RESOURCES } from "../../domain/resource.js";
import { PLAIN_KINDS, type SellingAction } from "./events.js";
import { OFFER_FIELDS } from "./selling.js";

export function sellingWords(action: SellingAction): string[] {
  switch (action.kind) {
    case "open":
      return [action.kind, String(action.at)];
    case "edit":
    case "on":
    case "off":
      return [action.kind, action.resource];
    case "ask":
      return [action.kind, action.field];
    case "set":
      return [action.kind, String(action.value)];
    default:
      return [action.kind];
  }
}

/** Undefined unless the words are exactly an action. */
export function sellingActionFrom(words: readonly string[]): SellingAction | undefined {
  const [kind, argument, ...rest] = words;
  if (kind === undefined || rest.length > 0) return undefined;
  if (argument === undefined) {
    const plain = PLAIN_KINDS.find((name) => name === kind);
    return plain && { kind: plain };
  }
  switch (kind) {
    case "open": {
      const at = wholeNumber(argument);
      return at === undefined ? undefined : { kind, at };
    }
    case "set": {
      const value = wholeNumber(argument);
      return value === undefined ? undefined : { kind, value };
    }
    case "edit":
    case "on":
    case "off": {
      const resource = RESOURCES.find((name) => name === argument);
      return resource && { kind, resource };
    }
    case "ask": {
      const field = OFFER_FIELDS.find((name) => name === argument);
      return field && { kind, field };
    }
    default:
      return undefined;
  }
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,11}$/.test(text) ? Number(text) : undefined;
}
