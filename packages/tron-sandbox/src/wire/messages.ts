/** The messages of TRON that the node knows, from java-tron's core .proto files. */
import { type Schema, schema } from "./schema.js";

const RESOURCE = ["BANDWIDTH", "ENERGY", "TRON_POWER"] as const;
const owner = { name: "owner_address", type: "address" } as const;

const KEY = schema({
  1: { name: "address", type: "address" },
  2: { name: "weight", type: "int" },
});

const PERMISSION = schema({
  1: { name: "type", type: ["Owner", "Witness", "Active"] },
  2: { name: "id", type: "int" },
  3: { name: "permission_name", type: "text" },
  4: { name: "threshold", type: "int" },
  5: { name: "parent_id", type: "int" },
  6: { name: "operations", type: "bytes" },
  7: { name: "keys", type: KEY, repeated: true },
});

const DELEGATE = schema({
  1: owner,
  2: { name: "resource", type: RESOURCE },
  3: { name: "balance", type: "int" },
  4: { name: "receiver_address", type: "address" },
  5: { name: "lock", type: "bool" },
  6: { name: "lock_period", type: "int" },
});

const UNDELEGATE = schema({
  1: owner,
  2: { name: "resource", type: RESOURCE },
  3: { name: "balance", type: "int" },
  4: { name: "receiver_address", type: "address" },
});

const TRANSFER = schema({
  1: owner,
  2: { name: "to_address", type: "address" },
  3: { name: "amount", type: "int" },
});

const ACCOUNT_CREATE = schema({
  1: owner,
  2: { name: "account_address", type: "address" },
  3: { name: "type", type: ["Normal", "AssetIssue", "Contract"] },
});

const FREEZE_V2 = schema({
  1: owner,
  2: { name: "frozen_balance", type: "int" },
  3: { name: "resource", type: RESOURCE },
});

const TRIGGER = schema({
  1: owner,
  2: { name: "contract_address", type: "address" },
  3: { name: "call_value", type: "int" },
  4: { name: "data", type: "bytes" },
  5: { name: "call_token_value", type: "int" },
  6: { name: "token_id", type: "int" },
});

const PERMISSION_UPDATE = schema({
  1: owner,
  2: { name: "owner", type: PERMISSION },
  3: { name: "witness", type: PERMISSION },
  4: { name: "actives", type: PERMISSION, repeated: true },
});

/**
 * A contract of which only the owner is of interest: it can be checked for permission, but not
 * executed here.
 */
const OWNER_ONLY = schema({ 1: owner });
const OWNER_SECOND = schema({ 2: owner });

export interface ContractRow {
  readonly name: string;
  readonly schema: Schema;
}

/** Whether the schema leaves fields out, so that the bytes cannot be made of it. */
export function isKnownInPart({ schema }: ContractRow): boolean {
  return schema === OWNER_ONLY || schema === OWNER_SECOND;
}

export const CONTRACTS: Readonly<Record<number, ContractRow>> = {
  0: { name: "AccountCreateContract", schema: ACCOUNT_CREATE },
  1: { name: "TransferContract", schema: TRANSFER },
  2: { name: "TransferAssetContract", schema: OWNER_ONLY },
  3: { name: "VoteAssetContract", schema: OWNER_ONLY },
  4: { name: "VoteWitnessContract", schema: OWNER_ONLY },
  5: { name: "WitnessCreateContract", schema: OWNER_ONLY },
  6: { name: "AssetIssueContract", schema: OWNER_ONLY },
  8: { name: "WitnessUpdateContract", schema: OWNER_ONLY },
  9: { name: "ParticipateAssetIssueContract", schema: OWNER_ONLY },
  10: { name: "AccountUpdateContract", schema: OWNER_SECOND },
  11: { name: "FreezeBalanceContract", schema: OWNER_ONLY },
  12: { name: "UnfreezeBalanceContract", schema: OWNER_ONLY },
  13: { name: "WithdrawBalanceContract", schema: OWNER_ONLY },
  14: { name: "UnfreezeAssetContract", schema: OWNER_ONLY },
  15: { name: "UpdateAssetContract", schema: OWNER_ONLY },
  16: { name: "ProposalCreateContract", schema: OWNER_ONLY },
  17: { name: "ProposalApproveContract", schema: OWNER_ONLY },
  18: { name: "ProposalDeleteContract", schema: OWNER_ONLY },
  19: { name: "SetAccountIdContract", schema: OWNER_SECOND },
  30: { name: "CreateSmartContract", schema: OWNER_ONLY },
  31: { name: "TriggerSmartContract", schema: TRIGGER },
  33: { name: "UpdateSettingContract", schema: OWNER_ONLY },
  41: { name: "ExchangeCreateContract", schema: OWNER_ONLY },
  42: { name: "ExchangeInjectContract", schema: OWNER_ONLY },
  43: { name: "ExchangeWithdrawContract", schema: OWNER_ONLY },
  44: { name: "ExchangeTransactionContract", schema: OWNER_ONLY },
  45: { name: "UpdateEnergyLimitContract", schema: OWNER_ONLY },
  46: { name: "AccountPermissionUpdateContract", schema: PERMISSION_UPDATE },
  48: { name: "ClearABIContract", schema: OWNER_ONLY },
  49: { name: "UpdateBrokerageContract", schema: OWNER_ONLY },
  51: { name: "ShieldedTransferContract", schema: OWNER_ONLY },
  52: { name: "MarketSellAssetContract", schema: OWNER_ONLY },
  53: { name: "MarketCancelOrderContract", schema: OWNER_ONLY },
  54: { name: "FreezeBalanceV2Contract", schema: FREEZE_V2 },
  55: { name: "UnfreezeBalanceV2Contract", schema: OWNER_ONLY },
  56: { name: "WithdrawExpireUnfreezeContract", schema: OWNER_ONLY },
  57: { name: "DelegateResourceContract", schema: DELEGATE },
  58: { name: "UnDelegateResourceContract", schema: UNDELEGATE },
  59: { name: "CancelAllUnfreezeV2Contract", schema: OWNER_ONLY },
};

const ANY = schema({
  1: { name: "type_url", type: "text" },
  2: { name: "value", type: "bytes" },
});

const contractNames: string[] = [];
for (const [number, row] of Object.entries(CONTRACTS)) contractNames[Number(number)] = row.name;

const CONTRACT = schema({
  1: { name: "type", type: contractNames },
  2: { name: "parameter", type: ANY },
  3: { name: "provider", type: "bytes" },
  4: { name: "ContractName", type: "name" },
  5: { name: "Permission_id", type: "int" },
});

/** Written by nobody, but part of the bytes that are signed. */
const AUTHORITY = schema({
  1: {
    name: "account",
    type: schema({ 1: { name: "name", type: "name" }, 2: { name: "address", type: "address" } }),
  },
  2: { name: "permission_name", type: "name" },
});

export const RAW = schema({
  1: { name: "ref_block_bytes", type: "bytes" },
  3: { name: "ref_block_num", type: "int" },
  4: { name: "ref_block_hash", type: "bytes" },
  8: { name: "expiration", type: "int" },
  9: { name: "auths", type: AUTHORITY, repeated: true },
  10: { name: "data", type: "bytes" },
  11: { name: "contract", type: CONTRACT, repeated: true },
  12: { name: "scripts", type: "bytes" },
  14: { name: "timestamp", type: "int" },
  18: { name: "fee_limit", type: "int" },
});

export const BLOCK_HEADER_RAW = schema({
  1: { name: "timestamp", type: "int" },
  2: { name: "txTrieRoot", type: "bytes" },
  3: { name: "parentHash", type: "bytes" },
  7: { name: "number", type: "int" },
  9: { name: "witness_address", type: "address" },
  10: { name: "version", type: "int" },
});
