/** What is told of a team's changes, with the names of those whom they are about. */
import type { Address } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { mayDecide, NEW_WALLET_MS } from "../../domain/team.js";
import { type AskedChange, takesOwner, targetOf } from "../../domain/team-change.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import { balanceOf } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { findRequest } from "../../store/teams/requests.js";
import { findMember } from "../../store/teams/teams.js";
import { bookedWallets, namesOfWallets } from "../../store/wallet-names.js";
import type { Engine } from "../context.js";
import { changeOf, type TeamDecidedEvent } from "./changes.js";

export interface ChangeNews extends AskedChange {
  /** Of who joins, the inviter; empty for the operator. */
  readonly askedBy: string;
  readonly teamName: string;
  /** The name of whom it is about. */
  readonly subject: string;
}

export interface ChangeAsked extends ChangeNews {
  /** Whether whoever reads it decides it. */
  readonly mayDecide: boolean;
  /** When it happens by itself; undefined for what then is over. */
  readonly happensAt: number | undefined;
  /** Of a withdrawal. */
  readonly money: MoneyAsked | undefined;
}

/** What whoever decides on a withdrawal should know. */
export interface MoneyAsked {
  readonly withdrawableSun: Sun;
  /** What the team's book calls the address; undefined where it is not in it. */
  readonly walletName: string | undefined;
  /** Who put it there, and when, if that was within a day. */
  readonly added: { readonly by: string; readonly at: number } | undefined;
}

/** As `userId` reads it; undefined once it is decided. */
export function readChangeAsked(
  engine: Engine,
  requestId: string,
  userId: number,
): Promise<ChangeAsked | undefined> {
  const at = engine.now();
  return engine.database.read(function* (): Phase<ChangeAsked | undefined> {
    const row = yield* findRequest(requestId);
    if (row?.status !== "open" || row.kind === "order") return undefined;
    const { customer_id: customerId, asked_by: askedBy } = row;
    const asked = changeOf(row);
    const member = yield* findMember(customerId, userId);
    const target = targetOf(asked.change);
    return {
      ...(yield* newsOf(customerId, asked, askedBy)),
      mayDecide: mayDecide(member?.role, "manage", userId, askedBy, target),
      happensAt: takesOwner(asked) ? row.expires_at : undefined,
      money:
        asked.change.kind === "withdrawal"
          ? yield* moneyOf(customerId, asked.change.address, at)
          : undefined,
    };
  });
}

function* moneyOf(customerId: CustomerId, address: Address, at: number): Phase<MoneyAsked> {
  const [known] = yield* namesOfWallets(customerId, [address]);
  const [booked] = yield* bookedWallets(customerId, [address]);
  const isNew = booked && booked.addedAt > at - NEW_WALLET_MS;
  const by = isNew && booked.addedBy !== null ? yield* findTelegramUser(booked.addedBy) : undefined;
  return {
    withdrawableSun: (yield* balanceOf(customerId)).withdrawableSun,
    walletName: known?.name,
    added: isNew ? { by: by?.name ?? "", at: booked.addedAt } : undefined,
  };
}

export function readChangeDecided(engine: Engine, event: TeamDecidedEvent): Promise<ChangeNews> {
  return engine.database.read(() => newsOf(event.customerId, event, event.askedBy));
}

function* newsOf(
  customerId: CustomerId,
  { change, was }: AskedChange,
  askedBy: number | null,
): Phase<ChangeNews> {
  const nameOf = function* (userId: number | null): Phase<string> {
    return userId === null ? "" : ((yield* findTelegramUser(userId))?.name ?? "");
  };
  return {
    ...{ change, was },
    askedBy: yield* nameOf(askedBy),
    teamName: (yield* findCustomer(customerId))?.name ?? "",
    subject: "userId" in change ? yield* nameOf(change.userId) : "",
  };
}
