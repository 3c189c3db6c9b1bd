/** What a customer is told of his withdrawals. */
import { formatTrx } from "../../domain/money.js";
import type { WithdrawalNews } from "../../engine/withdrawals/news.js";
import type { Card } from "../card.js";
import { code, time } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";

export function withdrawalNewsCard(news: WithdrawalNews, { withdrawalNews }: Messages): Card {
  const amount = formatTrx(news.amountSun);
  const address = code(news.address);
  switch (news.kind) {
    case "asked": {
      const from = news.dueAt === null ? undefined : time(news.dueAt);
      return cardOf(withdrawalNews.asked({ amount, address, from, approval: news.needsApproval }));
    }
    case "paid":
      return cardOf(withdrawalNews.paid(amount, address, news.txid ?? undefined));
    case "refused":
      return cardOf(withdrawalNews.refused(amount, address, news.reason ?? undefined));
    case "delayed":
      return cardOf(withdrawalNews.delayed(amount, address));
  }
}
