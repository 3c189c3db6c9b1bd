/** An account that sells: what it offers and could deliver now, what is out, and what it has earned. */
import { formatInteger, formatTrx } from "../../domain/money.js";
import { RESOURCES } from "../../domain/resource.js";
import type { ShownSeller } from "../../engine/sellers/look-at-seller.js";
import type { Card } from "../card.js";
import { blocks, bold, code, type Part, time } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf, type Row, type SellingButton } from "./buttons.js";
import { closeOf, noticeLine, type SellingView } from "./selling-view.js";

/** The newest ones; their number is said. */
const DELEGATIONS = 5;

export function sellerCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { seller } = view;
  const list = button(sell.buttons.list, { kind: "list" });
  if (!seller) {
    return cardOf(`⚠️ ${sell.notices.NOT_YOURS}`, [[list, closeOf(messages, button)]]);
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

function stateLines(seller: ShownSeller, { sell }: Messages): (Part | undefined)[] {
  const { seller: words } = sell;
  const { pause, capacity, earnedSun, paidOutSun, warnings } = seller;
  return [
    words.state(pause !== undefined),
    pause && words.pause[pause],
    words.capacity(formatInteger(capacity.energy), formatInteger(capacity.bandwidth)),
    words.money(formatTrx(earnedSun), formatTrx(paidOutSun)),
    warnings.length > 0 ? words.allowsMore : undefined,
  ];
}

function offerLines({ offers }: ShownSeller, { sell }: Messages): Part[] {
  const { seller: words } = sell;
  if (offers.length === 0) return [words.noOffer];
  return offers.map((offer) =>
    words.offer({
      resource: offer.resourceType,
      price: offer.minPrice,
      shortest: offer.shortestDuration,
      longest: offer.longestDuration,
      chunk: formatInteger(offer.minChunk),
      keep: formatInteger(offer.keep),
      isOn: offer.active,
    }),
  );
}

function delegationLines({ openDelegations }: ShownSeller, { sell }: Messages): Part[] {
  const { seller: words } = sell;
  const { count, newest } = openDelegations;
  const shown = newest.slice(0, DELEGATIONS);
  const lines = shown.map(({ amount, resourceType, price, earnsSun, expiresAt }) => {
    const units = `${formatInteger(amount)} ${sell.units[resourceType]}`;
    const end = expiresAt === null ? undefined : time(expiresAt);
    return words.delegation(units, price, formatTrx(earnsSun), end);
  });
  const more = count - shown.length;
  return [words.open(count), ...lines, ...(more > 0 ? [words.moreDelegations(more)] : [])];
}

function offerRows({ offers }: ShownSeller, { sell }: Messages, button: SellingButton): Row[] {
  return RESOURCES.map((resource) => {
    const offer = offers.find(({ resourceType }) => resourceType === resource);
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
