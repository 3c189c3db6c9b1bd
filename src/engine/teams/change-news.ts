/** What is told of a team's changes, with the names of those whom they are about. */
import type { CustomerId } from "../../domain/ids.js";
import { mayDecide } from "../../domain/team.js";
import { type AskedChange, takesOwner, targetOf } from "../../domain/team-change.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { findRequest } from "../../store/teams/requests.js";
import { findMember } from "../../store/teams/teams.js";
import type { Engine } from "../context.js";
import { changeOf, type TeamDecidedEvent } from "./changes.js";

export interface ChangeNews extends AskedChange {
  /** Of who joins, the inviter. */
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
}

/** As `userId` reads it; undefined once it is decided. */
export function readChangeAsked(
  engine: Engine,
  requestId: string,
  userId: number,
): Promise<ChangeAsked | undefined> {
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
    };
  });
}

export function readChangeDecided(engine: Engine, event: TeamDecidedEvent): Promise<ChangeNews> {
  return engine.database.read(() => newsOf(event.customerId, event, event.askedBy));
}

function* newsOf(
  customerId: CustomerId,
  { change, was }: AskedChange,
  askedBy: number,
): Phase<ChangeNews> {
  const nameOf = function* (userId: number): Phase<string> {
    return (yield* findTelegramUser(userId))?.name ?? "";
  };
  return {
    ...{ change, was },
    askedBy: yield* nameOf(askedBy),
    teamName: (yield* findCustomer(customerId))?.name ?? "",
    subject: "userId" in change ? yield* nameOf(change.userId) : "",
  };
}
