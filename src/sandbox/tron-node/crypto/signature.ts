/**
 * Signatures the TRON way: 65 bytes r, s, v over a 32-byte hash, and the signer's address recovered
 * from them.
 *
 * Recovery costs about a millisecond. A signer that has been recovered before is instead checked
 * against its table of multiples, which costs a quarter of that and accepts exactly the same
 * signatures (including the parity in v).
 */
import { randomBytes } from "node:crypto";
import { G, INFINITY, invert, lift, mod, N, type Point, toAffine } from "./curve.js";
import { addressOf, hex64 } from "./keys.js";
import { addMultiple, multiply, type Table, table } from "./table.js";

/** Carries java-tron's text for a signature that has no signer. */
export class SignatureProblem extends Error {
  override name = "SignatureProblem";
}

interface Parsed {
  readonly z: bigint;
  readonly r: bigint;
  readonly s: bigint;
  readonly recovery: number;
}

interface Known {
  readonly point: Point;
  seen: number;
  multiples?: Table;
}

/** A table is built at this many sightings; before that it would cost more than it saves. */
const SIGHTINGS = 16;
const KNOWN_SIGNERS = 32;
const known = new Map<string, Known>();
let generator: Table | undefined;

function generatorTable(): Table {
  generator ??= table(G);
  return generator;
}

/** The address of the signer; `candidates` are the addresses that are likely to have signed. */
export function recoverAddress(
  hash: Buffer,
  signature: Buffer,
  candidates: readonly string[],
): string {
  const parsed = parse(hash, signature);
  for (const address of candidates) {
    const multiples = known.get(address)?.multiples;
    if (multiples && isSignedBy(parsed, multiples)) return address;
  }
  const point = recover(parsed);
  if (point === undefined) {
    throw new SignatureProblem(
      "java.security.SignatureException: Could not recover public key from signature",
    );
  }
  const address = addressOf(point);
  if (candidates.includes(address)) remember(address, point);
  return address;
}

function parse(hash: Buffer, signature: Buffer): Parsed {
  let v = signature[64] ?? 0;
  if (v < 27) v += 27; // java-tron does so too when it reads the bytes
  if (v > 34) {
    const byte = v > 127 ? v - 256 : v;
    throw new SignatureProblem(
      `java.security.SignatureException: Header byte out of range: ${byte}`,
    );
  }
  const number = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);
  return {
    z: number(hash),
    r: number(signature.subarray(0, 32)),
    s: number(signature.subarray(32, 64)),
    recovery: (v - 27) % 4,
  };
}

function recover({ z, r, s, recovery }: Parsed): Point | undefined {
  const x = r + (recovery >= 2 ? N : 0n);
  const nonce = r > 0n && s > 0n && x < 2n ** 256n ? lift(x, recovery % 2 === 1) : undefined;
  if (nonce === undefined) return undefined;
  const inverse = invert(r, N);
  const ofNonce = multiply(nonce, mod(s * inverse, N));
  return toAffine(addMultiple(ofNonce, mod(-z * inverse, N), generatorTable()));
}

function isSignedBy({ z, r, s, recovery }: Parsed, multiples: Table): boolean {
  if (r === 0n || s === 0n || s >= N || r >= N) return false;
  const inverse = invert(s, N);
  const ofKey = addMultiple(INFINITY, mod(r * inverse, N), multiples);
  const nonce = toAffine(addMultiple(ofKey, mod(z * inverse, N), generatorTable()));
  if (nonce === undefined || nonce.x !== r + (recovery >= 2 ? N : 0n)) return false;
  return Number(nonce.y & 1n) === recovery % 2;
}

function remember(address: string, point: Point): void {
  const entry = known.get(address) ?? { point, seen: 0 };
  known.delete(address);
  known.set(address, entry);
  entry.seen += 1;
  if (entry.seen >= SIGHTINGS) entry.multiples = table(entry.point);
  const oldest = known.keys().next().value;
  if (known.size > KNOWN_SIGNERS && oldest !== undefined) known.delete(oldest);
}

/** Signs with a random nonce: the keys are the sandbox's own and worthless elsewhere. */
export function sign(hash: Buffer, privateKeyHex: string): Buffer {
  for (;;) {
    const k = mod(BigInt(`0x${randomBytes(32).toString("hex")}`), N);
    const point = toAffine(addMultiple(INFINITY, k, generatorTable()));
    if (point === undefined || point.x >= N) continue;
    const z = BigInt(`0x${hash.toString("hex")}`);
    const s = mod(invert(k, N) * (z + point.x * BigInt(`0x${privateKeyHex}`)), N);
    if (s === 0n) continue;
    const flip = s > N / 2n;
    const odd = (point.y & 1n) === 1n;
    const v = 27 + (odd !== flip ? 1 : 0);
    return Buffer.from(hex64(point.x) + hex64(flip ? N - s : s) + v.toString(16), "hex");
  }
}
