/**
 * Accounts that the sandbox gives: pool owners, the account that pays sellers, and those asked for
 * over /sandbox/account. Their stake is there as if it had always been: the network's weights, which
 * are those of the main network, count it already.
 */
import { setTokens } from "./calls/usdt.js";
import { existingAccount } from "./contracts/contract.js";
import { addDelegation } from "./contracts/delegations.js";
import type { Keys } from "./keys-file.js";
import { stakeFor } from "./resources/capacity.js";
import { ACCOUNTS, newAccount, type Permission, TOTALS } from "./state/records.js";
import { get, type Layer } from "./state/view.js";

/** Bits 57 and 58: delegate and undelegate, nothing else. */
const OPERATOR_OPERATIONS = `${"0".repeat(15)}6${"0".repeat(48)}`;

export interface GivenAccount {
  readonly address: string;
  readonly balanceSun: number;
  /** Millionths of a USDT. */
  readonly usdt?: number;
  /** Units that it can delegate. */
  readonly energy: number;
  readonly bandwidth: number;
  /** Units for its own transactions. */
  readonly feeBandwidth: number;
  /** Whether its permission 2 lets the operator's key delegate for it. */
  readonly permitsOperator: boolean;
}

export function addAccount(layer: Layer, keys: Keys, now: number, given: GivenAccount): void {
  const { address, balanceSun, energy, bandwidth, feeBandwidth, permitsOperator } = given;
  const account = newAccount(address, now, balanceSun);
  layer.put(ACCOUNTS, address, {
    ...account,
    energy: { ...account.energy, frozenSun: stakeOf(layer, energy, "energy") },
    bandwidth: { ...account.bandwidth, frozenSun: stakeOf(layer, bandwidth, "bandwidth") },
    actives: permitsOperator ? [operatorPermission(keys.operator.address)] : account.actives,
  });
  if (given.usdt !== undefined) setTokens(layer, address, BigInt(given.usdt));
  const feeSun = stakeOf(layer, feeBandwidth, "bandwidth");
  if (feeSun > 0) payFees(layer, address, keys.faucet.address, feeSun, now);
}

function stakeOf(layer: Layer, units: number, resource: "energy" | "bandwidth"): number {
  const totals = get(layer, TOTALS, "");
  return totals === undefined || units === 0 ? 0 : stakeFor(units, totals, resource);
}

function operatorPermission(operator: string): Permission {
  const keys = [{ address: operator, weight: 1 }];
  return { id: 2, name: "operator", threshold: 1, operations: OPERATOR_OPERATIONS, keys };
}

/**
 * Fees are paid from bandwidth that the faucet delegates. Own stake would do too, but then every
 * delegation would lessen what getcandelegatedmaxsize says of it.
 */
function payFees(layer: Layer, to: string, faucet: string, sun: number, now: number): void {
  addDelegation(layer, { from: faucet, to }, "bandwidth", sun, undefined, now);
  const receiver = existingAccount(layer, to);
  const acquired = { ...receiver.bandwidth, acquiredSun: sun };
  layer.put(ACCOUNTS, to, { ...receiver, bandwidth: acquired });
  const giver = existingAccount(layer, faucet);
  const delegatedSun = giver.bandwidth.delegatedSun + sun;
  layer.put(ACCOUNTS, faucet, { ...giver, bandwidth: { ...giver.bandwidth, delegatedSun } });
}
