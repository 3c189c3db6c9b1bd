/** Teams: founded, joined, changed by one owner and by two, linked, and orders that somebody else approves. */
import { expect } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { applyToFlow } from "../../../src/engine/chat/flows.js";
import { tellNews } from "../../../src/engine/chat/notifications.js";
import {
  askForOrder,
  decide,
  lapseRequests,
  saysWhy,
} from "../../../src/engine/chat/team-requests.js";
import type { Moment } from "../../../src/engine/context.js";

import { debitCustomer, issueKey, readKeys } from "../../../src/engine/customers/customers.js";
import { keyNotShown, keyShown } from "../../../src/engine/customers/own-keys.js";
import { makeLinkCode, unlinkGroup, useLinkCode } from "../../../src/engine/teams/groups.js";
import { revokeTeamKey, showTeamKey } from "../../../src/engine/teams/keys.js";
import { changeTeamByOperator, decideByOperator } from "../../../src/engine/teams/operator.js";
import { choosePaidFrom } from "../../../src/engine/teams/paid-from.js";
import {
  changeTeam,
  foundTeam,
  invite,
  join,
  withdrawInvitation,
} from "../../../src/engine/teams/teams.js";
import { cancelWithdrawal } from "../../../src/engine/withdrawals/decide.js";
import { askWithdrawal } from "../../../src/engine/withdrawals/of-team.js";
import { prepareWithdrawal } from "../../../src/engine/withdrawals/withdraw.js";
import { addressOf } from "../../support/addresses.js";
import { openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import {
  APPROVER,
  asked,
  GUEST,
  OTHER_OWNER,
  OWNER,
  quotedFor,
  TRADER,
  TRX,
  teamDraft,
  teamOn,
  VIEWER,
} from "../../support/teams.js";
import { OUTSIDE } from "../../support/withdrawals.js";
import { newUpdate, tellOf } from "./updates.js";

const GROUP = -5;

async function founded(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const team = await teamOn(desk);
  const told = () => [tellOf("founded")];
  const founding = { updateId: await newUpdate(desk), userId: GUEST, name: "Other", told };
  await faulty(desk, foundTeam, engine, founding);
  await faulty(desk, choosePaidFrom, engine, APPROVER, team);
  const inviting = { updateId: await newUpdate(desk), customerId: team, userId: OWNER };
  const made = await faulty(desk, invite, engine, { ...inviting, role: "viewer" });
  const guest = { userId: GUEST, name: "@guest", token: made?.token ?? "" };
  const joining = { updateId: await newUpdate(desk), ...guest, told: () => [tellOf("joined")] };
  await faulty(desk, join, engine, joining);
  inviting.updateId = await newUpdate(desk);
  await faulty(desk, invite, engine, { ...inviting, role: "viewer" });
  const [open] = desk.rows("SELECT id FROM team_invitation WHERE status = 'open'");
  const withdrawing = { ...inviting, updateId: await newUpdate(desk), id: String(open?.id) };
  await faulty(desk, withdrawInvitation, engine, withdrawing);
  expect(
    desk.rows(`SELECT role FROM team_member WHERE user_id = ${GUEST} AND customer_id = '${team}'`),
  ).toEqual([{ role: "viewer" }]);
}

async function changed(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const team = await teamOn(desk);
  const changes = async (change: Parameters<typeof changeTeam>[1]["change"]) => {
    const by = { updateId: await newUpdate(desk), customerId: team, userId: OWNER };
    await faulty(desk, changeTeam, engine, { ...by, change, told: () => [] });
    return String(desk.rows("SELECT id FROM team_request WHERE status = 'open'")[0]?.id);
  };
  await changes({ kind: "teamLimits", of: "order", limitSun: sun(10 * TRX) });
  const wider = await changes({ kind: "teamLimits", of: "order", limitSun: null });
  const approving = { requestId: wider, userId: OTHER_OWNER, decision: "approve" } as const;
  await faulty(desk, decide, engine, approving);
  expect(desk.rows("SELECT order_limit_sun FROM team")).toEqual([{ order_limit_sun: null }]);
  await changes({ kind: "removal", userId: OTHER_OWNER });
  for (const hours of [49, 24]) {
    desk.clock.nowMs += hours * 3_600_000;
    desk.clock.monotonicMs += hours * 3_600_000;
    await faulty(desk, lapseRequests, engine);
  }
  expect(desk.rows(`SELECT 1 FROM team_member WHERE user_id = ${OTHER_OWNER}`)).toEqual([]);
  const making = { updateId: await newUpdate(desk), userId: OWNER };
  const code = await faulty(desk, makeLinkCode, engine, team, making);
  const group = { chatId: GROUP, userId: OWNER };
  const answering = async () => ({ updateId: await newUpdate(desk), told: () => [] });
  const using = { ...(await answering()), code: code ?? "", title: "Group" };
  await faulty(desk, useLinkCode, engine, group, using);
  const linked = "SELECT team_title FROM telegram_chat WHERE team_id IS NOT NULL";
  expect(desk.rows(linked)).toEqual([{ team_title: "Group" }]);
  await faulty(desk, unlinkGroup, engine, group, await answering());
  expect(desk.rows(linked)).toEqual([]);
  const wallet = { kind: "wallet", name: "cold", address: addressOf(1) } as const;
  const proposing = { updateId: await newUpdate(desk), customerId: team, userId: TRADER };
  await faulty(desk, changeTeam, engine, { ...proposing, change: wallet, told: () => [] });
  const [proposed] = desk.rows("SELECT id FROM team_request WHERE kind = 'wallet'");
  const taking = {
    requestId: String(proposed?.id),
    userId: APPROVER,
    decision: "approve",
  } as const;
  await faulty(desk, decide, engine, taking);
  expect(desk.rows("SELECT added_by FROM wallet_name")).toEqual([{ added_by: TRADER }]);
}

async function keyed(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const team = await teamOn(desk);
  const by = { customerId: team, userId: OWNER, told: () => [] };
  const change = { kind: "key", userId: TRADER, capSun: sun(TRX) } as const;
  await faulty(desk, changeTeam, engine, { ...by, updateId: await newUpdate(desk), change });
  const [asked] = desk.rows("SELECT id FROM team_request WHERE status = 'open'");
  const requestId = String(asked?.id);
  await faulty(desk, decide, engine, { requestId, userId: OTHER_OWNER, decision: "approve" });
  const show = async () => {
    const [allowed] = desk.rows("SELECT id FROM api_key WHERE hint = '' AND revoked_at IS NULL");
    const showing = { updateId: await newUpdate(desk), userId: TRADER, keyId: String(allowed?.id) };
    const shown = await faulty(desk, showTeamKey, engine, showing);
    return shown?.kind === "issued" ? shown.keyId : "";
  };
  await faulty(desk, keyNotShown, engine, await show());
  const keyId = await show();
  await faulty(desk, keyShown, engine, keyId);
  const revoking = { updateId: await newUpdate(desk), customerId: team, userId: TRADER, keyId };
  await faulty(desk, revokeTeamKey, engine, revoking);
  const wanted = { kind: "role", userId: VIEWER, role: "trader" } as const;
  await faulty(desk, changeTeam, engine, {
    ...by,
    updateId: await newUpdate(desk),
    change: wanted,
  });
  const [waits] = desk.rows("SELECT id FROM team_request WHERE status = 'open'");
  await faulty(desk, decideByOperator, engine, String(waits?.id), true);
  await faulty(desk, changeTeamByOperator, engine, team, { kind: "removal", userId: VIEWER });
  expect(desk.rows(`SELECT 1 FROM team_member WHERE user_id = ${VIEWER}`)).toEqual([]);
  await faulty(desk, issueKey, engine, team, { memberId: TRADER, capSun: sun(TRX) });
  expect(await readKeys(engine, team)).toHaveLength(3);
}

async function approved(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const team = await teamOn(desk);
  const { flow, whose } = await teamDraft(desk, team, { id: "a" });
  const payment = await quotedFor(desk, team);
  const order = { whose, why: ["alone"] as const, payment };
  const cardIds = ["a", "b", "c"].map((name) => `card${name}`.padEnd(24, "0"));
  const next = { ...flow, version: 2, status: "closed" as const };
  const write = (moment: Moment) => askForOrder(order, cardIds, moment);
  const update = { updateId: await newUpdate(desk), flow, moment: desk.moment, next, write };
  await faulty(desk, applyToFlow, update);
  const approving = { requestId: flow.id, userId: APPROVER, decision: "approve" } as const;
  await faulty(desk, decide, engine, approving);
  expect(desk.moneySunOf(team).held).toBe(3.9 * TRX);
  const declined = await asked(desk, team, "d");
  const declining = { requestId: declined, userId: OWNER, decision: "decline" } as const;
  await faulty(desk, decide, engine, declining);
  const why = { requestId: declined, userId: OWNER, reason: "no", told: () => [] };
  await faulty(desk, saysWhy, engine, { ...why, updateId: await newUpdate(desk) });
  expect(desk.rows("SELECT reason FROM team_request WHERE reason IS NOT NULL")).toHaveLength(1);
  const withdrawn = await asked(desk, team, "e");
  const taking = { requestId: withdrawn, userId: TRADER, decision: "withdraw" } as const;
  await faulty(desk, decide, engine, taking);
  const ended = await asked(desk, team, "f");
  const change = { kind: "removal", userId: TRADER } as const;
  const removing = { updateId: await newUpdate(desk), customerId: team, userId: OWNER, change };
  await faulty(desk, changeTeam, engine, { ...removing, told: () => [] });
  expect(desk.rows("SELECT id FROM team_request WHERE status = 'ended'")).toEqual([{ id: ended }]);
  expect(desk.moneySunOf(team).held).toBe(3.9 * TRX);
}

/** The request is one transaction with its card, the withdrawal one with the decision. */
async function withdrawn(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  const team = await teamOn(desk);
  const { flow } = await teamDraft(desk, team, { id: "a", userId: OWNER });
  const asks = { customerId: team, address: OUTSIDE, amountSun: sun(10 * TRX) };
  const creation = await prepareWithdrawal(engine, asks);
  const { id: requestId } = creation;
  const call = { ...asks, channel: "telegram", idempotencyKey: flow.id, hasRight: true } as const;
  const update = { updateId: await newUpdate(desk), flow, moment: desk.moment };
  await faulty(desk, applyToFlow, {
    ...{ ...update, next: { ...flow, version: 2, status: "closed" as const } },
    write: () => askWithdrawal(engine, call, OWNER, creation),
  });
  const confirming = { requestId, userId: OTHER_OWNER, decision: "approve" } as const;
  await faulty(desk, decide, engine, confirming);
  expect(desk.moneySunOf(team).held).toBe(11 * TRX);
  const by = { kind: "member", userId: OWNER } as const;
  await faulty(desk, cancelWithdrawal, engine, team, requestId, by);
  expect(desk.moneySunOf(team).held).toBe(0);
  const debit = { customerId: team, amountSun: sun(95 * TRX), kind: "payment" } as const;
  await debitCustomer(engine, { ...debit, reason: "test", reference: "a" });
  await faulty(desk, tellNews, engine);
  expect(desk.rows("SELECT is_low, balance_changed FROM team")).toEqual([
    { is_low: 1, balance_changed: 0 },
  ]);
}

export const teams: Stories = {
  "a withdrawal, confirmed by another owner and cancelled; a low balance": withdrawn,
  "a key, allowed by two owners, shown at the second try, and revoked; the operator's word": keyed,
  "founded and joined": founded,
  "changed by one owner and by two, linked and unlinked": changed,
  "an order above a limit: approved, declined, taken back, over with who asked": approved,
};
