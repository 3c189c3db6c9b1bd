/**
 * The commands: one table that runs them and that Telegram's menu is made of; a command wins over any expected answer. And the
 * screens that they open, by kind.
 */

import { nearestName } from "../common/nearest-name.js";
import { assert } from "../domain/assert.js";
import type { Resource } from "../domain/resource.js";
import { cancelFlow } from "../engine/chat/flows.js";
import type { FlowRow } from "../store/chat/flows.js";
import { applyBook } from "./account/book.js";
import { showKeys } from "./account/keys.js";
import { showHelp, showMenu } from "./account/menu.js";
import { showSettings } from "./account/settings.js";
import { showHistory, showStats } from "./account/stats.js";
import { again } from "./buy/again.js";
import { openCard } from "./buy/open.js";
import { buyOpening } from "./buy/opening.js";
import { showQuote } from "./buy/quote-command.js";
import { DRAFTS } from "./buy/screen.js";
import { sizeUsdt } from "./buy/usdt.js";
import { lastDurationOf } from "./buy/usual.js";
import { orderIdIn } from "./intake/order-id.js";
import { type FlowPress, linkedInvitation, linkedOrderId, type MenuItem } from "./kit/buttons.js";
import type { BotDeps, CommandCall, ShowCall } from "./kit/deps.js";
import { contactOf } from "./kit/draw.js";
import { languageOf } from "./kit/language.js";
import { noteCard, unknownCommandCard } from "./kit/notes.js";
import type { AnyScreen } from "./kit/runner.js";
import { showBalance } from "./money/balance.js";
import { showDeposit } from "./money/deposit.js";
import { withdraw } from "./money/withdraw.js";
import { WITHDRAWINGS } from "./money/withdrawing.js";
import { AMENDS } from "./orders/amend.js";
import { askForOrder, showOrder, showOrders } from "./orders/lists.js";
import { SELLINGS, showSelling } from "./sell/screen.js";
import { joinTeam, linkTeam, showTeam } from "./team/team.js";
import type { CommandName } from "./text/messages.js";
import { asOwn } from "./transport/actor.js";
import { answer, answerTo } from "./transport/answer.js";

export const SCREENS = {
  draft: DRAFTS,
  selling: SELLINGS,
  amend: AMENDS,
  withdrawing: WITHDRAWINGS,
} satisfies Readonly<Record<FlowPress["on"], AnyScreen>>;

export function screenOf({ kind }: FlowRow): AnyScreen {
  const flow = Object.entries(SCREENS).find(([name]) => name === kind)?.[1];
  assert(flow, `a flow of no known kind: ${kind}`);
  return flow;
}

export interface BotCommand {
  readonly name: CommandName;
  readonly inGroups: boolean;
  /** What else people call it: it is not run, but named in the answer. */
  readonly alsoCalled?: readonly string[];
  readonly run: (deps: BotDeps, call: CommandCall) => Promise<void>;
}

export const COMMANDS: readonly BotCommand[] = [
  { name: "start", inGroups: false, run: start },
  { name: "buy", inGroups: true, alsoCalled: ["rent"], run: buy },
  { name: "quote", inGroups: true, alsoCalled: ["price"], run: showQuote },
  { name: "again", inGroups: true, run: again },
  { name: "orders", inGroups: false, run: (deps, call) => showOrders(deps, call, NEWEST) },
  { name: "order", inGroups: true, run: order },
  { name: "balance", inGroups: false, run: showBalance },
  { name: "deposit", inGroups: false, alsoCalled: ["topup"], run: showDeposit },
  { name: "withdraw", inGroups: false, run: withdraw },
  { name: "stats", inGroups: false, run: showStats },
  { name: "history", inGroups: false, run: showHistory },
  { name: "settings", inGroups: true, alsoCalled: ["language"], run: showSettings },
  { name: "book", inGroups: false, run: applyBook },
  { name: "usdt", inGroups: true, run: sizeUsdt },
  { name: "sell", inGroups: false, run: (deps, call) => showSelling(deps, asOwn(call)) },
  { name: "team", inGroups: false, run: showTeam },
  { name: "link", inGroups: true, run: linkTeam },
  { name: "key", inGroups: false, run: (deps, call) => showKeys(deps, asOwn(call)) },
  { name: "cancel", inGroups: true, run: cancel },
  { name: "help", inGroups: true, run: (deps, call) => showHelp(deps, call, COMMANDS) },
];

/** An unknown command: names the one that was meant, or all. */
export async function sayUnknown(deps: BotDeps, call: ShowCall, typed: string): Promise<void> {
  const { updateId, place, messageId } = call;
  const known = COMMANDS.filter(({ inGroups }) => inGroups || !place.isGroup);
  const called = ({ name, alsoCalled = [] }: BotCommand): string[] => [name, ...alsoCalled];
  const near = nearestName(typed, known.flatMap(called));
  const meant = known.find((command) => near !== undefined && called(command).includes(near));
  const names = known.map(({ name }) => name);
  const messages = await languageOf(deps, place.chatId);
  const card = unknownCommandCard(typed, meant?.name, names, messages);
  await answer(deps, updateId, place, card, { replyTo: messageId });
}

const NEWEST = { cursor: undefined };

async function start(deps: BotDeps, call: CommandCall): Promise<void> {
  const linked = linkedOrderId(call.args);
  if (linked !== undefined) return showOrder(deps, call, linked);
  const invited = linkedInvitation(call.args);
  if (invited !== undefined && !call.place.isGroup) return joinTeam(deps, call, invited);
  if (!call.place.isGroup) return showMenu(deps, call);
  const card = noteCard("groupHint", contactOf(deps), await languageOf(deps, call.place.chatId));
  return answer(deps, call.updateId, call.place, card, { replyTo: call.messageId });
}

async function order(deps: BotDeps, call: CommandCall): Promise<void> {
  if (call.args === "") return askForOrder(deps, call);
  return showOrder(deps, call, orderIdIn(call.args) ?? call.args);
}

async function buy(deps: BotDeps, call: CommandCall): Promise<void> {
  const { updateId, place, user } = call;
  const opening = await buyOpening(deps, call);
  if (opening) await openCard(deps, updateId, place, user, opening);
}

/** Ends what was worked on last in the chat. */
export async function cancel(deps: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const { chatId } = place;
  const note = noteCard("nothingToCancel", contactOf(deps), await languageOf(deps, chatId));
  const nothing = answerTo(updateId, place, note, { replyTo: messageId });
  const endsAs = (open: FlowRow) => screenOf(open).cancelledAs;
  await cancelFlow(deps.engine, { updateId, chatId, userId: user.user_id, endsAs, nothing });
  deps.sender.wake();
}

/** The buttons of the menu do what the commands do. */
export async function runMenuItem(deps: BotDeps, call: ShowCall, item: MenuItem): Promise<void> {
  switch (item) {
    case "buyEnergy":
      return buyResource(deps, call, "energy");
    case "buyBandwidth":
      return buyResource(deps, call, "bandwidth");
    case "orders":
      return showOrders(deps, call, NEWEST);
    case "balance":
      return showBalance(deps, call);
    case "deposit":
      return showDeposit(deps, call);
    case "withdraw":
      return withdraw(deps, { ...call, args: "" });
    case "help":
      return showHelp(deps, call, COMMANDS);
  }
}

/** Begins with the known fields, so that only wallet, amount and Pay are left. */
async function buyResource(deps: BotDeps, call: ShowCall, resource: Resource): Promise<void> {
  const { updateId, place, user } = call;
  const duration = lastDurationOf(user);
  const fields = { type: "Fast" as const, resource, ...(duration && { duration }) };
  await openCard(deps, updateId, place, user, { fields, verdicts: [] });
}
