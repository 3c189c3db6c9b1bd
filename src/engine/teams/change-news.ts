/** What is told of a team's changes, with the names of those whom they are about. */
import type { Address } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { type Limits, mayDecide, mayDo, NEW_WALLET_MS } from "../../domain/team.js";
import {
  type AskedChange,
  rightFor,
  takesOwner,
  targetOf,
  whoElse,
} from "../../domain/team-change.js";
import { REASON_MS } from "../../domain/team-request.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import { balanceOf } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { findRequest, type TeamRequestRow } from "../../store/teams/requests.js";
import { findMember } from "../../store/teams/teams.js";
import { bookedWallets, namesOfWallets } from "../../store/wallet-names.js";
import { findWithdrawal, type WithdrawalRow } from "../../store/withdrawals.js";
import type { Engine } from "../context.js";
import { nameOf } from "./deciding.js";
import { limitsAtJoin } from "./rights.js";
import { changeOf, isOfNobody, teamNow } from "./team-now.js";
import type { TeamDecidedEvent } from "./tell-decided.js";

export interface ChangeNews extends AskedChange {
  /** Of who joins, the inviter; empty for the operator. */
  readonly askedBy: string;
  readonly teamName: string;
  /** The name of whom it is about. */
  readonly subject: string;
  /** Who has confirmed or declined it; empty for nobody else. */
  readonly decidedBy: string;
  /** Of who joins: their own, which they had before. */
  readonly limits: Limits | undefined;
}

export interface ChangeAsked extends ChangeNews {
  readonly status: TeamRequestRow["status"];
  readonly reason: string | undefined;
  /** What whoever reads it does with it. */
  readonly may: "decide" | "takeBack" | "sayWhy" | undefined;
  /** When it happens by itself; undefined for what then is over. */
  readonly happensAt: number | undefined;
  /** It is about a member who has gone. */
  readonly isOfNobody: boolean;
  /** Nobody but who asked can keep it from happening. */
  readonly isUncontested: boolean;
  /** Of a withdrawal. */
  readonly money: MoneyAsked | undefined;
}

/** What whoever decides on a withdrawal should know. */
export interface MoneyAsked {
  readonly withdrawableSun: Sun;
  /** What became of it, once it was confirmed. */
  readonly status: WithdrawalRow["status"] | undefined;
  /** What the team's book calls the address; undefined where it is not in it. */
  readonly walletName: string | undefined;
  /** Who put it there, and when, if that was within a day. */
  readonly added: { readonly by: string; readonly at: number } | undefined;
}

/** As `userId` reads it; undefined for who is no member, and not who it is about. */
export function readChange(
  engine: Engine,
  requestId: string,
  userId: number,
): Promise<ChangeAsked | undefined> {
  const at = engine.now();
  return engine.database.read(function* (): Phase<ChangeAsked | undefined> {
    const row = yield* findRequest(requestId);
    if (!row || row.kind === "order") return undefined;
    const { customer_id: customerId, asked_by: askedBy, status } = row;
    const asked = changeOf(row);
    const { change } = asked;
    const member = yield* findMember(customerId, userId);
    if (!member && !("userId" in change && change.userId === userId)) return undefined;
    const team = yield* teamNow(customerId, change);
    const seesMoney = member !== undefined && mayDo(member.role, "approve");
    if (change.kind === "withdrawal" && !seesMoney) return undefined;
    const decides = mayDecide(member?.role, rightFor(change), userId, askedBy, targetOf(change));
    return {
      ...(yield* newsOf(customerId, asked, askedBy, row.decided_by)),
      ...{ status, reason: row.reason ?? undefined },
      may:
        status !== "open"
          ? maySayWhy(row, userId, at)
            ? "sayWhy"
            : undefined
          : userId === askedBy
            ? "takeBack"
            : decides
              ? "decide"
              : undefined,
      happensAt: takesOwner(asked) ? row.expires_at : undefined,
      isOfNobody: isOfNobody(change, team),
      isUncontested: whoElse(change, askedBy, team)?.length === 0,
      money: change.kind === "withdrawal" ? yield* moneyOf(row, change.address, at) : undefined,
    };
  });
}

function* moneyOf(
  { id, customer_id: customerId }: TeamRequestRow,
  address: Address,
  at: number,
): Phase<MoneyAsked> {
  const [known] = yield* namesOfWallets(customerId, [address]);
  const [booked] = yield* bookedWallets(customerId, [address]);
  const isNew = booked && booked.addedAt > at - NEW_WALLET_MS;
  const by = isNew && booked.addedBy !== null ? yield* findTelegramUser(booked.addedBy) : undefined;
  return {
    withdrawableSun: (yield* balanceOf(customerId)).withdrawableSun,
    status: (yield* findWithdrawal(id))?.status,
    walletName: known?.name,
    added: isNew ? { by: by?.name ?? "", at: booked.addedAt } : undefined,
  };
}

/** Whoever has declined it may say why, for a while. */
export function maySayWhy(row: TeamRequestRow, userId: number, at: number): boolean {
  const { status, reason, decided_by: by, decided_at: decidedAt } = row;
  return (
    status === "declined" && reason === null && by === userId && (decidedAt ?? 0) >= at - REASON_MS
  );
}

export function readChangeDecided(engine: Engine, event: TeamDecidedEvent): Promise<ChangeNews> {
  return engine.database.read(() =>
    newsOf(event.customerId, event, event.askedBy, event.decidedBy),
  );
}

function* newsOf(
  customerId: CustomerId,
  { change, was }: AskedChange,
  askedBy: number | null,
  decidedBy: number | null,
): Phase<ChangeNews> {
  return {
    ...{ change, was },
    ...{ askedBy: yield* nameOf(askedBy), decidedBy: yield* nameOf(decidedBy) },
    teamName: (yield* findCustomer(customerId))?.name ?? "",
    subject: "userId" in change ? yield* nameOf(change.userId) : "",
    limits: change.kind === "join" ? yield* limitsAtJoin(customerId, change.userId) : undefined,
  };
}
