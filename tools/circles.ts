/** Files, and folders, that import each other, types counted. */
import { dirname } from "node:path";
import type { TreeFile } from "./source-tree.js";

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The files of each circle, sorted: each of them leads to each other one. Circles that share a file are one. */
export function fileCircles(files: readonly TreeFile[]): readonly (readonly string[])[] {
  const arrows = arrowsBetween(files, (path) => path);
  return strongComponents(arrows).filter((circle) => circle.length > 1);
}

/**
 * "src/a <> src/b", sorted, for each two folders of which each has a file that imports one of the other. A folder and one inside it
 * are none: at the top of a part stands what its folders share, and what puts them together.
 */
export function folderPairs(files: readonly TreeFile[]): readonly string[] {
  const arrows = arrowsBetween(files, folderOf);
  const pairs: string[] = [];
  for (const [from, targets] of arrows) {
    for (const to of targets) {
      if (from < to && !to.startsWith(`${from}/`) && arrows.get(to)?.has(from))
        pairs.push(`${from} <> ${to}`);
    }
  }
  return pairs.sort();
}

/** A file at the top of `src` stands for itself. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return folder === "src" ? path : folder;
}

function arrowsBetween(files: readonly TreeFile[], nameOf: (path: string) => string): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = nameOf(path);
    const targets = arrows.get(from) ?? new Set<string>();
    arrows.set(from, targets);
    for (const one of imports) {
      if (nameOf(one.path) !== from) targets.add(nameOf(one.path));
    }
  }
  return arrows;
}

/** Tarjan's algorithm: the largest sets in which everything leads to everything else, each sorted. */
function strongComponents(arrows: Arrows): string[][] {
  const components: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  /** The earliest open one that is reached from here. */
  const visit = (name: string): number => {
    const own = order.size;
    let earliest = own;
    order.set(name, own);
    open.push(name);
    isOpen.add(name);
    for (const target of arrows.get(name) ?? []) {
      const seen = order.get(target);
      if (seen === undefined) earliest = Math.min(earliest, visit(target));
      else if (isOpen.has(target)) earliest = Math.min(earliest, seen);
    }
    if (earliest === own) {
      const component = open.splice(open.indexOf(name));
      for (const one of component) isOpen.delete(one);
      components.push(component.sort());
    }
    return earliest;
  };
  for (const name of arrows.keys()) if (!order.has(name)) visit(name);
  return components.sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}
