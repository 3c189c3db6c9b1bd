/**
 * The paying contract: passes on what it is given, by internal transactions, in the ways in which
 * contracts of others pay: many at once, or with a part that is taken back while the rest continues.
 */

import { Arguments, selectorIn, selectorOf } from "./abi.js";
import { CREATE_ACCOUNT_UNITS, creditSun } from "./accounts.js";
import { PAYER, USDT } from "./addresses.js";
import { type CallFrame, type InternalCall, type Program, type Ran, Reverted } from "./program.js";
import { moveTokens, TRANSFER_UNITS, transferLog } from "./usdt.js";

/** As measured of such a contract. */
const TOKENS_UNITS = 1_992;
const TRX_UNITS = 870;
const TRX_EACH_UNITS = 7_000;
const REJECTED_UNITS = 1_556;
const UNKNOWN_UNITS = 231;

/** What the contract can do, by what it is called. */
export const PAYER_SIGNATURES = {
  /** Of its own USDT, so much to each. */
  tokens: "payTokens(address[],uint256)",
  /** Of the TRX that came with the call, so much to each. */
  trx: "payTrx(address[],uint256)",
  /** The same, but all of it is taken back, while the call succeeds. */
  rejectedTokens: "payTokensInVain(address[],uint256)",
  rejectedTrx: "payTrxInVain(address[],uint256)",
  /** From each to itself, as only its own key could. */
  toItself: "moveToItself(address[],uint256)",
  /** A token of its own, of which it has all that it wants. */
  otherToken: "payOther(address[],uint256)",
} as const;

function callOf(to: string, valueSun = 0, rejected = false): InternalCall {
  return { from: PAYER, to, valueSun, rejected };
}

interface Asked {
  readonly frame: CallFrame;
  readonly to: readonly string[];
  readonly amount: bigint;
}

function payTokens({ frame, to, amount }: Asked): Ran {
  let energyUnits = TOKENS_UNITS;
  for (const one of to) {
    const extra = moveTokens(frame.layer, PAYER, one, amount);
    if (extra === undefined) throw new Reverted(TOKENS_UNITS);
    energyUnits += TRANSFER_UNITS + extra;
  }
  const logs = to.map((one) => transferLog(PAYER, one, amount));
  return { energyUnits, logs, internals: to.map(() => callOf(USDT)) };
}

function payTrx({ frame, to, amount }: Asked): Ran {
  const valueSun = Number(amount);
  let energyUnits = TRX_UNITS;
  if (valueSun * to.length > frame.valueSun) throw new Reverted(energyUnits);
  for (const one of to) {
    const isNew = creditSun(frame.layer, one, valueSun, frame.now.timeMs);
    creditSun(frame.layer, PAYER, -valueSun, frame.now.timeMs);
    energyUnits += TRX_EACH_UNITS + (isNew ? CREATE_ACCOUNT_UNITS : 0);
  }
  return { energyUnits, internals: to.map((one) => callOf(one, valueSun)) };
}

/** It calls itself, and within that call everybody is paid and the payments are undone. */
function inVain(of: (asked: Asked) => InternalCall[]): (asked: Asked) => Ran {
  return (asked) => {
    const internals = [callOf(PAYER, 0, true), ...of(asked)];
    return { energyUnits: REJECTED_UNITS + TRANSFER_UNITS * asked.to.length, internals };
  };
}

function moveToItself({ frame, to, amount }: Asked): Ran {
  const moved = to.map((one) => moveTokens(frame.layer, one, one, amount));
  if (moved.includes(undefined)) throw new Reverted(TOKENS_UNITS);
  return {
    energyUnits: TOKENS_UNITS + TRANSFER_UNITS * to.length,
    logs: to.map((one) => transferLog(one, one, amount)),
    internals: to.map(() => callOf(USDT)),
  };
}

function payOther({ to, amount }: Asked): Ran {
  const logs = to.map((one) => transferLog(PAYER, one, amount, PAYER));
  return { energyUnits: TRANSFER_UNITS * to.length, logs };
}

const METHODS: Readonly<Record<keyof typeof PAYER_SIGNATURES, (asked: Asked) => Ran>> = {
  tokens: payTokens,
  trx: payTrx,
  rejectedTokens: inVain(({ to }) => to.map(() => callOf(USDT, 0, true))),
  rejectedTrx: inVain(({ to, amount }) => to.map((one) => callOf(one, Number(amount), true))),
  toItself: moveToItself,
  otherToken: payOther,
};

const BY_SELECTOR = new Map(
  Object.entries(METHODS).map(([name, method]) => [
    selectorOf(PAYER_SIGNATURES[name as keyof typeof PAYER_SIGNATURES]),
    method,
  ]),
);

export const payer: Program = (frame) => {
  const method = BY_SELECTOR.get(selectorIn(frame.data));
  const given = new Arguments(frame.data);
  const [to, amount] = [given.addresses(0), given.uint(1)];
  if (method === undefined || to === undefined || amount === undefined) {
    throw new Reverted(UNKNOWN_UNITS);
  }
  return method({ frame, to, amount });
};
