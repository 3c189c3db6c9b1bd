/** Compresses answers over 1 KB (br or gzip) for clients that accept it. */

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const LEAST_BYTES = 1_024;
/** Brotli quality: as quick as gzip, and smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** In order of preference where a client likes several equally. */
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];

const toBrotli = promisify(brotliCompress);
const toGzip = promisify<Buffer, Buffer>(gzip);

/** Bytes, and their compressed forms, each made once. */
class Packed {
  readonly #made = new Map<Encoding, Promise<Buffer>>();

  constructor(readonly bytes: Buffer) {}

  /** As this client takes them; says so in the headers. */
  async for(request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
    const encoding = encodingFor(request);
    if (this.bytes.length <= LEAST_BYTES || encoding === undefined) return this.bytes;
    const made = this.#made.get(encoding) ?? compress(this.bytes, encoding);
    this.#made.set(encoding, made);
    const packed = await made;
    reply.header("content-encoding", encoding);
    return packed;
  }
}

export function compressAnswers(server: FastifyInstance): void {
  server.addHook<string | Buffer | null>("onSend", (request, reply, answer, done) => {
    const isText = typeof answer === "string" || Buffer.isBuffer(answer);
    if (!isText || reply.hasHeader("content-encoding")) return done(null, answer);
    if (Buffer.byteLength(answer) <= LEAST_BYTES) return done(null, answer);
    variesByEncoding(reply);
    if (encodingFor(request) === undefined) return done(null, answer);
    reply.removeHeader("content-length");
    new Packed(Buffer.from(answer)).for(request, reply).then(
      (bytes) => done(null, bytes),
      (error: Error) => done(error),
    );
  });
}

/** Tells caches that the answer depends on what encodings a client takes. */
function variesByEncoding(reply: FastifyReply): void {
  const others = String(reply.getHeader("vary") ?? "");
  if (/accept-encoding/i.test(others)) return;
  reply.header("vary", others === "" ? "Accept-Encoding" : `${others}, Accept-Encoding`);
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br" ? toBrotli(bytes, BROTLI) : toGzip(bytes);
}

/** What the client likes best; undefined where it wants the bytes as they are. */
function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers["accept-encoding"] ?? "");
  if (accepted === "") return undefined;
  let best: { readonly encoding: Encoding; readonly weight: number } | undefined;
  for (const encoding of ENCODINGS) {
    const weight = weightOf(accepted, encoding);
    if (weight > (best?.weight ?? 0)) best = { encoding, weight };
  }
  return best?.encoding;
}

/** Quality from 0 to 1: "gzip;q=0.5" is 0.5; what is not named is 0. */
function weightOf(accepted: string, encoding: Encoding): number {
  for (const one of accepted.split(",")) {
    const [name = "", ...parameters] = one.split(";").map((part) => part.trim().toLowerCase());
    if (name !== encoding) continue;
    const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}

const CACHE = "public, max-age=300";

/** Changes only with the desk's version: a client that has it already gets a 304. */
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
