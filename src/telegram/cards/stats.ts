/** What was spent, in words: the caption of the picture, and all there is to say when nothing was bought. */
import { RESOURCES } from "../../domain/resource.js";
import type { Spending } from "../../engine/customers/spending.js";
import type { Card } from "../card.js";
import { shortFigure, shortTime } from "../picture/figures.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import { menuButton } from "./menu.js";

export function statsCard({ days, all, burnPriceSun }: Spending, { stats }: Messages): Card {
  const bought = RESOURCES.flatMap((resource) => {
    const { units, averagePriceSun } = all.bought[resource];
    if (averagePriceSun === undefined) return [];
    const burnSun = burnPriceSun?.[resource];
    const burnPrice = burnSun === undefined ? undefined : shortFigure(burnSun, stats);
    return [{ resource, units, price: shortFigure(averagePriceSun, stats), burnPrice }];
  });
  const median = shortTime(all.medianMs ?? 0, stats);
  const p90 = shortTime(all.p90Ms ?? 0, stats);
  return cardOf(stats.caption({ days: days.length, all, bought, median, p90 }));
}

export function nothingSpentCard({ days }: Spending, messages: Messages): Card {
  return cardOf(messages.stats.nothing(days.length), [
    [menuButton("buyEnergy", messages), menuButton("orders", messages)],
  ]);
}
