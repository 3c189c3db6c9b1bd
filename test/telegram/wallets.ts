/** Sound addresses for tests, as many as are needed. */
import { type Address, addressFromHex } from "../../src/domain/address.js";

export function wallet(number: number): Address {
  return addressFromHex(`41${number.toString(16).padStart(40, "0")}`);
}

export function wallets(count: number): Address[] {
  return Array.from({ length: count }, (_, at) => wallet(at + 1));
}

/** The same address with its last character mistyped. */
export function mistyped(address: string): string {
  return address.slice(0, -1) + (address.endsWith("1") ? "2" : "1");
}
