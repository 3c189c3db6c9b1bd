/** Reads the parameters of a request: the query first, then the body, whatever its media type. */
import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { badRequest } from "./api-error.js";
import { readMultipart } from "./multipart.js";
import { Params, type UploadedFile } from "./params.js";

/** Room for the parts' headers comes on top of the largest file. */
export const BODY_LIMIT_BYTES = 20 * 1024 * 1024 + 65_536;

export function readParams(request: FastifyRequest): Params {
  const values = new Map<string, string>();
  const url = new URL(request.url, "http://sandbox");
  for (const [name, value] of url.searchParams) keepFirst(values, name, value);
  const body = request.body;
  const files: UploadedFile[] = [];
  if (!Buffer.isBuffer(body) || body.length === 0) return new Params(values);
  const type = request.headers["content-type"] ?? "";
  if (/^multipart\/form-data/i.test(type)) {
    const form = readMultipart(type, body);
    for (const [name, value] of form.values) keepFirst(values, name, value);
    files.push(...form.files);
  } else if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const form = new URLSearchParams(textOf(body));
    for (const [name, value] of form) keepFirst(values, name, value);
  } else if (/^application\/json/i.test(type)) {
    readJson(values, textOf(body));
  }
  return new Params(values, files);
}

function readJson(values: Map<string, string>, text: string): void {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest("JSON object expected");
  }
  for (const [name, field] of Object.entries(value)) {
    keepFirst(values, name, typeof field === "string" ? field : JSON.stringify(field));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("can't parse object");
  }
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw badRequest("strings must be encoded in UTF-8");
  return body.toString("utf8");
}

function keepFirst(values: Map<string, string>, name: string, value: string): void {
  if (!values.has(name)) values.set(name, value);
}
