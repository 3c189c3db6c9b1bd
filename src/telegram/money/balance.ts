/** `/balance`, and the message about a credit. */

import { readPayer } from "../../engine/teams/paid-from.js";
import { openBookingsOf } from "../../store/bookings.js";
import { balanceOf } from "../../store/ledger.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { menuButton, whomToAsk } from "../kit/menu.js";
import { noteCard } from "../kit/notes.js";
import { cardOf } from "../kit/parts.js";
import { creditCard, type Lacking } from "../kit/pay-in.js";
import { sumOf } from "../kit/rental.js";
import type { DeskContact } from "../kit/views.js";
import type { Messages } from "../text/messages.js";
import { answer } from "../transport/answer.js";
import { bold, join } from "../transport/format.js";
import type { Card } from "../transport/message.js";

export async function showBalance(deps: BotDeps, call: ShowCall): Promise<void> {
  const { updateId, place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  const { customer_id: customerId } = user;
  const { bookings, withdrawableSun, ...balance } = await deps.engine.database.read(function* () {
    return { ...(yield* balanceOf(customerId)), bookings: yield* openBookingsOf(customerId) };
  });
  const payer = await readPayer(deps.engine, customerId, user.user_id);
  const takesOut = deps.engine.policy.withdrawals.mode !== "off" && payer.isOwner;
  const card = place.isGroup
    ? noteCard("privateOnly", contactOf(deps), messages)
    : balanceCard(
        {
          ...{ customerId, ...balance, desk: contactOf(deps), teamName: payer.team },
          bookedSun: bookings.map(({ held_sun: heldSun }) => heldSun),
          ...(takesOut && { withdrawableSun }),
        },
        messages,
      );
  await answer(deps, updateId, place, card, { replyTo: call.messageId });
}

interface BalanceView {
  readonly customerId: string;
  readonly teamName?: string | undefined;
  readonly availableSun: number;
  /** Held for running orders and waiting withdrawals. */
  readonly heldSun: number;
  /** The part held for withdrawals. */
  readonly heldForWithdrawalsSun: number;
  /** The parts held for bookings. */
  readonly bookedSun?: readonly number[];
  /** What can be withdrawn; undefined where withdrawals are off. */
  readonly withdrawableSun?: number | undefined;
  readonly desk: DeskContact;
}

export function balanceCard(view: BalanceView, messages: Messages): Card {
  const held = (amountSun: number) => (amountSun > 0 ? messages.trx(amountSun) : undefined);
  const { withdrawableSun = view.availableSun, bookedSun = [] } = view;
  const forBookingsSun = sumOf(bookedSun);
  const forOrders = held(view.heldSun - view.heldForWithdrawalsSun - forBookingsSun);
  const forBookings = held(forBookingsSun);
  const isLess = withdrawableSun < view.availableSun;
  const withdrawing = view.withdrawableSun === undefined ? [] : [menuButton("withdraw", messages)];
  return cardOf(
    join([
      view.teamName === undefined ? undefined : bold(messages.team.title(view.teamName)),
      messages.balance(
        messages.trx(view.availableSun),
        forOrders,
        forBookings === undefined ? undefined : { count: bookedSun.length, amount: forBookings },
        held(view.heldForWithdrawalsSun),
      ),
      isLess ? messages.withdraw.withdrawable(messages.trx(withdrawableSun)) : undefined,
      isLess ? messages.withdraw.gifts : undefined,
      whomToAsk(view.desk, view.customerId, messages),
    ]),
    [
      view.desk.takesDeposits ? [menuButton("deposit", messages)] : [],
      [menuButton("buyEnergy", messages), menuButton("orders", messages)],
      withdrawing,
    ],
  );
}

/** `desk customer credit` was run for them. */
interface CreditView extends Lacking {
  readonly amountSun: number;
  readonly availableSun: number;
}

export function creditedCard(view: CreditView, messages: Messages): Card {
  const { trx } = messages;
  const said = messages.credited(trx(view.amountSun), trx(view.availableSun));
  return creditCard(said, view, messages);
}
