/** The actions of a wizard card as words for its buttons, and back. */
import { DURATIONS } from "../../domain/duration.js";
import { MAX_AMOUNT, ORDER_TYPES } from "../../domain/order-request.js";
import { MAX_PRICE_SUN } from "../../domain/rates.js";
import { RESOURCES } from "../../domain/resource.js";
import { STEPS } from "./draft.js";
import type { Action } from "./events.js";

/** More wallets than any card offers; a bound for what a button may say. */
const MAX_WALLET_PLACES = 100;

export function actionWords(action: Action): string[] {
  switch (action.kind) {
    case "type":
      return ["type", action.type];
    case "resource":
      return ["resource", action.resource];
    case "duration":
      return ["duration", action.duration];
    case "amount":
    case "take":
      return [action.kind, String(action.amount)];
    case "price":
      return ["price", String(action.price)];
    case "parts":
      return ["parts", String(action.least)];
    case "wallet":
      return ["wallet", String(action.at)];
    case "jump":
      return ["jump", action.step];
    default:
      return [action.kind];
  }
}

/** Undefined unless the words are exactly an action. */
export function actionFrom(words: readonly string[]): Action | undefined {
  const [kind, argument, ...rest] = words;
  if (kind === undefined || rest.length > 0) return undefined;
  return argument === undefined ? plainAction(kind) : actionWith(kind, argument);
}

const PLAIN_KINDS = ["whole", "bulk", "other", "next", "back", "cancel", "pay", "requote"] as const;

function plainAction(text: string): Action | undefined {
  const kind = PLAIN_KINDS.find((name) => name === text);
  return kind && { kind };
}

function actionWith(kind: string, argument: string): Action | undefined {
  switch (kind) {
    case "type": {
      const type = ORDER_TYPES.find((name) => name === argument);
      return type && { kind, type };
    }
    case "resource": {
      const resource = RESOURCES.find((name) => name === argument);
      return resource && { kind, resource };
    }
    case "duration": {
      const duration = DURATIONS.find((name) => name === argument);
      return duration && { kind, duration };
    }
    case "jump": {
      const step = STEPS.find((name) => name === argument);
      return step && { kind, step };
    }
    case "amount":
    case "take": {
      const amount = wholeNumber(argument, MAX_AMOUNT);
      return amount ? { kind, amount } : undefined;
    }
    case "price": {
      const price = wholeNumber(argument, MAX_PRICE_SUN);
      return price ? { kind, price } : undefined;
    }
    case "parts": {
      const least = wholeNumber(argument, MAX_AMOUNT);
      return least ? { kind, least } : undefined;
    }
    case "wallet": {
      const at = wholeNumber(argument, MAX_WALLET_PLACES - 1);
      return at === undefined ? undefined : { kind, at };
    }
    default:
      return undefined;
  }
}

function wholeNumber(text: string, most: number): number | undefined {
  if (!/^\d{1,11}$/.test(text)) return undefined;
  const value = Number(text);
  return value <= most ? value : undefined;
}
