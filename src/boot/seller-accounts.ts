/** What registering a seller needs from the chain and the settings. */
import type { Chain } from "../chain/port.js";
import type { SellerAccounts } from "../engine/chain-reads.js";
import type { NodeConnection } from "./node.js";

export function sellerAccountsOf(
  network: string,
  chain: Chain,
  { operator, payout }: NodeConnection,
): SellerAccounts {
  return {
    network,
    operator: operator.address,
    own: payout ? [payout.address] : [],
    account: (address) => chain.account(address),
    recoverSigner: (text, signature) => chain.recoverSigner(text, signature),
  };
}
