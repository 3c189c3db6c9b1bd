/** The contracts that this node executes, by their type number; calls of smart contracts are in trigger.ts. */
import { CONTRACTS } from "../wire/messages.js";
import { ContractProblem, type ContractRules } from "./contract.js";
import { delegate } from "./delegate.js";
import { freeze } from "./freeze.js";
import { permissionUpdate } from "./permission-update.js";
import { createAccount, transfer } from "./transfer.js";
import { undelegate } from "./undelegate.js";

export const ACCOUNT_CREATE = 0;
export const TRANSFER = 1;
export const TRIGGER = 31;
export const PERMISSION_UPDATE = 46;

const RULES: Readonly<Record<number, ContractRules>> = {
  [ACCOUNT_CREATE]: createAccount,
  [TRANSFER]: transfer,
  [PERMISSION_UPDATE]: permissionUpdate,
  54: freeze,
  57: delegate,
  58: undelegate,
};

export function rulesOf(type: number, name: string | undefined): ContractRules {
  const rules = RULES[type];
  if (rules === undefined) {
    const known = [...Object.keys(RULES).map(Number), TRIGGER].sort((a, b) => a - b);
    const executed = known.map((one) => CONTRACTS[one]?.name);
    throw new ContractProblem(
      `The sandbox does not execute ${name ?? `contract type ${type}`}, only ${executed.join(", ")}`,
    );
  }
  return rules;
}
