/** TriggerSmartContract: calls a contract; whoever calls pays for the Energy, failed calls as well. */
import type { CallOutcome } from "../calls/program.js";
import { isProgram, runCall } from "../calls/run.js";
import type { Moment } from "../resources/bandwidth.js";
import { energyLimit, MAX_FEE_LIMIT_SUN, payEnergy } from "../resources/energy.js";
import { ACCOUNTS } from "../state/records.js";
import type { Layer, View } from "../state/view.js";
import { bytes, hex, int, type Message } from "../wire/schema.js";
import { check, existingAccount, ownerOf, totalsOf } from "./contract.js";

const MIN_TOKEN_ID = 1_000_000;

/** The order of the checks is java-tron's. */
export function validateCall(view: View, parameter: Message, feeLimitSun: number): void {
  check(isProgram(hex(parameter, "contract_address")), "No contract or not a smart contract");
  const valueSun = int(parameter, "call_value");
  const tokens = int(parameter, "call_token_value");
  const tokenId = int(parameter, "token_id");
  check(valueSun >= 0, "callValue must be >= 0");
  check(tokens >= 0, "tokenValue must be >= 0");
  check(tokenId === 0 || tokenId > MIN_TOKEN_ID, `tokenId must be > ${MIN_TOKEN_ID}`);
  const named = `invalid arguments with tokenValue = ${tokens}, tokenId = ${tokenId}`;
  check(tokens === 0 || tokenId !== 0, named);
  const inRange = feeLimitSun >= 0 && feeLimitSun <= MAX_FEE_LIMIT_SUN;
  check(inRange, `feeLimit must be >= 0 and <= ${MAX_FEE_LIMIT_SUN}`);
  const { balanceSun } = existingAccount(view, ownerOf(parameter));
  const enough = balanceSun >= valueSun;
  check(enough, "Validate InternalTransfer error, balance is not sufficient.");
  // There are no tokens of that older kind here, so nobody has any.
  check(tokens === 0, "No asset !");
}

/** After validateCall. */
export function executeCall(
  layer: Layer,
  parameter: Message,
  feeLimitSun: number,
  now: Moment,
): CallOutcome {
  const caller = ownerOf(parameter);
  const valueSun = int(parameter, "call_value");
  const totals = totalsOf(layer);
  const limit = { feeLimitSun, valueSun };
  const limitUnits = energyLimit(existingAccount(layer, caller), limit, totals, now);
  const frame = { layer, caller, valueSun, data: bytes(parameter, "data"), now };
  const ran = runCall(hex(parameter, "contract_address"), frame, limitUnits);
  const payer = existingAccount(layer, caller);
  const { account, stakedUnits, burntSun } = payEnergy(payer, ran.energyUnits, totals, now);
  layer.put(ACCOUNTS, caller, account);
  return { ...ran, stakedEnergyUnits: stakedUnits, energyFeeSun: burntSun };
}
