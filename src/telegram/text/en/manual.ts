/** Manual orders. */
import { durationTitle } from "../../../domain/duration.js";
import { formatInteger } from "../../../domain/money.js";
import { resourceTitle } from "../../../domain/resource.js";
import { join, rich } from "../../format.js";
import type { DepthText, ManualParts, ManualTexts } from "../messages/manual.js";
import { whatFits } from "../what-fits.js";
import { NOTHING_CHARGED } from "./words.js";

const WHOLE_SUN = "a whole number of SUN such as 55.";
const depth = (levels: readonly DepthText[]) =>
  levels.map(({ priceSun, units }) => `${formatInteger(units)} at ${priceSun}`).join(" · ");
const sellers = (count: number) => `${count} seller${count === 1 ? "" : "s"} skipped`;
const progress = (count: number, of: number) => (of > 1 ? `: ${count} of ${of} wallets` : "");
const list = (hint: readonly string[]) => hint.join(", ");

/** "24 h", "90 min". */
function span(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

export const manual: ManualTexts = {
  buttons: {
    price: (priceSun, total, fills, of) => {
      const now = fills >= of ? "all now" : fills > 0 ? `${formatInteger(fills)} now` : "rests";
      return whatFits(34, `${priceSun} SUN · ${total} TRX · ${now}`, `${priceSun} SUN · ${now}`);
    },
    parts: (least) => `Parts, at least ${formatInteger(least)}`,
    whole: "Whole only",
    otherChunk: "Other least part",
    bulk: (isOn) => `${isOn ? "☑" : "☐"} All wallets together`,
    priceField: (priceSun) => `${priceSun} SUN`,
    optionsField: (least, bulk) => {
      if (least === undefined) return bulk ? "Whole, all" : "Whole only";
      const from = `≥ ${formatInteger(least)}`;
      const of = bulk ? "All" : "Parts";
      return whatFits(15, `${of} ${from}`, whatFits(13, from, of));
    },
    takeFast: (total) => `Take Fast: ${total} TRX`,
  },
  market: {
    prices: (floorSun, fastSun) => `Floor ${floorSun} SUN · Fast ${fastSun} SUN`,
    asks: (levels) => `Offered: ${depth(levels)}`,
    noAsks: "Nobody offers any at the moment.",
    bids: (levels) => `Waiting: ${depth(levels)}`,
    fastIsBetter: "⚠️ Fast costs no more than a price that fills all now.",
  },
  confirm: {
    fillsAll: "As the book stands, all of it is filled now",
    fillsSome: (fills, rests) =>
      `As the book stands, ${formatInteger(fills)} fill now, ${formatInteger(rests)} will rest`,
    fillsNone: "As the book stands, nothing fills now: all of it will rest",
    waitsForAll: "Nothing starts until all wallets can be filled",
    parts: (least) => `In parts of at least ${formatInteger(least)}`,
    whole: "Whole only: one seller delivers all",
    bulk: "All wallets start together",
    held: (total) => `${total} TRX are held; you pay for what is delivered`,
    deadline: (ms) => `What is not delivered within ${span(ms)} is refunded`,
    runs: (duration) => `Each part runs ${durationTitle(duration)} from its delivery`,
    fastDearer: (fast, saved) => `Fast would cost ${fast} TRX: you save ${saved} TRX`,
    fastSame: "⚠️ Fast costs the same and is delivered at once",
    fastCheaper: (fast, less) => `⚠️ Fast is cheaper: ${fast} TRX, ${less} TRX less, and at once`,
  },
  order: {
    price: (priceSun) => `${priceSun} SUN`,
    progress: (delivered, of, onTheWay, rests) =>
      [
        `${formatInteger(delivered)} of ${formatInteger(of)} delivered`,
        ...(onTheWay > 0 ? [`${formatInteger(onTheWay)} on the way`] : []),
        `${formatInteger(rests)} rest`,
      ].join(", "),
    restsUntil: (at) => rich`Rests until ${at}, then the rest is refunded`,
    itemised: (paid, delivered, held, refunded) =>
      [
        `paid ${paid}`,
        `delivered ${delivered}`,
        ...(held === undefined ? [] : [`on the way ${held}`]),
        `refunded ${refunded} TRX`,
      ].join(", "),
  },
  resting: {
    heldUp: "Nothing is matched at the moment; it goes on by itself",
    overdue: "Its time is over: the rest is being refunded",
    fillsNow: "A seller has just become free: it is being filled",
    locked: (owners, until) =>
      rich`${sellers(owners)}: a longer lock to this wallet until ${until}`,
    underWay: (owners) => `${sellers(owners)}: another delegation to this wallet is on its way`,
    unlockable: (owners) => `${sellers(owners)}: nothing can be locked for so long`,
    tooLittle: (owners) => `${sellers(owners)}: too little free for a part you allow`,
    tooCoarse: (owners) => `${sellers(owners)}: sell no part as small as you need`,
    failedLately: (owners) => `${sellers(owners)}: a delivery failed, tried again soon`,
    bulk: "The wallets start together, once all can be filled",
    nobody: (priceSun, nextSun, isElse) =>
      `Nobody ${isElse ? "else " : ""}offers at ${priceSun} SUN or less${
        nextSun === undefined ? "" : `; the next price is ${nextSun} SUN`
      }`,
  },
};

export const manualParts: ManualParts = {
  questions: {
    price: ({ resource, isGroup, awaitsText }) =>
      join([
        `What do you pay for a unit of ${resourceTitle(resource)}, in SUN?`,
        awaitsText ? `${isGroup ? "Reply to my question with" : "Type"} ${WHOLE_SUN}` : undefined,
      ]),
    options: ({ isGroup, awaitsText }) =>
      join([
        "May it come in parts, from several sellers?",
        awaitsText
          ? `${isGroup ? "Reply to my question with" : "Type"} the least part, such as 20000 or 20k.`
          : "Whole only waits for one seller who has all of it.",
      ]),
  },
  lineProblems: {
    TWO_TYPES: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    NOT_WITH_FAST: (word) => `❌ “${word}”: only Manual orders have that`,
    TWO_PRICES: (word, hint) => `❌ “${word}”: more than one price (${list(hint)})`,
    PRICE_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”: no price; write ${hint[0]}`,
    PRICE_NOT_WHOLE: (word, hint) => `❌ “${word}”: whole SUN only; write ${hint[0]}`,
    PRICE_TOO_HIGH: (word, hint) => `❌ “${word}”: too high; at most ${hint[0]} SUN`,
    PARTIAL_OR_WHOLE: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    TWO_CHUNKS: (word, hint) => `❌ “${word}”: more than one least part (${list(hint)})`,
    CHUNK_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”: no least part; write ${hint[0]}`,
    CHUNK_AMBIGUOUS: (word, hint) => `❌ “${word}”: ${hint.join(" or ")}?`,
    CHUNK_TOO_SMALL: (word, hint) => `❌ “${word}”: parts are at least ${hint[0]}`,
    CHUNK_TOO_LARGE: (word, hint) => `❌ “${word}”: more than the order's ${hint[0]}`,
  },
  notices: {
    PRICE_BELOW_FLOOR: ({ price }) =>
      price
        ? `${price.asked} SUN is below the floor of ${price.floor} SUN. ${NOTHING_CHARGED} Raise it.`
        : `The price is below the floor. ${NOTHING_CHARGED} Raise it.`,
    PRICE_NOT_UNDERSTOOD: () => `That is no price. Type ${WHOLE_SUN}`,
    PRICE_NOT_WHOLE: () => `A price is in whole SUN. Type ${WHOLE_SUN}`,
    PRICE_TOO_HIGH: ({ limit }) => `At most ${limit} SUN. Take or type less.`,
    CHUNK_TOO_SMALL: ({ limit }) => `Parts are at least ${limit}. Take or type more.`,
    CHUNK_TOO_LARGE: ({ limit }) => `A part is at most the ${limit} of the order. Type less.`,
  },
  prompts: {
    price: { text: () => `Which price? Reply with ${WHOLE_SUN}`, placeholder: "55" },
    partialMin: {
      text: () => "What is the least part? Reply with a number such as 20000 or 20k.",
      placeholder: "20000",
    },
  },
  headlines: {
    resting: (delivered, of) => `⏳ Waits in the book${progress(delivered, of)}`,
    partlyFilled: (delivered, of) => `⏳ Filled in part, the rest waits${progress(delivered, of)}`,
  },
  states: { resting: "⏳ waits in the book", partlyFilled: "⏳ filled in part" },
};
