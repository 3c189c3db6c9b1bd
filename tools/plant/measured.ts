/** Reads what the runs of `test/plant` have kept: which functions of the sources each test file ran. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join, relative } from "node:path";
import { type MeasuredTest, placeOf } from "./reach.js";
import { lineStarts, type Shape, smallestAround } from "./shape.js";

/** By file, where each function that ran begins and ends in the code that ran. */
type Ran = Readonly<Record<string, readonly (readonly [start: number, end: number])[]>>;

interface End {
  readonly file: string;
  readonly passed: boolean;
  readonly durationMs: number;
  readonly programs: Ran;
}

const END = ".end.json";

/** `root` is the tree that was measured, with its built files. */
export function readMeasured(root: string, folder: string, shapes: readonly Shape[]) {
  const code = new RanCode(root, shapes);
  for (const name of namesIn(folder, ".map.json")) {
    const { path, lines, map } = readJson<KeptMap>(join(folder, name));
    code.add(path, path, lines, new SourceMap(map));
  }
  return endsIn(folder).map(([name, { file, passed, durationMs, programs }]): MeasuredTest => {
    const own = join(folder, `${name}.ran.json`);
    const places = new Set([
      ...code.placesOf(existsSync(own) ? readJson<Ran>(own) : {}),
      ...code.placesOf(programs),
    ]);
    return { file, passed, durationMs, places: [...places] };
  });
}

interface KeptMap {
  readonly path: string;
  /** Where each line of the code begins. */
  readonly lines: readonly number[];
  readonly map: SourceMapPayload;
}

interface Code {
  readonly lines: readonly number[];
  readonly map: SourceMap;
  readonly shape: Shape | undefined;
  readonly places: Map<string, readonly string[]>;
}

/** Leads from code that ran to the functions of the sources. */
class RanCode {
  readonly #root: string;
  readonly #shapes: ReadonlyMap<string, Shape>;
  readonly #code = new Map<string, Code | undefined>();

  constructor(root: string, shapes: readonly Shape[]) {
    this.#root = root;
    this.#shapes = new Map(shapes.map((shape) => [shape.path, shape]));
  }

  add(ran: string, path: string, lines: readonly number[], map: SourceMap): void {
    this.#code.set(ran, { lines, map, shape: this.#shapes.get(path), places: new Map() });
  }

  placesOf(ran: Ran): string[] {
    return Object.entries(ran).flatMap(([path, ranges]) => {
      if (!this.#code.has(path)) this.#readBuilt(path);
      const code = this.#code.get(path);
      if (!code?.shape) return [];
      return ranges.flatMap(([start, end]) => placesIn(code, start, end));
    });
  }

  /** What the compiler built has its map beside it. */
  #readBuilt(path: string): void {
    const file = join(this.#root, path);
    if (!existsSync(`${file}.map`)) return void this.#code.set(path, undefined);
    const map = readJson<SourceMapPayload>(`${file}.map`);
    const source = relative(this.#root, join(dirname(file), map.sources[0] ?? ""));
    this.add(path, source, lineStarts(readFileSync(file, "utf8")), new SourceMap(map));
  }
}

function placesIn(code: Code, start: number, end: number): readonly string[] {
  const range = `${start}:${end}`;
  let places = code.places.get(range);
  if (!places && code.shape) {
    const { path, functions } = code.shape;
    // What runs may be wrapped: the file as a whole begins before its code.
    const from = Math.max(0, start);
    const at = [sourceAt(code, from, end, 1), sourceAt(code, end - 1, from - 1, -1)];
    const known = at.filter((one) => one !== undefined);
    const around =
      known.length > 0 && smallestAround(functions, Math.min(...known), Math.max(...known));
    places = [placeOf(path), ...(around ? [placeOf(path, around.start)] : [])];
    code.places.set(range, places);
  }
  return places ?? [];
}

/** The first place from there on that the map knows, in the source. */
function sourceAt({ lines, map, shape }: Code, from: number, until: number, step: 1 | -1) {
  let line = lines.findLastIndex((start) => start <= from);
  for (let at = from; at !== until; at += step) {
    while ((lines[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line += 1;
    while ((lines[line] ?? 0) > at) line -= 1;
    const column = at - (lines[line] ?? 0);
    const entry = map.findEntry(line, column);
    if (!("generatedLine" in entry)) continue;
    if (entry.generatedLine !== line || entry.generatedColumn !== column) continue;
    return (shape?.lines[entry.originalLine] ?? 0) + entry.originalColumn;
  }
  return undefined;
}

function endsIn(folder: string): (readonly [name: string, end: End])[] {
  if (!existsSync(folder)) return [];
  return namesIn(folder, END).map((name) => [
    name.slice(0, -END.length),
    readJson<End>(join(folder, name)),
  ]);
}

function namesIn(folder: string, ending: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(ending));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8"));
}
