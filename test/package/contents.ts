/** Whether a file of a package is there for a reason: built from a source that is there still, or one that every package has. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./npm.js";

const OF_EVERY_PACKAGE = ["package.json", "README.md", "LICENSE"];

/** `built` is a path in a folder `dist`, without its ending. */
export function isSource(folder: string, built: string): boolean {
  const source = built.startsWith("shared/") ? join("packages", built) : join(folder, built);
  return existsSync(join(ROOT, `${source}.ts`));
}

/** Of one of our packages, which lies in the folder that its name says. */
export function isOfPackage(name: string, path: string): boolean {
  if (OF_EVERY_PACKAGE.includes(path)) return true;
  const [, built] = /^dist\/(.+?)(?:\.d\.ts|\.js)$/.exec(path) ?? [];
  const folder = name.replace(/^energy-desk-/, "");
  return built !== undefined && isSource(`packages/${folder}/src`, built);
}
