/** Blocks, transactions and accounts as java-tron prints them. */
import { headerMessage } from "../chain/block.js";
import type { ReadableChain } from "../chain/readable-chain.js";
import { increase, recoverPlain } from "../resources/recovery.js";
import type { Account, Holding, Permission } from "../state/records.js";
import type { Block, StoredTransaction } from "../storage/storage.js";
import { toBase58 } from "../wire/address.js";
import { type Json, printMessage } from "../wire/json.js";
import { BLOCK_HEADER_RAW } from "../wire/messages.js";
import { decodeTransaction } from "../wire/transaction.js";
import { printTransaction } from "../wire/transaction-json.js";
import { compact } from "./answer.js";
import { printOutcome, printReceipt } from "./print-call.js";

const SLOT_MS = 3_000;
export const SUCCESS = { contractRet: "SUCCESS" };

export function printAddress(hex: string, visible: boolean): string {
  return visible ? toBase58(hex) : hex;
}

export function printBlock(
  chain: ReadableChain,
  block: Block,
  visible: boolean,
  detail = true,
): Json {
  const json: Json = {
    blockID: block.id,
    block_header: {
      raw_data: printMessage(BLOCK_HEADER_RAW, headerMessage(block), visible),
      witness_signature: block.signature.toString("hex"),
    },
  };
  const stored = detail ? chain.storage.transactionsOf(block.number) : [];
  if (stored.length > 0) json.transactions = stored.map((one) => printStored(one, visible));
  return json;
}

export function printStored(stored: StoredTransaction, visible: boolean): Json {
  const contractRet = stored.call?.result ?? SUCCESS.contractRet;
  return printTransaction(decodeTransaction(stored.bytes), visible, { contractRet });
}

export function printTransactionInfo(stored: StoredTransaction, timestampMs: number): Json {
  return compact({
    id: stored.txid,
    fee: stored.feeSun,
    blockNumber: stored.block,
    blockTimeStamp: timestampMs,
    contractResult: [""],
    receipt: printReceipt(stored),
    ...(stored.call && printOutcome(stored.txid, stored.call)),
  });
}

export function printPermission(permission: Permission, visible: boolean): Json {
  const { id, name, threshold, operations, keys } = permission;
  return compact({
    type: id === 0 ? "" : "Active",
    id,
    permission_name: name,
    threshold,
    operations,
    keys: keys.map((key) => ({ address: printAddress(key.address, visible), weight: key.weight })),
  });
}

/**
 * Usage is brought up to the slot, and slots are turned into times, as java-tron's getaccount does.
 */
export function printAccount(
  account: Account,
  slot: number,
  genesisMs: number,
  visible: boolean,
): Json {
  const bandwidth = increase(account.bandwidth, 0, slot);
  // No transaction is in block 0: whoever has no later slot never used anything.
  const timeOf = (lastSlot: number): number =>
    lastSlot === 0 ? 0 : genesisMs + SLOT_MS * lastSlot;
  return compact({
    type: account.contract ? "Contract" : "",
    address: printAddress(account.address, visible),
    balance: account.balanceSun,
    net_usage: bandwidth.usedUnits,
    create_time: account.createdAt,
    latest_opration_time: account.operatedAt,
    free_net_usage: recoverPlain(account.freeUsedUnits, 0, account.freeSlot, slot),
    latest_consume_time: timeOf(bandwidth.slot),
    latest_consume_free_time: timeOf(account.freeSlot),
    net_window_size: bandwidth.window,
    net_window_optimized: true,
    account_resource: printEnergy(increase(account.energy, 0, slot), timeOf),
    owner_permission: printPermission(account.owner, visible),
    active_permission: account.actives.map((one) => printPermission(one, visible)),
    frozenV2: [
      compact({ amount: bandwidth.frozenSun }),
      compact({ type: "ENERGY", amount: account.energy.frozenSun }),
      compact({ type: "TRON_POWER", amount: account.tronPowerSun }),
    ],
    delegated_frozenV2_balance_for_bandwidth: bandwidth.delegatedSun,
    acquired_delegated_frozenV2_balance_for_bandwidth: bandwidth.acquiredSun,
    old_tron_power: hasStaked(account) ? NO_OLD_POWER : 0,
  });
}

/** Whoever first staked under the new resource model has no power of stake before it. */
const NO_OLD_POWER = -1;

function hasStaked({ bandwidth, energy, tronPowerSun = 0 }: Account): boolean {
  const ownSun = [bandwidth, energy].map((one) => one.frozenSun + one.delegatedSun);
  return ownSun.some((sun) => sun > 0) || tronPowerSun > 0;
}

function printEnergy(energy: Holding, timeOf: (slot: number) => number): Json {
  return compact({
    energy_usage: energy.usedUnits,
    latest_consume_time_for_energy: timeOf(energy.slot),
    energy_window_size: energy.window,
    delegated_frozenV2_balance_for_energy: energy.delegatedSun,
    acquired_delegated_frozenV2_balance_for_energy: energy.acquiredSun,
    energy_window_optimized: true,
  });
}
