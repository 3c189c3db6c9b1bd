/** What use cases ask the node beside following the chain; the desk is given them where it is put together. */
import type { Address } from "../domain/address.js";
import type { Permission } from "../domain/permission.js";
import type { PerResource } from "../domain/resource.js";

/** What an activated account has and uses, in units. */
export interface AccountResources {
  readonly limit: PerResource<number>;
  readonly used: PerResource<number>;
  /** What is left today of the bandwidth that every account has for nothing. */
  readonly freeBandwidth: number;
}

/** Asks the node about an activated account. Rejects when it cannot be asked. */
export type ResourcesLookUp = (address: Address) => Promise<AccountResources>;

/** What the world outside the books says of a transfer. */
export interface TransferReads {
  /** The contract of USDT; undefined on a network of which none is set. */
  readonly usdt: Address | undefined;
  /** Of an activated account. */
  readonly resources: (
    address: Address,
  ) => Promise<{ readonly limit: PerResource<number>; readonly used: PerResource<number> }>;
  /** How a call of a contract would end now; undefined where the node cannot tell. */
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

/** What the chain says of an account that wants to sell. */
export interface AccountOnChain {
  readonly contract: boolean;
  readonly permissions: readonly Permission[];
  readonly ownerPermission: Pick<Permission, "threshold" | "keys">;
}

/** What registering needs of the world outside the books. */
export interface SellerAccounts {
  /** The network's name, as it is known to wallets. */
  readonly network: string;
  /** The account whose key delegates for sellers. */
  readonly operator: Address;
  /** Accounts that are the desk's own and in no pool. */
  readonly own: readonly Address[];
  /** undefined when the address is not activated. */
  readonly account: (address: Address) => Promise<AccountOnChain | undefined>;
  /** Whose key has signed a text; undefined when the signature is none. */
  readonly recoverSigner: (text: string, signature: string) => Promise<Address | undefined>;
}
