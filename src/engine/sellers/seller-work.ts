/** What the workers do for sellers: which accounts to read, and what a reading changes in the order book. */
import type { Address } from "../../domain/address.js";
import type { OwnerSnapshot } from "../../domain/stake.js";
import { offeringSellers, offersOf, pausedSellers, restateOffer } from "../../store/offers.js";
import { readStakeRatio, setPause, setPermission, storeSnapshot } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import { setWarnings } from "../../store/sellers.js";
import type { Engine } from "../context.js";
import { stakesOf } from "./offer-stakes.js";
import type { Permitted } from "./sellers.js";

/** The next seller, by address, with an offer that is on; undefined after the last. */
export async function offeringAfter(
  engine: Engine,
  which: "paused" | "all",
  after: string,
): Promise<Address | undefined> {
  const list = which === "paused" ? pausedSellers : offeringSellers;
  return (await engine.database.read(() => list(after, 1)))[0];
}

/** Stores what a seller can delegate, recalculates their offers at the current ratio, and signals when they have more to sell. */
export async function saveSellerSnapshot(engine: Engine, snapshot: OwnerSnapshot): Promise<void> {
  const { headroom } = engine.policy;
  const hasMore = await engine.database.commit(function* (): Phase<boolean> {
    const { owner, block, delegatableSun } = snapshot;
    const before = yield* offersOf(owner);
    yield* storeSnapshot(owner, "energy", delegatableSun.energy, block);
    yield* storeSnapshot(owner, "bandwidth", delegatableSun.bandwidth, block);
    for (const offer of yield* offersOf(owner)) {
      const ratio = yield* readStakeRatio(offer.resource);
      if (ratio) yield* restateOffer(offer, stakesOf(offer, ratio, headroom));
    }
    const after = yield* offersOf(owner);
    return after.some(({ is_on, free_sun, chunk_sun }, at) => {
      const grew = free_sun > (before[at]?.free_sun ?? 0);
      return is_on === 1 && grew && free_sun >= chunk_sun;
    });
  });
  if (hasMore) engine.signals.emit("offered", snapshot.owner);
}

/** What a look at a seller's account found: the permission by which the desk may delegate, or why it is paused. */
export async function saveSellerCheck(
  engine: Engine,
  seller: Address,
  check: { readonly permitted?: Permitted; readonly pauseReason: string | null },
): Promise<void> {
  const { permitted, pauseReason } = check;
  await engine.database.commit(function* (): Phase<void> {
    if (permitted) {
      yield* setPermission(seller, permitted.permissionId);
      yield* setWarnings(seller, permitted.warnings);
    }
    yield* setPause(seller, pauseReason);
  });
}
