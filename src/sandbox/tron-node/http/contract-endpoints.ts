/** Calls of contracts, as a node answers them that tries any but has none. */
import { JavaError } from "../wire/java-error.js";
import { addressField, type Call, type Endpoint } from "./answer.js";

const NO_CONTRACT = "Smart contract is not exist.";

export const triggerConstantContract: Endpoint = (call) => {
  try {
    for (const name of ["owner_address", "contract_address", "function_selector"]) {
      assertSet(call, name);
    }
    addressField(call, "owner_address");
    addressField(call, "contract_address");
  } catch (error) {
    if (!(error instanceof JavaError)) throw error;
    return refusal("OTHER_ERROR", `class ${error.javaClass} : ${error.message}`);
  }
  return refusal("CONTRACT_VALIDATE_ERROR", NO_CONTRACT);
};

function assertSet({ body }: Call, name: string): void {
  if (typeof body[name] === "string" && body[name] !== "") return;
  throw new JavaError("java.security.InvalidParameterException", `${name} isn't set.`);
}

/** `result` is false, and so left out; the message is bytes, and so hex. */
function refusal(code: string, message: string): unknown {
  return { result: { code, message: Buffer.from(message).toString("hex") } };
}
