/** What a tap of Pay will come to for a member of a team, before it: paid, asked of somebody else, or not possible. */
import type { Outlook } from "../../engine/chat/outlook.js";
import { warning } from "../kit/notices.js";
import type { Messages } from "../text/messages.js";
import { type Part, shorten } from "../transport/format.js";
import type { DraftView } from "./views.js";

type Asked = Extract<Outlook, { readonly is: "asked" }>;

export function isRefused({ outlook }: DraftView): boolean {
  return outlook?.is === "refused";
}

/** Neither asked of somebody else nor impossible. */
export function isDoneByTap({ outlook }: DraftView): boolean {
  return outlook === undefined || outlook.is === "allowed";
}

export function asksOf({ outlook }: DraftView): Asked | undefined {
  return outlook?.is === "asked" ? outlook : undefined;
}

export function outlookLine({ outlook }: DraftView, messages: Messages): Part | undefined {
  const { team, teamAsk, trx } = messages;
  if (outlook?.is === "refused") {
    return warning(team.refusal[outlook.why](trx(outlook.leftSun ?? 0)));
  }
  if (outlook?.is !== "asked") return undefined;
  const { limits, why } = outlook;
  const limitOf = { order: limits.orderSun, day: limits.daySun, alone: limits.aloneSun };
  const said = why.map((one) => {
    const limitSun = one in limitOf ? limitOf[one as keyof typeof limitOf] : null;
    return teamAsk.why[one](trx(limitSun ?? 0));
  });
  return teamAsk.asks(said.join(" · "), namesOf(outlook, messages));
}

const MOST_NAMES = 3;
const LONGEST_NAME = 32;

/** Who can approve it. */
export function namesOf({ approvers }: Pick<Asked, "approvers">, { teamAsk }: Messages): string {
  const names = approvers.slice(0, MOST_NAMES).map((name) => shorten(name, LONGEST_NAME));
  return teamAsk.names(names, approvers.length - names.length);
}

/** In the place of Pay. */
export function whyNoTap({ outlook }: DraftView, { noPay, teamAsk }: Messages): string {
  if (outlook?.is !== "refused") return noPay.other;
  const { limit, nobody } = teamAsk.noPay;
  const { why } = outlook;
  if (why === "teamOrder" || why === "teamDay") return limit;
  return why === "nobodyElse" ? nobody : noPay.other;
}
