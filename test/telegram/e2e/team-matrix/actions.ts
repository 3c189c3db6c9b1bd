/** What is done in the matrix, and by which door: of each way, what comes before the right may be taken, and what after. */
import { expect } from "vitest";
import { must } from "../../../../src/domain/assert.js";
import { sun } from "../../../../src/domain/money.js";
import { createOrders } from "../../../../src/engine/orders/create-orders.js";
import { request } from "../../../support/desk.js";
import { manual } from "../../../support/sellers.js";
import { dataOf, type Person, type Seen } from "../people.js";
import { active } from "../wallets.js";
import { type Actor, BALANCE, type Cell } from "./cell.js";

export const DOORS = [
  ...["private card", "group card", "typed line", "edited message", "old card"],
  ...["deep link", "API key"],
] as const;
export type Door = (typeof DOORS)[number];
export const IN_GROUP: readonly Door[] = ["group card", "typed line", "edited message", "old card"];
type Way = (cell: Cell) => Promise<void>;

export interface Action {
  /** From which role on it is done at once, and from which on it is asked for. */
  readonly from: Actor | "nobody";
  readonly asksFrom?: Actor;
  /** What the old card of it comes to: it never does what is no longer asked. */
  readonly ways: Partial<Record<Door, Way>>;
  /** Nothing is changed: it is allowed if the answer has this. */
  readonly isRead?: RegExp;
  /** Over HTTP nothing is asked for. */
  readonly keysFrom?: Actor | "nobody";
}

const RANKS: readonly (Actor | "nobody")[] = [
  "none",
  "viewer",
  "trader",
  "approver",
  "owner",
  "nobody",
];
export const ACTORS = RANKS.slice(0, 5) as readonly Actor[];
export const reaches = (role: Actor, from: Actor | "nobody") =>
  RANKS.indexOf(role) >= RANKS.indexOf(from);

/** A wallet of nobody's order before. */
export const [OWN, OTHERS] = [active(20), active(21)];
const BUY = `/buy 65k energy 1h ${OWN}`;

/** Says an order, and pays by its card if it has a button for that; the right is taken between both. */
const bought =
  (place: "actor" | "inGroup", line = BUY): Way =>
  async (cell) => {
    const person = cell[place];
    const card = await cardOf(cell, person, line);
    await cell.act();
    if (card && cell.isTaken) await cell.press(person, card.message_id, payOf(card));
    else if (card) await pays(cell, person);
    else if (cell.isTaken) await cell.say(person, line);
  };

/** To pay, for who can. */
async function cardOf(cell: Cell, person: Person, line: string): Promise<Seen | undefined> {
  await cell.say(person, line);
  return hasCard(cell, person) ? priced(cell, person) : undefined;
}

const priced = (cell: Cell, person: Person, wallet: string = OWN) =>
  cell.toCome(person, "Change", wallet, "TRX for");

/** What its Pay says, also where the card only asks, or says that nobody may: anybody can send it. */
const payOf = (card: Seen) => dataOf(card, "Change").replace(/change$/, "pay");

async function pays(cell: Cell, person: Person): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    const card = await priced(cell, person);
    const told = await cell.press(person, card.message_id, payOf(card));
    if (!told.includes("has changed meanwhile")) return;
  }
}

/** In private only who sees the balance pays from the team. */
function hasCard({ role, actor }: Cell, person: Person): boolean {
  return reaches(role, person.chatId === actor.chatId ? "approver" : "trader");
}

const ordering: Action["ways"] = {
  "private card": bought("actor"),
  "group card": bought("inGroup"),
  "typed line": async (cell) => {
    await cell.act();
    await cell.say(cell.inGroup, BUY);
    if (hasCard(cell, cell.inGroup) && !cell.isTaken) await pays(cell, cell.inGroup);
  },
  "edited message": async (cell) => {
    const { message_id: id } = await cell.say(cell.inGroup, `/buy 65k energy 1h ${active(22)}`);
    if (hasCard(cell, cell.inGroup)) await priced(cell, cell.inGroup, "");
    await cell.act();
    await cell.edit(cell.inGroup, id, BUY);
    if (hasCard(cell, cell.inGroup) && !cell.isTaken) await pays(cell, cell.inGroup);
  },
  "API key": async (cell) => {
    await cell.act();
    await cell.call("POST", "/v1/order/create", {
      ...{ type: "Fast", resourceType: "Energy", receiver: [OWN] },
      ...{ resourceAmount: 65_000, duration: "1h" },
    });
  },
};

/** The same ways, after something was prepared. */
const after = (ways: Action["ways"], prepare: (cell: Cell) => Promise<unknown>): Action["ways"] =>
  Object.fromEntries(
    Object.entries(ways).map(([door, way]) => [
      door,
      async (cell: Cell) => {
        await prepare(cell);
        await way(cell);
      },
    ]),
  );

/** An order that rests, by somebody of the team; its id. */
async function resting(cell: Cell, userId: number, wallet: string): Promise<string> {
  const { orderIds } = await createOrders(cell.desk.engine, {
    ...{ customerId: cell.team, channel: "telegram", idempotencyKey: undefined },
    by: { kind: "member", userId },
    request: request(manual({ price: 45, receiver: [wallet] })),
  });
  return must(orderIds[0], "an order");
}

/** Theirs if they may have one, as of before they lost the right. */
const ofOther = (cell: Cell) => resting(cell, cell.otherId, OTHERS);

/** Somebody's order above the limit, asked for in the group; the data of its button. */
async function askedBy(cell: Cell, person: Person) {
  await cell.limit({ alone_limit_sun: sun(3_000_000) });
  await cell.say(person, BUY);
  await pays(cell, person);
  const copy = await cell.toCome(person, "Approve");
  return { copy, data: dataOf(copy, "Approve") };
}

export const ACTIONS: Readonly<Record<string, Action>> = {
  "order within the limits": { from: "trader", ways: ordering },
  "order above them": {
    ...{ from: "nobody", asksFrom: "trader", keysFrom: "nobody" },
    ways: after(ordering, (cell) => cell.limit({ alone_limit_sun: sun(3_000_000) })),
  },
  "order above what the team may": {
    from: "nobody",
    ways: after(ordering, (cell) => cell.limit({ order_limit_sun: sun(3_000_000) })),
  },
  "pay by an old card": {
    from: "nobody",
    ways: {
      "old card": async (cell) => {
        await cell.say(cell.inGroup, BUY);
        const isSeen = hasCard(cell, cell.inGroup);
        const card = isSeen ? await cell.toCome(cell.inGroup, "Pay") : undefined;
        await cell.say(cell.inGroup, `/buy 65k energy 3h ${active(22)}`);
        await cell.act();
        if (card) await cell.press(cell.inGroup, card.message_id, dataOf(card, "Pay"));
      },
    },
  },
  "approve another's": {
    from: "approver",
    ways: {
      "group card": async (cell) => {
        const { copy, data } = await askedBy(cell, cell.other);
        await cell.act();
        await cell.press(cell.inGroup, copy.message_id, data);
      },
      "private card": async (cell) => {
        const { data } = await askedBy(cell, cell.other);
        const copy = await cell.withButton(cell.actor, "Approve");
        await cell.act();
        // Who has no copy sends what its button would.
        await cell.press(cell.actor, copy?.message_id ?? 1, data);
      },
    },
  },
  "approve what was decided": {
    from: "nobody",
    ways: {
      "old card": async (cell) => {
        const { copy, data } = await askedBy(cell, cell.other);
        const owner = cell.desk.person(cell.owner.id, cell.groupId);
        await cell.quiet(await owner.press(copy.message_id, data));
        await cell.act();
        await cell.press(cell.inGroup, copy.message_id, data);
      },
    },
  },
  "cancel another's": {
    from: "approver",
    ways: {
      "API key": async (cell) => {
        const id = await ofOther(cell);
        await cell.act();
        await cell.call("POST", `/v1/order/${id}/cancel`, {});
      },
      "group card": async (cell) => {
        await cell.say(cell.other, `/buy 65k energy 1h ${OTHERS} @45`);
        await cell.tap(cell.other, "Pay", OTHERS);
        const card = await cell.toCome(cell.other, "Cancel", "Waiting in the order book");
        await cell.act();
        await cell.press(cell.inGroup, card.message_id, dataOf(card, "Cancel"));
      },
    },
  },
  "raise another's": {
    from: "approver",
    ways: {
      "API key": async (cell) => {
        const id = await ofOther(cell);
        await cell.act();
        await cell.call("PATCH", `/v1/order/${id}`, { price: 46 });
      },
    },
  },
  repeat: {
    from: "trader",
    ways: {
      "group card": async (cell) => {
        const id = await resting(cell, cell.otherId, OWN);
        await bought("inGroup", `/again ${id}`)(cell);
      },
    },
  },
  "name a wallet": {
    ...{ from: "approver", asksFrom: "trader" },
    ways: {
      "typed line": async (cell) => {
        await cell.limit({ traders_see_money: 1 });
        await cell.act();
        await cell.say(cell.actor, `/book cold ${OWN}`);
      },
    },
  },
  "change a limit down": {
    from: "owner",
    ways: {
      "private card": async (cell) => {
        await cell.act();
        await cell.tapTeam({
          on: "team",
          tapped: { act: "cap", team: cell.team, of: "day", trx: 50 },
        });
      },
    },
  },
  "change a limit up": {
    ...{ from: "nobody", asksFrom: "owner" },
    ways: {
      "private card": async (cell) => {
        await cell.limit({ day_limit_sun: sun(10_000_000) });
        await cell.act();
        await cell.tapTeam({
          on: "team",
          tapped: { act: "cap", team: cell.team, of: "day", trx: 50 },
        });
      },
    },
  },
  invite: {
    from: "owner",
    ways: {
      "private card": async (cell) => {
        await cell.act();
        await cell.tapTeam({
          on: "team",
          tapped: { act: "invite", team: cell.team, role: "trader" },
        });
      },
    },
  },
  "remove a member": {
    from: "owner",
    ways: {
      "private card": async (cell) => {
        await cell.act();
        await cell.tapTeam({
          on: "team",
          tapped: { act: "remove", team: cell.team, user: cell.otherId },
        });
      },
    },
  },
  "make a key": {
    ...{ from: "nobody", asksFrom: "owner" },
    ways: {
      "private card": async (cell) => {
        await cell.act();
        await cell.tapTeam({
          on: "team",
          tapped: { act: "key", team: cell.team, user: cell.otherId, trx: 50 },
        });
      },
    },
  },
  "ask for a code to link a group": {
    from: "owner",
    ways: {
      "private card": async (cell) => {
        await cell.act();
        await cell.tapTeam({ on: "team", tapped: { act: "linkCode", team: cell.team } });
      },
    },
  },
  withdraw: {
    ...{ from: "nobody", asksFrom: "owner", keysFrom: "nobody" },
    ways: {
      "private card": async (cell) => {
        const line = `/withdraw 10 ${OWN}`;
        if (cell.role !== "owner") {
          await cell.act();
          await cell.say(cell.actor, line);
          return;
        }
        await cell.say(cell.actor, line);
        await cell.tap(cell.actor, "Withdraw 10 TRX");
        const card = await cell.toCome(cell.actor, "Yes, send");
        await cell.act();
        await cell.press(cell.actor, card.message_id, dataOf(card, "Yes, send"));
      },
      "API key": async (cell) => {
        await cell.act();
        await cell.call("POST", "/v1/withdrawals", { amount: 10, address: OWN });
      },
    },
  },
  "approve one's own": {
    from: "nobody",
    ways: {
      "group card": async (cell) => {
        // Asked for while they could.
        const isAble = reaches(cell.role, "trader");
        const { copy, data } = await askedBy(cell, isAble ? cell.inGroup : cell.other);
        if (!isAble && cell.role !== "none") expect(copy.text).toContain("asks for");
        await cell.act();
        await cell.press(cell.inGroup, copy.message_id, data);
      },
    },
  },
  "cancel one's own": {
    from: "trader",
    ways: {
      "API key": async (cell) => {
        const isAble = reaches(cell.role, "trader");
        const id = await resting(cell, isAble ? cell.actor.id : cell.otherId, OWN);
        await cell.act();
        await cell.call("POST", `/v1/order/${id}/cancel`, {});
      },
    },
  },
  "raise one's own": {
    from: "trader",
    ways: {
      "API key": async (cell) => {
        const isAble = reaches(cell.role, "trader");
        const id = await resting(cell, isAble ? cell.actor.id : cell.otherId, OWN);
        await cell.act();
        await cell.call("PATCH", `/v1/order/${id}`, { price: 46 });
      },
    },
  },
  "see the balance": {
    from: "approver",
    isRead: BALANCE,
    ways: {
      "typed line": async (cell) => {
        await cell.act();
        await cell.say(cell.actor, "/balance");
      },
      "API key": async (cell) => {
        await cell.act();
        await cell.call("GET", "/v1/balance");
      },
    },
  },
  "see another's order": {
    from: "viewer",
    isRead: new RegExp(OTHERS),
    ways: {
      "deep link": async (cell) => {
        const id = await ofOther(cell);
        await cell.act();
        await cell.say(cell.actor, `/start o_${id}`);
      },
      "API key": async (cell) => {
        const id = await ofOther(cell);
        await cell.act();
        await cell.call("GET", `/v1/order/${id}`);
      },
    },
  },
};
