/** The choices of a Manual order, and what the order book says about them. */
import { formatTrx } from "../../domain/money.js";
import { costSun } from "../../domain/price.js";
import { MIN_CHUNK } from "../../domain/resource.js";
import type { Part } from "../format.js";
import type { Messages } from "../text/messages.js";
import type { DraftButton, Row } from "./buttons.js";
import type { DraftView } from "./views.js";

/** The price that fills all at once, the next lower one, and the floor; with cost and fill of each. */
export function priceRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { amount = 0, duration = "1h", receivers } = view.draft.data;
  const wallets = Math.max(1, receivers.length);
  const { manual, buttons } = messages;
  const choices = view.look?.choices ?? [];
  return [
    ...choices.map(({ priceSun, fillsUnits }) => {
      const total = formatTrx(costSun(amount, priceSun, duration) * wallets);
      const text = manual.buttons.price(priceSun, total, fillsUnits, amount * wallets);
      return [button(text, { kind: "price", price: priceSun })];
    }),
    [button(buttons.other, { kind: "other" })],
  ];
}

/** Floor, Fast, and the best of both sides of the book. */
export function marketLines({ draft, look }: DraftView, { manual }: Messages): Part[] {
  if (draft.step !== "price" || !look) return [];
  const { floorSun, fastSun, asks, bids, choices } = look;
  const { market } = manual;
  const { amount = 0, receivers } = draft.data;
  const wanted = amount * Math.max(1, receivers.length);
  const best = choices.find(({ fillsUnits }) => fillsUnits >= wanted);
  return [
    market.prices(floorSun, fastSun),
    asks.length > 0 ? market.asks(asks) : market.noAsks,
    ...(bids.length > 0 ? [market.bids(bids)] : []),
    ...(best && best.priceSun >= fastSun ? [market.fastIsBetter] : []),
  ];
}

/** One tap answers; whether all wallets start together is set beside it. */
export function optionRows({ draft }: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { receivers, bulk } = draft.data;
  const words = messages.manual.buttons;
  const [usual, ...others] = chunkChoices(draft.data);
  const parts = (least: number) => button(words.parts(least), { kind: "parts", least });
  return [
    [button(words.parts(usual), { kind: "parts", least: usual }, "primary")],
    ...others.map((least) => [parts(least)]),
    [button(words.otherChunk, { kind: "other" }), button(words.whole, { kind: "whole" })],
    receivers.length > 1 ? [button(words.bulk(bulk), { kind: "bulk" })] : [],
  ];
}

/** The least part that is sold, a quarter and half of the amount. */
function chunkChoices({
  resource = "energy",
  amount = 0,
}: DraftView["draft"]["data"]): [number, ...number[]] {
  const least = MIN_CHUNK[resource];
  const larger = [Math.floor(amount / 4), Math.floor(amount / 2)].filter((units) => units > least);
  return [least, ...larger];
}
