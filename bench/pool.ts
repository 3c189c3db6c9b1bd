/** A stocked pool without a chain: what the capacity worker would have stored. */
import { type Address, addressFromHex } from "../src/domain/address.js";
import { sun } from "../src/domain/money.js";
import type { Engine } from "../src/engine/context.js";
import { type NetworkReading, networkRead } from "../src/engine/legs/compensate.js";
import { saveOwnerCheck, saveSnapshot } from "../src/engine/legs/open-work.js";
import { addConfiguredOwners } from "../src/engine/operating/operate.js";

const OWNERS = 4;
const DELEGATABLE_SUN = sun(8_000_000_000_000_000);
const NETWORK: NetworkReading = {
  ratios: {
    energy: { totalLimit: 180_000_000_000, totalWeight: 16_560_000_000 },
    bandwidth: { totalLimit: 43_200_000_000, totalWeight: 26_000_000_000 },
  },
  parameters: {
    maxLockPeriodBlocks: 864_000,
    burnPriceSun: { energy: 100, bandwidth: 1_000 },
    activationSun: sun(1_100_000),
  },
};

export const POOL_OWNERS: readonly Address[] = Array.from({ length: OWNERS }, (_, at) =>
  addressFromHex(`41${(at + 1).toString(16).padStart(40, "0")}`),
);

export async function stockPool(engine: Engine): Promise<void> {
  await addConfiguredOwners(engine, POOL_OWNERS);
  await readChain(engine);
  for (const owner of POOL_OWNERS) {
    await saveOwnerCheck(engine, owner, { permissionId: 2, pauseReason: null });
    await readSnapshot(engine, owner, 1);
  }
}

/** What the capacity worker stores of an owner after a block. */
export async function readSnapshot(engine: Engine, owner: Address, block: number): Promise<void> {
  const delegatableSun = { energy: DELEGATABLE_SUN, bandwidth: DELEGATABLE_SUN };
  await saveSnapshot(engine, { owner, block, delegatableSun });
}

/** What a desk must have read of the chain before it takes an order. */
export async function readChain(engine: Engine): Promise<void> {
  await networkRead(engine, NETWORK, engine.network.begin(0));
  seeChain(engine, 1, Date.now());
}

export function seeChain(engine: Engine, number: number, timestampMs: number): void {
  const block = { number, id: blockId(number), timestampMs };
  engine.chainClock.sawHead(block);
  engine.chainClock.sawSolid(block);
}

export function blockId(number: number): string {
  return number.toString(16).padStart(16, "0").padEnd(64, "0");
}
