/** The card of an order that somebody else of the team decides: the same in each of its copies, but for who may do what in private. */
import { must } from "../../domain/assert.js";
import type { OrderRequest } from "../../domain/order-request.js";
import type { RequestView } from "../../engine/chat/team-requests.js";
import { type ButtonTap, encodeTap } from "../kit/buttons.js";
import { cardOf, type Style } from "../kit/parts.js";
import { rentalOf } from "../kit/rental.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, folded, type Part, shorten } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import type { Drawing } from "../transport/sender.js";
import { namesOf } from "./outlook-lines.js";
import { overlapLines, overlapSummary } from "./overlap-lines.js";
import { receiverLines } from "./price-lines.js";
import type { OverlapView } from "./views.js";

interface Read extends RequestView {
  /** Of a private chat; a group's card is for all. */
  readonly reader: number | undefined;
}

/** `overlaps`: what its wallets have already. */
export function drawRequest(
  view: Read,
  overlaps: readonly OverlapView[],
  messages: Messages,
): Drawing {
  const isOpen = view.status === "open";
  return {
    card: requestCard(view, isOpen ? overlaps : [], messages),
    watching: isOpen,
    urgency: "answer",
  };
}

function requestCard(view: Read, overlaps: readonly OverlapView[], messages: Messages): Card {
  const { team } = messages;
  const { status, askedBy, teamName, order, strange, reason, decidedBy } = view;
  const what = must(order.payment ?? order.booking, "a request is for an order or a booking");
  const { receivers, resource, duration, amounts } = what.request;
  const bandwidth = order.payment?.beside?.request.amounts[0];
  const isOpen = status === "open";
  const most = messages.trx(view.mostSun);
  const overlapping = { overlaps, resource, receivers };
  const text = blocks(
    [
      bold(isOpen ? team.request(askedBy, teamName) : team.requestOver[status](decidedBy, askedBy)),
      reason === undefined ? undefined : team.because(reason),
      isOpen ? undefined : team.request(askedBy, teamName),
    ],
    [
      team.requestTerms(rentalOf({ resource, duration, amounts, bandwidth }), most),
      ...optionLines(what.request, messages),
      order.booking ? team.requestBooks(messages.time(order.booking.endsAt)) : undefined,
      ...order.why.map((why) => team.why[why]),
    ],
    receiverLines({ receivers, amounts }, messages),
    strangeLines(strange, receivers.length, messages),
    [overlapSummary(overlapping, messages)],
    [folded(overlapLines(overlapping, messages))],
    [
      isOpen
        ? team.requestUntil(messages.time(view.expiresAt), namesOf(view, messages))
        : undefined,
    ],
  );
  const button = (label: string, act: ButtonTap<"request">["act"], style?: Style): Button => ({
    text: label,
    callback_data: encodeTap({ on: "request", requestId: view.id, act }),
    ...(style ? { style } : {}),
  });
  const isFor = (userId: number | undefined) => view.reader === undefined || view.reader === userId;
  const maySayWhy = status === "declined" && reason === undefined && isFor(view.deciderId);
  if (!isOpen) return cardOf(text, maySayWhy ? [[button(team.sayWhy, "why")]] : []);
  const takeBack = isFor(view.askerId) ? [button(team.takeBack, "withdraw")] : [];
  if (view.reader === view.askerId) return cardOf(text, [takeBack]);
  return cardOf(text, [
    [button(team.approve(most), "approve", "success")],
    [button(team.decline, "decline", "danger"), ...takeBack],
  ]);
}

/** Twenty of them fit on a card. */
const LONGEST_NAME = 32;

/** That none of several is in the book is said once. */
function strangeLines(
  strange: RequestView["strange"],
  wallets: number,
  { team, time }: Messages,
): Part[] {
  const areAll = wallets > 1 && strange.filter(({ added }) => !added).length === wallets;
  if (areAll) return [team.noneInBook];
  return strange.map(({ address, added }) =>
    added
      ? team.newWallet(code(address), shorten(added.by, LONGEST_NAME), time(added.at))
      : team.strangeWallet(code(address)),
  );
}

/** What of it is not the desk's own offer. */
function optionLines(request: OrderRequest, { confirm, manual }: Messages): string[] {
  const locked = request.requireLock ? [confirm.locked] : [];
  // The best price that delivers at once is not one's own either.
  if (request.type === "Fast" || request.options.atOnce) return locked;
  const { priceSun, options } = request;
  return [
    manual.order.price(priceSun),
    options.allowPartial ? manual.confirm.parts(options.partialMin) : manual.confirm.whole,
    ...(options.bulkOrder ? [manual.confirm.bulk] : []),
    ...locked,
  ];
}
