/** How much Energy a transfer of USDT takes. */
import { formatInteger } from "../../../domain/money.js";
import { MIN_AMOUNT } from "../../../domain/resource.js";
import { bold, join, type Part, rich } from "../../format.js";
import type { SizeFacts, UsdtTexts } from "../messages/usdt.js";
import { units } from "./words.js";

const energy = (amount: number) => units(amount, "energy");

/** `wayOut` where the recipient may need more than is proposed. */
function reason({ basis, triedUnits = 0, neededUnits, to }: SizeFacts, wayOut: string): Part {
  const needed = energy(neededUnits);
  switch (basis) {
    case "tried":
      return rich`Проба на контракте: перевод USDT на ${to} берёт ${energy(triedUnits)}, хватит ${formatInteger(neededUnits)}.`;
    case "holdsSome":
      return rich`На ${to} есть USDT: перевод берёт ${needed}.`;
    case "holdsNone":
      return rich`На ${to} нет USDT: перевод берёт ${needed}.`;
    case "notActivated":
      return rich`${to} не активирован, и USDT там вряд ли есть: на первый перевод ${needed}.`;
    case "usual":
      return rich`Обычно перевод USDT берёт ${needed}. Если на ${to} никогда не было USDT, нужно 131,000: ${wayOut}.`;
  }
}

function held({ heldUnits, rentUnits, neededUnits }: SizeFacts): string | undefined {
  if (heldUnits === 0) return undefined;
  const missing = neededUnits - heldUnits;
  const less = `У отправителя свободно ${formatInteger(heldUnits)}, не хватает ${formatInteger(missing)}.`;
  return rentUnits > missing
    ? `${less} Наименьшая аренда: ${formatInteger(MIN_AMOUNT.energy)}.`
    : less;
}

export const usdt: UsdtTexts = {
  usage: join([
    bold("Сколько энергии берёт перевод USDT?"),
    "Пришлите /usdt и два кошелька: кто отправляет, потом кто получает.",
    "Например: /usdt T… T… или /usdt @hot @cold",
  ]),
  sized: (facts) => join([reason(facts, "измените количество"), held(facts)]),
  enough: (facts) =>
    join([
      bold("Арендовать не нужно"),
      reason(facts, "недостающее можно арендовать через /buy"),
      `У отправителя свободно ${energy(facts.heldUnits)}: этого хватит.`,
    ]),
  notActivated: (from) =>
    rich`⚠️ ${from} не активирован в TRON и не может отправить USDT. Сначала пришлите туда немного TRX.`,
};
