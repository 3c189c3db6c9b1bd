/** What a call of a contract did, as java-tron prints it. */

import { createHash } from "node:crypto";
import type { CallOutcome, EventLog, InternalCall } from "../calls/program.js";
import type { StoredTransaction } from "../storage/storage.js";
import type { Json } from "../wire/json.js";
import { compact } from "./answer.js";

/** The addresses of events have no 41. */
export function printLog({ contract, topics, data }: EventLog): Json {
  return { address: contract.slice(2), topics, data };
}

function printInternal(
  txid: string,
  { from, to, valueSun, rejected }: InternalCall,
  index: number,
) {
  return compact({
    hash: createHash("sha256").update(`${txid} ${index}`).digest("hex"),
    caller_address: from,
    transferTo_address: to,
    callValueInfo: [compact({ callValue: valueSun })],
    note: hexOf("call"),
    rejected,
  });
}

export function hexOf(text: string): string {
  return Buffer.from(text, "utf8").toString("hex");
}

export function printReceipt({ netUsageUnits, netFeeSun, call }: StoredTransaction): Json {
  return compact({
    energy_usage: call?.stakedEnergyUnits,
    energy_fee: call?.energyFeeSun,
    energy_usage_total: call?.energyUnits,
    net_usage: netUsageUnits,
    net_fee: netFeeSun,
    result: call?.result,
  });
}

/** What an info has beyond that of a transfer. */
export function printOutcome(txid: string, call: CallOutcome): Json {
  return compact({
    contractResult: [call.returned],
    contract_address: call.contract,
    log: call.logs.map(printLog),
    internal_transactions: call.internals.map((one, index) => printInternal(txid, one, index)),
    result: call.result === "SUCCESS" ? "" : "FAILED",
    resMessage: hexOf(call.message ?? ""),
  });
}
