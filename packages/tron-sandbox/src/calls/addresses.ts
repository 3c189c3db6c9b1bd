/**
 * The contracts that every sandbox has from the start. The addresses are hashes of a text, so nobody
 * has a key of them.
 */
import { createHash } from "node:crypto";
import { toBase58 } from "../wire/address.js";

function named(name: string): string {
  return `41${createHash("sha256").update(`tron-sandbox: ${name}`).digest("hex").slice(0, 40)}`;
}

/** In hex, as everywhere inside the node. */
export const USDT = named("the USDT contract");
/** Pays out what others pay it, in ways that a wallet cannot. */
export const PAYER = named("the paying contract");

/** The token contract's address, the same in every sandbox. */
export const USDT_CONTRACT = toBase58(USDT);
