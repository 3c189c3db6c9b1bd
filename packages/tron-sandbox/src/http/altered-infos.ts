/** Infos as a node gives them that is late with them, or that lies about failed transactions. */
import { Arguments, selectorIn, selectorOf } from "../calls/abi.js";
import { USDT } from "../calls/addresses.js";
import { transferLog } from "../calls/usdt.js";
import { isJson, type Json } from "../wire/json.js";
import { bytes, hex } from "../wire/schema.js";
import { decodeTransaction } from "../wire/transaction.js";
import { type Call, intField } from "./answer.js";
import type { Fault } from "./fault-schema.js";
import { printLog } from "./print-call.js";

const OF_BLOCK = "gettransactioninfobyblocknum";
const OF_TRANSACTION = "gettransactioninfobyid";
const TRANSFER = selectorOf("transfer(address,uint256)");

/** Which endpoints a fault of that kind is about; undefined where it is about all. */
export function endpointsOf(kind: Fault["kind"]): readonly string[] | undefined {
  if (kind === "late-infos") return [OF_BLOCK];
  return kind === "failed-events" ? [OF_BLOCK, OF_TRANSACTION] : undefined;
}

export function altered(answer: unknown, fault: Fault | undefined, call: Call): unknown {
  if (fault?.kind === "late-infos" && Array.isArray(answer)) {
    return isLate(fault.blocks, call) ? answer.slice(0, fault.infos) : answer;
  }
  if (fault?.kind !== "failed-events") return answer;
  if (Array.isArray(answer)) return answer.map((info) => withEvents(info, call));
  return withEvents(answer, call);
}

/** Seen from the side that is asked: of the solid one, the blocks behind the solid block count. */
function isLate(blocks: number | undefined, call: Call): boolean {
  const { chain, solid } = call;
  const newest = solid ? chain.solidNumber : chain.head.number;
  return blocks === undefined || newest - intField(call, "num") < blocks;
}

/** The event that the transfer would have had if it had not failed. */
function withEvents(info: unknown, { chain }: Call): unknown {
  if (!isJson(info) || info.result !== "FAILED") return info;
  const log = eventOf(chain.storage.transaction(String(info.id))?.bytes);
  return log === undefined ? info : { ...info, log: [log] };
}

function eventOf(encoded: Buffer | undefined): Json | undefined {
  const contract = encoded && decodeTransaction(encoded).contract;
  if (contract === undefined || hex(contract.parameter, "contract_address") !== USDT) {
    return undefined;
  }
  const data = bytes(contract.parameter, "data");
  const given = new Arguments(data);
  const [to, amount] = [given.address(0), given.uint(1)];
  const isTransfer = selectorIn(data) === TRANSFER && to !== undefined && amount !== undefined;
  return isTransfer ? printLog(transferLog(contract.owner, to, amount)) : undefined;
}
