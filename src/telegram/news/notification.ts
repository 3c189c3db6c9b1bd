/** The words for what the engine tells, found when they are sent: in the reader's language, and only while they are true. */

import { isTiny, minimumOf } from "../../domain/deposit.js";
import { isAskedIn } from "../../engine/chat/flows.js";
import type { NewsEvent } from "../../engine/chat/notifications.js";
import { readDeposit, readUsdtOffer } from "../../engine/deposits/deposits.js";
import type { DepositEvent } from "../../engine/deposits/scan.js";
import { readBatch } from "../../engine/orders/read-orders.js";
import { readKeyToShow } from "../../engine/teams/keys.js";
import { readPayer, readTeamName } from "../../engine/teams/paid-from.js";
import { readMayHear } from "../../engine/teams/tell.js";
import { findCardIn } from "../../store/chat/cards.js";
import { isAtRetiredKey } from "../../store/deposit-keys.js";
import { keyNotShownCard, keyToShowCard } from "../account/keys.js";
import type { BotDeps } from "../kit/deps.js";
import { languageOf } from "../kit/language.js";
import { cardOf } from "../kit/parts.js";
import { lackingOf } from "../kit/pay-in.js";
import { type Sizing, sizingOf } from "../kit/sizing.js";
import { creditedCard } from "../money/balance.js";
import { addressRetiredCard, depositNewsCard } from "../money/deposit.js";

import { withdrawalNewsCard } from "../money/withdrawal-card.js";
import { answeredCard, teamMoneyCard, teamNewsCard } from "../team/news.js";
import { bold, join } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import type { EngineEvent, Words } from "../transport/send.js";
import { hourCard, notificationCard, orderedCard } from "./notification-card.js";
import { operatorCard } from "./operator-card.js";

export type Speaker = Pick<BotDeps, "engine" | "bot" | "settings">;

/** Undefined when it is no news any more: what was to end soon has ended. */
export async function wordsFor(
  deps: Speaker,
  event: EngineEvent,
  chatId: number,
): Promise<Words | undefined> {
  const team = "team" in event ? event.team : undefined;
  if (!(await readMayHear(deps.engine, team, chatId))) return undefined;
  const words = await textOf(deps, event, chatId);
  if (!words) return undefined;
  const name = team?.name ?? (await teamOrdering(deps, event));
  const card = name === undefined ? words.card : await ofTeam(deps, words.card, name, chatId);
  return { ...words, card, rings: await rings(deps, event, chatId) };
}

/** The team of an order or a booking that one of its members hears of in private; a group is a team's. */
async function teamOrdering({ engine }: Speaker, event: EngineEvent): Promise<string | undefined> {
  if (event.event !== "news") return undefined;
  if (event.kind === "booking") {
    return event.customerId && (await readPayer(engine, event.customerId, event.userId)).team;
  }
  if (!("batchId" in event) || event.isGroup) return undefined;
  const [order] = await readBatch(engine, event.batchId);
  return order?.by && readTeamName(engine, order.customerId);
}

const BELL = "🔔 ";

/** Below the name of the team whose money it is, with one bell. */
async function ofTeam(deps: Speaker, card: Card, name: string, chatId: number): Promise<Card> {
  const { team } = await languageOf(deps, chatId);
  const cut = card.text.startsWith(BELL) ? BELL.length : 0;
  const entities = card.entities.map((one) => ({
    ...one,
    offset: Math.max(0, one.offset - cut),
    length: Math.min(one.length, one.offset + one.length - cut),
  }));
  const said = { text: card.text.slice(cut), entities };
  return cardOf(join([bold(BELL + team.title(name)), said]), card.keyboard);
}

/** Not while they answer a question of the bot in that chat; the operator is always to hear. */
async function rings({ engine }: Speaker, event: EngineEvent, chatId: number): Promise<boolean> {
  if (event.event === "operator") return true;
  if (event.event !== "news") return !(await isAskedIn(engine, chatId, chatId));
  return !event.isSilent && !(await isAskedIn(engine, chatId, event.userId));
}

async function textOf(
  deps: Speaker,
  event: EngineEvent,
  chatId: number,
): Promise<Words | undefined> {
  if (event.event === "credited") {
    const lacking = event.team ? {} : await lackingOf(deps.engine, chatId);
    const view = { ...event, ...lacking };
    return { card: creditedCard(view, await languageOf(deps, chatId)) };
  }
  if (event.event === "keyNotShown") {
    return { card: keyNotShownCard(event.startsWith, await languageOf(deps, chatId)) };
  }
  if (event.event === "teamKey") {
    const key = await readKeyToShow(deps.engine, event.keyId, chatId);
    return key && { card: keyToShowCard(event, key, await languageOf(deps, chatId)) };
  }
  if (event.event === "addressRetired") {
    return { card: addressRetiredCard(event.address, await languageOf(deps, chatId)) };
  }
  if (event.event === "operator") return { card: operatorCard(event) };
  if (event.event === "deposit") return wordsForDeposit(deps, event, chatId);
  if (event.event === "withdrawal") {
    const messages = await languageOf(deps, chatId);
    return { card: withdrawalNewsCard(event, deps.settings.txUrlPrefix, messages) };
  }
  if (event.event === "ordered") {
    return { card: orderedCard(event, await languageOf(deps, chatId)) };
  }
  if (event.event === "orderedInHour") {
    return { card: hourCard(event, await languageOf(deps, chatId)) };
  }
  if (event.event === "teamDecided" || event.event === "teamLost") {
    return { card: await teamNewsCard(deps, event, chatId) };
  }
  if (event.event === "teamAnswered") {
    const card = await answeredCard(deps, event, chatId < 0, await languageOf(deps, chatId));
    return card && { card, ...(await belowCard(deps.engine, event.requestId, chatId)) };
  }
  if (event.event === "teamGroup") {
    const { team } = await languageOf(deps, chatId);
    return { card: cardOf(team[event.is](event.teamName)) };
  }
  if (event.event === "teamPaidIn" || event.event === "teamMoney") {
    return { card: teamMoneyCard(event, await languageOf(deps, chatId)) };
  }
  if (isOver(deps, event)) return undefined;
  const { bot, engine } = deps;
  const energyPriceSun = engine.network.parameters?.burnPriceSun.energy;
  const sizing = await sizingFor(deps, event);
  const view = { ...event, botUsername: bot.username, energyPriceSun, sizing };
  const card = notificationCard(view, await languageOf(deps, chatId));
  return { card, ...(await placeOf(deps, event, chatId)) };
}

/** It is no news once more is known of it. What will not be credited is not told of as seen: that is told by itself. */
async function wordsForDeposit(
  deps: Speaker,
  event: DepositEvent,
  chatId: number,
): Promise<Words | undefined> {
  const { engine, settings } = deps;
  const deposit = await readDeposit(engine, event.depositId);
  const terms = engine.deposits?.terms;
  if (!terms || deposit?.status !== event.status) return undefined;
  const { asset } = deposit;
  const amount = Number(deposit.amount);
  const minimum = minimumOf(asset, terms);
  if (event.status === "seen") {
    const isTaken = asset === "TRX" || (await readUsdtOffer(engine))?.rateSun !== undefined;
    if (!isTaken || amount < minimum) return undefined;
  }
  const { status, creditedSun, availableSun } = event;
  const { rateSun, customerId, address } = deposit;
  const contact = settings.operatorContact;
  const view = {
    ...{ status, asset, amount, minimum, creditedSun, rateSun, availableSun },
    ...{
      customerId,
      contact,
      isAtRetiredKey: await engine.database.read(() => isAtRetiredKey(address)),
    },
    ...(status === "credited" && !event.team && (await lackingOf(deps.engine, chatId))),
    isTiny: isTiny({ asset, amount: BigInt(deposit.amount) }, terms),
  };
  return { card: depositNewsCard(view, await languageOf(deps, chatId)) };
}

function isOver({ engine }: Speaker, event: NewsEvent): boolean {
  if (event.kind !== "ending" || !event.ending) return false;
  return event.ending.at <= (engine.chainClock.head?.timestampMs ?? 0);
}

async function sizingFor({ engine }: Speaker, event: NewsEvent): Promise<Sizing | undefined> {
  if (event.kind !== "completed") return undefined;
  const { batchId, receivers, resource } = event;
  const orders = receivers.map((receiver) => ({ receiver, resource }));
  return sizingOf(engine, batchId, orders);
}

/** In a group below the card of the order, so that everybody sees whose it is. */
async function placeOf(
  { engine }: Speaker,
  event: NewsEvent,
  chatId: number,
): Promise<Pick<Words, "threadId" | "replyTo">> {
  if (!("isGroup" in event) || !event.isGroup) return {};
  return belowCard(engine, event.draftId, chatId);
}

async function belowCard(engine: Speaker["engine"], flowId: string, chatId: number) {
  const card = await engine.database.read(() => findCardIn(chatId, flowId));
  return { threadId: card?.thread_id ?? undefined, replyTo: card?.message_id ?? undefined };
}
