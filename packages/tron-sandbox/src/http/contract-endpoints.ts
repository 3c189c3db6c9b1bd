/** Calls of contracts, as a node answers them that tries any but has none. */
import { decoderException, JavaError } from "../wire/java-error.js";
import { hexBytes, parseHex, parseText } from "../wire/json.js";
import { type Call, type Endpoint, messageAddress } from "./answer.js";

const NO_CONTRACT = "Smart contract is not exist.";
/** A contract that would be made to try it: there is no machine to run it. */
const NOT_SUPPORTED = "this node does not support constant";

export const triggerConstantContract: Endpoint = (call) => {
  let visible = false;
  const refusal = (code: string, message: string): unknown => ({
    // `result` is false, and so left out; the message is bytes, so text only when visible.
    result: { code, message: visible ? message : Buffer.from(message).toString("hex") },
  });
  try {
    visible = call.visible;
    const contract = readContract(call);
    return refusal("CONTRACT_VALIDATE_ERROR", contract === "" ? NOT_SUPPORTED : NO_CONTRACT);
  } catch (error) {
    if (!(error instanceof JavaError)) throw error;
    const message = error.message.replaceAll('"', "'");
    return refusal("OTHER_ERROR", `class ${error.javaClass} : ${message}`);
  }
};

/** The contract's address after all that is checked before the contract is looked up. */
function readContract(call: Call): string {
  const { owner_address: owner, contract_address: contract, data } = call.body;
  const { function_selector: selector, parameter } = call.body;
  assert(isGiven(owner), "owner_address isn't set.");
  const called = isGiven(contract);
  assert(called || isGiven(data), "At least one of contract_address and data must be set.");
  assert(
    called || !isGiven(selector) || !isGiven(data),
    "While trying to deploy, function_selector and data can not be both set.",
  );
  messageAddress(call, "owner_address");
  const address = messageAddress(call, "contract_address");
  if (data !== undefined && data !== null) parseHex(parseText(data));
  if (isGiven(selector)) hexBytes(String(parameter ?? ""), decoderException);
  return address;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function assert(condition: boolean, message: string): void {
  if (!condition) throw new JavaError("java.security.InvalidParameterException", message);
}
