/** What a transaction does, as lines to read. */
import type { NodeTransaction, NodeTransactionInfo } from "./node.js";

export interface Line {
  readonly label: string;
  readonly value: string;
  /** Written in a fixed width: addresses and ids. */
  readonly isCode?: boolean;
}

export interface Facts {
  readonly kind: string;
  readonly state: "waiting" | "included" | "failed";
  readonly lines: readonly Line[];
}

const SUN_PER_TRX = 1_000_000;
const BLOCK_S = 3;

const KINDS: Readonly<Record<string, (resource: string) => string>> = {
  DelegateResourceContract: (resource) => `Delegation of ${resource}`,
  UnDelegateResourceContract: (resource) => `Reclaim of delegated ${resource}`,
  FreezeBalanceV2Contract: (resource) => `Stake for ${resource}`,
  UnfreezeBalanceV2Contract: (resource) => `Unstake of ${resource}`,
  TransferContract: () => "Transfer of TRX",
  AccountPermissionUpdateContract: () => "Change of permissions",
};

export function factsOf(
  transaction: NodeTransaction,
  info: NodeTransactionInfo | undefined,
): Facts {
  const contract = transaction.raw_data.contract[0];
  const value = contract?.parameter.value ?? {};
  // The node leaves out what is the first of its kind, which Bandwidth is.
  const resource = value.resource === "ENERGY" ? "Energy" : "Bandwidth";
  const type = contract?.type ?? "";
  const kind = KINDS[type]?.(resource) ?? type.replace(/Contract$/, "");
  const lines = [
    line("Transaction", transaction.txID, true),
    line("Owner", value.owner_address, true),
    line("Receiver", value.receiver_address ?? value.to_address, true),
    line("Resource", /Delegate|Freeze/i.test(type) ? resource : undefined),
    line("Stake", value.balance === undefined ? undefined : `${trx(value.balance)} TRX`),
    line("Amount", value.amount === undefined ? undefined : `${trx(value.amount)} TRX`),
    line("Lock", value.lock ? lockText(value.lock_period ?? 0) : undefined),
    ...placeLines(transaction, info),
    line("Fee", info?.fee === undefined ? undefined : `${trx(info.fee)} TRX`),
  ];
  return {
    kind,
    state: stateOf(transaction, info),
    lines: lines.filter((one) => one !== undefined),
  };
}

/** A node says SUCCESS of a transaction that waits, too: only the block says that it is included. */
function stateOf({ ret }: NodeTransaction, info: NodeTransactionInfo | undefined): Facts["state"] {
  if (info?.blockNumber === undefined) return "waiting";
  const outcome = ret?.[0]?.contractRet ?? "SUCCESS";
  return info.result === "FAILED" || outcome !== "SUCCESS" ? "failed" : "included";
}

function placeLines({ raw_data }: NodeTransaction, info: NodeTransactionInfo | undefined) {
  if (info?.blockNumber !== undefined) {
    const at = info.blockTimeStamp;
    return [
      line("Block", info.blockNumber.toLocaleString("en-US")),
      line("Time", at === undefined ? undefined : utc(at)),
    ];
  }
  const { timestamp, expiration } = raw_data;
  return [
    line("Signed", timestamp === undefined ? undefined : utc(timestamp)),
    line("Expires", expiration === undefined ? undefined : utc(expiration)),
  ];
}

function line(label: string, value: string | undefined, isCode = false): Line | undefined {
  return value === undefined ? undefined : { label, value, isCode };
}

function lockText(blocks: number): string {
  return `${blocks.toLocaleString("en-US")} blocks, about ${spanText(blocks * BLOCK_S)}`;
}

function spanText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function trx(amountSun: number): string {
  return (amountSun / SUN_PER_TRX).toLocaleString("en-US", { maximumFractionDigits: 6 });
}

function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
