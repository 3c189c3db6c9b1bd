/** Writes a button's values as words with colons between, and reads them back. */
import { assert } from "../../domain/assert.js";

/** The result of `read` when the words are no value. */
export const BAD = Symbol("no such value");

/** How values of one kind are written. */
interface Codec<T> {
  write(value: T): readonly string[];
  /** Takes its words from the front of the remaining ones. */
  read(words: string[]): T | typeof BAD;
}
/** By the names of the values, in their order on the button. */
export type Codecs = Readonly<Record<string, Codec<unknown>>>;
export type Values<C extends Codecs> = {
  readonly [Name in keyof C]: C[Name] extends Codec<infer T> ? T : never;
};
/** An intersection as one type. */
export type Flat<T> = { readonly [Name in keyof T]: T[Name] };
type Variants = Readonly<Record<string, Codecs>>;
type OneOf<Tag extends string, V extends Variants> = {
  [Name in keyof V & string]: Flat<{ readonly [T in Tag]: Name } & Values<V[Name]>>;
}[keyof V & string];

/** Unix milliseconds, whole seconds. */
export const second: Codec<number> = {
  write: (ms) => [Math.floor(ms / 1_000).toString(36)],
  read(words) {
    const [word = ""] = words.splice(0, 1);
    const seconds = /^[0-9a-z]{1,8}$/.test(word) ? Number.parseInt(word, 36) : 0;
    return seconds > 0 ? seconds * 1_000 : BAD;
  },
};

/** An id of 24 hexadecimal digits in 16 characters, where there is no room for it as it is. */
export const shortId: Codec<string> = {
  write: (id) => [Buffer.from(id, "hex").toString("base64url")],
  read(words) {
    const [word = ""] = words.splice(0, 1);
    return /^[\w-]{16}$/.test(word) ? Buffer.from(word, "base64url").toString("hex") : BAD;
  },
};

/** One word, as it is. */
export function text(isOne: (word: string) => boolean): Codec<string> {
  return {
    write: (value) => [value],
    read(words) {
      const [word = ""] = words.splice(0, 1);
      return isOne(word) ? word : BAD;
    },
  };
}

export function choice<const T extends string>(values: readonly T[]): Codec<T> {
  return {
    write: (value) => [value],
    read(words) {
      const [word] = words.splice(0, 1);
      return values.find((value) => value === word) ?? BAD;
    },
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly radix?: 10 | 36;
}

export function whole({ from, to, radix = 10 }: Range): Codec<number> {
  const digits = radix === 10 ? /^\d{1,16}$/ : /^[0-9a-z]{1,11}$/;
  return {
    write: (value) => [value.toString(radix)],
    read(words) {
      const [word = ""] = words.splice(0, 1);
      const value = digits.test(word) ? Number.parseInt(word, radix) : Number.NaN;
      return value >= from && value <= to ? value : BAD;
    },
  };
}

/** An optional last value: without a further word it is undefined. */
export function optional<T>(codec: Codec<T>): Codec<T | undefined> {
  return {
    write: (value) => (value === undefined ? [] : codec.write(value)),
    read: (words) => (words.length === 0 ? undefined : codec.read(words)),
  };
}

/** Values one after the other. */
export function allOf<C extends Codecs>(codecs: C): Codec<Values<C>> {
  return {
    write: (values) => Object.entries(codecs).flatMap(([name, codec]) => codec.write(values[name])),
    read(words) {
      const values: Record<string, unknown> = {};
      for (const [name, codec] of Object.entries(codecs)) {
        const value = codec.read(words);
        if (value === BAD) return BAD;
        values[name] = value;
      }
      return values as Values<C>;
    },
  };
}

/** One of these names and its values; the name becomes the value of `tag`. */
export function oneOf<Tag extends string, V extends Variants>(
  tag: Tag,
  variants: V,
): Codec<OneOf<Tag, V>> {
  const codecs = new Map(Object.entries(variants).map(([name, one]) => [name, allOf<Codecs>(one)]));
  return {
    write(value) {
      const name: string = value[tag];
      const codec = codecs.get(name);
      assert(codec, `no button says ${name}`);
      return [name, ...codec.write(value)];
    },
    read(words) {
      const [name = ""] = words.splice(0, 1);
      const values = codecs.get(name)?.read(words) ?? BAD;
      return values === BAD ? BAD : ({ [tag]: name, ...values } as OneOf<Tag, V>);
    },
  };
}
