/** Words that several sections use. Numbers are written as everywhere in the product: 65,000 and 3.9. */
import type { Duration } from "../../../domain/duration.js";
import { formatInteger } from "../../../domain/money.js";
import type { Resource } from "../../../domain/resource.js";
import type { Rental } from "../messages/rental.js";

/** Behind 1, 21, 31; behind 2, 3, 24; behind 5, 11, 20. */
type Forms = readonly [one: string, few: string, many: string];

const RULES = new Intl.PluralRules("ru");

/** The form of a word that stands behind a whole number. */
export function form(count: number, [one, few, many]: Forms): string {
  const rule = RULES.select(count);
  if (rule === "one") return one;
  return rule === "few" ? few : many;
}

/** "3 кошелька". */
export function counted(count: number, forms: Forms): string {
  return `${formatInteger(count)} ${form(count, forms)}`;
}

export const wallets = (count: number) => counted(count, ["кошелёк", "кошелька", "кошельков"]);

export const resources: Record<Resource, string> = { energy: "Энергия", bandwidth: "Bandwidth" };

/** "Чего?": behind a number, "сколько" and "нет". */
export const ofResource: Record<Resource, string> = { energy: "энергии", bandwidth: "Bandwidth" };

export const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} ${ofResource[resource]}`;

const TIME_UNITS: Record<"m" | "h" | "d", Forms> = {
  m: ["минуту", "минуты", "минут"],
  h: ["час", "часа", "часов"],
  d: ["день", "дня", "дней"],
};

/** "3 часа"; also behind "на". */
export function durationTitle(duration: Duration): string {
  return counted(Number.parseInt(duration, 10), TIME_UNITS[duration.at(-1) as "m" | "h" | "d"]);
}

export const rental = ({ amount, resource, duration, receivers }: Rental) =>
  `${receivers > 1 ? `${receivers} × ` : ""}${units(amount, resource)} на ${durationTitle(duration)}`;

export const NOTHING_CHARGED = "Ничего не списано.";

export const SUCH_AS = "например 65000 или 65k.";

export const DROPPED = `Карточка закрыта. ${NOTHING_CHARGED} Новый заказ: /buy.`;

export function deliverable(free: number, resource: Resource, receivers: number): string {
  const all = receivers > 1 ? " на все кошельки вместе" : "";
  if (free > 0) return `Сейчас можно доставить только ${units(free, resource)}${all}.`;
  const isFree = { energy: "свободной", bandwidth: "свободного" }[resource];
  return `Сейчас нет ${isFree} ${ofResource[resource]}.`;
}
