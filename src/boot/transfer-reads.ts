/** What sizing a USDT transfer needs from the chain and the settings. */
import type { Chain } from "../chain/port.js";
import type { Config } from "../config.js";
import { usdtContractOn } from "../domain/usdt.js";
import type { TransferReads } from "../engine/chain-reads.js";

export function transferReadsOf({ network, usdtContract }: Config, chain: Chain): TransferReads {
  return {
    usdt: usdtContractOn(network, usdtContract),
    resources: (account) => chain.resources(account),
    tryContract: (call) => chain.tryContract(call),
  };
}
