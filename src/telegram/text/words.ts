/**
 * The words of one language, read from its catalogue in locales/: a key and its variables make a text. Markup of the catalogue
 * becomes entities here and nowhere else; what is put in for a variable never is markup.
 */
import { readdirSync, readFileSync } from "node:fs";
import { FluentBundle, FluentResource, FluentType } from "@fluent/bundle";
import type { Language, Marked, Plain } from "../../../locales/keys.js";
import { must } from "../../domain/assert.js";
import type { Duration } from "../../domain/duration.js";
import { SUN_PER_TRX } from "../../domain/money.js";
import type { Resource } from "../../domain/resource.js";
import { moment, type Part, plain, type Rich } from "../transport/format.js";

/** The words of a table, such as those of "orders-state". */
export type NamesIn<Prefix extends string> = keyof Plain<string> extends infer Key
  ? Key extends `${Prefix}-${infer Name}`
    ? Name
    : never
  : never;

/** What is rented; `amount` is for each receiver, or where they get different ones for all together. */
export interface Rental {
  readonly amount: number;
  readonly resource: Resource;
  readonly duration: Duration;
  readonly receivers: number;
  readonly isSum?: boolean;
  /** Rented with the Energy, in the same way. */
  readonly bandwidth?: number | undefined;
}

/** The variables of the messages `rented` and `rental`. */
type RentalVariables = Plain<string>["rental"];

/** Of one of several keys that has any. */
type NamesOf<Variables> = Variables extends unknown ? keyof Variables : never;
type Given<Variables> = NamesOf<Variables> extends never ? [] : [variables: Variables];
type PlainKey = keyof Plain<string>;
type RichTexts = Plain<Part> & Marked<Part>;

export interface Words {
  readonly text: <Key extends PlainKey>(key: Key, ...given: Given<Plain<string>[Key]>) => string;
  readonly rich: <Key extends keyof RichTexts>(key: Key, ...given: Given<RichTexts[Key]>) => Rich;
  /** 65000 as the language writes it. */
  readonly number: (value: number) => string;
  /** A sum in TRX, with a point in every language, as it is typed and pasted. */
  readonly trx: (amountSun: number) => string;
  /** "20 Nov", in UTC. */
  readonly day: (unixMs: number) => string;
  /** "2026-11-20", as the language writes it. */
  readonly date: (day: string) => string;
  /** "2026-11-20 14:05 UTC"; Telegram shows it in the reader's own time instead, which is without its day if `shown` is "t". */
  readonly time: (unixMs: number, shown?: "Dt" | "t") => Rich;
  /** "a, b and c". */
  readonly and: (words: readonly string[]) => string;
  /** "a, b or c", of which one is to be chosen. */
  readonly or: (words: readonly string[]) => string;
  /** "a, b, c". */
  readonly list: (words: readonly string[]) => string;
  /** "paid 3, delivered 2", which not every language joins as it joins words. */
  readonly clauses: (words: readonly string[]) => string;
  /** "a or b", in a question. */
  readonly which: (words: readonly string[]) => string;
  /** "15 minutes". */
  readonly duration: (duration: Duration) => string;
  /** What may be meant: units, or a time such as "15m". */
  readonly reading: (one: number | string) => string;
  /** "15m". */
  readonly shortDuration: (duration: Duration) => string;
  readonly rental: (what: Rental) => RentalVariables;
}

/** Stands in a text for a part, until the markup around it has been read. */
class Place extends FluentType<number> {
  override toString(): string {
    return `<${this.value}>`;
  }
}

/** Text that somebody has written: it must not be taken for a selector's word. */
class Verbatim extends FluentType<string> {
  override toString(): string {
    return this.value;
  }
}

const CATALOGUES = new URL("../../../locales/", import.meta.url);

export function languagesKnown(): Language[] {
  return readdirSync(CATALOGUES)
    .filter((name) => name.endsWith(".ftl"))
    .map((name) => name.replace(".ftl", "") as Language)
    .sort();
}

/** Throws where the file holds something that is no message: the parser would silently drop it. */
function readCatalogue(language: Language): FluentResource {
  const source = readFileSync(new URL(`${language}.ftl`, CATALOGUES), "utf8");
  const resource = new FluentResource(source);
  const keys = [...source.matchAll(/^([a-zA-Z][\w-]*)\s*=/gm)].map(([, key]) => key);
  const read = resource.body.map(({ id }) => id);
  const lost = keys.find((key, at) => read[at] !== key);
  if (lost !== undefined) throw new Error(`locales/${language}.ftl: ${lost} cannot be read`);
  return resource;
}

const LARGE_SUN = 1_000 * SUN_PER_TRX;

/** Rounded up where it has more digits than are read of an estimate: to whole TRX of a large sum, else to a thousandth. */
export function aboutSun(sumSun: number): number {
  const step = sumSun < LARGE_SUN ? SUN_PER_TRX / 1_000 : SUN_PER_TRX;
  return Math.ceil(sumSun / step) * step;
}

export function wordsOf(language: Language): Words {
  const resource = readCatalogue(language);
  const locale = must(
    resource.body.find(({ id }) => id === "locale")?.value,
    `locales/${language}.ftl has no locale`,
  );
  const bundle = new FluentBundle(String(locale), { useIsolating: false });
  bundle.addResource(resource);

  function format(key: string, variables: Record<string, unknown>): string {
    const { value } = must(bundle.getMessage(key), `no text ${key} in ${language}`);
    const errors: Error[] = [];
    const given = variables as Record<string, string | number | Place>;
    const text = bundle.formatPattern(must(value, `${key} is empty`), given, errors);
    if (errors[0]) throw new Error(`${language}, ${key}: ${errors[0].message}`);
    return text;
  }

  const text: Words["text"] = (key, ...[variables = {}]) =>
    format(
      key,
      mapped(variables, (value) => (value === NOTHING ? new Verbatim(value) : value)),
    );

  const rich: Words["rich"] = (key, ...[variables = {}]) => {
    const places: Part[] = [];
    const place = (value: unknown) => {
      // A string may be the word that a selector asks for, so it stays one where it cannot be taken for markup.
      if (typeof value === "string" && !value.includes("<") && value !== NOTHING) return value;
      return new Place(places.push(value as Part) - 1);
    };
    return marked(format(key, mapped(variables, place)), places);
  };

  const numbers = new Intl.NumberFormat(String(locale));
  const days = new Intl.DateTimeFormat(String(locale), {
    ...{ day: "numeric", month: "short", timeZone: "UTC" },
  });
  const date = (of: string) => {
    const [year = "", month = "", day = ""] = of.split("-");
    return text("date", { year, month, day });
  };
  const joined = (key: "list" | "clauses") => (words: readonly string[]) =>
    words.length === 0 ? "" : words.reduce((before, last) => text(key, { before, last }));
  const list = joined("list");
  /** The last of several stands behind a word. */
  const joinedBy = (key: "and" | "or" | "which") => (words: readonly string[]) =>
    words.length < 2
      ? words.join("")
      : text(key, { before: list(words.slice(0, -1)), last: words.at(-1) ?? "" });
  const duration = (one: string) => text(unitOf(one), { count: Number.parseInt(one, 10) });
  return {
    ...{ text, rich, list, clauses: joined("clauses") },
    number: numbers.format,
    trx: (amountSun) => {
      const fraction = String(amountSun % SUN_PER_TRX)
        .padStart(6, "0")
        .replace(/0+$/, "");
      return numbers.format(Math.floor(amountSun / SUN_PER_TRX)) + (fraction && `.${fraction}`);
    },
    day: (unixMs) => days.format(unixMs),
    date,
    time: (unixMs, shown = "Dt") => {
      const [day = "", clock = ""] = new Date(unixMs).toISOString().slice(0, 16).split("T");
      return moment(text("moment", { date: date(day), clock }), unixMs, shown);
    },
    and: joinedBy("and"),
    or: joinedBy("or"),
    which: joinedBy("which"),
    duration,
    reading: (one) => {
      if (typeof one === "number") return numbers.format(one);
      return /^\d+[mhd]$/.test(one) ? duration(one) : one;
    },
    shortDuration: (one) => text(`short-${unitOf(one)}`, { count: Number.parseInt(one, 10) }),
    rental: ({ isSum = false, bandwidth, ...what }) => ({
      ...what,
      ...{ isSum, bandwidth, duration: duration(what.duration) },
    }),
  };
}

const UNITS = { m: "minutes", h: "hours", d: "days" } as const;

const unitOf = (duration: string) => UNITS[duration.at(-1) as keyof typeof UNITS];

/** Texts that all get the same variables; each language uses those it needs. */
export const table =
  <Text>() =>
  <Key extends string>(texts: Record<Key, Text>): Record<Key, Text> =>
    texts;

/** For what is undefined, as a selector asks for it. */
const NOTHING = "none";

/** What a selector asks for instead of what JavaScript has. */
function mapped(variables: object, other: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      if (value === undefined) return [name, NOTHING];
      if (typeof value === "boolean") return [name, value ? "yes" : "no"];
      return [name, typeof value === "number" ? value : other(value)];
    }),
  );
}

/** "<b>", "</b>", "<code>", "</code>" and the places of parts. */
const TAG = /<(\/?)(b|code|\d+)>/;
const ENTITIES = { b: "bold", code: "code" } as const;

function marked(source: string, places: readonly Part[]): Rich {
  let text = "";
  const entities: Rich["entities"][number][] = [];
  const open: number[] = [];
  // A split by two groups gives text, slash and name in turn.
  const pieces = source.split(TAG);
  for (let at = 0; at < pieces.length; at += 3) {
    text += pieces[at];
    const name = pieces[at + 2];
    if (name === undefined) break;
    if (name === "b" || name === "code") {
      if (pieces[at + 1] === "") {
        open.push(entities.length);
        entities.push({ type: ENTITIES[name], offset: text.length, length: 0 });
      } else {
        const begun = open.pop() ?? 0;
        const entity = must(entities[begun], `a tag is closed that was not opened: ${source}`);
        entities[begun] = { ...entity, length: text.length - entity.offset };
      }
      continue;
    }
    const part = plain(must(places[Number(name)], `no part ${name}`));
    for (const one of part.entities) {
      entities.push({ ...one, offset: one.offset + text.length });
    }
    text += part.text;
  }
  return { text, entities: entities.filter(({ length }) => length > 0) };
}
