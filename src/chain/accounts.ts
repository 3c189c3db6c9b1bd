/**
 * Reads of accounts, their permissions, stake and delegations, and of the network's parameters. From the head state,
 * but for what is called solid.
 */
import type { z } from "zod";
import { type Address, addressToHex } from "../domain/address.js";
import { sun } from "../domain/money.js";
import type { NamedKeyRing } from "../domain/permission.js";
import type { Resource } from "../domain/resource.js";
import {
  accountAnswer,
  activationAnswer,
  anyPermissionsAnswer,
  balanceAnswer,
  type DelegatedAnswer,
  delegatableAnswer,
  delegatedAnswer,
  delegationsAnswer,
  isNothing,
  parametersAnswer,
  permissionsAnswer,
  readAnswer,
  resourcesAnswer,
} from "./answers.js";
import { NotServed } from "./http-host.js";
import type { NodeCalls } from "./node-calls.js";
import {
  type CallPriority,
  type Chain,
  ChainUnavailable,
  type DelegatedRecord,
  NothingThere,
  OddRecord,
} from "./port.js";

const ACCOUNT = "wallet/getaccount";
const CONTRACT = "Contract";

/** A reader of answers by a schema. */
const by =
  <T extends z.ZodType>(schema: T) =>
  (path: string, answer: object) =>
    readAnswer(path, schema, answer);

const RESOURCE_CODE: Record<Resource, number> = { bandwidth: 0, energy: 1 };

export function accountReads(node: NodeCalls) {
  /** Undefined when it is not activated. */
  async function accountAt<T extends { readonly address: Address }>(
    path: string,
    read: (path: string, answer: object) => T,
    address: Address,
    priority: CallPriority = "read",
  ): Promise<T | undefined> {
    const answer = await node.call(path, { address: addressToHex(address) }, priority);
    if (isNothing(answer)) return undefined;
    const account = read(path, answer);
    if (account.address === address) return account;
    throw new ChainUnavailable(`${path} answered for another address`);
  }

  async function parameters() {
    const path = "wallet/getchainparameters";
    const read = readAnswer(path, parametersAnswer, await node.call(path, {}, "read"));
    return (key: string, least = 0, most = Number.MAX_SAFE_INTEGER): number => {
      const value = read.chainParameter.find((entry) => entry.key === key)?.value;
      const isUsable = value !== undefined && Number.isSafeInteger(value);
      if (isUsable && value >= least && value <= most) return value;
      throw new ChainUnavailable(`${path} answered no usable ${key}`);
    };
  }

  async function delegated(
    path: string,
    record: { owner: Address; receiver: Address; resource: Resource },
    priority: CallPriority,
  ): Promise<DelegatedRecord> {
    const { owner, receiver, resource } = record;
    const body = { fromAddress: addressToHex(owner), toAddress: addressToHex(receiver) };
    const read = readAnswer(path, delegatedAnswer, await node.call(path, body, priority));
    return delegatedRecord(path, read.delegatedResource, owner, receiver, resource);
  }

  return {
    async activation(address) {
      const account = await accountAt(ACCOUNT, by(activationAnswer), address);
      return account && { contract: account.type === CONTRACT };
    },

    async account(address, priority) {
      const account = await accountAt(ACCOUNT, by(accountAnswer), address, priority);
      return (
        account && {
          contract: account.type === CONTRACT,
          balanceSun: account.balance,
          stakedSun: stakedOf(account),
          delegatedSun: delegatedOf(account),
          permissions: account.active_permission,
          ownerPermission: account.owner_permission ?? {
            threshold: 1,
            keys: [{ address, weight: 1 }],
          },
        }
      );
    },

    async solidBalance(address) {
      const path = "walletsolidity/getaccount";
      return (await accountAt(path, by(balanceAnswer), address))?.balance ?? sun(0);
    },

    async resources(address) {
      const path = "wallet/getaccountresource";
      const answer = await node.call(path, { address: addressToHex(address) }, "read");
      if (isNothing(answer)) {
        throw new NothingThere(`${path} answered nothing: the account is not activated`);
      }
      const read = readAnswer(path, resourcesAnswer, answer);
      assertPossible(path, read);
      return {
        limit: { energy: read.EnergyLimit, bandwidth: read.NetLimit },
        used: { energy: read.EnergyUsed, bandwidth: read.NetUsed },
        freeBandwidth: Math.max(0, read.freeNetLimit - read.freeNetUsed),
        totalLimit: { energy: read.TotalEnergyLimit, bandwidth: read.TotalNetLimit },
        totalWeight: { energy: read.TotalEnergyWeight, bandwidth: read.TotalNetWeight },
      };
    },

    async delegatableSun(owner, resource) {
      const path = "wallet/getcandelegatedmaxsize";
      const body = { owner_address: addressToHex(owner), type: RESOURCE_CODE[resource] };
      const read = readAnswer(path, delegatableAnswer, await node.call(path, body, "read"));
      return sun(Math.min(read.max_size, MOST_DELEGATABLE_SUN));
    },

    delegated: (owner, receiver, resource, priority = "read") =>
      delegated("wallet/getdelegatedresourcev2", { owner, receiver, resource }, priority),

    async solidDelegated(owner, receiver, resource) {
      try {
        const path = "walletsolidity/getdelegatedresourcev2";
        return await delegated(path, { owner, receiver, resource }, "read");
      } catch (error) {
        if (error instanceof NotServed) return undefined;
        throw error;
      }
    },

    async receiversOf(owner) {
      const path = "wallet/getdelegatedresourceaccountindexv2";
      const answer = await node.call(path, { value: addressToHex(owner) }, "read");
      return readAnswer(path, delegationsAnswer, answer).toAccounts;
    },

    async parameters() {
      const parameter = await parameters();
      return {
        maxLockPeriodBlocks: parameter("getMaxDelegateLockPeriod", ...LOCK_PERIODS),
        bandwidthPriceSun: parameter("getTransactionFee"),
        energyPriceSun: parameter("getEnergyFee"),
        accountCreationSun: sun(parameter("getCreateNewAccountFeeInSystemContract")),
        accountCreationBandwidthSun: sun(parameter("getCreateAccountFee")),
      };
    },

    permissionUpdateFeeSun: async () => sun((await parameters())("getUpdateAccountPermissionFee")),

    async permissions(address) {
      const account = await accountAt(ACCOUNT, readPermissions, address);
      if (!account) return undefined;
      const { owner_permission, witness_permission, active_permission } = account;
      return {
        owner: owner_permission ? ringOf(owner_permission, "owner") : ownerOf(address),
        witness: witness_permission && ringOf(witness_permission, "witness"),
        active: active_permission.map((one) => {
          const { id, operations } = one;
          return { ...ringOf(one, "active"), id, operations };
        }),
      };
    },
  } satisfies Partial<Chain>;
}

/** Stake of every kind, with what is delegated of it. */
function stakedOf(account: AccountAnswer) {
  const { energy, bandwidth } = delegatedOf(account);
  const all = account.frozenV2.reduce((total, { amount }) => total + amount, bandwidth + energy);
  return sun(Math.min(all, MOST_DELEGATABLE_SUN));
}

function delegatedOf({
  delegated_frozenV2_balance_for_bandwidth: bandwidth,
  account_resource: ofEnergy,
}: AccountAnswer) {
  return { energy: ofEnergy?.delegated_frozenV2_balance_for_energy ?? 0, bandwidth };
}

type AccountAnswer = z.infer<typeof accountAnswer>;

/** Of larger amounts so much counts: amounts of stake are added up, and must stay exact. */
const MOST_DELEGATABLE_SUN = 4_000_000_000_000_000;

/** What java-tron's `ProposalUtil` lets a network vote for, in blocks: from the default of 3 days to a year. */
const LOCK_PERIODS = [86_400, 10_512_000] as const;

/** The largest possible total of each kind in any network: units a day, and whole TRX. */
const MOST = {
  TotalEnergyLimit: 1e13,
  TotalEnergyWeight: 1e11,
  TotalNetLimit: 1e13,
  TotalNetWeight: 1e11,
} as const;

/** A total that is absent or out of bounds is refused: stake would be calculated with it. */
function assertPossible(path: string, read: z.infer<typeof resourcesAnswer>): void {
  for (const [name, most] of Object.entries(MOST)) {
    const total = read[name as keyof typeof MOST];
    if (total >= 1 && total <= most) continue;
    throw new ChainUnavailable(`${path} answered no usable ${name}: ${total}`);
  }
}

/**
 * The chain keeps at most two records of a pair: one never locked, one that has (or had) an expiry.
 */
function delegatedRecord(
  path: string,
  records: readonly DelegatedAnswer[],
  owner: Address,
  receiver: Address,
  resource: Resource,
): DelegatedRecord {
  const total = { unlockedSun: 0, lockedSun: 0, lockExpiresAt: 0 };
  for (const record of records) {
    if (record.from !== owner || record.to !== receiver) {
      throw new ChainUnavailable(`${path} answered for another pair of addresses`);
    }
    const toldSun = record[`frozen_balance_for_${resource}`];
    const told = record[`expire_time_for_${resource}`];
    // By less than is there an owner would have taken it back.
    if (toldSun < 0 || told < 0) throw new OddRecord(`${path} answered a record below 0`);
    const stakeSun = Math.min(toldSun, MOST_DELEGATABLE_SUN);
    const expiresAt = Math.min(told, Number.MAX_SAFE_INTEGER);
    if (expiresAt === 0) {
      total.unlockedSun += stakeSun;
    } else if (total.lockExpiresAt === 0) {
      total.lockedSun = stakeSun;
      total.lockExpiresAt = expiresAt;
    } else {
      throw new ChainUnavailable(`${path} answered two locked records of one pair`);
    }
  }
  return { ...total, unlockedSun: sun(total.unlockedSun), lockedSun: sun(total.lockedSun) };
}

/** An owner may choose weights that a change could not keep; that is no host's fault. */
function readPermissions(path: string, answer: object) {
  const read = permissionsAnswer.safeParse(answer);
  if (!read.success && anyPermissionsAnswer.safeParse(answer).success) {
    throw new OddRecord(
      `${path} answered weights or thresholds of a permission that no change can keep`,
    );
  }
  return readAnswer(path, permissionsAnswer, answer);
}

/** Only the account's own key, until its permissions were changed. */
function ownerOf(address: Address): NamedKeyRing {
  return { name: "owner", threshold: 1, keys: [{ address, weight: 1 }] };
}

/** The chain takes a permission without a name, tronweb does not. */
function ringOf(
  ring: Omit<NamedKeyRing, "name"> & { readonly permission_name?: string | undefined },
  usualName: string,
): NamedKeyRing {
  return { name: ring.permission_name || usualName, threshold: ring.threshold, keys: ring.keys };
}
