/** What owners do in the matrix, with withdrawals, the group, the book of wallets, who joins, and what is only read. */
import { address } from "../../../../src/domain/address.js";
import { must } from "../../../../src/domain/assert.js";
import { sun } from "../../../../src/domain/money.js";
import { askWithdrawal } from "../../../../src/engine/withdrawals/of-team.js";
import { prepareWithdrawal } from "../../../../src/engine/withdrawals/withdraw.js";
import { linkGroup } from "../../../../src/store/chat/telegram-users.js";
import { deleteMember } from "../../../../src/store/teams/teams.js";
import type { TeamTap } from "../../../../src/telegram/kit/buttons.js";
import { dataOf, type Person } from "../people.js";
import { BALANCE, type Cell } from "./cell.js";
import type { Action, Way } from "./doors.js";
import { OTHERS, OWN, ofOther } from "./spending.js";

/** Anybody can send the data of a button, also of one that they do not see. */
const forged =
  (tapOf: (cell: Cell) => TeamTap, prepare?: Way, place: "actor" | "inGroup" = "actor"): Way =>
  async (cell) => {
    await prepare?.(cell);
    await cell.act();
    await cell.forge({ on: "team", tapped: tapOf(cell) }, cell[place]);
  };

const manages = (tapOf: (cell: Cell) => TeamTap, prepare?: Way) =>
  ({
    ...{ kind: "manage", from: "owner" },
    ways: { "private card": forged(tapOf, prepare) },
  }) satisfies Action;

/** It widens: another owner confirms. */
const asks = (...given: Parameters<typeof manages>): Action => ({
  ...manages(...given),
  ...{ from: "nobody", asksFrom: "owner" },
});

const capAt50 = ({ team }: Cell) => ({ act: "cap", team, of: "day", trx: 50 }) as const;

/** What an owner was given by a button, as its card says it. */
async function given(cell: Cell, owner: Person, tapped: TeamTap, found: RegExp): Promise<string> {
  await cell.forge({ on: "team", tapped }, owner);
  const card = await owner.see(found);
  return must(found.exec(card.text ?? "")?.[0], "what was given");
}

const isOwner = ({ role }: Cell) => role === "owner";

/** By the code of whoever it is, as an admin of the group or not. */
const linked =
  (isAdmin: boolean): Way =>
  async (cell) => {
    const { desk, groupId, actor, owner, team } = cell;
    await desk.engine.database.commit(() => linkGroup(groupId, null));
    if (isAdmin) await desk.member(groupId, actor.id, "administrator");
    const maker = isOwner(cell) ? actor : owner;
    const line = await given(cell, maker, { act: "linkCode", team }, /\/link \w+/);
    await cell.act();
    await cell.say(cell.inGroup, line);
  };

const joined =
  (role: "viewer" | "trader"): Way =>
  async (cell) => {
    const { owner, team } = cell;
    cell.takes(() => cell.desk.engine.database.commit(() => deleteMember(team, owner.id)));
    const link = await given(cell, owner, { act: "invite", team, role }, /t_[0-9a-f]{32}/);
    await cell.act();
    await cell.say(cell.actor, `/start ${link}`);
  };

/** 10 TRX, by that owner; its id. */
async function askedFor(cell: Cell, userId: number): Promise<string> {
  const { engine } = cell.desk;
  const asked = { customerId: cell.team, address: address(OWN), amountSun: sun(10_000_000) };
  const creation = await prepareWithdrawal(engine, asked);
  const call = { ...asked, channel: "telegram", idempotencyKey: creation.id } as const;
  await engine.database.commit(() =>
    askWithdrawal(engine, { ...call, hasRight: true }, userId, creation),
  );
  return creation.id;
}

const confirming =
  (isOwn: boolean): Way =>
  async (cell) => {
    const by = isOwn && isOwner(cell) ? cell.actor.id : cell.lastId;
    const requestId = await askedFor(cell, by);
    await cell.act();
    await cell.forge({ on: "request", requestId, act: "approve" });
  };

const withdraws: Way = async (cell) => {
  const line = `/withdraw 10 ${OWN}`;
  if (!isOwner(cell)) {
    await cell.act();
    await cell.say(cell.actor, line);
    return;
  }
  await cell.say(cell.actor, line);
  await cell.tap(cell.actor, "Withdraw 10 TRX");
  const card = await cell.toCome(cell.actor, "Yes, ask another owner");
  await cell.act();
  await cell.press(cell.actor, card.message_id, dataOf(card, "Yes, ask another owner"));
};

const typed =
  (line: string, place: "actor" | "inGroup" = "actor", prepare?: Way): Way =>
  async (cell) => {
    await prepare?.(cell);
    await cell.act();
    await cell.say(cell[place], line);
  };

const called =
  (pathOf: (cell: Cell) => Promise<string> | string, isOwn = false): Way =>
  async (cell) => {
    const path = await pathOf(cell);
    await cell.act();
    await cell.call("GET", path, { isOwn });
  };

const orderPath = async (cell: Cell) => `/v1/order/${await ofOther(cell)}`;

const MANAGING: Readonly<Record<string, Action>> = {
  "change a limit down": {
    ...manages(capAt50),
    doorFrom: { "group card": "nobody" },
    ways: {
      "private card": forged(capAt50),
      "group card": forged(capAt50, undefined, "inGroup"),
    },
  },
  "change a limit up": asks(capAt50, (cell) => cell.limit({ day_limit_sun: sun(10_000_000) })),
  "order only for the book": manages(({ team }) => ({ act: "booked", team, is: "on" })),
  "order for all wallets again": asks(
    ({ team }) => ({ act: "booked", team, is: "off" }),
    (cell) => cell.limit({ only_booked_wallets: 1 }),
  ),
  invite: manages(({ team }) => ({ act: "invite", team, role: "trader" })),
  "promote a member": asks(({ team, otherId: user }) => ({
    ...{ act: "role", team, user, role: "owner" },
  })),
  "demote a member": manages(({ team, otherId: user }) => ({
    ...{ act: "role", team, user, role: "trader" },
  })),
  "remove a member": manages(({ team, otherId: user }) => ({ act: "remove", team, user })),
  "remove an owner": asks(({ team, lastId: user }) => ({ act: "remove", team, user })),
  "make a key": asks(({ team, otherId: user }) => ({ act: "key", team, user, trx: 50 })),
  "ask for a code to link a group": manages(({ team }) => ({ act: "linkCode", team })),
  "link a group by a code": {
    ...{ kind: "manage", from: "nobody", asksFrom: "owner" },
    ways: { "typed line": linked(true) },
  },
  "link a group as no admin of it": {
    ...{ kind: "manage", from: "nobody" },
    ways: { "typed line": linked(false) },
  },
  "unlink a group": {
    ...{ kind: "manage", from: "owner", isInGroup: true },
    ways: {
      "private card": forged(({ team, groupId }) => ({ act: "unlinkNow", team, below: -groupId })),
      "typed line": typed("/link off", "inGroup"),
    },
  },
  "join as viewer": {
    ...{ kind: "manage", from: "none", isFor: "none", isOfOther: true },
    ways: { "deep link": joined("viewer") },
  },
  "join as trader": {
    ...{ kind: "manage", from: "nobody", asksFrom: "none", isFor: "none", isOfOther: true },
    ways: { "deep link": joined("trader") },
  },
  withdraw: {
    ...{ kind: "decide", from: "nobody", asksFrom: "owner", doorFrom: { "API key": "nobody" } },
    ways: {
      "private card": withdraws,
      "API key": async (cell) => {
        await cell.act();
        await cell.call("POST", "/v1/withdrawals", { body: { amount: 10, address: OWN } });
      },
    },
  },
  "confirm another's withdrawal": {
    ...{ kind: "decide", from: "owner" },
    ways: { "private card": confirming(false) },
  },
  "confirm one's own withdrawal": {
    ...{ kind: "decide", from: "nobody" },
    ways: { "private card": confirming(true) },
  },
};

const BOOK: Readonly<Record<string, Action>> = {
  "name a wallet": {
    ...{ kind: "manage", from: "approver", asksFrom: "trader" },
    ways: { "typed line": typed(`/book cold ${OWN}`, "inGroup") },
  },
  "name a wallet in private": {
    ...{ kind: "manage", from: "approver", asksFrom: "trader" },
    ways: {
      "typed line": typed(`/book cold ${OWN}`, "actor", (cell) =>
        cell.limit({ traders_see_money: 1 }),
      ),
    },
  },
  "take a name away": {
    ...{ kind: "manage", from: "approver" },
    ways: {
      "typed line": typed("/book remove cold", "actor", async (cell) => {
        const owner = cell.desk.person(cell.owner.id, cell.groupId);
        await cell.say(owner, `/book cold ${OWN}`);
      }),
    },
  },
};

const READING: Readonly<Record<string, Action>> = {
  "see the balance": {
    ...{ kind: "read", from: "approver", isRead: BALANCE },
    ways: { "typed line": typed("/balance"), "API key": called(() => "/v1/balance") },
  },
  "see the statement": {
    ...{ kind: "read", from: "approver", isRead: /"payment"/ },
    ways: { "API key": called(() => "/v1/statement") },
  },
  "see another's order": {
    ...{ kind: "read", from: "viewer", isRead: new RegExp(OTHERS), doorFrom: { HTTP: "nobody" } },
    ways: {
      "deep link": async (cell) => {
        const id = await ofOther(cell);
        await cell.act();
        await cell.say(cell.actor, `/start o_${id}`);
      },
      "API key": called(orderPath),
      HTTP: called(orderPath, true),
    },
  },
  "read the report": {
    ...{ kind: "read", from: "viewer", isRead: /in 7 days/ },
    ways: { "typed line": typed("/team report 7d") },
  },
  "read the log": {
    ...{ kind: "read", from: "viewer", isRead: /Log of team/ },
    ways: { "typed line": typed("/team log") },
  },
};

export const OTHER_ACTIONS = { ...MANAGING, ...BOOK, ...READING };
