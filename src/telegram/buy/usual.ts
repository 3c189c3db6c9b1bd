/** What a message leaves open: Energy, and for wallets without a word as much and for as long as their sender rented last. */
import { billedDays, DURATIONS, type Duration } from "../../domain/duration.js";
import { MIN_AMOUNT } from "../../domain/resource.js";
import { USDT_ENERGY } from "../../domain/usdt.js";
import type { Engine } from "../../engine/context.js";
import { fastPriceAt } from "../../engine/prices/market.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import type { Fields, LineProblem, Verdict } from "../intake/findings.js";

interface Said {
  readonly fields: Fields;
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly LineProblem[];
}

/** What is asked because of a problem stays open, and so does all of a line that names its own price. */
export function withUsual<S extends Said>(engine: Engine, user: TelegramUserRow, said: S): S {
  const { fields, verdicts, problems } = said;
  const isOpen = (field: LineProblem["field"]) => !problems.some((one) => one.field === field);
  const own = verdicts.flatMap(({ amount }) => amount ?? []);
  const known = [...own, ...(fields.amount === undefined ? [] : [fields.amount])];
  const saysNothing = verdicts.length === 0 && known.length === 0 && fields.duration === undefined;
  if (saysNothing || fields.type === "Manual" || !isOpen("type")) return said;
  const isEnergy = isOpen("resource") && known.every((units) => units >= MIN_AMOUNT.energy);
  const resource = fields.resource ?? (isEnergy ? "energy" : undefined);
  if (resource !== "energy" || verdicts.length === 0) {
    return { ...said, fields: { ...fields, resource } };
  }
  const isBare = known.length === 0 && fields.duration === undefined && isOpen("amount");
  const amount = isBare ? (user.last_energy ?? USDT_ENERGY) : fields.amount;
  const isSized = isBare || known.length > 0;
  const usual = isSized && isOpen("duration") ? usualDuration(engine, user) : undefined;
  return { ...said, fields: { ...fields, resource, amount, duration: fields.duration ?? usual } };
}

export function lastDurationOf(user: TelegramUserRow): Duration | undefined {
  return DURATIONS.find((duration) => duration === user.last_duration);
}

/** The last one, or the longest that costs no more than the shortest. */
function usualDuration({ market }: Engine, user: TelegramUserRow): Duration {
  const costOf = (one: Duration) => fastPriceAt(market, "energy", one) * billedDays(one);
  const [shortest] = DURATIONS;
  const least = costOf(shortest);
  return lastDurationOf(user) ?? DURATIONS.findLast((one) => costOf(one) === least) ?? shortest;
}
