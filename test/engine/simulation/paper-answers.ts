/**
 * What java-tron says of a chain on paper: its paths, its JSON, zeros left out and addresses in hex. Of the fields only those
 * that matter to whoever reads delegations.
 */
import { signTxid } from "../../../src/chain/build.js";
import { type Address, addressFromHex, addressToHex } from "../../../src/domain/address.js";
import { addressOfKey } from "../../../src/domain/public-key.js";
import type { Resource } from "../../../src/domain/resource.js";
import { unitsOfStake } from "../../../src/domain/stake.js";
import { addressOf } from "../../support/addresses.js";
import { STRANGERS_KEY } from "../../support/deposits.js";
import { type OddTransaction, oddTransactions } from "../../support/odd-transactions.js";
import { infoOf, oddInfoOf } from "./paper-infos.js";
import { last, type PaperBlock, type PaperNode, type View } from "./paper-node.js";
import type { PaperIntent, PaperTransaction } from "./paper-transaction.js";

/** The key that delegates for all owners. */
export const OPERATOR = addressFromHex(`41${"9a".repeat(20)}`);
const DELEGATES_AND_TAKES_BACK = `${"0".repeat(14)}06${"0".repeat(48)}`;
const RICH_SUN = 1_000_000_000;
const FREE_BANDWIDTH = 600;

const PARAMETERS = {
  getMaxDelegateLockPeriod: 864_000,
  getTransactionFee: 1_000,
  getEnergyFee: 100,
  getUpdateAccountPermissionFee: 100_000_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getCreateAccountFee: 100_000,
};

type Body = Readonly<Record<string, unknown>>;
type Answer = Record<string, unknown>;

export function answerOf(node: PaperNode, view: View, path: string, body: Body): Answer {
  const { blocks, solidNumber } = view;
  const [door, call = ""] = path.split("/");
  const shown = door === "walletsolidity" ? blocks.slice(0, solidNumber + 1) : blocks;
  const answer = CALLS[call];
  if (!answer) throw new Error(`the node on paper has no ${path}`);
  return answer(shown, body, node);
}

const CALLS: Readonly<
  Record<string, (blocks: readonly PaperBlock[], body: Body, node: PaperNode) => Answer>
> = {
  getblock: (blocks) => headerOf(last(blocks)),
  getnowblock: (blocks) => blockOf(last(blocks)),
  getblockbynum: (blocks, { num }) => {
    const block = blocks[Number(num)];
    return block ? blockOf(block) : {};
  },
  getblockbylimitnext: (blocks, { startNum, endNum }) => {
    const block = blocks.slice(Number(startNum), Number(endNum)).map(blockOf);
    return block.length > 0 ? { block } : {};
  },
  getaccount: (blocks, { address }, node) => accountOf(blocks, addressOfHex(address), node),
  getaccountresource: (blocks, { address }, node) =>
    resourcesOf(blocks, addressOfHex(address), node),
  getcandelegatedmaxsize: (blocks, { owner_address, type }) => {
    const resource = type === 1 ? "energy" : "bandwidth";
    const freeSun = last(blocks).stake.freeSun(addressOfHex(owner_address), resource);
    return freeSun < 1_000_000 ? {} : { max_size: freeSun };
  },
  getdelegatedresourcev2: (blocks, { fromAddress, toAddress }) =>
    delegatedOf(blocks, addressOfHex(fromAddress), addressOfHex(toAddress)),
  getdelegatedresourceaccountindexv2: (blocks, { value }) => {
    const owner = addressOfHex(value);
    const records = last(blocks).stake.all.filter((record) => record.owner === owner);
    const receivers = [...new Set(records.map(({ receiver }) => addressToHex(receiver)))];
    return { account: addressToHex(owner), ...(receivers.length && { toAccounts: receivers }) };
  },
  getchainparameters: () => ({
    chainParameter: Object.entries(PARAMETERS).map(([key, value]) => ({ key, value })),
  }),
  gettransactioninfobyid: (blocks, { value }) => {
    const found = find(blocks, String(value));
    return found ? infoOf(found.block, found.one) : {};
  },
  // An array on the wire, which every host's answers are read as.
  gettransactioninfobyblocknum: (blocks, { num }) => {
    const block = blocks[Number(num)];
    if (!block) return { list: [] };
    const odd = oddIn(block).map(({ txID }) => oddInfoOf(block, txID));
    return { list: [...odd, ...block.transactions.map((one) => infoOf(block, one))] };
  },
  gettransactionbyid: (blocks, { value }) => {
    const found = find(blocks, String(value));
    return found ? transactionOf(found.one) : {};
  },
};

const addressOfHex = (hex: unknown): Address => addressFromHex(String(hex));

function find(blocks: readonly PaperBlock[], txid: string) {
  for (const block of blocks) {
    const one = block.transactions.find(({ paper }) => paper.txid === txid);
    if (one) return { block, one };
  }
  return undefined;
}

function headerOf({ number, id, parentId, timestampMs }: PaperBlock): Answer {
  const raw = {
    ...(number > 0 && { number }),
    parentHash: parentId,
    timestamp: timestampMs,
  };
  return { blockID: id, block_header: { raw_data: raw } };
}

/** Every tenth block has odd bytes of strangers, which name an owner of the pool or a seller. */
export function oddIn({ number }: Pick<PaperBlock, "number">): readonly OddTransaction[] {
  const named = addressOf(number % 20 === 0 ? 0x1000 : 0x2000);
  return number > 0 && number % 10 === 0 ? oddTransactions(number, named) : [];
}

function blockOf(block: PaperBlock): Answer {
  const transactions = [...oddIn(block), ...block.transactions.map(transactionOf)];
  return { ...headerOf(block), ...(transactions.length > 0 && { transactions }) };
}

function transactionOf({ paper, success }: PaperBlock["transactions"][number]): Answer {
  const { txid, rawHex, frame } = paper;
  return {
    ret: [{ contractRet: success ? "SUCCESS" : "REVERT" }],
    txID: txid,
    signature: signaturesOf(paper),
    raw_data_hex: rawHex,
    raw_data: {
      contract: [contractOf(paper)],
      expiration: frame.expiresAt,
      timestamp: frame.timestampMs,
    },
  };
}

/** The key of the account that pays sellers. */
export const PAYERS_KEY = "52".repeat(32);
const KEYS = new Map([STRANGERS_KEY, PAYERS_KEY].map((key) => [addressOfKey(key), key]));
const signatures = new Map<string, string>();

/** Of transfers alone is it looked at who signed; whoever else sends TRX to customers is the desk itself. */
function signaturesOf({ txid, intent }: PaperTransaction): string[] {
  const key = intent.kind === "transfer" ? KEYS.get(intent.owner) : undefined;
  if (key === undefined) return [];
  const signature = signatures.get(txid) ?? signTxid(txid, key);
  signatures.set(txid, signature);
  return [signature];
}

const TYPES = {
  delegate: "DelegateResourceContract",
  undelegate: "UnDelegateResourceContract",
  transfer: "TransferContract",
  call: "TriggerSmartContract",
};

function contractOf({ intent, permissionId }: PaperTransaction): Answer {
  const type = TYPES[intent.kind];
  const value = { owner_address: addressToHex(intent.owner), ...fieldsOf(intent) };
  return { parameter: { value }, type, ...(permissionId > 0 && { Permission_id: permissionId }) };
}

function fieldsOf(intent: PaperIntent): Answer {
  const to = addressToHex(intent.receiver);
  if (intent.kind === "transfer") return { to_address: to, amount: intent.amountSun };
  if (intent.kind === "call") return { contract_address: to, data: intent.data };
  return {
    receiver_address: to,
    balance: intent.stakeSun,
    ...(intent.resource === "energy" && { resource: "ENERGY" }),
    ...(intent.kind === "delegate" &&
      intent.lockPeriodBlocks > 0 && { lock: true, lock_period: intent.lockPeriodBlocks }),
  };
}

function accountOf(blocks: readonly PaperBlock[], address: Address, node: PaperNode): Answer {
  if (node.notActivated.has(address)) return {};
  const hex = addressToHex(address);
  const balance = last(blocks).stake.trxSun(address) + (node.broke.has(address) ? 0 : RICH_SUN);
  const own = { threshold: 1, keys: [{ address: hex, weight: 1 }] };
  const desks = {
    type: "Active",
    id: 2,
    permission_name: "desk",
    threshold: 1,
    operations: DELEGATES_AND_TAKES_BACK,
    keys: [{ address: addressToHex(OPERATOR), weight: 1 }],
  };
  return {
    address: hex,
    ...(balance > 0 && { balance }),
    owner_permission: { permission_name: "owner", ...own },
    active_permission: node.revoked.has(address) ? [] : [desks],
  };
}

function resourcesOf(blocks: readonly PaperBlock[], address: Address, node: PaperNode): Answer {
  const { stake, ratios } = last(blocks);
  const energy = unitsOfStake(stake.freeSun(address, "energy"), ratios.energy);
  return {
    ...(node.broke.has(address) && { freeNetUsed: FREE_BANDWIDTH }),
    freeNetLimit: FREE_BANDWIDTH,
    TotalNetLimit: ratios.bandwidth.totalLimit,
    TotalNetWeight: ratios.bandwidth.totalWeight,
    ...(energy > 0 && { EnergyLimit: energy }),
    TotalEnergyLimit: ratios.energy.totalLimit,
    TotalEnergyWeight: ratios.energy.totalWeight,
  };
}

function delegatedOf(blocks: readonly PaperBlock[], owner: Address, receiver: Address): Answer {
  const { stake } = last(blocks);
  const of = (resource: Resource) => stake.of(owner, receiver, resource);
  const pair = { from: addressToHex(owner), to: addressToHex(receiver) };
  const unlocked: Answer = {};
  const locked: Answer = {};
  for (const resource of ["energy", "bandwidth"] as const) {
    const { unlockedSun, lockedSun, lockExpiresAt } = of(resource);
    if (unlockedSun > 0) unlocked[`frozen_balance_for_${resource}`] = unlockedSun;
    if (lockedSun > 0) {
      locked[`frozen_balance_for_${resource}`] = lockedSun;
      locked[`expire_time_for_${resource}`] = lockExpiresAt;
    }
  }
  const records = [unlocked, locked]
    .filter((record) => Object.keys(record).length > 0)
    .map((record) => ({ ...pair, ...record }));
  return records.length > 0 ? { delegatedResource: records } : {};
}
