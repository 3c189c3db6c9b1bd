/**
 * GET /docs: the document as a page, to read and to try. The viewer comes with the desk, so it works without any other network,
 * and the page may load and call only the desk it came from.
 */
import type { FastifyInstance } from "fastify";
import { type PublicText, publicText, sendCached } from "../cached.js";
import { DOCS_PAGE, type DocsFile, isDocsFile, readDocsFile } from "../docs/files.js";
import { nothingAt } from "../error-answer.js";

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
export const SAFETY = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const PAGE = publicText("text/html; charset=utf-8", DOCS_PAGE);

export function docsRoutes(scope: FastifyInstance): void {
  const known = new Map<DocsFile, PublicText>();
  scope.get("/docs", (request, reply) => sendCached(request, reply.headers(SAFETY), PAGE));
  scope.get<{ Params: { file: string } }>("/docs/:file", (request, reply) => {
    const { file } = request.params;
    if (!isDocsFile(file)) throw nothingAt(request.method, request.url);
    // Read at the first request: most desks are never asked.
    const read = known.get(file) ?? readPublicText(file);
    known.set(file, read);
    return sendCached(request, reply.headers(SAFETY), read);
  });
}

function readPublicText(file: DocsFile): PublicText {
  const { type, text } = readDocsFile(file);
  return publicText(type, text);
}
