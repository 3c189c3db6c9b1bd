/** What a customer is told of his withdrawals. */
import { formatTrx } from "../../domain/money.js";
import { IS_CONTRACT } from "../../domain/withdrawal.js";
import type { WithdrawalNews } from "../../engine/withdrawals/news.js";
import type { Card } from "../card.js";
import { code, link, time } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";
import { cancelButton } from "./withdrawal.js";

export function withdrawalNewsCard(
  news: WithdrawalNews,
  txUrlPrefix: string,
  { withdrawalNews, withdraw, buttons }: Messages,
): Card {
  const cancel = [[cancelButton(news.withdrawalId, "message", buttons.cancel)]];
  const amount = formatTrx(news.amountSun);
  const address = code(news.address);
  switch (news.kind) {
    case "asked": {
      const from = news.dueAt === null ? undefined : time(news.dueAt);
      return cardOf(
        withdrawalNews.asked({ amount, address, from, approval: news.needsApproval }),
        cancel,
      );
    }
    case "paid": {
      const { txid } = news;
      const page = txid === null ? undefined : link(withdraw.transaction, txUrlPrefix + txid);
      return cardOf(withdrawalNews.paid(amount, address, page));
    }
    case "refused": {
      const why =
        news.reason === IS_CONTRACT ? withdrawalNews.contract : (news.reason ?? undefined);
      return cardOf(withdrawalNews.refused(amount, address, why));
    }
    case "delayed":
      return cardOf(withdrawalNews.delayed(amount, address), cancel);
  }
}
