/** Withdrawals of a team: an owner asks, another confirms where there is one; then they are as any other. */
import type { Address } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import type { Withdrawal } from "../../domain/withdrawal.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import { balanceOf } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { findRequest, type TeamRequestRow } from "../../store/teams/requests.js";
import { findTeam } from "../../store/teams/teams.js";
import { findWithdrawal } from "../../store/withdrawals.js";
import type { Engine } from "../context.js";
import type { Pay } from "../teams/apply-change.js";
import { wantChange } from "../teams/changes.js";
import { assertMayDecide } from "../teams/deciding.js";
import { assertMay, refused, TeamRefusal } from "../teams/rights.js";
import { changeOf } from "../teams/team-now.js";
import {
  assertWithdrawable,
  prepareWithdrawal,
  type WithdrawalCall,
  type WithdrawalCreation,
  withdrawalCreated,
  withdrawalPhase,
} from "./withdraw.js";

/**
 * What `userId` asks for in the chat: paid at once, or asked of another owner under the id that the withdrawal will have. Returns what is to
 * be done after the commit. Throws FORBIDDEN for who is no owner of the team.
 */
export function* askWithdrawal(
  engine: Engine,
  call: WithdrawalCall,
  userId: number,
  creation: WithdrawalCreation,
): Phase<() => void> {
  const { customerId, address, amountSun } = call;
  const owner = yield* assertMay({ customerId, by: { kind: "member", userId } }, "manage");
  if (!owner) {
    const created = yield* withdrawalPhase(call, creation);
    return () => withdrawalCreated(engine, created);
  }
  yield* assertWithdrawable(call, creation);
  const { id: requestId, at, feeSun } = creation;
  const change = { kind: "withdrawal", address, amountSun, feeSun } as const;
  const pay = payOf(call, creation);
  yield* wantChange(customerId, { userId }, change, { requestId, at, pay });
  return () => engine.signals.emit("withdrawal");
}

function payOf(
  asked: Pick<WithdrawalCall, "customerId" | "address" | "amountSun">,
  creation: WithdrawalCreation,
): Pay {
  return function* (owners) {
    const { customerId, address, amountSun } = asked;
    const { id: withdrawalId, feeSun } = creation;
    const whose = { customerId, owners, channel: "telegram", hasRight: true } as const;
    const call = { ...whose, address, amountSun, idempotencyKey: withdrawalId };
    const { withdrawableSun } = yield* balanceOf(customerId);
    if (withdrawableSun < amountSun + feeSun)
      throw new TeamRefusal({ is: "refused", why: "short", leftSun: withdrawableSun });
    yield* withdrawalPhase(call, creation);
    return { withdrawalId, amountSun, feeSun, ...owners };
  };
}

/** How it is paid when an owner confirms it; undefined for another request. Throws what forbids it now. */
export async function prepareConfirmation(
  engine: Engine,
  row: TeamRequestRow,
  userId: number,
): Promise<Pay | undefined> {
  const { customer_id: customerId } = row;
  if (row.kind !== "withdrawal") return undefined;
  await engine.database.read(() => assertMayDecide(row, userId));
  const { change } = changeOf(row);
  if (change.kind !== "withdrawal") return undefined;
  const creation = await prepareWithdrawal(engine, { customerId, ...change });
  if (creation.feeSun > change.feeSun) throw refused("feeRisen");
  return payOf({ customerId, ...change }, { ...creation, id: row.id });
}

/** A withdrawal that another owner has not confirmed, as the card of who asked shows it. */
export interface AskedWithdrawal {
  readonly id: string;
  readonly address: Address;
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  readonly status: Exclude<TeamRequestRow["status"], "approved">;
  readonly expiresAt: number;
  readonly decidedBy: string | undefined;
}

/** Undefined once it is confirmed: then there is a withdrawal of this id. */
export function readAskedWithdrawal(
  { database }: Engine,
  id: string,
): Promise<AskedWithdrawal | undefined> {
  return database.read(function* (): Phase<AskedWithdrawal | undefined> {
    const row = yield* findRequest(id);
    if (row?.kind !== "withdrawal" || row.status === "approved") return undefined;
    const { change } = changeOf(row);
    if (change.kind !== "withdrawal") return undefined;
    const { address, amountSun, feeSun } = change;
    const { status, expires_at: expiresAt, decided_by: decider } = row;
    const decidedBy = decider === null ? undefined : (yield* findTelegramUser(decider))?.name;
    return { ...{ id, address, amountSun, feeSun }, ...{ status, expiresAt, decidedBy } };
  });
}

/** Of a team's withdrawal: whose money it is, who asked, and who confirmed it. */
export interface OwnersOf {
  readonly team: string;
  readonly askedBy: string;
  readonly confirmedBy: string | undefined;
}

/** Undefined for a person's own. */
export function readOwnersOf(
  { database }: Engine,
  { customerId, askedBy, confirmedBy }: Withdrawal,
): Promise<OwnersOf | undefined> {
  return database.read(function* (): Phase<OwnersOf | undefined> {
    if (askedBy === null) return undefined;
    const asker = yield* findTelegramUser(askedBy);
    const other = confirmedBy === null ? undefined : yield* findTelegramUser(confirmedBy);
    const team = (yield* findCustomer(customerId))?.name ?? "";
    return { team, askedBy: asker?.name ?? "", confirmedBy: other?.name };
  });
}

/** For whose account somebody cancels a withdrawal: a team's, where it is one's, else their own. */
export function readWhose(
  { database }: Engine,
  withdrawalId: string,
  own: CustomerId,
): Promise<CustomerId> {
  return database.read(function* (): Phase<CustomerId> {
    const row = yield* findWithdrawal(withdrawalId);
    return row && (yield* findTeam(row.customer_id)) ? row.customer_id : own;
  });
}
