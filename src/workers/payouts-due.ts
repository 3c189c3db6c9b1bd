/** What is to be paid out now: withdrawals, who is due longest first, then sellers that have earned enough. */
import type { Address } from "../domain/address.js";
import { type Sun, sun } from "../domain/money.js";
import type { Withdrawal } from "../domain/withdrawal.js";
import type { Engine } from "../engine/context.js";
import { type Earner, readEarners } from "../engine/payouts/payout-lists.js";
import { readDueWithdrawals } from "../engine/withdrawals/read-withdrawals.js";
import type { PayoutOptions } from "./context.js";

export interface Due {
  /** One of the two is null. */
  readonly seller: Address | null;
  readonly withdrawalId: string | null;
  readonly receiver: Address;
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  /** What the transfer burns beside its bandwidth: where the account does not exist. */
  readonly activationSun: Sun;
  readonly of: { readonly earner: Earner } | { readonly withdrawal: Withdrawal };
}

export async function dueWithdrawals(engine: Engine): Promise<Due[]> {
  const { due } = await readDueWithdrawals(engine);
  const verdicts = await engine.receivers.verdicts(due.map(({ address }) => address));
  const activationSun = engine.network.parameters?.activationSun ?? sun(0);
  return due.map((withdrawal, at) => ({
    seller: null,
    withdrawalId: withdrawal.id,
    receiver: withdrawal.address,
    amountSun: withdrawal.amountSun,
    feeSun: withdrawal.feeSun,
    activationSun: verdicts[at] === "not activated" ? activationSun : sun(0),
    of: { withdrawal },
  }));
}

export async function dueSellers(
  engine: Engine,
  payout: PayoutOptions,
): Promise<{ readonly due: Due[]; readonly below: readonly Earner[] }> {
  const { due, below } = await readEarners(engine, payout);
  return {
    due: due.map(({ seller, earnedSun, amountSun, feeSun }) => ({
      ...{ seller, withdrawalId: null, receiver: seller, amountSun, feeSun },
      activationSun: sun(0),
      of: { earner: { seller, earnedSun } },
    })),
    below: below.map(({ seller, earnedSun }) => ({ seller, earnedSun })),
  };
}
