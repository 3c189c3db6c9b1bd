/**
 * What the desk needs of TRON nodes, in the desk's own terms, in one long file. tron-chain.ts implements it for one node,
 * hosts/ for several.
 *
 * Times are Unix milliseconds of CHAIN time. Amounts of stake are SUN. Every method throws `ChainUnavailable` when the node
 * cannot be reached, refuses the call, or gives an answer that cannot be trusted; no method guesses.
 */
import type { Address } from "../domain/address.js";
import type { RejectionReason } from "../domain/death.js";
import type { IncomingMoney } from "../domain/deposit.js";
import type { Sun } from "../domain/money.js";
import type { AccountPermissions } from "../domain/permission.js";
import type { PerResource, Resource } from "../domain/resource.js";
import type { BlockTransaction, UnreadTransaction } from "../domain/transaction-acts.js";

export type { BlockTransaction } from "../domain/transaction-acts.js";

export interface BlockRef {
  readonly number: number;
  /** 64 lower-case hex characters; the first 16 are the number. */
  readonly id: string;
  readonly timestampMs: number;
}

export interface ChainBlock extends BlockRef {
  readonly parentId: string;
  /** `success` is `ret[0].contractRet === "SUCCESS"`; a block without it for one of ours is refused. */
  readonly transactions: readonly BlockTransaction[];
}

/** What contracts brought to anybody in a block. */
export interface SolidMoney {
  readonly money: readonly IncomingMoney[];
  /** Transactions of which something that they did cannot be read; what can be is in `money`. */
  readonly unread: readonly UnreadTransaction[];
}

/** Which of these addresses matter. */
export type OfOurs = (addresses: readonly Address[]) => Promise<ReadonlySet<Address>>;

/** All money that one transaction of the solidified state brought to anybody, and where it is. */
export interface TransactionMoney {
  readonly blockNumber: number;
  readonly blockTimestampMs: number;
  /** A transaction that failed brought none. */
  readonly success: boolean;
  readonly money: readonly IncomingMoney[];
}

/** What there is at an address. */
export interface Activation {
  readonly contract: boolean;
}

/** An activated account. Of what is negative there is nothing; no amount is more than what is there. */
export interface ChainAccount {
  readonly contract: boolean;
  readonly balanceSun: Sun;
  /** Its own stake, delegated or not. */
  readonly stakedSun: Sun;
  /** How much of it is delegated, to all receivers together. */
  readonly delegatedSun: PerResource<number>;
  readonly permissions: readonly ActivePermission[];
  readonly ownerPermission: OwnerPermission;
}

/** The keys that own the account; its own alone unless its permissions were changed. */
export interface OwnerPermission {
  readonly threshold: number;
  readonly keys: readonly { readonly address: Address; readonly weight: number }[];
}

export interface ActivePermission {
  readonly id: number;
  readonly threshold: number;
  /** 64 hex characters; bit i of the operations is byte i>>3, bit i&7. */
  readonly operations: string;
  readonly keys: readonly { readonly address: Address; readonly weight: number }[];
}

/** `wallet/getaccountresource` of an activated account, in units, with the network's totals. */
export interface ChainResources {
  readonly limit: PerResource<number>;
  readonly used: PerResource<number>;
  /** What is left today of the free bandwidth that every account has. */
  readonly freeBandwidth: number;
  readonly totalLimit: PerResource<number>;
  /** In whole TRX. */
  readonly totalWeight: PerResource<number>;
}

/** What one owner delegates to one receiver of one resource; both parts may be 0. */
export interface DelegatedRecord {
  readonly unlockedSun: Sun;
  readonly lockedSun: Sun;
  /**
   * When the locked part may be taken back (strictly after); 0 when nothing is locked. May lie in
   * the past.
   */
  readonly lockExpiresAt: number;
}

/** A transaction as a node reports it once it is in a block. */
export interface Inclusion {
  readonly blockNumber: number;
  readonly blockTimestampMs: number;
  readonly success: boolean;
}

export interface ChainParameters {
  /**
   * `getMaxDelegateLockPeriod` in blocks; 86,400 means that the node ignores `lock_period` and
   * locks 3 days.
   */
  readonly maxLockPeriodBlocks: number;
  /** SUN per byte of bandwidth burnt. */
  readonly bandwidthPriceSun: number;
  /** SUN per unit of Energy burnt. */
  readonly energyPriceSun: number;
  /** What a transfer of TRX to an account that is not activated burns of its sender, beside the amount. */
  readonly accountCreationSun: Sun;
  /**
   * What it burns besides where the sender's stake has too little Bandwidth for it: free Bandwidth and `bandwidthPriceSun` do
   * not apply to such a transfer.
   */
  readonly accountCreationBandwidthSun: Sun;
}

/** What to sign. `lockPeriodBlocks` of 0 is an unlocked delegation. */
export type TransactionIntent =
  | {
      readonly kind: "delegate";
      readonly owner: Address;
      readonly receiver: Address;
      readonly resource: Resource;
      readonly stakeSun: Sun;
      readonly lockPeriodBlocks: number;
    }
  | {
      readonly kind: "undelegate";
      readonly owner: Address;
      readonly receiver: Address;
      readonly resource: Resource;
      readonly stakeSun: Sun;
    }
  | {
      readonly kind: "transfer";
      readonly owner: Address;
      readonly receiver: Address;
      readonly amountSun: Sun;
    };

/** A call of `transfer(address,uint256)`. */
export interface TokenTransfer {
  readonly kind: "token_transfer";
  readonly owner: Address;
  readonly contract: Address;
  readonly receiver: Address;
  /** In the smallest units of the token. */
  readonly amount: bigint;
  /** The most that the owner burns for Energy. */
  readonly feeLimitSun: Sun;
}

/** Brings the receiver's account into being, without sending it anything. */
export interface AccountCreation {
  readonly kind: "create_account";
  readonly owner: Address;
  readonly receiver: Address;
}

/** What is built for others to sign. */
export type UnsignedIntent = TransactionIntent | TokenTransfer | AccountCreation;

/** What gives the transaction its id: the reference block (a solidified one) and its two times. */
export interface TransactionFrame {
  readonly reference: BlockRef;
  /** Strictly increasing per owner, so that no two transactions share a txid. */
  readonly timestampMs: number;
  readonly expiresAt: number;
}

export interface SignedTransaction {
  readonly txid: string;
  /** The whole signed transaction, hex, as `wallet/broadcasthex` takes it. */
  readonly hex: string;
}

/** A transaction that an account's owner signs, not the desk. */
export interface UnsignedTransaction {
  readonly txid: string;
  /** The bytes that are signed, hex. */
  readonly rawHex: string;
  /** The same in the form of wallets and tronweb. */
  readonly transaction: object;
}

/**
 * The answer to a broadcast. It never decides about the transaction, except a `rejected` at the first attempt when the next
 * blocks do not hold it either.
 */
export type BroadcastOutcome =
  | { readonly kind: "accepted" }
  /** The node has seen these bytes: pending, included, or refused earlier. */
  | { readonly kind: "seen" }
  /** Not taken into the pool; send the same bytes again later. */
  | { readonly kind: "retry"; readonly message: string }
  /** Perhaps taken, perhaps not. */
  | { readonly kind: "unknown"; readonly message: string }
  /** A definite refusal of this node. */
  | {
      readonly kind: "rejected";
      readonly reason: RejectionReason;
      readonly code: string;
      readonly message: string;
      /** How long an older lock lasts that the new one must not end before, if the node said so. */
      readonly lockRemainingMs?: number;
    };

/**
 * Who waits for the answer: decides the order of calls that queue for the node. Blocks are first: they are asked for one call at a
 * time, and a queue of broadcasts that never ends would else keep the desk from seeing what became of them.
 */
export type CallPriority = "block" | "broadcast" | "inclusion" | "reclaim" | "read";

export interface Chain {
  /** Id of block 0: which network this is. */
  genesisId(): Promise<string>;
  /** Block 0 of the chain whose solidified blocks the node serves. */
  solidGenesisId(): Promise<string>;
  head(): Promise<BlockRef>;
  solidHead(): Promise<BlockRef>;
  /** undefined when the node does not have that block (yet). */
  block(number: number): Promise<ChainBlock | undefined>;
  /**
   * Blocks first..last (both included, at most 100), in order; shorter when the node lacks some.
   */
  blocks(first: number, last: number): Promise<readonly ChainBlock[]>;
  /** The same from the solidified state. */
  solidBlocks(first: number, last: number): Promise<readonly ChainBlock[]>;
  /**
   * What contracts brought to anybody in this solidified block, in its order: events of transfers, and TRX. Transfers of TRX
   * are in the block itself (`transfersOf`). With `ofOurs` only what came to such addresses. Throws when the node's solidified
   * state does not hold exactly this block, `NothingThere` when it holds nothing of it.
   */
  solidMoney(block: ChainBlock, ofOurs?: OfOurs): Promise<SolidMoney>;
  /** Everything that one transaction brought; undefined when the solidified state does not know it. */
  solidMoneyOf(txid: string): Promise<TransactionMoney | undefined>;
  /** Undefined when the address is not activated. Nothing else is read: what strangers' accounts hold must not matter. */
  activation(address: Address): Promise<Activation | undefined>;
  /** undefined when the address is not activated. */
  account(address: Address, priority?: CallPriority): Promise<ChainAccount | undefined>;
  /** Who may act for an account, by name; undefined when the address is not activated. */
  permissions(address: Address): Promise<AccountPermissions | undefined>;
  resources(address: Address): Promise<ChainResources>;
  /** The stake the owner can delegate now, from the head state; 0 below 1 TRX. */
  delegatableSun(owner: Address, resource: Resource): Promise<Sun>;
  delegated(
    owner: Address,
    receiver: Address,
    resource: Resource,
    priority?: CallPriority,
  ): Promise<DelegatedRecord>;
  /** The same from the solidified state; undefined when the node does not serve it. */
  solidDelegated(
    owner: Address,
    receiver: Address,
    resource: Resource,
  ): Promise<DelegatedRecord | undefined>;
  /** All receivers to whom the owner delegates now. */
  receiversOf(owner: Address): Promise<readonly Address[]>;
  parameters(): Promise<ChainParameters>;
  /** What changing an account's permissions costs it. */
  permissionUpdateFeeSun(): Promise<Sun>;
  /** Undefined when the node has no such contract, or cannot try it. */
  tryContract(call: ContractCall): Promise<ContractTrial | undefined>;
  /** In the smallest units of the token. */
  tokenBalance(contract: Address, address: Address): Promise<bigint>;
  /** The TRX of an address in the solidified state; 0 when it is not activated there. */
  solidBalance(address: Address): Promise<Sun>;
  /** Balance of a token in the solid block, in its smallest units. */
  solidTokenBalance(contract: Address, address: Address): Promise<bigint>;
  /** Where the transaction is, from the head state (`wallet`); undefined when it is in no block. */
  inclusion(txid: string): Promise<Inclusion | undefined>;
  /** The same from the solidified state; undefined when it knows no block with it. */
  solidInclusion(txid: string): Promise<Inclusion | undefined>;
  /**
   * True when the solidified state knows the transaction: asked of both `gettransactioninfobyid`
   * and `gettransactionbyid` under `walletsolidity`.
   */
  solidified(txid: string): Promise<boolean>;
  /**
   * Builds and signs without the network; asserts that the bytes say exactly what the intent says.
   */
  sign(
    intent: TransactionIntent,
    frame: TransactionFrame,
    key: SigningKey,
  ): Promise<SignedTransaction>;
  /** Builds, without the network, the change of an account's permissions to exactly these. */
  buildPermissionUpdate(
    owner: Address,
    permissions: AccountPermissions,
    frame: TransactionFrame,
  ): Promise<UnsignedTransaction>;
  /** Builds, without the network, a transaction that its owner signs elsewhere by their owner permission. */
  buildUnsigned(intent: UnsignedIntent, frame: TransactionFrame): Promise<UnsignedTransaction>;
  /**
   * Whose key signed a text as wallets do (TIP-191, `signMessageV2`); undefined when the signature is invalid. Without the
   * network.
   */
  recoverSigner(text: string, signatureHex: string): Promise<Address | undefined>;
  /**
   * Sends once; never retries. Never throws: a failure is in the outcome. Waits during a pause that the node asked for.
   * `receiver` is the transaction's: a refusal "account does not exist" is about it, or else about the owner.
   */
  broadcast(
    transaction: SignedTransaction,
    receiver: Address,
    priority?: CallPriority,
  ): Promise<BroadcastOutcome>;
  /** What only several hosts have; undefined for one. */
  readonly several?: SeveralHosts;
  /** Fails waiting calls and cuts off those under way: the fate of a broadcast among them is unknown. */
  close(): Promise<void>;
}

/**
 * Several hosts of one network, one of which is read from. Reads that belong together go to one of them: each chain returned
 * here is one host's.
 */
export interface SeveralHosts {
  /**
   * The host to read from now, which has reported block `reached` at least. Throws `ChainUnavailable` when none has. When it
   * fails it rests, and the next call returns another one.
   */
  inUse(reached?: number): Chain;
  /** All hosts in step. */
  inStep(): readonly Chain[];
  /** All hosts in step, one for each solid side: each is asked before money is freed. Empty while none is in step. */
  witnesses(): readonly Chain[];
  /** Why no host is in step; undefined when one is. */
  problem(): string | undefined;
  /** An answer of this host cannot be believed or contradicts itself: it rests. */
  doubted(host: Chain, reason: string): void;
  /**
   * Asks such a host which network it serves, before something important depends on its answer. Throws when it is another one
   * by now.
   */
  verify(host: Chain): Promise<void>;
  /** The desk has read this block, and its parents lead to a followed block. */
  followed(block: BlockRef): void;
  /** The chain has forked: blocks after this one are gone. */
  forkedAfter(number: number): void;
  states(): readonly HostState[];
}

/** The key that may act for an owner, through the permission with this id; 0 is the owner permission. */
export interface SigningKey {
  readonly privateKeyHex: string;
  readonly permissionId: number;
}

/** The node could not be asked or gave no usable answer. The message never holds a key. */
export class ChainUnavailable extends Error {
  override name = "ChainUnavailable";
}

/** The node has answered clearly that it has no such thing: no reason to let it rest. */
export class NothingThere extends ChainUnavailable {
  override name = "NothingThere";
}

/** A block as the blocks around it tell of it; its time is the usual one where the node does not give its header. */
export interface MissingBlock extends BlockRef {
  readonly parentId: string;
}

/** The node gives the blocks before and after this one, and not this one. */
export class BlockNotGiven extends NothingThere {
  override name = "BlockNotGiven";

  constructor(
    readonly block: MissingBlock,
    reason: string,
  ) {
    super(reason);
  }
}

/** The account or record that was asked for is itself such that no answer can be given: any other host would say the same. */
export class OddRecord extends NothingThere {
  override name = "OddRecord";
}

/** A call of a contract that is tried and not sent. */
export interface ContractCall {
  readonly contract: Address;
  readonly owner: Address;
  /** "balanceOf(address)" */
  readonly selector: string;
  /** The arguments as the contract reads them, 64 hex characters each. */
  readonly parameterHex: string;
}

/** How a call of a contract would end now. */
export interface ContractTrial {
  readonly success: boolean;
  /** The Energy it would take, including the penalty of a contract in great demand. */
  readonly energyUnits: number;
  /** Its return value. */
  readonly resultHex: string;
}

/** The state of one host, for the operator. */
export interface HostState {
  /** From 1, as in the settings. */
  readonly number: number;
  /** Number and origin, without path and key. */
  readonly label: string;
  readonly use: "reading" | "stand-by" | "broadcasts" | "nothing" | "ignored";
  /** This and the next three are undefined when it has not reported them, or is ignored. */
  readonly head: number | undefined;
  readonly behindBlocks: number | undefined;
  readonly solid: number | undefined;
  /** How far its solidified block is behind its head. */
  readonly solidLagBlocks: number | undefined;
  /** Why it is not in step, or rested and has not answered since; undefined when it is in step. */
  readonly reason: string | undefined;
  /** For how long that has been so; 0 when it is in step or ignored. */
  readonly outOfStepMs: number;
  /** How long its rest still lasts; undefined unless it rests. */
  readonly restMs: number | undefined;
}
