/**
 * The rules of fills once more, slow and obvious: every amount is tried, from the largest down. It shares nothing with
 * domain/matching.ts, so that the two can be held against each other.
 */

export interface NaiveOrder {
  readonly units: number;
  readonly allowPartial: boolean;
  readonly partialMin: number;
}

export interface NaiveOwner {
  readonly name: string;
  readonly isPool: boolean;
  readonly freeUnits: number;
  readonly chunkUnits: number;
  readonly canLock: boolean;
  /** What a unit of its costs. */
  readonly priceSun: number;
}

export interface NaivePart {
  readonly owner: string;
  readonly units: number;
  readonly locked: boolean;
}

/** Everything that is left; or a part which is, as what it leaves, no smaller than the order allows. */
export function isLegal(order: NaiveOrder, leftUnits: number, units: number): boolean {
  if (units < 1 || units > leftUnits) return false;
  if (units === leftUnits) return order.allowPartial || units === order.units;
  if (!order.allowPartial) return false;
  return units >= order.partialMin && leftUnits - units >= order.partialMin;
}

/** Owners in the order in which they are asked; each takes as much as it may. */
export function naiveFill(
  order: NaiveOrder,
  owners: readonly NaiveOwner[],
  lockMode: "auto" | "always" | "never" = "auto",
  mostForSellersSun = Number.POSITIVE_INFINITY,
): { parts: NaivePart[]; rest: number } {
  const parts: NaivePart[] = [];
  let left = order.units;
  let leftSun = mostForSellersSun;
  for (const owner of owners) {
    const locked = lockMode === "never" ? false : owner.canLock;
    if (!locked && !owner.isPool) continue;
    if (!locked && lockMode === "always") continue;
    for (let units = left; units >= 1; units -= 1) {
      const has = units <= owner.freeUnits && units >= owner.chunkUnits;
      const isPaid = owner.isPool || units * owner.priceSun <= leftSun;
      if (has && isPaid && isLegal(order, left, units)) {
        parts.push({ owner: owner.name, units, locked });
        left -= units;
        if (!owner.isPool) leftSun -= units * owner.priceSun;
        break;
      }
    }
  }
  return { parts, rest: left };
}
