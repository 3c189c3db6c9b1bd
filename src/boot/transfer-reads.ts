/** What sizing a transfer of USDT needs of the chain and the settings. */
import type { Chain } from "../chain/port.js";
import type { Config } from "../config.js";
import { address } from "../domain/address.js";
import type { TransferReads } from "../engine/receivers/size-transfer.js";

const MAINNET_USDT = address("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");

export function transferReadsOf({ network, usdtContract }: Config, chain: Chain): TransferReads {
  return {
    usdt: usdtContract ?? (network === "mainnet" ? MAINNET_USDT : undefined),
    resources: (account) => chain.resources(account),
    tryContract: (call) => chain.tryContract(call),
  };
}
