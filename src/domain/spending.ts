/** What was spent, at which price, and how long delivery took: by UTC day, from the parts that were delivered. */
import { DAY_MS, utcMidnightMs } from "../common/time.js";
import { type Sun, sun } from "./money.js";
import { type PerResource, RESOURCES, type Resource } from "./resource.js";

/** A part of an order that was delivered and is paid for. */
export interface DeliveredPart {
  readonly orderId: string;
  readonly resource: Resource;
  readonly priceSun: number;
  readonly units: number;
  readonly amountSun: number;
  /** Wall time, as is `deliveredAt`. */
  readonly createdAt: number;
  readonly deliveredAt: number;
}

export interface Spent {
  readonly spentSun: Sun;
  readonly bought: PerResource<Bought>;
  /** Orders whose first part was delivered on the day, and the time from creation to it; undefined without orders. */
  readonly orders: number;
  readonly medianMs: number | undefined;
  readonly p90Ms: number | undefined;
  readonly slowestMs: number | undefined;
}

export interface Bought {
  readonly units: number;
  /** Units × days charged. */
  readonly unitDays: number;
  readonly spentSun: Sun;
  /** Average price of a unit; undefined without units. */
  readonly averagePriceSun: number | undefined;
}

/** What burning as many units on each day would cost, less what was spent; negative where burning is cheaper. */
export function savedSun(
  { bought, spentSun }: Spent,
  burnPriceSun: Readonly<PerResource<number>>,
): number {
  const burnSun = RESOURCES.map((resource) => bought[resource].unitDays * burnPriceSun[resource]);
  return burnSun.reduce((sum, one) => sum + one, -spentSun);
}

export interface SpentOnDay extends Spent {
  /** Unix milliseconds of the UTC midnight it begins with. */
  readonly startsAt: number;
}

/** Adds up parts, ordered by order and then by delivery. */
export class SpendingTally {
  readonly startsAt: number;
  readonly #days: Sums[];
  readonly #all = new Sums();
  #lastOrder: string | undefined;

  /** For so many days; the last day contains `now`. */
  constructor(now: number, days: number) {
    this.startsAt = utcMidnightMs(now) - (days - 1) * DAY_MS;
    this.#days = Array.from({ length: days }, () => new Sums());
  }

  add(part: DeliveredPart): void {
    const isFirst = part.orderId !== this.#lastOrder;
    this.#lastOrder = part.orderId;
    const day = this.#days[Math.floor((part.deliveredAt - this.startsAt) / DAY_MS)];
    if (!day) return;
    for (const sums of [day, this.#all]) {
      sums.add(part);
      if (isFirst) sums.waitedMs.push(Math.max(0, part.deliveredAt - part.createdAt));
    }
  }

  days(): SpentOnDay[] {
    return this.#days.map((sums, at) => ({
      startsAt: this.startsAt + at * DAY_MS,
      ...sums.result(),
    }));
  }

  all(): Spent {
    return this.#all.result();
  }
}

/** The same of a team, and of each of its members; undefined stands for orders of nobody in particular. */
export class TeamTally {
  readonly all: SpendingTally;
  readonly members = new Map<number | undefined, SpendingTally>();
  readonly #time: readonly [now: number, days: number];

  constructor(now: number, days: number) {
    this.#time = [now, days];
    this.all = new SpendingTally(now, days);
  }

  add(part: DeliveredPart, userId: number | undefined): void {
    const known = this.members.get(userId);
    const own = known ?? new SpendingTally(...this.#time);
    if (!known) this.members.set(userId, own);
    own.add(part);
    this.all.add(part);
  }
}

class Sums {
  readonly waitedMs: number[] = [];
  readonly #bought: PerResource<
    Record<"units" | "unitDays" | "spentSun" | "unitPricesSun", number>
  > = {
    energy: { units: 0, unitDays: 0, spentSun: 0, unitPricesSun: 0 },
    bandwidth: { units: 0, unitDays: 0, spentSun: 0, unitPricesSun: 0 },
  };

  add({ resource, units, amountSun, priceSun }: DeliveredPart): void {
    const bought = this.#bought[resource];
    bought.units += units;
    bought.unitDays += amountSun / priceSun;
    bought.spentSun += amountSun;
    // Never more than the amount: the sum stays a safe integer.
    bought.unitPricesSun += units * priceSun;
  }

  result(): Spent {
    const boughtOf = (resource: Resource): Bought => {
      const { units, unitDays, spentSun, unitPricesSun } = this.#bought[resource];
      const averagePriceSun = units > 0 ? unitPricesSun / units : undefined;
      return { units, unitDays, spentSun: sun(spentSun), averagePriceSun };
    };
    const sorted = this.waitedMs.toSorted((a, b) => a - b);
    return {
      spentSun: sun(RESOURCES.reduce((sum, resource) => sum + this.#bought[resource].spentSun, 0)),
      bought: { energy: boughtOf("energy"), bandwidth: boughtOf("bandwidth") },
      orders: sorted.length,
      medianMs: percentile(sorted, 0.5),
      p90Ms: percentile(sorted, 0.9),
      slowestMs: sorted.at(-1),
    };
  }
}

/** The smallest of the values that covers that share of them; always one of the values. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
