/** Balances and credits, for private chats only. */
import { formatTrx } from "../../domain/money.js";
import type { Card } from "../card.js";
import { join } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import { menuButton } from "./menu.js";
import type { BalanceView, CreditView } from "./views.js";

export function balanceCard(view: BalanceView, messages: Messages): Card {
  const held = view.heldSun > 0 ? formatTrx(view.heldSun) : undefined;
  return cardOf(
    join([
      messages.balance(formatTrx(view.availableSun), held),
      messages.topUp(view.desk.operatorContact, view.customerId),
    ]),
    [[menuButton("buyEnergy", messages), menuButton("orders", messages)]],
  );
}

export function creditedCard(view: CreditView, messages: Messages): Card {
  return cardOf(messages.credited(formatTrx(view.amountSun), formatTrx(view.availableSun)));
}
