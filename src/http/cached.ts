/** Public texts that change with the desk's version only: a client that has one is told so and sent nothing. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const CACHE = "public, max-age=300";

export interface PublicText {
  readonly type: string;
  /** Of whoever asks nothing is known, and he may ask a thousand times without reading: all answers share these bytes. */
  readonly bytes: Buffer;
  readonly digest: string;
}

export function publicText(type: string, text: string): PublicText {
  return { type, bytes: Buffer.from(text), digest: digestOf(text) };
}

/** Sends the text, or that it is what the client has. */
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
