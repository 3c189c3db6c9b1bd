/**
 * Reads an owner's account: whether the desk's key may delegate for it, and whether it can pay the fees. If not, it is paused
 * with the reason.
 */
import { type ChainAccount, type ChainResources, ChainUnavailable } from "../chain/port.js";
import { PAUSE_NO_BANDWIDTH, PAUSE_NO_PERMISSION, PAUSE_NOT_ACTIVATED } from "../domain/pause.js";
import { dangers, delegatePermission } from "../domain/permission.js";
import type { Engine } from "../engine/context.js";
import { type Owner, saveOwnerCheck } from "../engine/legs/open-work.js";
import { warningsOf } from "../engine/sellers/register-seller.js";
import { saveSellerCheck } from "../engine/sellers/sellers.js";
import { oneHost, type WorkerContext } from "./context.js";

/** Bytes of a delegation and its undelegation. */
const BANDWIDTH_OF_A_RENTAL = 600;

export async function checkOwner(context: WorkerContext, owner: Owner): Promise<void> {
  const { engine, logger } = context;
  const found = await verified(context, owner, (host) => findings(host, owner));
  await saveOwnerCheck(engine, owner.address, found);
  if (found.pauseReason === owner.pauseReason) return;
  if (found.pauseReason) {
    logger.error({ owner: owner.address, reason: found.pauseReason }, "pool owner paused");
  } else {
    logger.info({ owner: owner.address }, "pool owner serves again");
  }
  engine.signals.emit("planned");
}

/** Checks a seller as `checkOwner` does an owner; the seller's account pays the fees of its delegations. */
export async function checkSeller(context: WorkerContext, seller: Owner): Promise<void> {
  const { engine, logger } = context;
  const { address, pauseReason: before } = seller;
  const found = await verified(context, seller, (host) => sellerFindings(host, seller));
  await saveSellerCheck(engine, address, found);
  if (found.pauseReason === before) return;
  if (found.pauseReason) {
    logger.warn({ seller: address, reason: found.pauseReason }, "seller paused");
    // Planned legs go to others.
    engine.signals.emit("planned");
  } else {
    logger.info({ seller: address }, "seller serves again");
    engine.signals.emit("offered", address);
  }
}

/** One host's answer is enough to pause an account, unless that host serves another network. */
async function verified<T extends { readonly pauseReason: string | null }>(
  context: WorkerContext,
  { pauseReason }: Owner,
  look: (ofOneHost: WorkerContext) => Promise<T>,
): Promise<T> {
  const chain = oneHost(context.chain);
  const found = await look({ ...context, chain });
  const isPaused = found.pauseReason !== null && found.pauseReason !== pauseReason;
  if (isPaused) await context.chain.several?.verify(chain);
  return found;
}

async function sellerFindings(
  context: WorkerContext,
  { address }: Owner,
): Promise<Parameters<typeof saveSellerCheck>[2]> {
  const { chain, engine, operator } = context;
  const account = await chain.account(address);
  if (!account) return { pauseReason: PAUSE_NOT_ACTIVATED };
  const permission = delegatePermission(account.permissions, operator.address);
  if (!permission) return { pauseReason: PAUSE_NO_PERMISSION };
  const warnings = warningsOf(account, operator.address);
  const permitted = { permissionId: permission.id, warnings };
  const resources = await chain.resources(address);
  const pauseReason = canPay(engine, account, resources) ? null : PAUSE_NO_BANDWIDTH;
  return { permitted, pauseReason };
}

async function findings(
  context: WorkerContext,
  { address, permissionId: known }: Owner,
): Promise<{ permissionId?: number; pauseReason: string | null }> {
  const { chain, engine, operator, logger } = context;
  const account = await chain.account(address);
  if (!account) return { pauseReason: PAUSE_NOT_ACTIVATED };
  const permission = delegatePermission(account.permissions, operator.address);
  if (!permission) return { pauseReason: PAUSE_NO_PERMISSION };
  if (permission.id !== known) {
    for (const danger of dangers(permission)) {
      logger.warn({ owner: address, permission: permission.id }, `the key may also ${danger}`);
    }
  }
  const resources = await chain.resources(address);
  const isPaid = canPay(engine, account, resources);
  return { permissionId: permission.id, pauseReason: isPaid ? null : PAUSE_NO_BANDWIDTH };
}

/** Throws until the price of a byte is known: an account is not paused on a guess. */
function canPay({ network }: Engine, account: ChainAccount, resources: ChainResources): boolean {
  if (!network.parameters) throw new ChainUnavailable("the network's prices are not known yet");
  const priceSun = network.parameters.burnPriceSun.bandwidth;
  const free = resources.limit.bandwidth - resources.used.bandwidth;
  return (
    Math.max(free, resources.freeBandwidth) >= BANDWIDTH_OF_A_RENTAL ||
    account.balanceSun >= BANDWIDTH_OF_A_RENTAL * priceSun
  );
}
