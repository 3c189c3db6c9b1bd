/**
 * What the desk says of itself: where to go, the OpenAPI document, and the document as a page to read and to try. The viewer comes with the
 * desk, so it works without any other network, and the page may load and call only the desk it came from.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type PublicText, publicText, sendCached } from "./cached.js";
import { named } from "./contract/shapes.js";
import { DOCS_FILES, DOCS_PAGE, type DocsFile, isDocsFile, readDocsFile } from "./docs/files.js";
import { JSON_TYPE, nothingAt } from "./error-answer.js";
import { CHAT, NAME, pageOf, placesOf, WHAT } from "./places.js";
import type { ReadDocument, Route } from "./route.js";

const path = z.string();
const places = named(
  "Places",
  z.object({
    name: z.literal(NAME),
    what: z.literal(WHAT),
    docs: path,
    openapi: path,
    prices: path,
    health: path,
    chat: path.optional().describe("In a sandbox: the bot, without Telegram."),
  }),
);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The viewer's icons are in its style sheet.
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Of every page. */
const SAFETY = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const PAGE = publicText("text/html; charset=utf-8", DOCS_PAGE);

/** The document contains the desk's address, so one is cached for each. */
const VARY = "Host, X-Forwarded-Proto";

/**
 * A desk has few addresses, but anybody can send any Host: beyond so many, the document has no server, which means its own
 * address.
 */
const MOST_ADDRESSES = 16;
const NO_ADDRESS = "/";

const PUBLIC = { method: "get", tag: "Desk", caller: "anybody", isCached: true } as const;

export const DOCS_ROUTES: readonly Route[] = [
  {
    ...PUBLIC,
    path: "/",
    id: "root",
    summary: "What this is and where to go",
    description: "JSON, or a page of links for whoever asks for HTML.",
    answer: { data: places, example: placesOf(false), isPageToo: true },
    mount(scope) {
      let known: ReturnType<typeof placesTexts> | undefined;
      scope.get("/", (request, reply) => {
        // The chat page is mounted after these routes.
        known ??= placesTexts(scope.hasRoute({ method: "GET", url: CHAT }));
        const isBrowser = /\btext\/html\b/i.test(request.headers.accept ?? "");
        reply.headers({ ...SAFETY, vary: "Accept" });
        return sendCached(request, reply, isBrowser ? known.page : known.json);
      });
    },
  },
  {
    ...PUBLIC,
    path: "/openapi.json",
    id: "openapi",
    summary: "This document",
    description:
      "OpenAPI 3.1, made from the schemas that check the requests. Its server is the address you asked.",
    answer: { contentTypes: ["application/json"] },
    mount: mountDocument,
  },
  {
    ...PUBLIC,
    path: "/docs",
    id: "docs",
    summary: "This document as a page, to read and to try",
    description: "It calls nothing but this desk, with real money wherever that is no sandbox.",
    answer: { contentTypes: ["text/html"] },
    mount(scope) {
      scope.get("/docs", (request, reply) => sendCached(request, reply.headers(SAFETY), PAGE));
    },
  },
  {
    ...PUBLIC,
    path: "/docs/{file}",
    id: "docsFile",
    summary: "What that page is made of",
    description: "The viewer and its style sheet, served by the desk itself.",
    params: { file: z.enum(DOCS_FILES) },
    answer: { contentTypes: ["text/javascript", "text/css"] },
    errors: ["NOT_FOUND"],
    mount(scope) {
      const known = new Map<DocsFile, PublicText>();
      scope.get<{ Params: { file: string } }>("/docs/:file", (request, reply) => {
        const { file } = request.params;
        if (!isDocsFile(file)) throw nothingAt(request.method, request.url);
        // Read at the first request: most desks are never asked.
        const read = known.get(file) ?? readPublicText(file);
        known.set(file, read);
        return sendCached(request, reply.headers(SAFETY), read);
      });
    },
  },
];

function placesTexts(hasChat: boolean) {
  return {
    page: publicText("text/html; charset=utf-8", pageOf(hasChat)),
    json: publicText(JSON_TYPE, JSON.stringify({ success: true, data: placesOf(hasChat) })),
  };
}

function readPublicText(file: DocsFile): PublicText {
  const { type, text } = readDocsFile(file);
  return publicText(type, text);
}

function mountDocument(
  scope: FastifyInstance,
  { readDocument }: { readonly readDocument: ReadDocument },
): void {
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

/** Made, and its code loaded, at the first request: a start need not wait for it. */
async function write(readDocument: ReadDocument, url: string): Promise<PublicText> {
  const { openapi, ...more } = await readDocument();
  const servers = [{ url, description: "This desk" }];
  return publicText(JSON_TYPE, JSON.stringify({ openapi, servers, ...more }));
}

/** A valid Host; anything else would make another address of it. */
const HOST = /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?$/;

/** The desk's address as the client sees it: behind a proxy that ends TLS, what the proxy says. */
function addressOf({ protocol, headers }: FastifyRequest): string {
  const { host = "", "x-forwarded-proto": forwarded = protocol } = headers;
  return HOST.test(host) ? `${forwarded === "https" ? "https" : "http"}://${host}` : NO_ADDRESS;
}
