/** Where a transaction is: in a block by the head state, or known to the solidified state. */
import { assert } from "../domain/assert.js";
import { isNothing, readAnswer, transactionAnswer, transactionInfoAnswer } from "./answers.js";
import type { NodeCalls } from "./node-calls.js";
import { type Chain, ChainUnavailable, type Inclusion } from "./port.js";

export function transactionReads(
  node: NodeCalls,
): Pick<Chain, "inclusion" | "solidInclusion" | "solidified"> {
  async function info(path: string, txid: string) {
    assert(/^[0-9a-f]{64}$/.test(txid), `not a transaction id: ${txid}`);
    const answer = await node.call(path, { value: txid }, "inclusion");
    if (isNothing(answer)) return undefined;
    const read = readAnswer(path, transactionInfoAnswer, answer);
    if (read.id !== txid) throw new ChainUnavailable(`${path} answered another transaction`);
    return read;
  }

  async function inclusion(path: string, txid: string): Promise<Inclusion | undefined> {
    const read = await info(path, txid);
    if (!read) return undefined;
    return {
      blockNumber: read.blockNumber,
      blockTimestampMs: read.blockTimeStamp,
      // `receipt.result` is absent for anything that is not a smart contract.
      success: read.result === "SUCESS",
    };
  }

  return {
    inclusion: (txid) => inclusion("wallet/gettransactioninfobyid", txid),
    solidInclusion: (txid) => inclusion("walletsolidity/gettransactioninfobyid", txid),

    async solidified(txid) {
      if (await info("walletsolidity/gettransactioninfobyid", txid)) return true;
      const path = "walletsolidity/gettransactionbyid";
      const answer = await node.call(path, { value: txid }, "inclusion");
      if (isNothing(answer)) return false;
      const { txID } = readAnswer(path, transactionAnswer, answer);
      if (txID === txid) return true;
      throw new ChainUnavailable(`${path} answered another transaction`);
    },
  };
}
