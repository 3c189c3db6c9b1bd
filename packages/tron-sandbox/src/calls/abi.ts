/** Arguments, results and events of contracts: words of 32 bytes, as Solidity lays them out. */
import { keccak_256 } from "@noble/hashes/sha3.js";

const WORD_BYTES = 32;
const SELECTOR_BYTES = 4;
/** Of `Error(string)`, which a `require` with a text returns. */
const ERROR_SELECTOR = selectorOf("Error(string)");

/** Of "transfer(address,uint256)": the first four bytes of its hash, in hex. */
export function selectorOf(signature: string): string {
  return hashOf(signature).slice(0, 2 * SELECTOR_BYTES);
}

/** The first topic of an event, such as of "Transfer(address,address,uint256)". */
export function hashOf(signature: string): string {
  return Buffer.from(keccak_256(Buffer.from(signature, "utf8"))).toString("hex");
}

export function selectorIn(data: Buffer): string {
  return data.toString("hex", 0, SELECTOR_BYTES);
}

/** The arguments after the selector; each answers undefined where the data ends too early. */
export class Arguments {
  readonly #data: Buffer;

  constructor(data: Buffer) {
    this.#data = data.subarray(SELECTOR_BYTES);
  }

  uint(index: number): bigint | undefined {
    const word = this.#data.subarray(index * WORD_BYTES, (index + 1) * WORD_BYTES);
    return word.length === WORD_BYTES ? BigInt(`0x${word.toString("hex")}`) : undefined;
  }

  /** As hex with 41; the 12 bytes before it do not count, as in the main network's USDT. */
  address(index: number): string | undefined {
    const word = this.uint(index);
    return word === undefined ? undefined : `41${wordOf(word).slice(24)}`;
  }

  /** A list of addresses, of which the argument says where it begins. */
  addresses(index: number): string[] | undefined {
    const start = Number(this.uint(index) ?? 0n) / WORD_BYTES;
    const count = Number.isInteger(start) ? Number(this.uint(start) ?? -1n) : -1;
    if (count < 0 || count > this.#data.length / WORD_BYTES) return undefined;
    const found = Array.from({ length: count }, (_, one) => this.address(start + 1 + one));
    return found.every((one) => one !== undefined) ? found : undefined;
  }
}

/** 64 hex characters. */
export function wordOf(value: bigint | number): string {
  return value.toString(16).padStart(2 * WORD_BYTES, "0");
}

/** An address with 41, as an argument or a topic has it. */
export function addressWord(address: string): string {
  return address.slice(2).padStart(2 * WORD_BYTES, "0");
}

/** What a `require` returns that does not hold. */
export function errorData(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  const padded = bytes.toString("hex").padEnd(2 * WORD_BYTES, "0");
  return ERROR_SELECTOR + wordOf(WORD_BYTES) + wordOf(bytes.length) + padded;
}
