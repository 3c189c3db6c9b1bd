/** Answers that may be wrong: receivers, amounts, and a resource that the amount does not fit. */

import type { OrderType } from "../../domain/order-request.js";
import type { Resource } from "../../domain/resource.js";
import { keepUsable } from "../intake/addresses.js";
import type { AmountAnswer } from "../intake/amount.js";
import { amountNotice, judgedAnswer } from "../intake/amount-notice.js";
import type { DurationAnswer } from "../intake/duration.js";
import type { Draft, DraftData, Verdict } from "../state/draft.js";
import { answered, noticed, unchanged } from "./change.js";
import type { Reduction } from "./events.js";
import { fitting } from "./manual.js";
import { sourcesWith } from "./sources.js";

/**
 * One good address answers the question; what is wrong with the others stays on the card. Without a
 * good one the card stays at the question with the verdicts, and earlier receivers are kept until
 * the next good answer.
 */
export function answerReceivers(
  draft: Draft,
  verdicts: readonly Verdict[],
  messageId?: number,
): Reduction {
  const { receivers, waiting, ...verdict } = keepUsable(verdicts);
  const sources = sourcesWith(draft, "receivers", messageId);
  const data: DraftData = { ...draft.data, ...verdict, sources };
  if (receivers.length > 0) return answered(draft, "receivers", { ...data, receivers, waiting });
  const notice = verdicts.length === 0 ? { code: "NO_ADDRESS" } : undefined;
  return noticed(draft, data, "receivers", notice);
}

/** A button of the card stands for one of the wallets that the draft was opened with. */
export function answerWallet(draft: Draft, at: number): Reduction {
  const address = draft.data.wallets[at];
  return address === undefined ? unchanged(draft) : answerReceivers(draft, [{ address }]);
}

export function answerAmount(draft: Draft, answer: AmountAnswer, messageId?: number): Reduction {
  const sources = sourcesWith(draft, "amount", messageId);
  const data: DraftData = { ...draft.data, sources };
  const judged = judgedAnswer(answer, data.resource);
  if ("notice" in judged) return noticed(draft, data, "amount", judged.notice);
  return answered(draft, "amount", fitting(data, { ...data, amount: judged.amount }));
}

export function answerDuration(
  draft: Draft,
  answer: DurationAnswer,
  messageId?: number,
): Reduction {
  const sources = sourcesWith(draft, "duration", messageId);
  const data: DraftData = { ...draft.data, sources };
  if (answer.kind === "duration") {
    return answered(draft, "duration", { ...data, duration: answer.duration });
  }
  const readings = answer.kind === "other" ? [...answer.near] : [];
  return noticed(draft, data, "duration", { code: "DURATION_NOT_OFFERED", details: { readings } });
}

export function answerType(draft: Draft, type: OrderType): Reduction {
  return answered(draft, "type", fitting(draft.data, { ...draft.data, type }));
}

/** An amount that is too small for the other resource is asked for anew. */
export function answerResource(draft: Draft, resource: Resource): Reduction {
  const data: DraftData = fitting(draft.data, { ...draft.data, resource });
  const { amount } = data;
  const notice = amount === undefined ? undefined : amountNotice(amount, resource);
  if (!notice) return answered(draft, "resource", data);
  const { draft: moved, effects } = answered(draft, "resource", { ...data, amount: undefined });
  return { draft: { ...moved, data: { ...moved.data, notice } }, effects };
}
