/** The files of the page: the viewer's own and ours. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { OWN_STYLE, START_SCRIPT } from "./page.js";

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
