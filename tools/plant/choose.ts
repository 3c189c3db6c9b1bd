/**
 * Which changes are planted, and in which order: by the seed alone, and as many in each folder. A change keeps its place among
 * those of its folder when other lines move, so that two commits are asked almost the same.
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { Change } from "./changes.js";

/** One queue a folder, to be taken from in turns. */
export function queuesOf(changes: readonly Change[], seed: string): Change[][] {
  const folders = new Map<string, Change[]>();
  for (const change of changes) {
    const folder = dirname(change.path);
    folders.set(folder, [...(folders.get(folder) ?? []), change]);
  }
  const seen = new Map<string, number>();
  /** What is written alike in one file is told apart by its number. */
  const nameOf = ({ path, was, becomes }: Change) => {
    const name = [path, was, becomes].join("\n");
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return `${name}\n${number}`;
  };
  return inOrder([...folders.keys()], (folder) => folder, seed).map((folder) =>
    inOrder(folders.get(folder) ?? [], nameOf, seed),
  );
}

function inOrder<T>(all: readonly T[], nameOf: (one: T) => string, seed: string): T[] {
  return all
    .map((one) => ({ one, rank: rankOf(`${seed}\n${nameOf(one)}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one);
}

function rankOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}
