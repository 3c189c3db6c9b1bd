/**
 * Calls of contracts that are tried on the head state and not sent. Not every node tries them, and none must: a sentence of
 * refusal is an answer here.
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
        // The node has counted its `energy_penalty` in.
        energyUnits: read.energy_used,
        resultHex: read.constant_result.join(""),
      };
    },
  };
}
