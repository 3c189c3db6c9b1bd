/** GET /openapi.json: the document of this API; public. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type PublicText, publicText, sendCached } from "../cached.js";
import { JSON_TYPE } from "../error-answer.js";

/** The document says where the desk is, so a cache keeps one for each way there. */
const VARY = "Host, X-Forwarded-Proto";

/** A desk has few addresses, but anybody can send any Host: whoever comes last is told none, which means where he came. */
const MOST_ADDRESSES = 16;
const NO_ADDRESS = "/";

/** The document, whose program takes a while to load. */
type ReadDocument = () => Promise<{ readonly openapi: string }>;

export function openApiRoute(scope: FastifyInstance, readDocument: ReadDocument): void {
  const written = new Map<string, Promise<PublicText>>();
  const writtenFor = (address: string) => {
    const known = written.get(address) ?? write(readDocument, address);
    written.set(address, known);
    return known;
  };
  scope.get("/openapi.json", async (request, reply) => {
    const address = addressOf(request);
    const hasRoom = written.has(address) || written.size < MOST_ADDRESSES;
    const text = await writtenFor(hasRoom ? address : NO_ADDRESS);
    return sendCached(request, reply.header("vary", VARY), text);
  });
}

/** Made, and its program loaded, when first asked for: a start need not wait for it. */
async function write(readDocument: ReadDocument, url: string): Promise<PublicText> {
  const { openapi, ...more } = await readDocument();
  const servers = [{ url, description: "This desk" }];
  return publicText(JSON_TYPE, JSON.stringify({ openapi, servers, ...more }));
}

/** What a Host may be; anything else would make another address of it. */
const HOST = /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?$/;

/** Where the client found the desk: behind a proxy that ends TLS, as the proxy says. */
function addressOf({ protocol, headers }: FastifyRequest): string {
  const { host = "", "x-forwarded-proto": forwarded = protocol } = headers;
  return HOST.test(host) ? `${forwarded === "https" ? "https" : "http"}://${host}` : NO_ADDRESS;
}
