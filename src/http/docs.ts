/**
 * What the desk says of itself: where to go, the OpenAPI document, and the document as a page to read and to try. The viewer comes with the
 * desk, so it works without any other network, and the page may load and call only the desk it came from.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type PublicText, publicText, sendCached } from "./compressed.js";
import { named } from "./contract/shapes.js";
import { JSON_TYPE, nothingAt } from "./error-answer.js";
import type { ReadDocument, Route } from "./route.js";

const NAME = "Energy Desk";
const WHAT = "Sells TRON Energy and Bandwidth.";

/** Of a sandbox only. */
const CHAT = "/sandbox/chat";

const PLACES = {
  docs: { path: "/docs", says: "the HTTP API, to read and to try" },
  openapi: { path: "/openapi.json", says: "the same as OpenAPI 3.1" },
  prices: { path: "/setting/ui", says: "prices, floors, what is ready to sell" },
  health: { path: "/readyz", says: "whether orders can be taken now" },
  chat: { path: CHAT, says: "the Telegram bot, without Telegram" },
} as const;

const entriesOf = (hasChat: boolean) =>
  Object.entries(PLACES).filter(([name]) => hasChat || name !== "chat");

function placesOf(hasChat: boolean) {
  const paths = entriesOf(hasChat).map(([name, { path }]) => [name, path]);
  return { name: NAME, what: WHAT, ...Object.fromEntries(paths) };
}

/** Its addresses are relative, so that a proxy may serve the desk below a path. */
function pageOf(hasChat: boolean): string {
  const links = entriesOf(hasChat).map(
    ([, { path, says }]) => `<li><a href="${path.slice(1)}">${path}</a>: ${says}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${NAME}</h1>
<p>${WHAT}</p>
<ul>
${links.join("\n")}
</ul>
</body>
</html>
`;
}

const TYPES = {
  "start.js": "text/javascript; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
} as const;

type DocsFile = keyof typeof TYPES;

const DOCS_FILES = Object.keys(TYPES) as [DocsFile, ...DocsFile[]];

function isDocsFile(name: string): name is DocsFile {
  return Object.hasOwn(TYPES, name);
}

function readDocsFile(name: DocsFile): { readonly type: string; readonly text: string } {
  return { type: TYPES[name], text: textOf(name) };
}

function textOf(name: DocsFile): string {
  if (name === "start.js") return START_SCRIPT;
  const text = readViewerFile(name);
  return name === "swagger-ui.css" ? `${text}\n${OWN_STYLE}` : text;
}

/** Without the line that names a source map, which is not served. */
function readViewerFile(name: DocsFile): string {
  const text = readFile(name).toString();
  return text.replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, "");
}

/** The build puts the viewer beside the compiled door, the large file packed; from source, it comes from the package. */
function readFile(name: DocsFile): Buffer {
  if (import.meta.url.endsWith(".ts")) {
    return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
  }
  const place = (file: string) => new URL(`./viewer/${file}`, import.meta.url);
  if (name === "swagger-ui-bundle.js") return gunzipSync(readFileSync(place(`${name}.gz`)));
  return readFileSync(place(name));
}

/** Keeps browsers from asking for an icon. */
const NO_ICON = "data:,";

/** Its addresses are relative, so that a proxy may serve the desk below a path. */
const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Energy Desk: the HTTP API</title>
<link rel="icon" href="${NO_ICON}">
<link rel="stylesheet" href="docs/swagger-ui.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/start.js" defer></script>
</head>
<body>
<main id="docs"><p>Reading the document…</p></main>
<noscript><p>This page needs JavaScript. The document itself is <a href="openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`;

/**
 * Calls go to the page's own origin, whatever a proxy has told the desk about its address. The key is stored nowhere and gone
 * with the page. Only the caller's way to authorize is offered, so that nobody types a key where the operator's secrets go.
 */
const START_SCRIPT = `const home = new URL(".", location.href).href.replace(/\\/$/, "");
const forCallers = ({ components, paths, ...spec }) => {
  const { apiKey } = components.securitySchemes;
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    operation.security = operation.security.filter((way) => "apiKey" in way);
  }
  return { ...spec, paths, components: { ...components, securitySchemes: { apiKey } } };
};
const show = (spec) =>
  SwaggerUIBundle({
    spec: { ...forCallers(spec), servers: [{ url: home, description: "This desk" }] },
    dom_id: "#docs",
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null,
  });
const tell = () => {
  document.getElementById("docs").textContent = "The document cannot be read now. Load the page again.";
};
fetch("openapi.json").then((answer) => answer.json()).then(show).catch(tell);
`;

/** No answer here has links, and on a phone the empty column would be wider than the page. */
const OWN_STYLE = `.swagger-ui .response-col_links { display: none; }
`;

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

/** Headers of every page. */
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
