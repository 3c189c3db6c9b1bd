/**
 * What every contract (java-tron: actuator) has in common: it validates against a view and then
 * changes a layer.
 */
import type { Moment } from "../resources/bandwidth.js";
import {
  ACCOUNTS,
  type Account,
  type ResourceName,
  TOTALS,
  type Totals,
} from "../state/records.js";
import { get, type Layer, type View } from "../state/view.js";
import { isValidAddress } from "../wire/address.js";
import { hex, int, type Message } from "../wire/schema.js";

/**
 * Java-tron's ContractValidateException: the text goes to the client after "Contract validate error
 * : ".
 */
export class ContractProblem extends Error {
  override name = "ContractProblem";
}

/** Java-tron's ContractExeException: found out only while executing. */
export class ExecutionProblem extends Error {
  override name = "ExecutionProblem";
}

export interface ContractRules {
  /**
   * Throws ContractProblem. The first failing check decides the text, so the order is part of the
   * contract.
   */
  validate(view: View, parameter: Message, now: Moment): void;
  /** After validate; answers the fee in SUN that the contract itself costs. */
  execute(layer: Layer, parameter: Message, now: Moment): number;
}

export const SUN_PER_TRX = 1_000_000;
const RESOURCE_CODES: readonly (ResourceName | undefined)[] = ["bandwidth", "energy"];
export const RESOURCE_CODE_TEXT = "ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]";

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ContractProblem(message);
}

export function accountOf(view: View, address: string): Account | undefined {
  return get(view, ACCOUNTS, address);
}

/** The text has the address in hex, as java-tron prints it. */
export function existingAccount(view: View, address: string): Account {
  const account = accountOf(view, address);
  check(account !== undefined, `Account[${address}] not exists`);
  return account;
}

export function totalsOf(view: View): Totals {
  const totals = get(view, TOTALS, "");
  check(totals !== undefined, "the chain has no totals");
  return totals;
}

export function ownerOf(parameter: Message): string {
  return hex(parameter, "owner_address");
}

/** The checks on the owner that delegating and freezing share. */
export function checkOwner(view: View, parameter: Message): Account {
  const owner = ownerOf(parameter);
  check(isValidAddress(owner), "Invalid address");
  return existingAccount(view, owner);
}

export function resourceOf(parameter: Message): ResourceName | undefined {
  return RESOURCE_CODES[int(parameter, "resource")];
}

export function addBalance(layer: Layer, address: string, amountSun: number): void {
  const account = existingAccount(layer, address);
  layer.put(ACCOUNTS, address, { ...account, balanceSun: account.balanceSun + amountSun });
}
