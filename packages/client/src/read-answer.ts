/** From an HTTP answer to its `data`, or to the error it is; in the desk's form or any other. */
import { codeOf, EnergyDeskError, type ErrorFacts } from "./error.js";
import type { Scrub } from "./scrub.js";

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

/** Throws an EnergyDeskError without the key in it. */
export type Reader<T> = (answer: Answer, scrub: Scrub) => T;

const SHOWN_LENGTH = 300;

/** Reads `data` of a success, if it is what was asked for as far as the client itself needs it. */
export function reading<T>(isExpected: (data: unknown) => data is T): Reader<T> {
  return (answer, scrub) => {
    const { status, text } = answer;
    const body = parse(text);
    const fields = isObject(body) ? body : {};
    const isSuccess = status >= 200 && status < 300 && fields.success !== false;
    if (!isSuccess) throw refusal(answer, body, scrub);
    if (fields.success === true && isExpected(fields.data)) return fields.data;
    throw new EnergyDeskError(
      "BAD_ANSWER",
      `HTTP ${status} came without the {"success": true, "data": …} of this call. Is baseUrl the address of the service?`,
      { status, details: body === undefined ? shorten(scrub(text)) : scrub(body) },
    );
  };
}

/** Any JSON object that comes with a success. */
export function readDocument(answer: Answer, scrub: Scrub): Record<string, unknown> {
  const body = parse(answer.text);
  if (answer.status === 200 && isObject(body)) return body;
  throw refusal(answer, body, scrub);
}

/** A failure in a form of its own keeps its whole body as `details`. */
function refusal(answer: Answer, body: unknown, scrub: Scrub): EnergyDeskError {
  const { status, text } = answer;
  const fields = isObject(body) ? body : {};
  const inner = isObject(fields.error) ? fields.error : fields;
  const isOurs = typeof inner.code === "string" && isObject(fields.error);
  const facts: ErrorFacts = {
    status,
    details: isOurs
      ? scrub(inner.details)
      : body === undefined
        ? shorten(scrub(text))
        : scrub(body),
    requestId: typeof fields.requestId === "string" ? scrub(fields.requestId) : undefined,
    retryAfterMs: retryAfterMs(answer.retryAfter),
  };
  const words = firstText(inner.message, fields.error, inner.detail, inner.title, fields.msg);
  const message = words === undefined ? `The service answered HTTP ${status}.` : words;
  return new EnergyDeskError(codeOf(status, inner.code), shorten(scrub(message)), facts);
}

function firstText(...candidates: readonly unknown[]): string | undefined {
  return candidates.find((text): text is string => typeof text === "string" && text !== "");
}

/** `Retry-After`: seconds, or a date of HTTP. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
