/** Public texts that change with the desk's version only: a client that has one is told so and sent nothing. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const CACHE = "public, max-age=300";

/** Sends the text, or that it is what the client has; `digest` stands for the text. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, digest, text }: { type: string; digest: string; text: () => string },
): FastifyReply {
  const etag = `"${digest}"`;
  reply.headers({ "cache-control": CACHE, etag });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.header("content-type", type).send(text());
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
