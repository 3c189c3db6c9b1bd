/** The contracts that this node executes, by their type number. */
import { CONTRACTS } from "../wire/messages.js";
import { ContractProblem, type ContractRules } from "./contract.js";
import { delegate } from "./delegate.js";
import { freeze } from "./freeze.js";
import { permissionUpdate } from "./permission-update.js";
import { transfer } from "./transfer.js";
import { undelegate } from "./undelegate.js";

export const TRANSFER = 1;
export const PERMISSION_UPDATE = 46;

const RULES: Readonly<Record<number, ContractRules>> = {
  [TRANSFER]: transfer,
  [PERMISSION_UPDATE]: permissionUpdate,
  54: freeze,
  57: delegate,
  58: undelegate,
};

export function rulesOf(type: number, name: string | undefined): ContractRules {
  const rules = RULES[type];
  if (rules === undefined) {
    const executed = Object.keys(RULES).map((known) => CONTRACTS[Number(known)]?.name);
    throw new ContractProblem(
      `The sandbox does not execute ${name ?? `contract type ${type}`}, only ${executed.join(", ")}`,
    );
  }
  return rules;
}
