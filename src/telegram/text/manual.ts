/** Manual orders. */
import type { Duration } from "../../domain/duration.js";
import { join, type Part, whatFits } from "../transport/format.js";
import type { Words } from "./words.js";

export interface DepthText {
  readonly priceSun: number;
  readonly units: number;
}

/** What some wallets can have; `noSeller` where sellers offer, but not to them before then. */
export interface AsksText {
  readonly asks: readonly DepthText[];
  readonly noSeller?: { readonly untilMs: number; readonly isWithinDay: boolean } | undefined;
}

const depth = ({ text }: Words, levels: readonly DepthText[]) =>
  levels.map((level) => text("manual-market-level", level)).join(" · ");

export const manual = (words: Words) => {
  const { text, rich, clauses, duration } = words;
  return {
    buttons: {
      /** A price, what it comes to, and how much of so many units it fills at once. */
      price: (priceSun: number, total: string, fills: number, of: number): string => {
        const given = {
          priceSun,
          fills,
          state: fills >= of ? "all" : fills > 0 ? "some" : "nothing",
        } as const;
        return whatFits(
          36,
          text("manual-buttons-price", { ...given, total }),
          text("manual-buttons-price-short", given),
        );
      },
      parts: (least: number): string => text("manual-buttons-parts", { least }),
      whole: text("manual-buttons-whole"),
      otherChunk: text("manual-buttons-other-chunk"),
      bulk: (isOn: boolean): string => text("manual-buttons-bulk", { isOn }),
      priceField: (priceSun: number): string => text("manual-buttons-price-field", { priceSun }),
      /** `least` is undefined where one owner must deliver all. */
      optionsField: (least: number | undefined, bulk: boolean): string =>
        least !== undefined
          ? whatFits(
              15,
              text("manual-buttons-parts-field", { bulk, least }),
              whatFits(
                13,
                text("manual-buttons-parts-field-short", { least }),
                text("manual-buttons-parts-field-shortest", { bulk }),
              ),
            )
          : text("manual-buttons-whole-field", { bulk }),
      atOnce: (total: string): string => text("manual-buttons-at-once", { total }),
    },
    market: {
      prices: (floorSun: number, fastSun: number): string =>
        text("manual-market-prices", { floorSun, fastSun }),
      asks: ({ asks, noSeller }: AsksText, wallets = 1): Part => {
        const desk = asks.length > 0;
        const none = noSeller ? undefined : text("manual-market-no-asks");
        const until = noSeller && words.time(noSeller.untilMs, noSeller.isWithinDay ? "t" : "Dt");
        return join([
          desk ? text("manual-market-asks", { levels: depth(words, asks) }) : none,
          until && rich("manual-market-none-before", { desk, wallets, until }),
        ]);
      },
      bids: (levels: readonly DepthText[]): string =>
        text("manual-market-bids", { levels: depth(words, levels) }),
      /** What would fill all at once costs no less than Fast. */
      fastIsBetter: text("manual-market-fast-is-better"),
    },
    confirm: {
      fillsAll: text("manual-confirm-fills-all"),
      /** `cost` in TRX where it is less than the limit. */
      fillsSome: (fills: number, rests: number, cost: string | undefined): string =>
        text("manual-confirm-fills-some", { fills, cost, rests }),
      fillsNone: text("manual-confirm-fills-none"),
      waitsForAll: text("manual-confirm-waits-for-all"),
      parts: (least: number): string => text("manual-confirm-parts", { least }),
      whole: text("manual-confirm-whole"),
      bulk: text("manual-confirm-bulk"),
      runs: (lasts: Duration): string => text("manual-confirm-runs", { duration: duration(lasts) }),
      /** What all of it costs at once; `isInstead` where the limit is not below that. */
      atOnce: (total: string, isInstead: boolean): string =>
        text(isInstead ? "manual-confirm-at-once-instead" : "manual-confirm-at-once", { total }),
    },
    order: {
      price: (priceSun: number): string => text("manual-order-price", { priceSun }),
      /** Units delivered of so many, those on their way, and those that rest. */
      progress: (delivered: number, of: number, onTheWay: number, rests: number): string =>
        clauses([
          text("manual-order-delivered", { delivered, of }),
          ...(onTheWay > 0 ? [text("manual-order-on-the-way", { onTheWay })] : []),
          text("manual-order-waiting", { rests }),
        ]),
      restsUntil: (at: Part): Part => rich("manual-order-rests-until", { at }),
      /** `held` is bound by what still runs to its end. */
      itemised: (
        paid: string,
        delivered: string,
        held: string | undefined,
        refunded: string,
      ): string =>
        clauses([
          text("manual-order-paid-trx", { paid }),
          text("manual-order-delivered-trx", { delivered }),
          ...(held === undefined ? [] : [text("manual-order-on-the-way-trx", { held })]),
          text("manual-order-refunded-trx", { refunded }),
        ]),
    },
    resting: {
      heldUp: text("manual-resting-held-up"),
      overdue: text("manual-resting-overdue"),
      ofPool: text("manual-resting-of-pool"),
      fillsNow: text("manual-resting-fills-now"),
      locked: (owners: number, until: Part): Part =>
        rich("manual-resting-locked", { owners, until }),
      underWay: (owners: number): string => text("manual-resting-under-way", { owners }),
      unlockable: (owners: number): string => text("manual-resting-unlockable", { owners }),
      tooLittle: (owners: number): string => text("manual-resting-too-little", { owners }),
      tooCoarse: (owners: number): string => text("manual-resting-too-coarse", { owners }),
      giftsOnly: (owners: number): string => text("manual-resting-gifts-only", { owners }),
      failedLately: (owners: number): string => text("manual-resting-failed-lately", { owners }),
      bulk: text("manual-resting-bulk"),
      /** Nobody, or nobody else, offers at the price; the next price is undefined when there is none. */
      nobody: (priceSun: number, nextSun: number | undefined, isElse: boolean): string =>
        text("manual-resting-nobody", { isElse, priceSun, nextSun }),
    },
  };
};
