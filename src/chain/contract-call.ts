/** A call of a contract, and how it would end, in the terms of the chain port. */
import type { Address } from "../domain/address.js";

/** A call of a contract that is tried and not sent. */
export interface ContractCall {
  readonly contract: Address;
  readonly owner: Address;
  /** "balanceOf(address)" */
  readonly selector: string;
  /** The arguments as the contract reads them, 64 hex characters each. */
  readonly parameterHex: string;
}

/** How a call of a contract would end now. */
export interface ContractTrial {
  readonly success: boolean;
  /** The Energy it would take, including the penalty of a contract in great demand. */
  readonly energyUnits: number;
  /** Its return value. */
  readonly resultHex: string;
}
