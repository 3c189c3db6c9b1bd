/**
 * The choices of each question. They stand above the filled fields, so that the first button that
 * says "1h" is the choice, and no receiver that happens to hold these letters.
 */
import { DURATIONS } from "../../domain/duration.js";
import { ORDER_TYPES } from "../../domain/order-request.js";
import { RESOURCES } from "../../domain/resource.js";
import type { Messages } from "../text/messages.js";
import { type DraftButton, nameLabel, type Row, rowsOf, shortAddress } from "./buttons.js";
import { optionRows, priceRows } from "./manual-choices.js";
import type { DraftView } from "./views.js";

export function choiceRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  switch (view.draft.step) {
    case "type":
      return [
        ORDER_TYPES.map((type) =>
          button(messages.buttons.type[type], { kind: "type", type }, "primary"),
        ),
      ];
    case "resource":
      return [
        RESOURCES.map((resource) =>
          button(messages.buttons.resource[resource], { kind: "resource", resource }, "primary"),
        ),
      ];
    case "receivers":
      return receiverRows(view, messages, button);
    case "amount":
      return [
        ...view.presets.map(({ units, use, times = 1 }) => [
          button(messages.buttons.preset(units, use, times), { kind: "amount", amount: units }),
        ]),
        [button(messages.buttons.other, { kind: "other" })],
      ];
    case "duration":
      return rowsOf(
        DURATIONS.map((duration) =>
          button(messages.buttons.duration(duration), { kind: "duration", duration }),
        ),
        4,
      );
    case "price":
      return priceRows(view, messages, button);
    case "options":
      return optionRows(view, messages, button);
    case "confirm":
      return [];
  }
}

function walletLabel(wallet: string, name: string | undefined): string {
  return name === undefined ? shortAddress(wallet) : nameLabel(name);
}

function receiverRows(view: DraftView, messages: Messages, button: DraftButton): Row[] {
  const { receivers, wallets, walletNames } = view.draft.data;
  const rows = rowsOf(
    wallets.map((wallet, at) =>
      button(walletLabel(wallet, walletNames[wallet]), { kind: "wallet", at }),
    ),
    2,
  );
  if (receivers.length === 0) return rows;
  return [...rows, [button(messages.buttons.next(receivers.length), { kind: "next" }, "primary")]];
}
