/**
 * Payments that the sandbox makes on request, of TRX or USDT: plain ones, and those in the other
 * ways in which money comes to an address.
 */
import { addressWord, selectorOf, wordOf } from "./calls/abi.js";
import { PAYER, USDT } from "./calls/addresses.js";
import { PAYER_SIGNATURES } from "./calls/payer.js";
import type { Message } from "./wire/schema.js";

export const PAYMENT_KINDS = [
  /** A transfer. */
  "plain",
  /** USDT by a third account that the payer has allowed to. */
  "allowance",
  /** USDT twice in one transaction, so much each time. */
  "two_events",
  /** TRX by an internal transaction of a contract. */
  "internal",
  /** The same, of TRX or USDT, but taken back within a transaction that succeeds. */
  "rejected_internal",
  /** USDT of the address to itself. */
  "to_itself",
  /** Another token than USDT. */
  "other_token",
  /** USDT, by a transaction that runs out of Energy. */
  "failed",
] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
export type Asset = "trx" | "usdt";

const BOTH = ["trx", "usdt"] as const;
/** What each can pay. */
export const PAYS: Readonly<Record<PaymentKind, readonly Asset[]>> = {
  plain: BOTH,
  allowance: ["usdt"],
  two_events: ["usdt"],
  internal: ["trx"],
  rejected_internal: BOTH,
  to_itself: ["usdt"],
  other_token: ["usdt"],
  failed: ["usdt"],
};

export interface Payment {
  /** Hex. */
  readonly to: string;
  readonly asset: Asset;
  /** SUN, or millionths of a USDT. */
  readonly amount: number;
  readonly kind: PaymentKind;
}

/** A transaction that makes a payment or a part of it. */
export interface Step {
  /** Who signs: the payer, or the one whom it has allowed to. */
  readonly by: "payer" | "spender";
  readonly name: "TransferContract" | "TriggerSmartContract";
  /** Without the owner. */
  readonly parameter: Message;
  readonly feeLimitSun: number;
}

const FEE_LIMIT_SUN = 100_000_000;
/** Pays for a unit of Energy, and no call takes so little. */
const TOO_LOW_SUN = 100;

const bytesOf = (hex: string) => Buffer.from(hex, "hex");

function callOf(contract: string, signature: string, words: readonly string[], valueSun = 0): Step {
  const parameter = {
    contract_address: bytesOf(contract),
    call_value: valueSun,
    data: bytesOf(selectorOf(signature) + words.join("")),
  };
  return { by: "payer", name: "TriggerSmartContract", parameter, feeLimitSun: FEE_LIMIT_SUN };
}

function transferOf({ to, asset, amount }: Payment): Step {
  if (asset === "usdt") {
    return callOf(USDT, "transfer(address,uint256)", [addressWord(to), wordOf(amount)]);
  }
  const parameter = { to_address: bytesOf(to), amount };
  return { by: "payer", name: "TransferContract", parameter, feeLimitSun: 0 };
}

function byContract(
  what: keyof typeof PAYER_SIGNATURES,
  to: readonly string[],
  amount: number,
  valueSun = 0,
): Step {
  // The list comes behind the two arguments: where it begins, and the amount.
  const words = [wordOf(64), wordOf(amount), wordOf(to.length), ...to.map(addressWord)];
  return callOf(PAYER, PAYER_SIGNATURES[what], words, valueSun);
}

/** `spender`: the address of the account that an allowance is used by. */
export function stepsOf(payment: Payment, payer: string, spender: string): Step[] {
  const { to, asset, amount, kind } = payment;
  if (kind === "allowance") {
    const words = [addressWord(payer), addressWord(to), wordOf(amount)];
    return [
      callOf(USDT, "approve(address,uint256)", [addressWord(spender), wordOf(amount)]),
      { ...callOf(USDT, "transferFrom(address,address,uint256)", words), by: "spender" },
    ];
  }
  if (kind === "rejected_internal") {
    if (asset === "usdt") return [byContract("rejectedTokens", [to], amount)];
    return [byContract("rejectedTrx", [to], amount, amount)];
  }
  if (kind === "two_events") return [byContract("tokens", [to, to], amount)];
  if (kind === "internal") return [byContract("trx", [to], amount, amount)];
  if (kind === "to_itself") return [byContract("toItself", [to], amount)];
  if (kind === "other_token") return [byContract("otherToken", [to], amount)];
  const transfer = transferOf(payment);
  return [kind === "failed" ? { ...transfer, feeLimitSun: TOO_LOW_SUN } : transfer];
}
