/** Key pairs of the sandbox: random private keys, their points and their addresses. */
import { createECDH } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Point } from "./curve.js";

export function randomPrivateKeyHex(): string {
  const ecdh = createECDH("secp256k1");
  ecdh.generateKeys();
  return ecdh.getPrivateKey("hex").padStart(64, "0");
}

function publicPoint(privateKeyHex: string): Point {
  const ecdh = createECDH("secp256k1");
  ecdh.setPrivateKey(privateKeyHex, "hex");
  const hex = ecdh.getPublicKey("hex");
  return { x: BigInt(`0x${hex.slice(2, 66)}`), y: BigInt(`0x${hex.slice(66)}`) };
}

/** 41 and the last 20 bytes of keccak-256 of the public key, in hex. */
export function addressOf(point: Point): string {
  const bytes = Buffer.from(hex64(point.x) + hex64(point.y), "hex");
  return `41${Buffer.from(keccak_256(bytes)).toString("hex").slice(24)}`;
}

export function addressOfKey(privateKeyHex: string): string {
  return addressOf(publicPoint(privateKeyHex));
}

export function hex64(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}
