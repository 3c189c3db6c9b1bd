/** Looks at an owner's account: may the desk's key delegate for it, and can it pay the fees? Pauses it by name if not. */
import { PAUSE_NO_BANDWIDTH, PAUSE_NO_PERMISSION } from "../domain/pause.js";
import { dangers, delegatePermission } from "../domain/permission.js";
import { RESOURCES } from "../domain/resource.js";
import { type OwnerRow, saveOwnerCheck, saveStakeRatios } from "../engine/open-work.js";
import type { WorkerContext } from "./context.js";

/** Bytes of a delegation and of the undelegation that will follow it. */
const BANDWIDTH_OF_A_RENTAL = 600;

export async function checkOwner(context: WorkerContext, owner: OwnerRow): Promise<void> {
  const { engine, logger } = context;
  const found = await findings(context, owner);
  await saveOwnerCheck(engine, owner.address, found);
  if (found.pauseReason === owner.pause_reason) return;
  if (found.pauseReason) {
    logger.error({ owner: owner.address, reason: found.pauseReason }, "pool owner paused");
  } else {
    logger.info({ owner: owner.address }, "pool owner serves again");
  }
  engine.signals.emit("planned");
}

async function findings(
  { chain, engine, operator, logger }: WorkerContext,
  { address, permission_id: known }: OwnerRow,
): Promise<{ permissionId?: number; pauseReason: string | null }> {
  const account = await chain.account(address);
  if (!account) return { pauseReason: "the account is not activated: send it some TRX" };
  const permission = delegatePermission(account.permissions, operator.address);
  if (!permission) return { pauseReason: PAUSE_NO_PERMISSION };
  if (permission.id !== known) {
    for (const danger of dangers(permission)) {
      logger.warn({ owner: address, permission: permission.id }, `the key may also ${danger}`);
    }
  }
  const resources = await chain.resources(address);
  const totals = (resource: (typeof RESOURCES)[number]) => ({
    totalLimit: resources.totalLimit[resource],
    totalWeight: resources.totalWeight[resource],
  });
  if (RESOURCES.every((resource) => totals(resource).totalWeight > 0)) {
    await saveStakeRatios(engine, { energy: totals("energy"), bandwidth: totals("bandwidth") });
  }
  const { bandwidthPriceSun, energyPriceSun, maxLockPeriodBlocks } = await chain.parameters();
  engine.chainClock.maxLockPeriodBlocks = maxLockPeriodBlocks;
  engine.chainClock.burnPriceSun = { energy: energyPriceSun, bandwidth: bandwidthPriceSun };
  const free = resources.limit.bandwidth - resources.used.bandwidth;
  const canPay =
    Math.max(free, resources.freeBandwidth) >= BANDWIDTH_OF_A_RENTAL ||
    account.balanceSun >= BANDWIDTH_OF_A_RENTAL * bandwidthPriceSun;
  return { permissionId: permission.id, pauseReason: canPay ? null : PAUSE_NO_BANDWIDTH };
}
