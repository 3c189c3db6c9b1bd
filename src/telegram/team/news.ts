/** What is told of a team's changes: what an owner wants, and what became of it. */
import type { Sun } from "../../domain/money.js";
import { ROLES } from "../../domain/team.js";
import { readRequest } from "../../engine/chat/team-requests.js";
import {
  type ChangeAsked,
  type ChangeNews,
  readChange,
  readChangeDecided,
} from "../../engine/teams/change-news.js";
import type { TeamLostEvent } from "../../engine/teams/hiding.js";
import { readTeamName } from "../../engine/teams/paid-from.js";
import type { TeamMoneyNews, TeamPaidInNews } from "../../engine/teams/tell.js";
import type { TeamAnsweredEvent, TeamDecidedEvent } from "../../engine/teams/tell-decided.js";
import { type ButtonTap, encodeTap } from "../kit/buttons.js";
import type { BotDeps } from "../kit/deps.js";
import { languageOf } from "../kit/language.js";
import { cardOf, namedWallet, type Style } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold, code, join, mention, type Part, rich } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import type { Drawing } from "../transport/sender.js";
import { limitsSaid } from "./team-card.js";

/** For a private chat, whose id is its user's. */
export async function teamNewsCard(
  deps: Pick<BotDeps, "engine">,
  event: TeamDecidedEvent | TeamLostEvent,
  chatId: number,
): Promise<Card> {
  const { engine } = deps;
  const messages = await languageOf(deps, chatId);
  if (event.event === "teamLost") {
    return cardOf(messages.team.lost(await readTeamName(engine, event.customerId)));
  }
  return decidedCard(event, await readChangeDecided(engine, event), chatId, messages);
}

/** A reply to the card of an order that somebody has asked for, to them. */
export async function answeredCard(
  { engine }: Pick<BotDeps, "engine">,
  { requestId, reason }: TeamAnsweredEvent,
  isGroup: boolean,
  { team }: Messages,
): Promise<Card | undefined> {
  const view = await readRequest(engine, requestId);
  if (!view || view.status === "open") return undefined;
  const { askerId, askedBy, teamName, status, decidedBy } = view;
  const asker = isGroup ? mention(askedBy, askerId) : undefined;
  const over = team.requestOver[status](decidedBy, askedBy);
  const why = reason === undefined ? undefined : team.because(reason);
  return cardOf(join([team.answered(teamName, asker), over, why]));
}

/** Undefined for whom it is not (any more). */
export async function drawChange(
  { engine }: Pick<BotDeps, "engine">,
  requestId: string,
  userId: number,
  messages: Messages,
): Promise<Drawing | undefined> {
  const asked = await readChange(engine, requestId, userId);
  if (!asked) return undefined;
  const watching = asked.status === "open";
  return { card: changeCard(requestId, asked, messages), watching, urgency: "answer" };
}

/** What an owner wants, or a trader proposes, as it is now. */
function changeCard(requestId: string, asked: ChangeAsked, messages: Messages): Card {
  const { team, time } = messages;
  const button = (text: string, act: ButtonTap<"request">["act"], style?: Style) => ({
    text,
    callback_data: encodeTap({ on: "request", requestId, act }),
    ...(style && { style }),
  });
  const { change, happensAt, status, may } = asked;
  const keptBy = asked.isUncontested ? asked.askedBy : undefined;
  const rows = {
    decide: [button(team.agree, "approve", "success"), button(team.decline, "decline", "danger")],
    takeBack: [button(team.takeBack, "withdraw")],
    sayWhy: [button(team.sayWhy, "why")],
  };
  const keyboard = may ? [rows[may]] : [];
  if (status !== "open") {
    const title = {
      approved: team.confirmed(asked.decidedBy),
      declined: team.notAgreed(asked.decidedBy),
      withdrawn: team.takenBack,
      lapsed: happensAt === undefined ? team.lapsed : team.timeOver,
      ended: asked.isOfNobody ? team.endedWith(asked.subject) : team.ended,
    }[status];
    const why = asked.reason === undefined ? undefined : team.because(asked.reason);
    const what = status === "approved" ? doneOf(asked, messages) : wantedOf(asked, messages);
    return cardOf(
      blocks([bold(title), why], [what, changeText(asked, messages)], [becameOf(asked, messages)]),
      keyboard,
    );
  }
  const wanted = wantedOf(asked, messages);
  const text = blocks(
    wanted === undefined ? [] : [bold(wanted)],
    [
      changeText(asked, messages, asked.money?.walletName),
      asked.limits && limitsSaid("member", asked.limits, messages),
      change.kind === "join" ? team.onlyKnown : undefined,
    ],
    moneyLines(asked, messages),
    [happensAt === undefined ? undefined : team.happensAt(time(happensAt), keptBy)],
  );
  return cardOf(text, keyboard);
}

/** A team's money, in private or in its groups. */
export function teamMoneyCard(
  event: TeamMoneyNews | TeamPaidInNews,
  { teamMoney, trx, time }: Messages,
): Card {
  if (event.event === "teamPaidIn")
    return cardOf(teamMoney.paidIn(trx(event.amountSun), event.teamName));
  switch (event.what) {
    case "low":
      return cardOf(teamMoney.low(trx(event.availableSun), trx(event.limitSun)));
    case "wallets": {
      const { by, wallets, count } = event;
      const lines = wallets.map(({ name, address }) => rich`${bold(name)} ${code(address)}`);
      const more =
        count > wallets.length ? teamMoney.walletsMore(count - wallets.length) : undefined;
      return cardOf(join([teamMoney.wallets(by), ...lines, more]));
    }
    case "restored":
      return cardOf(teamMoney.restored(time(event.takenAt)));
  }
}

/** Whose team it is, and who wants it; who joins says that themselves. */
function wantedOf({ change, askedBy, teamName }: ChangeNews, { team, teamMoney }: Messages) {
  if (change.kind === "join") return undefined;
  if (change.kind === "withdrawal") return teamMoney.asks(askedBy, teamName);
  return team.wants(askedBy, teamName);
}

/** Of a withdrawal that was confirmed. */
function becameOf({ change, money }: ChangeAsked, { withdraw, trx }: Messages) {
  if (change.kind !== "withdrawal" || money?.status === undefined) return undefined;
  return withdraw.status(money.status, trx(change.amountSun));
}

function doneOf(news: ChangeNews, messages: Messages) {
  const { kind } = news.change;
  if (kind === "join" || kind === "withdrawal") return wantedOf(news, messages);
  return messages.team.changed(news.askedBy, news.teamName);
}

/** Of a withdrawal: what there is, and an address that the team does not know, or only since a day. */
function moneyLines({ change, money }: ChangeAsked, messages: Messages): (Part | undefined)[] {
  if (!money || change.kind !== "withdrawal") return [];
  const { team, teamMoney, trx, time } = messages;
  const { withdrawableSun, walletName, added } = money;
  const wallet = code(change.address);
  return [
    teamMoney.available(trx(withdrawableSun)),
    walletName === undefined ? team.strangeWallet(wallet) : undefined,
    added && team.newWallet(bold(walletName ?? ""), added.by, time(added.at)),
  ];
}

function decidedCard(
  { is, reason, askedBy: askerId }: TeamDecidedEvent,
  news: ChangeNews,
  userId: number,
  messages: Messages,
): Card {
  const { team } = messages;
  const { change, askedBy, teamName, decidedBy } = news;
  const isNewcomer = change.kind === "join" && change.userId === userId;
  const confirmed = is === "done" && decidedBy !== "" ? team.confirmedBy(decidedBy) : undefined;
  if (change.kind === "join" && is === "done" && !isNewcomer) {
    const who = team.person(bold(news.subject), code(String(change.userId)));
    const inviter = askerId === userId ? undefined : askedBy;
    const limits = news.limits && limitsSaid("member", news.limits, messages);
    return cardOf(join([team.hasJoined(who, change.role, teamName, inviter), limits, confirmed]));
  }
  if (change.kind === "removal" && is === "done" && change.userId === askerId) {
    const who = team.person(bold(news.subject), code(String(askerId)));
    return cardOf(team.hasLeft(who, roleBefore(news), teamName));
  }
  const title = {
    done:
      change.kind === "join"
        ? team.joined(teamName, change.role)
        : bold(team.changed(askedBy, teamName)),
    declined: team.notAgreed(decidedBy),
    lapsed: team.lapsed,
    ended: team.ended,
  }[is];
  const why = reason === undefined ? undefined : team.because(reason);
  if (isNewcomer) return cardOf(title);
  const wanted = is === "done" ? undefined : wantedOf(news, messages);
  return cardOf(blocks([title, why], [wanted, changeText(news, messages), confirmed]));
}

const roleBefore = ({ was }: Pick<ChangeNews, "was">) =>
  ROLES.find((role) => role === was) ?? "viewer";

/** From what to what. */
export function changeText(
  { change, was, subject, askedBy, teamName }: Omit<ChangeNews, "decidedBy" | "limits">,
  { team, teamMoney, trx }: Messages,
  walletName?: string,
): Part {
  const words = team.change;
  const limit = (limitSun: unknown) =>
    typeof limitSun === "number" ? `${trx(limitSun as Sun)} TRX` : team.buttons.noLimit;
  const before = roleBefore({ was });
  const person = "userId" in change && team.person(bold(subject), code(String(change.userId)));
  switch (change.kind) {
    case "join":
      return words.join(person || "", change.role, teamName, askedBy);
    case "role":
      return words.role(person || "", before, change.role);
    case "memberLimits":
    case "teamLimits": {
      const said = [team.limitOf[change.of], limit(was), limit(change.limitSun)] as const;
      return change.kind === "teamLimits"
        ? words.teamLimits(...said)
        : words.memberLimits(person || "", ...said);
    }
    case "rules":
      return words[change.rule](change.is);
    case "link":
      return words.link(change.title);
    case "unlink":
      return words.unlink(change.title);
    case "removal":
      return words.removal(person || "", before);
    case "rename":
      return words.rename(String(was), change.name);
    case "wallet":
      return words.wallet(
        change.name,
        code(change.address),
        was === null ? undefined : code(String(was)),
      );
    case "withdrawal": {
      const [amount, fee] = [trx(change.amountSun), trx(change.feeSun)];
      const names = walletName === undefined ? new Map() : new Map([[change.address, walletName]]);
      return teamMoney.withdrawal(amount, namedWallet(change.address, names), fee);
    }
    case "key":
      return words.key(person || "", before, trx(change.capSun));
  }
}
