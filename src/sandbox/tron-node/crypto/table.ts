/**
 * Multiples of one point, so that a multiplication is a few dozen additions and no doubling. A
 * table takes about 10 ms and 400 KB; it pays for the generator and for signers that are seen again
 * and again.
 */
import { addAffine, allToAffine, double, INFINITY, type Jacobian, type Point } from "./curve.js";

const WINDOW_BITS = 6;
const WINDOWS = Math.ceil(256 / WINDOW_BITS);
const ROW = 2 ** WINDOW_BITS - 1;

export type Table = readonly Point[];

export function table(point: Point): Table {
  const rows: Jacobian[] = [];
  const bases = allToAffine(windowBases(point));
  for (const base of bases) {
    let sum: Jacobian = INFINITY;
    for (let digit = 1; digit <= ROW; digit++) {
      sum = addAffine(sum, base);
      rows.push(sum);
    }
  }
  return allToAffine(rows);
}

function windowBases(point: Point): Jacobian[] {
  const bases: Jacobian[] = [];
  let base: Jacobian = { ...point, z: 1n };
  for (let window = 0; window < WINDOWS; window++) {
    bases.push(base);
    for (let bit = 0; bit < WINDOW_BITS; bit++) base = double(base);
  }
  return bases;
}

/** start + scalar × the table's point. */
export function addMultiple(start: Jacobian, scalar: bigint, multiples: Table): Jacobian {
  let sum = start;
  let rest = scalar;
  for (let window = 0; rest > 0n; window++) {
    const digit = Number(rest & BigInt(ROW));
    const point = digit > 0 ? multiples[window * ROW + digit - 1] : undefined;
    if (point) sum = addAffine(sum, point);
    rest >>= BigInt(WINDOW_BITS);
  }
  return sum;
}

/** scalar × a point that has no table. */
export function multiply(point: Point, scalar: bigint): Jacobian {
  const odd: Jacobian[] = [];
  let sum: Jacobian = INFINITY;
  for (let digit = 1; digit < 16; digit++) {
    sum = addAffine(sum, point);
    odd.push(sum);
  }
  const multiples = allToAffine(odd);
  let result: Jacobian = INFINITY;
  for (const digit of scalar.toString(16)) {
    for (let bit = 0; bit < 4; bit++) result = double(result);
    const multiple = multiples[Number.parseInt(digit, 16) - 1];
    if (multiple) result = addAffine(result, multiple);
  }
  return result;
}
