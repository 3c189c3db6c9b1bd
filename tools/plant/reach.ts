/** Which tests reach a change: those that were measured to run the function it is in, or one that uses the constant it is in. */
import type { Change } from "./changes.js";
import { type Shape, smallestAround } from "./shape.js";

/** What one test file was measured to do. */
export interface MeasuredTest {
  /** From the root of the project. */
  readonly file: string;
  readonly passed: boolean;
  readonly durationMs: number;
  /** `placeOf` of each function that ran; without a place, the file itself was loaded. */
  readonly places: readonly string[];
}

export function placeOf(path: string, start?: number): string {
  return start === undefined ? path : `${path}:${start}`;
}

/** What runs in a browser is measured by nobody. */
const IN_BROWSER = /\/browser\//;

/** A constant may be used by another, and that by a third. */
const MOST_STEPS = 4;

export class Reach {
  readonly #shapes: readonly Shape[];
  readonly #testsOf = new Map<string, MeasuredTest[]>();
  readonly #withBrowser: ReadonlySet<MeasuredTest>;

  constructor(shapes: readonly Shape[], tests: readonly MeasuredTest[]) {
    this.#shapes = shapes;
    const green = tests.filter(({ passed }) => passed);
    this.#withBrowser = new Set(green.filter(({ file }) => IN_BROWSER.test(file)));
    for (const test of green) {
      for (const place of test.places) {
        const there = this.#testsOf.get(place);
        if (there) there.push(test);
        else this.#testsOf.set(place, [test]);
      }
    }
  }

  /** Those first that say most about it: quick ones that reach little else. */
  testsOf({ path, start }: Pick<Change, "path" | "start">): readonly MeasuredTest[] {
    const weight = ({ durationMs, places }: MeasuredTest) => durationMs * places.length;
    const tests = this.#at(this.#placesOf(path, start));
    const reached = tests.size > 0 ? tests : this.#at([placeOf(path)]);
    const all = reached.size === 0 && IN_BROWSER.test(path) ? this.#withBrowser : reached;
    return [...all].sort((a, b) => weight(a) - weight(b));
  }

  #at(places: readonly string[]): ReadonlySet<MeasuredTest> {
    return new Set(places.flatMap((place) => this.#testsOf.get(place) ?? []));
  }

  #placesOf(path: string, start: number): string[] {
    const shape = this.#shapes.find((one) => one.path === path);
    if (!shape) return [];
    const around = smallestAround(shape.functions, start);
    if (around) return [placeOf(path, around.start)];
    const inClass = smallestAround(shape.classes, start);
    if (inClass) {
      return shape.functions
        .filter((one) => smallestAround([inClass], one.start, one.end))
        .map((one) => placeOf(path, one.start));
    }
    return this.#usersOf(path, smallestAround(shape.statements, start), MOST_STEPS);
  }

  /** The functions that name what is declared there, or a declaration that does. */
  #usersOf(path: string, from: Shape["statements"][number] | undefined, steps: number): string[] {
    if (!from || steps === 0) return [];
    const isUser = ({ words }: { readonly words: ReadonlySet<string> }) =>
      from.declares.some((name) => words.has(name));
    return this.#shapes
      .filter((shape) => from.isExported || shape.path === path)
      .flatMap((shape) => [
        ...shape.functions.filter(isUser).map(({ start }) => placeOf(shape.path, start)),
        ...shape.statements
          .filter((one) => one !== from && one.declares.length > 0 && isUser(one))
          .flatMap((one) => this.#usersOf(shape.path, one, steps - 1)),
      ]);
  }
}
