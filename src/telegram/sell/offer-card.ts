/**
 * An account that sells: what it offers, could deliver now, has out and has earned; and the offer of one resource, all of it
 * on one card and a card for each question. Also what these cards are drawn from, and what stands on each.
 */
import { must } from "../../domain/assert.js";
import { DURATIONS, durationSeconds } from "../../domain/duration.js";

import { costSun, sellerShareSun } from "../../domain/price.js";
import { MIN_CHUNK, type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import type { Offer } from "../../domain/seller.js";
import type { OrderBook } from "../../engine/book/order-book.js";
import type { ShownSeller } from "../../engine/sellers/look-at-seller.js";
import { cardOf, type Row, rowsOf, type SellingButton } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, join, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import type { OfferField, Selling } from "./state.js";

/** What is on a card of /sell. */
export interface SellingView {
  readonly selling: Selling;
  /** Whose key delegates for sellers. */
  readonly operator: string;
  /** The command that signs in the sandbox. */
  readonly signCommand: string | undefined;
  /** What the desk keeps of a seller's price, in basis points. */
  readonly commissionBps: number;
  /** The amount that most customers rent at once, in units. */
  readonly usualUnits: PerResource<number>;
  /** What others ask and bid for what is offered; only where its price is set. */
  readonly book: Pick<OrderBook, "asks" | "bids"> | undefined;
  /** The customer's accounts that sell. */
  readonly accounts: readonly AccountView[];
  /** The one the card is about; undefined when it is not theirs. */
  readonly seller: ShownSeller | undefined;
}

interface AccountView {
  readonly address: string;
  readonly status: "active" | "paused";
  readonly earnedSun: number;
  /** Whether one of its offers is active. */
  readonly isOffering: boolean;
}

export function offerCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const offer = offerOf(view);
  const field = (name: OfferField): Button =>
    button(sell.offer.field(name, written(offer, name, messages)), { kind: "ask", field: name });
  const other = RESOURCES.find((resource) => resource !== offer.resource) ?? offer.resource;
  const isKnown = view.seller?.offers.some(({ resource }) => resource === other) ?? false;
  return cardOf(
    blocks(
      [bold(sell.offer.title(offer.resource)), code(view.selling.data.address ?? "")],
      [noticeLine(view, messages)],
      [takeLine(view, messages)],
      bookLines(view, messages),
      [sell.offer.about],
    ),
    [
      [button(sell.buttons.save, { kind: "save" }, "success")],
      [field("price"), field("chunk")],
      [field("shortest"), field("longest")],
      [field("keep")],
      [button(sell.buttons.offer(other, isKnown), { kind: "edit", resource: other })],
      [button(buttons.back, { kind: "back" }), closeOf(messages, button)],
    ],
  );
}

/** Most rentals are for an hour. */
const USUAL = "1h";

/** Of those that they sell, the one that is rented most. */
export function usualDuration({ shortest, longest }: Pick<Offer, "shortest" | "longest">) {
  const sells = [shortest, USUAL, longest] as const;
  const [, duration = shortest] = [...sells].sort(
    (a, b) => durationSeconds(a) - durationSeconds(b),
  );
  return duration;
}

/** Of each side of the book. */
const LEVELS_SHOWN = 3;

function bookLines({ book }: SellingView, { manual: { market } }: Messages): Part[] {
  if (!book) return [];
  const [asks, bids] = [book.asks.slice(0, LEVELS_SHOWN), book.bids.slice(0, LEVELS_SHOWN)];
  return [market.asks({ asks }), ...(bids.length > 0 ? [market.bids(bids)] : [])];
}

/** What they get at their price: of a usual rental, where they sell such. */
function takeLine(view: SellingView, { sell, trx }: Messages): Part {
  const { commissionBps, usualUnits } = view;
  const offer = offerOf(view);
  const { resource, minPriceSun, minChunk } = offer;
  const duration = usualDuration(offer);
  const amount = Math.max(usualUnits[resource], minChunk);
  const costs = costSun(amount, minPriceSun, duration);
  return sell.offer.take({
    rental: { amount, resource, duration, receivers: 1 },
    gets: trx(sellerShareSun(costs, commissionBps)),
    costs: trx(costs),
    commission: String(commissionBps / 100),
  });
}

export function fieldCard(
  view: SellingView,
  field: OfferField,
  messages: Messages,
  button: SellingButton,
): Card {
  const { sell, buttons } = messages;
  const offer = offerOf(view);
  return cardOf(
    blocks(
      [bold(sell.offer.title(offer.resource))],
      [noticeLine(view, messages)],
      bookLines(view, messages),
      [sell.offer.question(field)],
    ),
    [
      ...choiceRows(view, field, messages, button),
      [button(buttons.back, { kind: "back" }), closeOf(messages, button)],
    ],
  );
}

/** Parts and what is kept, in units; anything else is typed. */
const CHUNKS: Record<Resource, readonly number[]> = {
  energy: [MIN_CHUNK.energy, 32_000, 65_000, 131_000],
  bandwidth: [MIN_CHUNK.bandwidth, 2_000, 5_000, 10_000],
};
const KEPT: Record<Resource, readonly number[]> = {
  energy: [0, 65_000, 131_000],
  bandwidth: [0, 1_000, 5_000],
};

function choiceRows(
  view: SellingView,
  field: OfferField,
  { sell, buttons, number }: Messages,
  button: SellingButton,
): Row[] {
  const { resource } = offerOf(view);
  const choice = (text: string, value: number) => button(text, { kind: "set", value });
  const units = (values: readonly number[]) =>
    rowsOf(
      values.map((value) => choice(number(value), value)),
      2,
    );
  switch (field) {
    case "price": {
      const [bid] = view.book?.bids ?? [];
      const prices = view.selling.data.prices.filter((sun) => sun !== bid?.priceSun);
      return [
        ...(bid
          ? [[choice(sell.offer.priceWanted(bid.priceSun, number(bid.units)), bid.priceSun)]]
          : []),
        ...rowsOf(
          prices.map((sun) => choice(sell.offer.price(sun), sun)),
          2,
        ),
      ];
    }
    case "chunk":
      return units(CHUNKS[resource]);
    case "keep":
      return units(KEPT[resource]);
    case "shortest":
    case "longest":
      return rowsOf(
        DURATIONS.map((one) => choice(buttons.duration(one), durationSeconds(one))),
        4,
      );
  }
}

function written(offer: Offer, field: OfferField, { sell, buttons, number }: Messages): string {
  switch (field) {
    case "price":
      return sell.offer.price(offer.minPriceSun);
    case "shortest":
      return buttons.duration(offer.shortest);
    case "longest":
      return buttons.duration(offer.longest);
    case "chunk":
      return number(offer.minChunk);
    case "keep":
      return number(offer.keep);
  }
}

function offerOf({ selling }: SellingView): Offer {
  return must(selling.data.offer, "an offer to change");
}

/** The newest ones; their number is said. */
const DELEGATIONS = 5;

export function sellerCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { seller } = view;
  const list = button(sell.buttons.list, { kind: "list" });
  if (!seller) {
    return cardOf(`⚠️ ${sell.notices("NOT_YOURS")}`, [[list, closeOf(messages, button)]]);
  }
  return cardOf(
    blocks(
      [bold(sell.title), code(seller.address)],
      [noticeLine(view, messages)],
      stateLines(seller, messages),
      offerLines(seller, messages),
      delegationLines(seller, messages),
    ),
    [
      ...offerRows(seller, messages, button),
      [
        button(buttons.refresh, { kind: "refresh" }),
        button(sell.buttons.permission, { kind: "check" }),
      ],
      [list, closeOf(messages, button)],
    ],
  );
}

function stateLines(seller: ShownSeller, messages: Messages): (Part | undefined)[] {
  const { sell, number, trx } = messages;
  const { seller: words } = sell;
  const { pause, capacity, earnedSun, paidOutSun, payout, warnings, offers } = seller;
  const isIdle = pause === undefined && !offers.some(({ active }) => active);
  // What could be sold is of use to whoever has offered nothing yet.
  const isCapacityShown = !isIdle || offers.length === 0;
  return [
    isIdle ? words.idle : words.state(pause !== undefined),
    pause && words.pause(pause),
    isCapacityShown
      ? words.capacity(number(capacity.energy), number(capacity.bandwidth))
      : undefined,
    words.money(trx(earnedSun), trx(paidOutSun)),
    payout ? payoutLine(payout, messages) : undefined,
    warnings.length > 0 ? words.allowsMore : undefined,
  ];
}

function payoutLine(
  { waits, dueAt, minimumSun }: NonNullable<ShownSeller["payout"]>,
  { sell, trx, time }: Messages,
): Part {
  const { payout: words } = sell.seller;
  const from = dueAt === null ? undefined : time(dueAt);
  if (waits === "minimum") return words.minimum(trx(minimumSun));
  if (waits === "approval") return words.approval(from);
  return from ? words.first(from) : words.next;
}

function offerLines({ offers }: ShownSeller, { sell, number }: Messages): Part[] {
  const { seller: words } = sell;
  if (offers.length === 0) return [words.noOffer];
  return offers.map((offer) =>
    words.offer({
      resource: offer.resource,
      price: offer.minPriceSun,
      shortest: offer.shortest,
      longest: offer.longest,
      chunk: number(offer.minChunk),
      keep: offer.keep > 0 ? number(offer.keep) : undefined,
      isOn: offer.active,
      tooDearAbove: offer.isTooDear ? offer.mostPriceSun : undefined,
    }),
  );
}

function delegationLines({ openDelegations }: ShownSeller, { sell, trx, time }: Messages): Part[] {
  const { seller: words } = sell;
  const { count, newest } = openDelegations;
  const shown = newest.slice(0, DELEGATIONS);
  const lines = shown.map(({ units, resource, priceSun, earnsSun, expiresAt }) => {
    const end = expiresAt === null ? undefined : time(expiresAt);
    const earns = trx(earnsSun);
    return words.delegation({ amount: units, resource, price: priceSun, earns, end });
  });
  const more = count - shown.length;
  return [words.open(count), ...lines, ...(more > 0 ? [words.moreDelegations(more)] : [])];
}

function offerRows({ offers }: ShownSeller, { sell }: Messages, button: SellingButton): Row[] {
  return RESOURCES.map((resource) => {
    const offer = offers.find((one) => one.resource === resource);
    const edit = button(
      sell.buttons.offer(resource, offer !== undefined),
      { kind: "edit", resource },
      offers.length === 0 && resource === "energy" ? "primary" : undefined,
    );
    if (!offer) return [edit];
    const turn = { kind: offer.active ? ("off" as const) : ("on" as const), resource };
    return [edit, button(sell.buttons.turn(resource, offer.active), turn)];
  });
}

/** What went wrong last; nothing else of a card depends on it. */
export function noticeLine({ selling }: SellingView, { sell }: Messages): Part | undefined {
  const { notice, signer, said } = selling.data;
  if (!notice) return undefined;
  const whose = notice === "OTHER_KEY" && signer ? sell.signedBy(code(signer)) : undefined;
  return join([`⚠️ ${sell.notices(notice)}`, said && sell.typed(said), whose]);
}

export function closeOf({ sell }: Messages, button: SellingButton): Button {
  return button(sell.buttons.close, { kind: "close" });
}
