/** The kinds of variables: what each takes, in words and as a schema. */
import { z } from "zod";
import { type Address, address, addressProblem } from "../domain/address.js";
import { decimalTrx, formatInteger, parseTrx, SUN_PER_TRX, type Sun } from "../domain/money.js";

export interface Variable<T> {
  /** What its text must be, for people and as a schema. */
  readonly takes: string;
  readonly schema: z.ZodType<T>;
  /** Its value when it is unset; by network where that matters. */
  readonly fallback: Fallback | undefined;
  /** How much of a wrong value is shown: of a URL the host only, because its path may be a key. */
  readonly shows: "value" | "host" | "nothing";
  /** The first wrong entry of a list. */
  readonly wrongEntry?: (text: string) => string | undefined;
  /** What is wrong with a value that is not shown, in words that hold nothing of it. */
  readonly problem?: (text: string) => string | undefined;
}

/** The part of a wrong value that may be shown. */
export function shownValue({ shows, wrongEntry, problem }: Variable<unknown>, text = ""): string {
  if (shows === "value" && !LONG_HEX.test(text)) {
    const entry = wrongEntry?.(text);
    const which = entry === undefined ? "" : `, and "${entry.slice(0, 200)}" in it is wrong`;
    return `is "${text.slice(0, 200)}"${which}`;
  }
  if (shows !== "host") {
    return problem?.(text) ?? "has a wrong value, not shown because it may be a secret";
  }
  const host = /^(?:\w+:\/\/)?(?:[^/?#]*@)?([^/?#]*)/.exec(text)?.[1] ?? "";
  return `is wrong (its host is "${host}"; the rest is not shown, it may hold a key)`;
}

export type Fallback = string | { readonly sandbox: string; readonly others: string };

export function variable<T>(takes: string, schema: z.ZodType<T>, fallback: Fallback): Variable<T> {
  return { takes, schema, fallback, shows: "value" };
}

export function optional<T>(
  takes: string,
  schema: z.ZodType<T>,
  shows: Variable<T>["shows"] = "value",
): Variable<T | undefined> {
  return { takes, schema: schema.optional(), fallback: undefined, shows };
}

export function whole(
  unit: string,
  least: number,
  most: number,
  fallback: Fallback,
): Variable<number> {
  const digits = z.string().regex(/^\d{1,12}$/);
  const schema = digits.transform(Number).pipe(z.int().min(least).max(most));
  return variable(`a whole number of ${unit} from ${least} to ${most}`, schema, fallback);
}

/** An amount in TRX, read without rounding. */
export function trx(leastTrx: number, mostTrx: number, fallback: Fallback): Variable<Sun> {
  return amount("TRX", leastTrx, mostTrx, fallback);
}

/** An amount in USDT, in millionths: as many as TRX has SUN. */
export function usdt(least: number, most: number, fallback: Fallback): Variable<number> {
  return amount("USDT", least, most, fallback);
}

function amount(
  unit: "TRX" | "USDT",
  leastTrx: number,
  mostTrx: number,
  fallback: Fallback,
): Variable<Sun> {
  const schema = z.string().transform((text, context): Sun => {
    const amountSun = parseTrx(text);
    const isWithin = (value: Sun) =>
      value >= leastTrx * SUN_PER_TRX && value <= mostTrx * SUN_PER_TRX;
    if (amountSun !== undefined && isWithin(amountSun)) return amountSun;
    context.addIssue(`no amount of ${unit} within the bounds`);
    return z.NEVER;
  });
  const most = formatInteger(mostTrx);
  const takes = `an amount of ${unit} from ${decimalTrx(leastTrx * SUN_PER_TRX)} to ${most}, with at most 6 decimals`;
  return variable(takes, schema, fallback);
}

export function port(fallback: string): Variable<number> {
  const { schema } = whole("", 0, 65_535, fallback);
  return variable("a port number from 0 to 65535, where 0 picks a free one", schema, fallback);
}

export function choice<const T extends string>(
  values: readonly T[],
  fallback: NoInfer<T> | Readonly<Record<"sandbox" | "others", NoInfer<T>>>,
): Variable<T> {
  return variable(`one of ${values.join(", ")}`, z.enum(values), fallback);
}

export const FILE = "the path of a file";
export const filePath = z
  .string()
  .refine((text) => !/[/\\]$/.test(text) && !text.includes("\0") && text !== ":memory:");

export const NODE_URL = "an http:// or https:// URL without user name, query or fragment";
export const nodeUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !(username || password || search || hash);
});

export const addresses = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((list) => list.every((one) => addressProblem(one) === undefined))
  .refine((list) => new Set(list).size === list.length)
  .transform((list): readonly Address[] => list.map(address));

export const contractAddress = z
  .string()
  .refine((text) => addressProblem(text) === undefined)
  .transform(address);

/** A key in the place of its file's path must not appear in a message. */
export const isNoKey = (text: string) => !LONG_HEX.test(text);
export const LONG_HEX = /[0-9a-f]{64}/i;

export const apiKey = z.string().regex(/^[!-~]+$/);
export const privateKeyHex = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toLowerCase();

/** A bot's token: its id, a colon, and about 35 characters. */
export const botToken = z.string().regex(/^\d{1,16}:[\w-]{6,100}$/);

/** Telegram's ids have at most 52 bits. */
export const chatId = z
  .string()
  .regex(/^-?[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(z.int());

/** The secret that Telegram sends with each update. */
export const webhookSecret = z.string().regex(/^[\w-]{1,256}$/);

/** The token that readers of the metrics send. */
export const metricsToken = z.string().regex(/^[\w-]{16,256}$/);

const entriesOf = (text: string) => text.split(",").map((part) => part.trim());
const isHostName = (text: string) =>
  /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i.test(text) && URL.canParse(`http://${text}`);

/** Hosts as a browser sends them, but without ports: names, or addresses. */
export const hostNames: Variable<readonly string[] | undefined> = {
  ...optional(
    "names of hosts without ports, with commas between them",
    z
      .string()
      .transform((text): readonly string[] => entriesOf(text))
      .refine((list) => list.every(isHostName)),
  ),
  wrongEntry: (text) => entriesOf(text).find((one) => !isHostName(one)),
};

/** Amounts offered as buttons: units with commas between them, each once. */
export const unitsList = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .refine((list) => list.length <= 8 && list.every((one) => /^[1-9]\d{3,10}$/.test(one)))
  .transform((list): readonly number[] => list.map(Number))
  .refine((list) => new Set(list).size === list.length);
