/** What an account offers of one resource: all of it on one card, and a card for each question. */
import { present } from "../../domain/assert.js";
import { DURATIONS } from "../../domain/duration.js";
import { formatInteger } from "../../domain/money.js";
import { MIN_CHUNK, RESOURCES, type Resource } from "../../domain/resource.js";
import type { Offer } from "../../domain/seller.js";
import type { Button, Card } from "../card.js";
import { blocks, bold, code } from "../format.js";
import type { OfferField } from "../state/selling.js";
import type { Messages } from "../text/messages.js";
import { cardOf, type Row, rowsOf, type SellingButton } from "./buttons.js";
import { closeOf, noticeLine, type SellingView } from "./selling-view.js";

export function offerCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const offer = offerOf(view);
  const field = (name: OfferField): Button =>
    button(sell.offer.field[name](written(offer, name, messages)), { kind: "ask", field: name });
  const other = RESOURCES.find((resource) => resource !== offer.resource) ?? offer.resource;
  const isKnown = view.seller?.offers.some(({ resourceType }) => resourceType === other) ?? false;
  return cardOf(
    blocks(
      [bold(sell.offer.title(offer.resource)), code(view.selling.data.address ?? "")],
      [noticeLine(view, messages)],
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
      [sell.offer.question[field]],
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
  { sell, buttons }: Messages,
  button: SellingButton,
): Row[] {
  const { resource } = offerOf(view);
  const choice = (text: string, value: number) => button(text, { kind: "set", value });
  const units = (values: readonly number[]) =>
    rowsOf(
      values.map((value) => choice(formatInteger(value), value)),
      2,
    );
  switch (field) {
    case "price": {
      const { prices } = view.selling.data;
      return rowsOf(
        prices.map((sun) => choice(sell.offer.price(sun), sun)),
        2,
      );
    }
    case "chunk":
      return units(CHUNKS[resource]);
    case "keep":
      return units(KEPT[resource]);
    case "shortest":
    case "longest":
      return rowsOf(
        DURATIONS.map((duration, at) => choice(buttons.duration(duration), at)),
        4,
      );
  }
}

function written(offer: Offer, field: OfferField, { sell, buttons }: Messages): string {
  switch (field) {
    case "price":
      return sell.offer.price(offer.minPriceSun);
    case "shortest":
      return buttons.duration(offer.shortest);
    case "longest":
      return buttons.duration(offer.longest);
    case "chunk":
      return formatInteger(offer.minChunk);
    case "keep":
      return formatInteger(offer.keep);
  }
}

function offerOf({ selling }: SellingView): Offer {
  return present(selling.data.offer, "an offer to change");
}
