/** Damage in the middle of an archive: its first page and its indexes can be read as before. */
import { readFileSync, writeFileSync } from "node:fs";
import { assert } from "../../src/domain/assert.js";
import type { Archive } from "../../src/store/archive/archive.js";

const PAGE_BYTES = 16_384;

/** Overwrites the page that has the row of an order, or of a delegation. */
export function damagePageOf(archive: Archive, id: string): void {
  archive.close();
  const bytes = readFileSync(archive.path);
  const at = bytes.indexOf(`"id":"${id}"`);
  assert(at >= PAGE_BYTES, "the row has a page of its own kind");
  const start = at - (at % PAGE_BYTES);
  writeFileSync(archive.path, bytes.fill(0xa7, start, start + PAGE_BYTES));
}
