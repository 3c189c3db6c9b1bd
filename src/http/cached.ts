/** Public texts that change only with the desk's version: a client that has one already gets a 304. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Packed, variesByEncoding } from "./compressed.js";

const CACHE = "public, max-age=300";

export interface PublicText {
  readonly type: string;
  /** All answers share these bytes, because anybody may ask a thousand times without reading. */
  readonly packed: Packed;
  readonly digest: string;
}

export function publicText(type: string, text: string): PublicText {
  return { type, packed: new Packed(Buffer.from(text)), digest: digestOf(text) };
}

/** Sends the text, or 304 when the client has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, packed, digest }: PublicText,
): Promise<FastifyReply> {
  // Weak, because the compressed bytes are others.
  reply.headers({ "cache-control": CACHE, etag: `W/"${digest}"` });
  variesByEncoding(reply);
  if (hasTag(request.headers["if-none-match"], digest)) return reply.code(304).send();
  const bytes = await packed.for(request, reply);
  return reply.header("content-type", type).send(bytes);
}

/** Whether a client has it: `*`, or a list of tags of which each may be weak. */
function hasTag(known: string | undefined, digest: string): boolean {
  if (known === undefined) return false;
  if (known.trim() === "*") return true;
  return [...known.matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === digest);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
