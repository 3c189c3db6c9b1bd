/** Calls of contracts: tried without a transaction, or made into one that is not yet signed. */
import { selectorOf } from "../calls/abi.js";
import type { CallOutcome } from "../calls/program.js";
import { isProgram, runCall } from "../calls/run.js";
import { ContractProblem } from "../contracts/contract.js";
import { Layer } from "../state/view.js";
import { toBase58 } from "../wire/address.js";
import { encode } from "../wire/codec.js";
import { decoderException, JavaError } from "../wire/java-error.js";
import { hexBytes, type Json, parseHex, parseText } from "../wire/json.js";
import { RAW } from "../wire/messages.js";
import { contractMessage, type Transaction, transactionOf } from "../wire/transaction.js";
import { printTransaction } from "../wire/transaction-json.js";
import { type Call, compact, type Endpoint, intField, messageAddress } from "./answer.js";
import { hexOf, printLog } from "./print-call.js";

const NO_CONTRACT = "Smart contract is not exist.";
const NOT_A_CONTRACT = "No contract or not a valid smart contract";
/** A contract that would be made to try it: there is no machine to run it. */
const NOT_SUPPORTED = "this node does not support constant";
/** How much a call may take that is only tried. */
const TRIAL_UNITS = 100_000_000;
const LIFETIME_MS = 60_000;

interface Asked {
  readonly owner: string;
  /** Empty where none is given. */
  readonly contract: string;
  readonly data: Buffer;
  readonly valueSun: number;
}

/** Runs on the state that reads see, and changes nothing. */
export const triggerConstantContract: Endpoint = (call) =>
  orRefusal(call, () => {
    const asked = readTrial(call);
    if (asked.contract === "") throw new ContractProblem(NOT_SUPPORTED);
    if (!isProgram(asked.contract)) throw new ContractProblem(NO_CONTRACT);
    return tried(call, asked);
  });

/** A transaction that calls the contract, for whoever signs it. */
export const triggerSmartContract: Endpoint = (call) =>
  orRefusal(call, () => {
    const { function_selector: selector, owner_address: owner, contract_address } = call.body;
    assert(isGiven(owner), "owner_address isn't set.");
    assert(isGiven(contract_address), "contract_address isn't set.");
    assert(isGiven(selector), "function_selector isn't set.");
    const asked = readCall(call);
    if (!isProgram(asked.contract)) throw new ContractProblem(NOT_A_CONTRACT);
    const transaction = transactionFor(call, asked, intField(call, "fee_limit"));
    return { result: { result: true }, transaction: printUnsigned(call, transaction) };
  });

function orRefusal(call: Call, answer: () => Json): Json {
  let visible = false;
  const refusal = (code: string, message: string): Json => ({
    // `result` is false, and so left out; the message is bytes, so text only when visible.
    result: { code, message: visible ? message : hexOf(message) },
  });
  try {
    visible = call.visible;
    return answer();
  } catch (error) {
    if (error instanceof ContractProblem) return refusal("CONTRACT_VALIDATE_ERROR", error.message);
    if (!(error instanceof JavaError)) throw error;
    const message = error.message.replaceAll('"', "'");
    return refusal("OTHER_ERROR", `class ${error.javaClass} : ${message}`);
  }
}

/** After all that is checked before the contract is looked up. */
function readTrial(call: Call): Asked {
  const { owner_address: owner, contract_address: contract, data } = call.body;
  const { function_selector: selector } = call.body;
  assert(isGiven(owner), "owner_address isn't set.");
  const called = isGiven(contract);
  assert(called || isGiven(data), "At least one of contract_address and data must be set.");
  assert(
    called || !isGiven(selector) || !isGiven(data),
    "While trying to deploy, function_selector and data can not be both set.",
  );
  return readCall(call);
}

/** A selector counts before the data. */
function readCall(call: Call): Asked {
  const { data, function_selector: selector, parameter } = call.body;
  const owner = messageAddress(call, "owner_address");
  const contract = messageAddress(call, "contract_address");
  const given = data === undefined || data === null ? "" : parseText(data);
  const bytes = parseHex(given);
  const valueSun = intField(call, "call_value");
  if (!isGiven(selector)) return { owner, contract, data: bytes, valueSun };
  const called = Buffer.from(selectorOf(String(selector)), "hex");
  const argumentBytes = hexBytes(String(parameter ?? ""), decoderException);
  return { owner, contract, data: Buffer.concat([called, argumentBytes]), valueSun };
}

function tried(call: Call, asked: Asked): Json {
  const { chain, solid } = call;
  const block = (solid && chain.block(chain.solidNumber)) || chain.head;
  const now = { slot: chain.slotOf(block), timeMs: block.timestampMs };
  const { owner: caller, data, valueSun } = asked;
  const frame = { layer: new Layer(chain.view(solid)), caller, data, valueSun, now };
  const ran = runCall(asked.contract, frame, TRIAL_UNITS);
  const isDone = ran.result === "SUCCESS";
  const message = ran.message && (call.visible ? ran.message : hexOf(ran.message));
  const printed = printUnsigned(call, transactionFor(call, asked, 0));
  return compact({
    result: compact({ result: true, message }),
    energy_used: ran.energyUnits,
    constant_result: [ran.returned],
    logs: ran.logs.map((log) => printTrialLog(log, call.visible)),
    transaction: { ret: [isDone ? {} : { ret: "FAILED" }], ...printed },
  });
}

/** The addresses of events have no 41, and so are short in base58. */
function printTrialLog(log: CallOutcome["logs"][number], visible: boolean): Json {
  const printed = printLog(log);
  return visible ? { ...printed, address: toBase58(String(printed.address)) } : printed;
}

function transactionFor({ chain }: Call, asked: Asked, feeLimitSun: number): Transaction {
  const { head } = chain;
  const parameter = {
    owner_address: Buffer.from(asked.owner, "hex"),
    contract_address: Buffer.from(asked.contract, "hex"),
    call_value: asked.valueSun,
    data: asked.data,
  };
  const raw = encode(RAW, {
    ref_block_bytes: Buffer.from(head.id.slice(12, 16), "hex"),
    ref_block_hash: Buffer.from(head.id.slice(16, 32), "hex"),
    expiration: head.timestampMs + LIFETIME_MS,
    contract: [contractMessage("TriggerSmartContract", parameter, 0)],
    timestamp: Date.now(),
    fee_limit: feeLimitSun,
  });
  return transactionOf(raw, []);
}

function printUnsigned({ visible }: Call, transaction: Transaction): Json {
  return compact({ visible, ...printTransaction(transaction, visible) });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function assert(condition: boolean, message: string): void {
  if (!condition) throw new JavaError("java.security.InvalidParameterException", message);
}
