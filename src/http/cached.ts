/** Public texts that change only with the desk's version: a client that has one already gets a 304. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const CACHE = "public, max-age=300";

export interface PublicText {
  readonly type: string;
  /** All answers share these bytes, because anybody may ask a thousand times without reading. */
  readonly bytes: Buffer;
  readonly digest: string;
}

export function publicText(type: string, text: string): PublicText {
  return { type, bytes: Buffer.from(text), digest: digestOf(text) };
}

/** Sends the text, or 304 when the client has it. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, digest }: PublicText,
): FastifyReply {
  const etag = `"${digest}"`;
  reply.headers({ "cache-control": CACHE, etag });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.header("content-type", type).send(bytes);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
