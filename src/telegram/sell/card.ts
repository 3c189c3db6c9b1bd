/** The cards of /sell: accounts, the question for one, and what makes it sell, which is a permission and a signature. */
import { must } from "../../domain/assert.js";

import { cardOf, flowButtons, type Row, type SellingButton, shortAddress } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, type Part, pre } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import {
  closeOf,
  fieldCard,
  noticeLine,
  offerCard,
  type SellingView,
  sellerCard,
} from "./offer-card.js";
import { isOfferField } from "./state.js";

export function sellingCard(view: SellingView, messages: Messages): Card {
  const { selling } = view;
  if (selling.status !== "open") {
    const isIdle = selling.status === "closed" && !view.accounts.some(isOnSale);
    return cardOf(messages.sell.closed(isIdle ? "idle" : selling.status));
  }
  const { step } = selling;
  const button = flowButtons("selling", selling);
  if (isOfferField(step)) return fieldCard(view, step, messages, button);
  switch (step) {
    case "list":
      return listCard(view, messages, button);
    case "address":
      return addressCard(view, messages, button);
    case "permission":
      return permissionCard(view, messages, button);
    case "challenge":
      return challengeCard(view, messages, button);
    case "seller":
      return sellerCard(view, messages, button);
    case "offer":
      return offerCard(view, messages, button);
  }
}

function isOnSale({ status, isOffering }: SellingView["accounts"][number]): boolean {
  return status === "active" && isOffering;
}

/** Twice as long as a screen; more accounts are reached by their addresses. */
const LISTED = 20;

function listCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell } = messages;
  const places = view.selling.data.sellers.slice(0, LISTED).map((address, at) => ({ address, at }));
  const more = view.selling.data.sellers.length - places.length;
  const lines = places.map(({ address }) => {
    const account = view.accounts.find((one) => one.address === address);
    const earned = messages.trx(account?.earnedSun ?? 0);
    const state = account?.isOffering ? "onSale" : "idle";
    return sell.account(code(address), earned, account?.status === "active" ? state : "paused");
  });
  const rows: Row[] = places.map(({ address, at }) => [
    button(shortAddress(address), { kind: "open", at }),
  ]);
  return cardOf(
    blocks(
      [bold(sell.title)],
      [noticeLine(view, messages)],
      [sell.list, ...lines, more > 0 ? sell.moreAccounts(more) : undefined],
    ),
    [...rows, [button(sell.buttons.add, { kind: "add" }, "primary")], [closeOf(messages, button)]],
  );
}

function addressCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { address, sellers, notice } = view.selling.data;
  // The account was taken, and could only not be looked at.
  const again = address !== undefined && notice === "CHAIN_UNAVAILABLE";
  return cardOf(
    blocks(
      [bold(sell.title)],
      [noticeLine(view, messages)],
      [sell.address(String(view.commissionBps / 100))],
    ),
    [
      again ? [button(buttons.retry, { kind: "check" }, "primary")] : [],
      [
        ...(sellers.length > 0 ? [button(buttons.back, { kind: "back" })] : []),
        closeOf(messages, button),
      ],
    ],
  );
}

function permissionCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { permission, buttons: words } = sell;
  const { address = "", look } = view.selling.data;
  const isOpen = look !== undefined && !look.gap;
  const maySign = isOpen && !look.isOwn;
  return cardOf(
    blocks(
      [bold(permission.title)],
      [noticeLine(view, messages)],
      [permission.account(code(address)), ...findings(view, messages)],
      [permission.steps(code(view.operator))],
    ),
    [
      [{ text: words.copyDesk, copy_text: { text: view.operator } }],
      [button(words.check, { kind: "check" }, "primary")],
      maySign ? [button(words.goOn, { kind: "sign" })] : [],
      [button(buttons.back, { kind: "back" }), closeOf(messages, button)],
    ],
  );
}

/** What the chain said at the last look. */
function findings({ selling }: SellingView, { sell }: Messages): (Part | undefined)[] {
  const { look } = selling.data;
  if (!look) return [];
  const { gap, powers } = look;
  const { permission } = sell;
  const tooMuch = powers.length > 0 ? permission.tooMuch(powers) : undefined;
  if (!gap) return [permission.fine, tooMuch];
  if (!gap.hasKey) return [permission.noKey, tooMuch];
  const { missing, weight } = gap;
  return [
    missing.length > 0 ? permission.missing(missing) : undefined,
    weight && permission.weight(weight.has, weight.needs),
    tooMuch,
  ];
}

function challengeCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { challenge: words } = sell;
  const { address = "", challenge } = view.selling.data;
  const { text, expiresAt } = must(challenge, "a text to sign");
  const { signCommand } = view;
  const wrong = noticeLine(view, messages);
  const sandbox =
    signCommand === undefined
      ? undefined
      : words.sandbox(code(`${signCommand} ${address} --file -`));
  // Nothing may push off what was wrong; New text says again how to sign.
  const parts = wrong
    ? [[pre(text)], [wrong]]
    : [
        [bold(words.title)],
        [sell.permission.account(code(address)), words.ask],
        [pre(text)],
        [words.how, sandbox],
      ];
  return cardOf(blocks(...parts, [words.until(messages.time(expiresAt))]), [
    [button(sell.buttons.newText, { kind: "sign" }), button(sell.buttons.check, { kind: "check" })],
    [button(buttons.back, { kind: "back" }), closeOf(messages, button)],
  ]);
}

/** Under the text to sign as a QR code. */
export function challengeCodeCard({ sell }: Messages): Card {
  return cardOf(sell.challenge.code);
}
