/** Sound addresses, a different one for each number. */
import { type Address, addressFromHex } from "../../src/domain/address.js";

export function addressOf(number: number): Address {
  return addressFromHex(`41${number.toString(16).padStart(40, "0")}`);
}

export function addressesOf(first: number, count: number): Address[] {
  return Array.from({ length: count }, (_, at) => addressOf(first + at));
}
