/** Withdrawals on a card: the flow that /withdraw opens, and that follows the withdrawal until it is over. */

import { HOUR_MS } from "../../common/time.js";
import { assert } from "../../domain/assert.js";
import type { DeskError } from "../../domain/errors.js";
import { SUN_PER_TRX, sun } from "../../domain/money.js";
import { isUnsigned, type Withdrawal } from "../../domain/withdrawal.js";
import { readBalance } from "../../engine/customers/customers.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { readPayer } from "../../engine/teams/paid-from.js";
import { TeamRefusal } from "../../engine/teams/rights.js";
import {
  askWithdrawal,
  readAskedWithdrawal,
  readOwnersOf,
} from "../../engine/withdrawals/of-team.js";
import { readWithdrawal, readWithdrawals } from "../../engine/withdrawals/read-withdrawals.js";
import {
  prepareWithdrawal,
  quoteWithdrawal,
  type WithdrawalCall,
} from "../../engine/withdrawals/withdraw.js";
import { bareNames } from "../intake/bare-names.js";
import { answersWithdrawal, readWithdrawalLine } from "../intake/withdrawal-line.js";
import type { WithdrawingAction } from "../kit/buttons.js";
import type { BotDeps } from "../kit/deps.js";
import { contactOf, type Drawer } from "../kit/draw.js";
import { createScreen, isSumRead } from "../kit/runner.js";
import { readNames, repeatable } from "../kit/said.js";
import type { Messages } from "../text/messages.js";
import type { Drawing } from "../transport/sender.js";
import { askedWithdrawalCard, withdrawalCard } from "./withdrawal-card.js";
import { withdrawingCard } from "./withdrawing-card.js";
import {
  reduceWithdrawing,
  sentSum,
  WITHDRAWING_CODEC,
  type Withdrawing,
  type WithdrawingEffect,
  type WithdrawingEvent,
} from "./withdrawing-state.js";

export const WITHDRAWINGS = createScreen<
  Withdrawing,
  WithdrawingAction,
  WithdrawingEvent,
  WithdrawingEffect
>({
  codec: WITHDRAWING_CODEC,
  reduce: reduceWithdrawing,
  words: ({ toasts, withdraw }) => ({
    ...toasts,
    over: withdraw.over,
    readFirst: withdraw.readFirst,
  }),
  gone: "over",
  draw: drawWithdrawing,
  cancelledAs: "closed",
  answer({ step }, text) {
    return answersWithdrawal(step, text) ? { kind: "said", text } : undefined;
  },
  // By the next day a pasted wallet means an order of Energy again.
  answeredForMs: HOUR_MS,
  prepare: prepared,
  refused: (error) => ({ event: refusedBy(error) }),
  async write({ engine }, before, { state, effects }) {
    const effect = effects.find(({ kind }) => kind === "withdraw");
    if (effect?.kind !== "withdraw") return undefined;
    const { creation } = effect;
    return {
      state: reduceWithdrawing(state, { kind: "withdrawn", withdrawalId: creation.id }).state,
      *phase({ at }) {
        const begun = { ...creation, at: Math.max(creation.at, at) };
        return yield* askWithdrawal(engine, callOf(before), before.ownerUserId, begun);
      },
    };
  },
});

/** What an effect asks for before the card is written. */
export async function prepared(
  deps: BotDeps,
  state: Withdrawing,
  effects: readonly WithdrawingEffect[],
  updateId: number | undefined,
): Promise<WithdrawingEvent | undefined> {
  const { engine, quotePace, orderPace } = deps;
  const { customerId } = state;
  for (const effect of effects) {
    switch (effect.kind) {
      case "read": {
        const bare = bareNames(effect.text);
        const { text, unknown } = await readNames(deps, customerId, effect.text, bare);
        const line = readWithdrawalLine(text);
        const wallets = [...line.wallets, ...unknown];
        return { kind: "read", ...line, wallets, said: repeatable(line.said ?? effect.text) };
      }
      case "look": {
        await quotePace.turn(customerId);
        const { address, amountSun = 0 } = effect;
        const { minimumSun } = engine.policy.withdrawals;
        const asked = sun(Math.max(amountSun, minimumSun));
        const quote = await quoteWithdrawal(engine, customerId, address, asked);
        return { ...effect, kind: "looked", terms: { ...quote, minimumSun } };
      }
      case "prepare": {
        const { address, amountSun } = effect;
        const read = { sum: sentSum(state), amountSun };
        if (!(await isSumRead(deps, state.id, read, updateId))) return { kind: "unread" };
        await orderPace.turn(customerId);
        const asked = { customerId, address, amountSun: sun(amountSun) };
        return { kind: "ready", creation: await prepareWithdrawal(engine, asked) };
      }
    }
  }
  return undefined;
}

/** Each card pays once. */
function callOf({ id, customerId, data: { address, amountSun } }: Withdrawing): WithdrawalCall {
  assert(address && amountSun !== undefined, "a withdrawal that was confirmed is whole");
  const asked = { customerId, address, amountSun: sun(amountSun) };
  return { ...asked, channel: "telegram", idempotencyKey: id, hasRight: true };
}

export function refusedBy(error: DeskError): WithdrawingEvent & { kind: "refused" } {
  const kind = "refused";
  switch (error.code) {
    case "RECEIVER_IS_CONTRACT":
      return { kind, notice: "CONTRACT" };
    case "RECEIVER_REFUSED":
    case "VALIDATION_FAILED":
      return { kind, notice: "DESKS_OWN" };
    case "INSUFFICIENT_BALANCE": {
      const { available = 0 } = error.detailsOf(error.code) ?? {};
      return { kind, notice: "BALANCE", withdrawableSun: Math.round(available * SUN_PER_TRX) };
    }
    case "TOO_MANY_OPEN":
      return { kind, notice: "TOO_MANY" };
    case "FORBIDDEN":
      return { kind, notice: error instanceof TeamRefusal ? "NOT_OWNER" : "OFF" };
    case "DESK_HALTED":
      return { kind, notice: "HALTED" };
    case "CHAIN_UNAVAILABLE":
      return { kind, notice: "CHAIN_UNAVAILABLE" };
    default:
      return { kind, notice: "FAILED" };
  }
}

/** Those that can still be cancelled, the newest first. */
export async function readCancellable(
  { engine }: Pick<BotDeps, "engine">,
  customerId: Withdrawing["customerId"],
): Promise<Withdrawal[]> {
  const { withdrawals } = await readWithdrawals(engine, customerId, { limit: LOOKED_AT });
  return withdrawals.filter(({ status }) => isUnsigned(status)).slice(0, MOST_SHOWN);
}

const LOOKED_AT = 100;
const MOST_SHOWN = 5;

async function drawWithdrawing(
  drawer: Drawer,
  state: Withdrawing,
  messages: Messages,
): Promise<Drawing> {
  const { engine, settings } = drawer;
  const { customerId, data } = state;
  const { address, wallets, withdrawalId } = data;
  const isPaused = engine.gates.payoutsStopped !== undefined;
  const now = engine.now();
  const payer = await readPayer(engine, customerId, state.ownerUserId);
  if (withdrawalId !== undefined) {
    const asked = await readAskedWithdrawal(engine, withdrawalId);
    if (asked) {
      const names = await readNamesOf(engine, customerId, [asked.address]);
      const watching = asked.status === "open";
      const card = askedWithdrawalCard({ asked, names, team: payer.team ?? "" }, messages);
      return { card, watching, urgency: watching ? "progress" : "final" };
    }
    const withdrawal = await readWithdrawal(engine, customerId, withdrawalId);
    const names = await readNamesOf(engine, customerId, [withdrawal.address]);
    const { txUrlPrefix } = settings;
    const ofTeam = await readOwnersOf(engine, withdrawal);
    const view = { withdrawal, names, txUrlPrefix, now, isPaused, at: "card", ofTeam } as const;
    const watching = withdrawal.finishedAt === null;
    const urgency = watching ? "progress" : "final";
    return { card: withdrawalCard(view, messages), watching, urgency };
  }
  const isOpen = state.status === "open";
  const named = [...wallets, ...(address ? [address] : [])];
  const view = {
    withdrawing: state,
    names: await readNamesOf(engine, customerId, named),
    withdrawals:
      isOpen && state.step === "address" ? await readCancellable(drawer, customerId) : [],
    balance: await readBalance(engine, customerId),
    terms: engine.policy.withdrawals,
    desk: contactOf(drawer),
    ...{ now, isPaused, team: payer.team, needsOwner: payer.hasOtherOwner },
  };
  const card = withdrawingCard(view, messages);
  return { card, watching: isOpen, urgency: isOpen ? "answer" : "final", sum: sentSum(state) };
}
