/**
 * What use cases ask the node, apart from following the chain, and how long they wait for it; `boot/` passes in the
 * implementations.
 */
import type { Address } from "../domain/address.js";
import type { Permission } from "../domain/permission.js";
import type { PerResource } from "../domain/resource.js";
import { nodeFailed } from "./gates.js";

/** What an activated account has and uses, in units. */
export interface AccountResources {
  readonly limit: PerResource<number>;
  readonly used: PerResource<number>;
  /** Free Bandwidth left today. */
  readonly freeBandwidth: number;
}

/** Asks the node about an activated account. Rejects when it cannot be asked. */
export type ResourcesLookUp = (address: Address) => Promise<AccountResources>;

/** What sizing a USDT transfer reads from the chain. */
export interface TransferReads {
  /** The contract of USDT; undefined on a network without one. */
  readonly usdt: Address | undefined;
  /** Of an activated account. */
  readonly resources: (address: Address) => Promise<{
    readonly limit: PerResource<number>;
    readonly used: PerResource<number>;
    /** Free Bandwidth left today. */
    readonly freeBandwidth: number;
  }>;
  /** How a contract call would end now; undefined when the node cannot say. */
  readonly tryContract: (call: {
    readonly contract: Address;
    readonly owner: Address;
    readonly selector: string;
    readonly parameterHex: string;
  }) => Promise<ContractTrial | undefined>;
}

export interface ContractTrial {
  readonly success: boolean;
  readonly energyUnits: number;
  readonly resultHex: string;
}

/** What the chain says about an account that wants to sell. */
export interface AccountOnChain {
  readonly contract: boolean;
  /** Its own stake, delegated or not. */
  readonly stakedSun: number;
  readonly permissions: readonly Permission[];
  readonly ownerPermission: Pick<Permission, "threshold" | "keys">;
}

/** What registering a seller needs from outside the books. */
export interface SellerAccounts {
  /** The network's name as wallets know it. */
  readonly network: string;
  /** The account whose key delegates for sellers. */
  readonly operator: Address;
  /** The desk's own accounts that are in no pool. */
  readonly own: readonly Address[];
  /** undefined when the address is not activated. */
  readonly account: (address: Address) => Promise<AccountOnChain | undefined>;
  /** Whose key signed a text; undefined when the signature is invalid. */
  readonly recoverSigner: (text: string, signature: string) => Promise<Address | undefined>;
}

/** Less than scripts wait by default (the typed client 15 s, others 30 s). */
export const ANSWER_WITHIN_MS = 10_000;

/**
 * Behind a slow node a call may wait for half a minute or longer. By then a caller over HTTP has given up, and must not be
 * charged for an order that they take for failed. Throws CHAIN_UNAVAILABLE after too long. The call continues, for the next one
 * who asks.
 */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const late = new Error(`no answer within ${ANSWER_WITHIN_MS} ms`);
    timer = setTimeout(() => reject(late), ANSWER_WITHIN_MS);
  }).catch(nodeFailed);
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
