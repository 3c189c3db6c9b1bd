/** The page of `GET /docs` and its files: the viewer's own and ours. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const TYPES = {
  "start.js": "text/javascript; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
} as const;

export type DocsFile = keyof typeof TYPES;

export const DOCS_FILES = Object.keys(TYPES) as [DocsFile, ...DocsFile[]];

export function isDocsFile(name: string): name is DocsFile {
  return Object.hasOwn(TYPES, name);
}

export function readDocsFile(name: DocsFile): { readonly type: string; readonly text: string } {
  return { type: TYPES[name], text: textOf(name) };
}

function textOf(name: DocsFile): string {
  if (name === "start.js") return START_SCRIPT;
  const text = readViewerFile(name);
  return name === "swagger-ui.css" ? `${text}\n${OWN_STYLE}` : text;
}

/** Without the line that names a source map, which is not served. */
function readViewerFile(name: DocsFile): string {
  const text = readFileSync(viewerFile(name), "utf8");
  return text.replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, "");
}

/** The build puts the viewer beside the compiled door; from source, it comes from the package. */
function viewerFile(name: DocsFile): string | URL {
  const isSource = import.meta.url.endsWith(".ts");
  return isSource
    ? createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)
    : new URL(`../viewer/${name}`, import.meta.url);
}

/** Keeps browsers from asking for an icon. */
const NO_ICON = "data:,";

/** Its addresses are relative, so that a proxy may serve the desk below a path. */
export const DOCS_PAGE = `<!doctype html>
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
 * with the page. Only the caller's way to authorize is offered, so that nobody types his key where the operator's secrets go.
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
