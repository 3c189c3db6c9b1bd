/** Makes the next round of a sweep into transactions for offline keys. */

import type { Chain } from "../../chain/port.js";
import type { Address } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import { toTrx } from "../../domain/money.js";
import { planSweep, type SweepStep } from "../../domain/sweep.js";
import {
  aboutStep,
  depositPath,
  type SweepEntry,
  type SweepFile,
  type SweepWanted,
} from "../../domain/sweep-file.js";
import { beginSweep, readAccounts, readOwners, readTerms, type SweepContext } from "./read.js";

async function assertReceives(host: Chain, sweepTo: Address): Promise<void> {
  const account = await host.account(sweepTo);
  if (account && !account.contract) return;
  const why = account
    ? "is a contract, which takes no transfers of TRX. Name an account"
    : "is not activated on this chain. Check that it is yours, and send it some TRX first";
  throw new DeskError("NOT_FOUND", `DEPOSIT_SWEEP_TO: ${sweepTo} ${why}.`);
}

export async function makeSweepPlan(
  context: SweepContext,
  wanted: SweepWanted,
): Promise<SweepFile> {
  const reading = await beginSweep(context);
  const { host, settings, books } = reading;
  await assertReceives(host, settings.sweepTo);
  const { minimumTrxSun, minimumUsdtUnits } = settings.terms;
  const { leastTrxSun = minimumTrxSun, leastUsdtUnits = BigInt(minimumUsdtUnits) } = wanted;
  const terms = await readTerms(reading, { leastTrxSun, leastUsdtUnits });
  const accounts = await readAccounts(reading);
  const plan = planSweep(accounts, await readOwners(reading), terms);
  const [reference, head] = [await host.solidHead(), await host.head()];
  const expiresAt = head.timestampMs + wanted.lifeMs;
  const frame = { reference, timestampMs: head.timestampMs, expiresAt };
  const entryOf = async (step: SweepStep): Promise<SweepEntry> => {
    const key = books.addresses.get(step.owner);
    const { transaction } = await context.chain.buildUnsigned(step, frame);
    return {
      signer: step.owner,
      path: key ? depositPath(key.account ?? undefined, key.key_index) : null,
      keyHash: key?.key_hash ?? null,
      about: aboutStep(step),
      transaction,
    };
  };
  const transactions: SweepEntry[] = [];
  for (const step of plan.steps) transactions.push(await entryOf(step));
  return {
    network: settings.network,
    genesisId: context.genesisId,
    sweepTo: settings.sweepTo,
    round: plan.round ?? null,
    costTrx: toTrx(plan.costSun),
    expiresAt,
    transactions,
    waits: plan.waits,
  };
}
