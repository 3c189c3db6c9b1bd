/**
 * What a request says, read the way the servlet of its path reads it: some take the body for a
 * message of theirs, some for any object, some read nothing but the query.
 */
import type { ReadableChain } from "../chain/readable-chain.js";
import { jsonException, nullPointer, parseException } from "../wire/java-error.js";
import { isJson, type Json } from "../wire/json.js";
import type { Call } from "./answer.js";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Whether the body is said to be a form, by exactly its media type. */
  readonly isForm: boolean;
  readonly text: string;
}

/**
 * How the body of a POST is read. "message": an empty one is refused. "optional": an empty one is
 * as good as an empty object. "object": an empty one is none, as java's null. "plain": likewise,
 * and a form is not taken. "query": there is no need for a body; what counts is the query.
 */
export type Reading = "message" | "optional" | "object" | "plain" | "query";

/** Reads when somebody looks, since some servlets answer in a way of their own what cannot be read. */
export class GivenCall implements Call {
  readonly chain: ReadableChain;
  readonly solid: boolean;
  readonly #asked: Asked;
  readonly #reading: Reading;
  #body: Json | undefined;

  constructor(chain: ReadableChain, asked: Asked, reading: Reading, solid: boolean) {
    this.chain = chain;
    this.solid = solid;
    this.#asked = asked;
    this.#reading = reading;
  }

  get fromQuery(): boolean {
    return this.#reading === "query" || this.#asked.method !== "POST";
  }

  get body(): Json {
    this.#body ??= this.fromQuery ? parameters(this.#asked) : bodyOf(this.#asked, this.#reading);
    return this.#body;
  }

  get visible(): boolean {
    return String(this.body.visible).toLowerCase() === "true";
  }
}

function parameters({ method, query, isForm, text }: Asked): Json {
  const form = method === "POST" && isForm ? fieldsOf(text) : {};
  return { ...form, ...Object.fromEntries(query) };
}

function bodyOf({ text, isForm }: Asked, reading: Reading): Json {
  if (text.trim() === "") return whenEmpty(reading);
  if (isForm && reading !== "plain" && !isValidJson(text)) return fieldsOf(text);
  return parseObject(text);
}

function whenEmpty(reading: Reading): Json {
  if (reading === "optional") return {};
  throw reading === "message" ? parseException('Expected "{".') : nullPointer();
}

function fieldsOf(form: string): Json {
  return Object.fromEntries(new URLSearchParams(form));
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function parseObject(text: string): Json {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw jsonException(`syntax error, pos 1, line 1, column 2${text.slice(0, 100)}`);
  }
  if (body === null) throw nullPointer();
  if (!isJson(body)) throw jsonException("can not cast to JSONObject.");
  return body;
}
