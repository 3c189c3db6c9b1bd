/**
 * Contract calls that are tried on the head state and not sent. Not every node can try them, and none must: a refusal in words
 * is a valid answer.
 */
import { addressToHex } from "../domain/address.js";
import { readAnswer, trialAnswer } from "./answers.js";
import type { NodeCalls } from "./node-calls.js";
import type { Chain } from "./port.js";

const SUCCESS = "SUCCESS";

export function contractReads(node: NodeCalls): Pick<Chain, "tryContract"> {
  return {
    async tryContract({ contract, owner, selector, parameterHex }) {
      const path = "wallet/triggerconstantcontract";
      const body = {
        contract_address: addressToHex(contract),
        owner_address: addressToHex(owner),
        function_selector: selector,
        parameter: parameterHex,
        call_value: 0,
      };
      const read = readAnswer(path, trialAnswer, await node.call(path, body, "read"));
      if ((read.result.code ?? SUCCESS) !== SUCCESS) return undefined;
      const outcome = read.transaction?.ret[0]?.ret ?? SUCCESS;
      return {
        success: outcome === SUCCESS && read.result.message === undefined,
        // It includes the node's `energy_penalty`.
        energyUnits: read.energy_used,
        resultHex: read.constant_result.join(""),
      };
    },
  };
}
