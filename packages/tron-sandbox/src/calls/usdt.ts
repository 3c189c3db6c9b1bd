/**
 * The USDT contract: a plain TRC-20 token. What a call takes of Energy was measured of such a token
 * on java-tron 4.8.0: a place that gets its first value costs 15,000 more than one that changes.
 */
import { ALLOWANCES, TOKENS } from "../state/records.js";
import { get, type Layer, type View } from "../state/view.js";
import {
  Arguments,
  addressWord,
  errorData,
  hashOf,
  selectorIn,
  selectorOf,
  wordOf,
} from "./abi.js";
import { USDT } from "./addresses.js";
import { type CallFrame, type EventLog, type Program, type Ran, Reverted } from "./program.js";

const FIRST_VALUE_UNITS = 15_000;
export const TRANSFER_UNITS = 12_988;
const TRANSFER_FROM_UNITS = 18_622;
const APPROVE_UNITS = 7_401;
const BALANCE_UNITS = 479;
const ALLOWANCE_UNITS = 641;
const INSUFFICIENT_UNITS = 673;
/** Of a call that no function takes. */
const UNKNOWN_UNITS = 231;

const TRUE = wordOf(1);
const TRANSFER_EVENT = hashOf("Transfer(address,address,uint256)");
const APPROVAL_EVENT = hashOf("Approval(address,address,uint256)");

export function tokensOf(view: View, holder: string): bigint {
  return BigInt(get(view, TOKENS, holder) ?? "0");
}

export function setTokens(layer: Layer, holder: string, amount: bigint): void {
  layer.put(TOKENS, holder, String(amount));
}

function allowanceOf(view: View, holder: string, spender: string): bigint {
  return BigInt(get(view, ALLOWANCES, holder + spender) ?? "0");
}

export function transferLog(from: string, to: string, amount: bigint, contract = USDT): EventLog {
  const topics = [TRANSFER_EVENT, addressWord(from), addressWord(to)];
  return { contract, topics, data: wordOf(amount) };
}

/** Answers the Energy beyond what a transfer takes anyway; undefined where there is too little. */
export function moveTokens(
  layer: Layer,
  from: string,
  to: string,
  amount: bigint,
): number | undefined {
  const before = tokensOf(layer, from);
  if (before < amount) return undefined;
  setTokens(layer, from, before - amount);
  const held = tokensOf(layer, to);
  setTokens(layer, to, held + amount);
  return held === 0n && amount > 0n ? FIRST_VALUE_UNITS : 0;
}

function insufficient(): Reverted {
  return new Reverted(INSUFFICIENT_UNITS, errorData("insufficient"));
}

function moved(layer: Layer, from: string, to: string, amount: bigint, baseUnits: number): Ran {
  const extraUnits = moveTokens(layer, from, to, amount);
  if (extraUnits === undefined) throw insufficient();
  const logs = [transferLog(from, to, amount)];
  return { energyUnits: baseUnits + extraUnits, returned: TRUE, logs };
}

type Method = (frame: CallFrame, given: Arguments) => Ran | undefined;

const METHODS: Readonly<Record<string, Method>> = {
  "transfer(address,uint256)": ({ layer, caller }, given) => {
    const [to, amount] = [given.address(0), given.uint(1)];
    if (to === undefined || amount === undefined) return undefined;
    return moved(layer, caller, to, amount, TRANSFER_UNITS);
  },
  "transferFrom(address,address,uint256)": ({ layer, caller }, given) => {
    const [from, to, amount] = [given.address(0), given.address(1), given.uint(2)];
    if (from === undefined || to === undefined || amount === undefined) return undefined;
    const left = allowanceOf(layer, from, caller) - amount;
    if (left < 0n) throw insufficient();
    layer.put(ALLOWANCES, from + caller, String(left));
    return moved(layer, from, to, amount, TRANSFER_FROM_UNITS);
  },
  "approve(address,uint256)": ({ layer, caller }, given) => {
    const [spender, amount] = [given.address(0), given.uint(1)];
    if (spender === undefined || amount === undefined) return undefined;
    const isFirst = allowanceOf(layer, caller, spender) === 0n && amount > 0n;
    layer.put(ALLOWANCES, caller + spender, String(amount));
    const topics = [APPROVAL_EVENT, addressWord(caller), addressWord(spender)];
    return {
      energyUnits: APPROVE_UNITS + (isFirst ? FIRST_VALUE_UNITS : 0),
      returned: TRUE,
      logs: [{ contract: USDT, topics, data: wordOf(amount) }],
    };
  },
  "balanceOf(address)": ({ layer }, given) => {
    const holder = given.address(0);
    if (holder === undefined) return undefined;
    return { energyUnits: BALANCE_UNITS, returned: wordOf(tokensOf(layer, holder)) };
  },
  "allowance(address,address)": ({ layer }, given) => {
    const [holder, spender] = [given.address(0), given.address(1)];
    if (holder === undefined || spender === undefined) return undefined;
    const amount = allowanceOf(layer, holder, spender);
    return { energyUnits: ALLOWANCE_UNITS, returned: wordOf(amount) };
  },
};

const BY_SELECTOR = new Map(
  Object.entries(METHODS).map(([signature, method]) => [selectorOf(signature), method]),
);

/** It takes no TRX. */
export const usdt: Program = (frame) => {
  const method = frame.valueSun > 0 ? undefined : BY_SELECTOR.get(selectorIn(frame.data));
  const ran = method?.(frame, new Arguments(frame.data));
  if (ran === undefined) throw new Reverted(UNKNOWN_UNITS);
  return ran;
};
