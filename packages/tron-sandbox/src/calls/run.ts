/** Running a call within its Energy: what the contract's program changes stays only if it succeeds. */
import { Layer } from "../state/view.js";
import { creditSun } from "./accounts.js";
import { PAYER, USDT } from "./addresses.js";
import { payer } from "./payer.js";
import { type CallFrame, type CallOutcome, type Program, type Ran, Reverted } from "./program.js";
import { usdt } from "./usdt.js";

const PROGRAMS: Readonly<Record<string, Program>> = { [USDT]: usdt, [PAYER]: payer };

/** Whether there is a program at the address. */
export function isProgram(address: string): boolean {
  return PROGRAMS[address] !== undefined;
}

/** Before anybody has paid for it. */
type Result = Omit<CallOutcome, "stakedEnergyUnits" | "energyFeeSun">;

const NOTHING = { returned: "", logs: [], internals: [] };

export function runCall(contract: string, call: CallFrame, limitUnits: number): Result {
  const layer = new Layer(call.layer);
  const ran = attempt(contract, { ...call, layer });
  const { energyUnits } = ran;
  if (energyUnits > limitUnits) {
    const message = outOfEnergy(energyUnits, limitUnits);
    return { result: "OUT_OF_ENERGY", contract, ...NOTHING, energyUnits: limitUnits, message };
  }
  if (ran instanceof Reverted) {
    const { returned, message } = ran;
    return { result: "REVERT", contract, ...NOTHING, energyUnits, returned, message };
  }
  layer.mergeInto(call.layer);
  return { result: "SUCCESS", contract, ...NOTHING, ...ran };
}

function attempt(contract: string, call: CallFrame): Ran | Reverted {
  const { layer, caller, valueSun, now } = call;
  const program = PROGRAMS[contract];
  if (program === undefined) throw new Error(`there is no program at ${contract}`);
  if (valueSun > 0) {
    creditSun(layer, caller, -valueSun, now.timeMs);
    creditSun(layer, contract, valueSun, now.timeMs);
  }
  try {
    return program(call);
  } catch (error) {
    if (error instanceof Reverted) return error;
    throw error;
  }
}

/** The costs of the first thing that a contract does, and of a change in its storage. */
const FIRST = { name: "PUSH1", units: 3 };
const CHANGE = { name: "SSTORE", units: 5_000 };

/** In java-tron's words, which name the operation that there was not enough for. */
function outOfEnergy(neededUnits: number, limitUnits: number): string {
  const operation = limitUnits < FIRST.units || neededUnits < CHANGE.units ? FIRST : CHANGE;
  const usedUnits =
    limitUnits < FIRST.units ? 0 : Math.min(limitUnits, neededUnits - operation.units);
  const sizes =
    `curInvokeEnergyLimit[${limitUnits}], curOpEnergy[${operation.units}], ` +
    `usedEnergy[${usedUnits}]`;
  return `Not enough energy for '${operation.name}' operation executing: ${sizes}`;
}
