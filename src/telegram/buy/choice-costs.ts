/** What each choice of a question would cost, which its button carries: amounts, and durations. */
import { MINUTE_MS } from "../../common/time.js";
import { isAddress } from "../../domain/address.js";
import { DURATIONS, type Duration } from "../../domain/duration.js";
import { totalCostSun } from "../../domain/price.js";
import type { Engine } from "../../engine/context.js";
import type { Considered } from "../../engine/orders/read-costs.js";
import { fastPriceAt, floorNow } from "../../engine/prices/market.js";
import type { Drawer } from "../kit/draw.js";
import type { AmountPreset } from "../kit/views.js";
import { amountsOf, type Draft, type DraftData, mostPriceSun, othersWithout } from "./draft.js";
import { lockOf } from "./request.js";

/** In SUN, by the amount or the duration; none of what cannot be had now. */
export type ChoiceCosts = ReadonlyMap<number | Duration, number>;

/** What amounts cost is shown for, while a duration is still to be chosen: a transfer is done within it. */
export const PRICED_DURATION: Duration = "1h";

/** A question that was asked longer ago is drawn again because of something else, as are all after a start: nobody is choosing. */
const CHOOSING_MS = MINUTE_MS;

/** For the wallets that are known, or else for one. The price is neither bound nor held: the card with Pay does that. */
export async function readChoiceCosts(
  { engine, costs: orderCosts }: Pick<Drawer, "engine" | "costs">,
  draft: Draft,
  presets: readonly AmountPreset[],
  askedAt: number,
): Promise<ChoiceCosts> {
  const { status, step, data, customerId } = draft;
  const isChoosing = status === "open" && engine.now() - askedAt < CHOOSING_MS;
  const choices = isChoosing ? choicesAt(step, data, presets) : [];
  const orders = choices.flatMap(({ choice, chosen }) => {
    const order = orderOf(chosen);
    return order ? [{ choice, chosen, order }] : [];
  });
  const costs =
    data.type === "Manual"
      ? orders.map(({ chosen, order }) => costAtOwnPrice(engine, chosen, order))
      : await orderCosts.read(
          customerId,
          orders.map(({ order }) => order),
        );
  return new Map(
    orders.flatMap(({ choice, order }, at) => {
      const costSun = costs[at];
      return costSun === undefined
        ? []
        : [[choice, costSun + besideSun(engine, data, order)] as const];
    }),
  );
}

/** The draft as each button of the question would leave it. */
function choicesAt(
  step: Draft["step"],
  data: DraftData,
  presets: readonly AmountPreset[],
): { readonly choice: number | Duration; readonly chosen: DraftData }[] {
  if (step === "duration") {
    return DURATIONS.map((duration) => ({ choice: duration, chosen: { ...data, duration } }));
  }
  if (step !== "amount") return [];
  // Those that have an amount of their own keep it while the others are asked about.
  const amounts = othersWithout(data).length > 0 ? data.amounts : {};
  const { duration = PRICED_DURATION } = data;
  return presets.map(({ units }) => ({
    choice: units,
    chosen: { ...data, amount: units, amounts, duration },
  }));
}

function orderOf(data: DraftData): Considered | undefined {
  const { resource, duration } = data;
  const amounts = amountsOf(data);
  if (!resource || !duration || !amounts) return undefined;
  const receivers = data.receivers.filter(isAddress);
  return { resource, duration, amounts, receivers, requireLock: lockOf(data).requireLock };
}

/** What a Manual order would hold; of one whose price is not named yet, or is too low for it, nobody knows. */
function costAtOwnPrice(
  { market }: Engine,
  data: DraftData,
  { resource, amounts, duration }: Considered,
): number | undefined {
  const { price = 0 } = data;
  const isTaken = price >= floorNow(market, resource, duration) && price <= mostPriceSun(data);
  return isTaken ? totalCostSun(amounts, price, duration) : undefined;
}

/** The Bandwidth that is paid with it. */
function besideSun(
  { market }: Engine,
  { type, bandwidth }: DraftData,
  { resource, amounts, duration }: Considered,
): number {
  if (type !== "Fast" || resource !== "energy" || bandwidth === undefined) return 0;
  const each = amounts.map(() => bandwidth);
  return totalCostSun(each, fastPriceAt(market, "bandwidth", duration), duration);
}
