/**
 * Arithmetic on secp256k1, for signature recovery only. Node's own crypto cannot recover a key from
 * a signature, and the curve libraries in node_modules are not ours to import. Timing does not
 * matter here: nothing secret is handled.
 */
const P = 2n ** 256n - 2n ** 32n - 977n;
export const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

export const G: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

/** Jacobian coordinates: x = X/Z², y = Y/Z³; Z = 0 is the point at infinity. */
export interface Jacobian {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

export const INFINITY: Jacobian = { x: 1n, y: 1n, z: 0n };

export function mod(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

export function invert(value: bigint, modulus: bigint): bigint {
  let [low, high, x, y] = [mod(value, modulus), modulus, 1n, 0n];
  while (low > 1n) {
    const quotient = high / low;
    [low, high, x, y] = [high - quotient * low, low, y - quotient * x, x];
  }
  return mod(x, modulus);
}

export function double({ x, y, z }: Jacobian): Jacobian {
  if (z === 0n) return INFINITY;
  const b = (y * y) % P;
  const s = (4n * x * b) % P;
  const m = (3n * x * x) % P;
  const x3 = mod(m * m - 2n * s, P);
  return { x: x3, y: mod(m * (s - x3) - 8n * b * b, P), z: (2n * y * z) % P };
}

/** Adds an affine point, which is what tables hold; it saves a third of the multiplications. */
export function addAffine(a: Jacobian, b: Point): Jacobian {
  if (a.z === 0n) return { x: b.x, y: b.y, z: 1n };
  const zz = (a.z * a.z) % P;
  const h = mod(b.x * zz - a.x, P);
  const r = mod(((b.y * zz) % P) * a.z - a.y, P);
  if (h === 0n) return r === 0n ? double(a) : INFINITY;
  const hh = (h * h) % P;
  const hhh = (h * hh) % P;
  const v = (a.x * hh) % P;
  const x3 = mod(r * r - hhh - 2n * v, P);
  return { x: x3, y: mod(r * (v - x3) - a.y * hhh, P), z: (a.z * h) % P };
}

export function toAffine({ x, y, z }: Jacobian): Point | undefined {
  if (z === 0n) return undefined;
  const inverse = invert(z, P);
  const square = (inverse * inverse) % P;
  return { x: (x * square) % P, y: (((y * square) % P) * inverse) % P };
}

/** All points affine at the price of one inversion (Montgomery's trick); none may be infinity. */
export function allToAffine(points: readonly Jacobian[]): Point[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const { z } of points) {
    products.push(product);
    product = (product * z) % P;
  }
  let inverse = invert(product, P);
  const affine: Point[] = [];
  for (let index = points.length - 1; index >= 0; index--) {
    const { x, y, z } = points[index] ?? INFINITY;
    const zInverse = (inverse * (products[index] ?? 1n)) % P;
    inverse = (inverse * z) % P;
    const square = (zInverse * zInverse) % P;
    affine[index] = { x: (x * square) % P, y: (((y * square) % P) * zInverse) % P };
  }
  return affine;
}

/** The point with this x and parity of y, if there is one. */
export function lift(x: bigint, odd: boolean): Point | undefined {
  const square = (x * x * x + 7n) % P;
  const root = power(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) return undefined;
  return { x, y: (root & 1n) === (odd ? 1n : 0n) ? root : P - root };
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % P;
    if (bit === "1") result = (result * base) % P;
  }
  return result;
}
