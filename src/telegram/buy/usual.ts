/** What a message leaves open: Energy, and for wallets without a word as much and for as long as their sender rented last. */
import { isAddress } from "../../domain/address.js";
import { DURATIONS, type Duration, oneDayDurations } from "../../domain/duration.js";
import { MAX_RECEIVERS } from "../../domain/fields.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import { MIN_AMOUNT } from "../../domain/resource.js";
import { USDT_ENERGY } from "../../domain/usdt.js";
import { priceOrders } from "../../engine/orders/quote-orders.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import type { Fields, LineProblem, Verdict } from "../intake/findings.js";
import type { BotDeps } from "../kit/deps.js";
import { termsOf } from "./quote.js";

interface Said {
  readonly fields: Fields;
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly LineProblem[];
}

/** What is asked because of a problem stays open; of a line that names its own price only the resource is filled in. */
export async function withUsual<S extends Said>(
  deps: BotDeps,
  user: TelegramUserRow,
  said: S,
): Promise<S & { readonly said?: Fields }> {
  const { fields, verdicts, problems } = said;
  const isOpen = (field: LineProblem["field"]) => !problems.some((one) => one.field === field);
  const own = verdicts.flatMap(({ amount }) => amount ?? []);
  const known = [...own, ...(fields.amount === undefined ? [] : [fields.amount])];
  const saysNothing = verdicts.length === 0 && known.length === 0 && fields.duration === undefined;
  if (saysNothing || !isOpen("type")) return said;
  const isEnergy = isOpen("resource") && known.every((units) => units >= MIN_AMOUNT.energy);
  const resource = fields.resource ?? (isEnergy ? "energy" : undefined);
  const isOwnPrice = fields.type === "Manual";
  if (isOwnPrice || resource !== "energy" || verdicts.length === 0) {
    return { ...said, said: fields, fields: { ...fields, resource } };
  }
  const isBare = known.length === 0 && fields.duration === undefined && isOpen("amount");
  const amount = isBare ? (user.last_energy ?? USDT_ENERGY) : fields.amount;
  const isSized = isBare || known.length > 0;
  const lacksTime = fields.duration === undefined && isSized && isOpen("duration");
  const duration = lacksTime
    ? (lastDurationOf(user) ?? (await longestAtLeastCost(deps, user, verdicts, amount)))
    : fields.duration;
  return { ...said, said: fields, fields: { ...fields, resource, amount, duration } };
}

export function lastDurationOf(user: TelegramUserRow): Duration | undefined {
  return DURATIONS.find((duration) => duration === user.last_duration);
}

/** Of the durations that cost one day's price, the longest at the lowest. Undefined where an amount is more than anybody may order. */
async function longestAtLeastCost(
  { engine, quotePace }: BotDeps,
  { customer_id: customerId }: TelegramUserRow,
  verdicts: readonly Verdict[],
  usual: number | undefined,
): Promise<Duration | undefined> {
  await quotePace.turn(customerId);
  const good = verdicts.filter(({ bad }) => !bad).slice(0, MAX_RECEIVERS);
  const receivers = good.map(({ address }) => address).filter(isAddress);
  const amounts = good.flatMap(({ amount = usual }) => amount ?? []);
  if (amounts.some((units) => units > MAX_AMOUNT)) return undefined;
  const common = { type: "Fast", resource: "energy", quoteId: undefined, receivers } as const;
  const totals: number[] = [];
  for (const duration of oneDayDurations()) {
    const request = { ...common, amounts, duration };
    const price = await priceOrders(engine, customerId, request);
    totals.push((await termsOf(engine, customerId, request, price)).totalSun);
  }
  return oneDayDurations()[totals.lastIndexOf(Math.min(...totals))];
}
