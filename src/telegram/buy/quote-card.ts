/** The answer to /quote: what it would cost. It cannot be paid; Buy leads to a card that can. */

import { encodeTap } from "../kit/buttons.js";
import { cardOf } from "../kit/parts.js";
import { rentalOf } from "../kit/rental.js";
import { firstThatFits } from "../kit/sendable.js";
import type { Messages } from "../text/messages.js";
import { blocks } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { priceDetails, priceLines, receiverLines } from "./price-lines.js";
import { LINE_LIMITS, verdictLines } from "./verdict-lines.js";
import type { QuoteView } from "./views.js";

export function quoteOnlyCard(view: QuoteView, messages: Messages): Card {
  const { quote, buy } = view;
  const title = messages.confirm.quoteTitle(messages.trx(quote.totalSun), rentalOf(view));
  const button = { text: messages.buttons.buy, callback_data: encodeTap(buy) };
  return firstThatFits(LINE_LIMITS, (limit) =>
    cardOf(
      blocks(
        [title],
        priceLines(view, messages),
        priceDetails(view, messages),
        verdictLines(view, limit, messages),
        receiverLines(view, messages),
      ),
      [[button]],
    ),
  );
}
