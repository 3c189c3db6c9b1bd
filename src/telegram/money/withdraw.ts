/** `/withdraw`, in private: opens the card; and the button that cancels a withdrawal. */

import { DeskError } from "../../domain/errors.js";
import { sun } from "../../domain/money.js";
import { answerUpdate } from "../../engine/chat/outbox.js";
import { readBalance } from "../../engine/customers/customers.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { readPayer } from "../../engine/teams/paid-from.js";
import { cancelWithdrawal } from "../../engine/withdrawals/decide.js";
import { readOwnersOf, readWhose } from "../../engine/withdrawals/of-team.js";
import { namesOf } from "../../store/wallet-names.js";
import type { ButtonTap } from "../kit/buttons.js";
import type { BotDeps, CommandCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { cardOf } from "../kit/parts.js";
import type { TapCall } from "../kit/runner.js";
import { answer } from "../transport/answer.js";
import { withdrawalCard } from "./withdrawal-card.js";
import { prepared, readCancellable, refusedBy, WITHDRAWINGS } from "./withdrawing.js";
import { nothingToWithdrawCard, withdrawalsOffCard } from "./withdrawing-card.js";
import { reduceWithdrawing, type Withdrawing, type WithdrawingEvent } from "./withdrawing-state.js";

export async function withdraw(deps: BotDeps, call: CommandCall): Promise<void> {
  const { engine } = deps;
  const { updateId, place, user, messageId } = call;
  const { customer_id: customerId } = user;
  const messages = await languageOf(deps, place.chatId);
  const desk = contactOf(deps);
  const say = (card: ReturnType<typeof noteCard>) =>
    answer(deps, updateId, place, card, { replyTo: messageId });
  if (place.isGroup) return say(noteCard("privateOnly", desk, messages));
  const { team, isOwner } = await readPayer(engine, customerId, user.user_id);
  if (team !== undefined && !isOwner) return say(cardOf(messages.teamMoney.ownersOnly(team)));
  const terms = engine.policy.withdrawals;
  const withdrawals = await readCancellable(deps, customerId);
  const now = engine.now();
  if (terms.mode === "off")
    return say(withdrawalsOffCard({ withdrawals, desk, now, team }, messages));
  const balance = await readBalance(engine, customerId);
  if (balance.withdrawableSun < terms.minimumSun + terms.feeSun) {
    return say(nothingToWithdrawCard({ withdrawals, balance, terms, now, team }, messages));
  }
  const state = await begun(deps, call);
  await WITHDRAWINGS.open(deps, call, { ...state, version: 1 });
}

/** Six buttons fit a phone. */
const WALLETS_OFFERED = 6;

/** As far as the line goes. */
async function begun(deps: BotDeps, call: CommandCall): Promise<Withdrawing> {
  const { engine } = deps;
  const { place, user, args, updateId } = call;
  const names = await engine.database.read(() => namesOf(user.customer_id));
  const often = names.toSorted((a, b) => b.uses - a.uses).map(({ address }) => address);
  let state: Withdrawing = {
    ...{ id: engine.newId(), version: 1, ownerUserId: user.user_id },
    ...{ customerId: user.customer_id, ...place, status: "open", step: "address" },
    data: { wallets: [...new Set(often)].slice(0, WALLETS_OFFERED), asksAgain: false },
  };
  let event: WithdrawingEvent | undefined =
    args.trim() === "" ? undefined : { kind: "said", text: args };
  while (event) {
    const reduction = reduceWithdrawing(state, event);
    state = reduction.state;
    event = await prepared(deps, state, reduction.effects, updateId).catch((error: unknown) => {
      if (error instanceof DeskError) return refusedBy(error);
      throw error;
    });
  }
  return state;
}

/** Its card is redrawn by itself; any other message becomes what has come of it. */
export async function cancelFromTap(
  deps: BotDeps,
  call: TapCall,
  { withdrawalId, at }: ButtonTap<"withdrawal">,
): Promise<void> {
  const { engine, settings } = deps;
  const { updateId, place, user, messageId } = call;
  const { user_id: userId, own_customer_id: own } = user;
  const messages = await languageOf(deps, place.chatId);
  const customerId = await readWhose(engine, withdrawalId, own);
  try {
    const by = { kind: "member", userId } as const;
    const withdrawal = await cancelWithdrawal(engine, customerId, withdrawalId, by);
    const { amountSun, feeSun, address } = withdrawal;
    const back = messages.trx(sun(amountSun + feeSun));
    call.answer.say({ text: messages.withdraw.cancelledToast(back) });
    if (at === "message" && !place.isGroup) {
      const names = await readNamesOf(engine, customerId, [address]);
      const { txUrlPrefix } = settings;
      const isPaused = engine.gates.payoutsStopped !== undefined;
      const ofTeam = await readOwnersOf(engine, withdrawal);
      const view = { withdrawal, names, txUrlPrefix, now: engine.now(), isPaused, at, ofTeam };
      await answer(deps, updateId, place, withdrawalCard(view, messages), { edits: messageId });
      return;
    }
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const { toasts, withdraw: words } = messages;
    const refused = { NOT_FOUND: toasts.notYours, FORBIDDEN: messages.team.refused };
    const text = Object.entries(refused).find(([code]) => code === error.code)?.[1];
    call.answer.say({ text: text ?? words.tooLate, alert: true });
  }
  await answerUpdate(engine, updateId, []);
  deps.sender.wake();
}
