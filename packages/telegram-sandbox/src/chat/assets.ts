/** The compiled modules of the page, as the browser asks for them. */
import { readdirSync, readFileSync } from "node:fs";

/** By file name: "chat.js" begins, it imports the others. */
export function browserModules(): ReadonlyMap<string, string> {
  const folder = compiledFolder();
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return new Map(names.map((name) => [name, readModule(new URL(name, folder))]));
}

/** Without the line that leads to a source map, which is not served. */
function readModule(file: URL): string {
  return readFileSync(file, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
}

/**
 * A browser cannot load TypeScript: when this file runs from its source, the compiled modules are
 * taken.
 */
function compiledFolder(): URL {
  const isSource = import.meta.url.endsWith(".ts");
  const folder = isSource ? "../../dist/chat/browser/" : "./browser/";
  return new URL(folder, import.meta.url);
}
