/** The contracts as they are in every sandbox from the start. */
import { ACCOUNTS, newAccount } from "../state/records.js";
import { get, type Layer, type View } from "../state/view.js";
import { PAYER, USDT } from "./addresses.js";
import { setTokens } from "./usdt.js";

/** Ten billion USDT each. */
const PLENTY = 10_000_000_000_000_000n;

export function hasContracts(view: View): boolean {
  return get(view, ACCOUNTS, USDT) !== undefined;
}

/** The faucet and the paying contract hold all USDT that there is. */
export function addContracts(layer: Layer, faucet: string, createdAt: number): void {
  for (const address of [USDT, PAYER]) {
    layer.put(ACCOUNTS, address, { ...newAccount(address, createdAt, 0), contract: true });
  }
  for (const holder of [faucet, PAYER]) setTokens(layer, holder, PLENTY);
}
