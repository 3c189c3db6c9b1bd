/**
 * Orders that a member may not place alone: asked for on a card, decided by somebody else. The decision, the orders and the line in the log
 * are one transaction, in which the rights of both are read.
 */
import type { Address } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import type { BatchId, CustomerId } from "../../domain/ids.js";
import { type Sun, sumSun, sun } from "../../domain/money.js";
import { mayDo, NEW_WALLET_MS, othersWho, overTeamLimit, type Reason } from "../../domain/team.js";
import { ORDER_REQUEST_MS, WARNED_BEFORE_MS } from "../../domain/team-request.js";
import { insertCard } from "../../store/chat/cards.js";
import { findFlow, flowPaid } from "../../store/chat/flows.js";
import { groupsOfTeam } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import {
  type Decision,
  decideRequest,
  findRequest,
  insertRequest,
  requestsDue,
  requestsToWarn,
  sayReason,
  type TeamRequestRow,
} from "../../store/teams/requests.js";
import { findMember, membersOf } from "../../store/teams/teams.js";
import { bookedWallets } from "../../store/wallet-names.js";
import { type Answering, answerWith } from "../answering.js";
import { type Engine, type Moment, momentOf } from "../context.js";
import { assertCreatable, newIds, ordersCreated } from "../orders/create-orders.js";
import { maySayWhy } from "../teams/change-news.js";
import {
  assertMayAsk,
  decideChange,
  lapseChange,
  tellReason,
  warnOfChange,
} from "../teams/changes.js";
import {
  assertMayDecide,
  assertMayTakeBack,
  NOT_NOW,
  nameOf,
  openRequest,
  RequestRefusal,
} from "../teams/deciding.js";
import { logged } from "../teams/log.js";
import {
  assertMay,
  limitsOf,
  type Member,
  refused,
  TeamRefusal,
  usedToday,
} from "../teams/rights.js";
import { tellAsker } from "../teams/tell-decided.js";
import { prepareConfirmation } from "../withdrawals/of-team.js";
import {
  type Booking,
  bookDraft,
  type Payment,
  payDraft,
  placeOf,
  type Whose,
} from "./card-money.js";

/** As it is kept: what is ordered, or booked, once it is approved. */
export interface AskedOrder {
  readonly whose: Whose;
  readonly why: readonly Reason[];
  readonly payment?: Omit<Payment, "ids"> | undefined;
  readonly booking?: Booking | undefined;
}

const askedOrderOf = ({ what }: TeamRequestRow) => JSON.parse(what) as AskedOrder;

/** A request as its card shows it. */
export interface RequestView {
  readonly id: string;
  readonly askerId: number;
  readonly askedBy: string;
  readonly teamName: string;
  readonly order: AskedOrder;
  readonly mostSun: Sun;
  readonly expiresAt: number;
  readonly status: TeamRequestRow["status"];
  readonly deciderId: number | undefined;
  /** Empty while nobody has decided it. */
  readonly decidedBy: string;
  readonly reason: string | undefined;
  /** Who can approve it now. */
  readonly approvers: readonly string[];
  /** Its wallets that are not in the team's book, or only since a day. */
  readonly strange: readonly StrangeWallet[];
}

export interface StrangeWallet {
  readonly address: Address;
  /** Who put it into the book, and when; undefined where it is not in it. */
  readonly added: { readonly by: string; readonly at: number } | undefined;
}

/** Undefined for the card of no request. */
export function readRequest(engine: Engine, id: string): Promise<RequestView | undefined> {
  const { at } = momentOf(engine);
  return engine.database.read(function* (): Phase<RequestView | undefined> {
    const row = yield* findRequest(id);
    if (row?.kind !== "order") return undefined;
    const { customer_id: customerId } = row;
    const order = askedOrderOf(row);
    const wallets = (order.payment ?? order.booking)?.request.receivers ?? [];
    const booked = yield* bookedWallets(customerId, wallets);
    const strange: StrangeWallet[] = [];
    for (const address of wallets) {
      const known = booked.find((one) => one.address === address);
      if (known && known.addedAt <= at - NEW_WALLET_MS) continue;
      const by = yield* nameOf(known?.addedBy);
      strange.push({ address, added: known && { by, at: known.addedAt } });
    }
    return {
      ...{ id, order, strange, status: row.status, expiresAt: row.expires_at },
      ...{ askerId: row.asked_by, askedBy: yield* nameOf(row.asked_by) },
      ...{ deciderId: row.decided_by ?? undefined, decidedBy: yield* nameOf(row.decided_by) },
      teamName: (yield* findCustomer(customerId))?.name ?? "",
      mostSun: row.most_sun ?? sun(0),
      reason: row.reason ?? undefined,
      approvers: (yield* othersWhoApprove(customerId, row.asked_by)).map(({ name }) => name),
    };
  });
}

/** The card becomes a request, with a copy for each who may approve it, and in the team's groups. Throws FORBIDDEN where nobody can, or where the team's limits forbid it. */
export function* askForOrder(
  asked: AskedOrder,
  cardIds: readonly string[],
  { at, dueAt }: Moment,
): Phase<void> {
  const { whose } = asked;
  const { customerId, ownerUserId: userId } = whose;
  const found = yield* assertMay({ customerId, by: { kind: "member", userId } }, "order");
  if (!found) throw isOver();
  const mostSun = mostOf(asked);
  const approvers = yield* approversOf(found, mostSun, dueAt);
  yield* insertRequest({
    ...{ id: whose.id, customer_id: customerId, kind: "order", asked_by: userId },
    ...{ what: JSON.stringify(asked), most_sun: mostSun },
    ...{ created_at: at, expires_at: at + ORDER_REQUEST_MS },
  });
  const chatId = whose.isGroup ? whose.chatId : undefined;
  const subject = whose.id;
  const doer = { userId, chatId, requestId: subject };
  yield* logged(customerId, doer, { act: "asked", subject, after: { mostSun } }, at);
  const groups = whose.isGroup ? [] : yield* groupsOfTeam(customerId);
  const copies = [
    ...approvers.map((one) => placeOf({ ownerUserId: one.userId }, one.userId)),
    ...groups.map(({ chat_id: id }) => placeOf(whose, id)),
  ];
  for (const [at, place] of copies.entries()) {
    const id = cardIds[at];
    if (id === undefined) break;
    yield* insertCard({ id, flow_id: whose.id, batch_id: null, ...place });
  }
}

/** Who may approve what a member asks for. Throws FORBIDDEN where nobody can, where the team's limits forbid it, and where too much waits. */
export function* approversOf(found: Member, mostSun: Sun, dueAt: number) {
  const { customer_id: customerId, user_id: userId } = found.member;
  const over = overTeamLimit(
    limitsOf(found.team),
    { totalSun: mostSun, addedSun: mostSun },
    yield* usedToday(found, dueAt),
  );
  if (over) throw new TeamRefusal(over);
  const approvers = yield* othersWhoApprove(customerId, userId);
  if (approvers.length === 0) throw refused("nobodyElse");
  yield* assertMayAsk(customerId, userId);
  return approvers;
}

function* othersWhoApprove(customerId: CustomerId, userId: number) {
  const members = (yield* membersOf(customerId)).map(({ user_id, role, name }) => ({
    ...{ userId: user_id, role, name },
  }));
  return othersWho(members, "approve", userId);
}

function mostOf({ payment, booking }: AskedOrder): Sun {
  const parts = [payment, payment?.beside, booking];
  return sumSun(parts.flatMap((part) => (part ? [sun(part.maxTotalSun)] : [])));
}

/** Somebody decides, on any copy of the card. */
export interface Deciding {
  readonly requestId: string;
  readonly userId: number;
  /** The group in which they tapped. */
  readonly chatId?: number | undefined;
  readonly decision: "approve" | "decline" | "withdraw";
  readonly reason?: string | undefined;
}

/**
 * Throws NOT_CHANGEABLE for what was decided before or is over, FORBIDDEN for who may not, and what an order throws; then it waits on, and
 * nothing was debited.
 */
export async function decide(engine: Engine, deciding: Deciding): Promise<void> {
  const row = await engine.database.read(() => openRequest(deciding.requestId, engine.now()));
  if (row.kind !== "order") {
    const isApproved = deciding.decision === "approve";
    const pay = isApproved ? await prepareConfirmation(engine, row, deciding.userId) : undefined;
    const at = engine.now();
    await engine.database.commit(() =>
      decidePhase(engine, deciding, [], momentOf(engine), { at, pay }),
    );
    if (pay) engine.signals.emit("withdrawal");
    return engine.keys.forget();
  }
  const asked = askedOrderOf(row);
  const parts = [asked.payment, asked.payment?.beside, asked.booking];
  const requests = parts.flatMap((part) => (part ? [part.request] : []));
  if (deciding.decision === "approve") {
    for (const request of requests) await assertCreatable(engine, request);
  }
  const wallets = requests.reduce((sum, { receivers }) => sum + receivers.length, 0);
  const ids = newIds(engine, wallets);
  const moment = momentOf(engine);
  const phase = () => decidePhase(engine, deciding, [ids.batch, ...ids.orders], moment, moment);
  const created = await engine.database.commit(phase).catch((error: unknown) => {
    const notNow = error instanceof DeskError ? NOT_NOW[error.code] : undefined;
    throw notNow ? new RequestRefusal(notNow, "") : error;
  });
  if (created) ordersCreated(engine, created);
}

function* decidePhase(
  engine: Engine,
  deciding: Deciding,
  [batch = "", ...orders]: readonly string[],
  moment: Moment,
  how: Parameters<typeof decideChange>[3],
) {
  const { at } = how;
  const { requestId, userId, chatId, decision, reason } = deciding;
  const row = yield* openRequest(requestId, at);
  const { customer_id: customerId, asked_by: askedBy, kind } = row;
  const doer = { userId, chatId };
  if (decision === "withdraw") {
    yield* assertMayTakeBack(row, userId);
    yield* close(row, { status: "withdrawn", by: null, at }, doer);
    return undefined;
  }
  if (kind !== "order") {
    yield* decideChange(row, doer, decision === "approve", how);
    return undefined;
  }
  yield* assertMayDecide(row, userId);
  if (decision === "decline") {
    yield* close(row, { status: "declined", by: userId, at, reason }, doer);
    return undefined;
  }
  const asker = yield* findMember(customerId, askedBy);
  if (!asker || !mayDo(asker.role, "order")) throw isOver();
  const { whose, payment, booking } = askedOrderOf(row);
  if (booking) {
    yield* bookDraft(engine, whose, { ...booking, isApproved: true }, moment);
    yield* close(row, { status: "approved", by: userId, at }, doer);
    return undefined;
  }
  if (!payment) throw isOver();
  const ids = { batch, orders };
  const created = yield* payDraft(engine, whose, { ...payment, ids, isApproved: true }, moment);
  const { batchId } = created;
  yield* close(row, { status: "approved", by: userId, at, batchId }, doer);
  yield* cardPaid(requestId, batchId, at);
  return created;
}

/** The card, in all its copies, becomes that of the orders. */
function* cardPaid(flowId: string, batchId: BatchId, at: number): Phase<void> {
  const flow = yield* findFlow(flowId);
  if (flow) yield* flowPaid({ ...flow, updated_at: at }, batchId);
}

function* close(
  { id, customer_id: customerId, ...row }: TeamRequestRow,
  decision: Decision,
  doer: Parameters<typeof logged>[1],
): Phase<void> {
  if (!(yield* decideRequest(id, decision))) throw isOver();
  const { reason, batchId, at, status } = decision;
  const { most_sun: mostSun, asked_by: askedBy } = row;
  const after = { askedBy, mostSun, ...(reason && { reason }), ...(batchId && { batchId }) };
  yield* logged(customerId, { ...doer, requestId: id }, { act: status, subject: id, after }, at);
  yield* tellAsker({ id, created_at: row.created_at }, decision);
}

/** Whether they may still say why they have declined it. */
export function readMaySayWhy(engine: Engine, id: string, userId: number): Promise<boolean> {
  const at = engine.now();
  return engine.database.read(function* (): Phase<boolean> {
    const row = yield* findRequest(id);
    return row !== undefined && maySayWhy(row, userId, at);
  });
}

/** Who says why they have declined; false when it is too late, or somebody else's to say. */
export function saysWhy(
  engine: Engine,
  saying: Answering<boolean> & {
    readonly requestId: string;
    readonly userId: number;
    readonly reason: string;
  },
): Promise<void> {
  const { requestId: id, userId, reason } = saying;
  return answerWith(engine, saying, function* (at): Phase<boolean> {
    const row = yield* findRequest(id);
    if (!row || !maySayWhy(row, userId, at)) return false;
    yield* sayReason(id, reason);
    const entry = { act: "declined", subject: id, after: { reason } } as const;
    yield* logged(row.customer_id, { userId }, entry, at);
    if (row.kind === "order") yield* tellAsker(row, { status: "declined", reason, at }, "why");
    else yield* tellReason(row, reason, at);
    return true;
  });
}

/** Those whose time is over, and those that will be soon. */
export async function lapseRequests(engine: Engine): Promise<void> {
  const at = momentOf(engine).dueAt;
  const soon = at + WARNED_BEFORE_MS;
  const due = await engine.database.read(function* (): Phase<number> {
    return (yield* requestsDue(at)).length + (yield* requestsToWarn(soon)).length;
  });
  if (due === 0) return;
  await engine.database.commit(function* (): Phase<void> {
    for (const row of yield* requestsToWarn(soon))
      if (row.expires_at > at) yield* warnOfChange(row, at);
    for (const row of yield* requestsDue(at)) {
      // Another that lapsed may have ended it.
      if ((yield* findRequest(row.id))?.status !== "open") continue;
      if (row.kind === "order")
        yield* close(row, { status: "lapsed", by: null, at }, { userId: null });
      else yield* lapseChange(row, at);
    }
  });
  engine.keys.forget();
}

const isOver = () =>
  new DeskError(
    "NOT_CHANGEABLE",
    "This was decided before, or its time is over. Nothing was debited.",
  );
