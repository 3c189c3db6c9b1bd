/** What spends the team's money in the matrix, and what is done to its orders: by each door, what comes before the right may be taken, and after. */
import { expect } from "vitest";
import { must } from "../../../../src/domain/assert.js";
import { sun } from "../../../../src/domain/money.js";
import { createOrders } from "../../../../src/engine/orders/create-orders.js";
import { encodeTap } from "../../../../src/telegram/kit/buttons.js";
import { request } from "../../../support/desk.js";
import { manual } from "../../../support/sellers.js";
import { until } from "../../../support/until.js";
import { dataOf, type Person, type Seen } from "../people.js";
import { active } from "../wallets.js";
import type { Cell } from "./cell.js";
import { ACTORS, type Action, reaches, type Way } from "./doors.js";

/** A wallet of nobody's order before. */
export const [OWN, OTHERS] = [active(20), active(21)];
const BUY = `/buy 65k energy 1h ${OWN}`;

/** In private only who sees the balance pays from the team. */
function hasCard({ role, actor }: Cell, person: Person): boolean {
  return reaches(role, person.chatId === actor.chatId ? "approver" : "trader");
}

const priced = (cell: Cell, person: Person, wallet: string = OWN) =>
  cell.toCome(person, "Change", wallet, "TRX for");

/** What its Pay says, also where the card only asks, or says that nobody may: anybody can send it. */
const payOf = (card: Seen, how: Pays = "pay") => dataOf(card, "Change").replace(/change$/, how);
/** Now, or at the end of the rental that it extends. */
type Pays = "pay" | "book";

async function pays(cell: Cell, person: Person, wallet?: string, how?: Pays): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    const card = await priced(cell, person, wallet);
    const told = await cell.press(person, card.message_id, payOf(card, how));
    if (!told.includes("has changed meanwhile")) return;
  }
}

/** Says an order, or taps for one, and pays by its card if it has one; the right is taken between both. */
async function bought(
  cell: Cell,
  person: Person,
  begin: () => Promise<unknown>,
  wallet: string = OWN,
  how?: Pays,
): Promise<void> {
  await begin();
  const card = hasCard(cell, person) ? await priced(cell, person, wallet) : undefined;
  await cell.act();
  if (card && cell.isTaken) await cell.press(person, card.message_id, payOf(card, how));
  else if (card) await pays(cell, person, wallet, how);
  else if (cell.isTaken) await begin();
}

const said =
  (place: "actor" | "inGroup", lineOf: (cell: Cell) => string = () => BUY, wallet?: string): Way =>
  (cell) =>
    bought(cell, cell[place], () => cell.say(cell[place], lineOf(cell)), wallet);

const ordering: Action["ways"] = {
  "private card": said("actor"),
  "group card": said("inGroup"),
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
      body: {
        ...{ type: "Fast", resourceType: "Energy", receiver: [OWN] },
        ...{ resourceAmount: 65_000, duration: "1h" },
      },
    });
  },
};

/** It is over by the time it is tapped, whoever taps. */
const oldCard =
  (end: (cell: Cell) => Promise<unknown>): Way =>
  async (cell) => {
    await cell.say(cell.inGroup, BUY);
    const isSeen = hasCard(cell, cell.inGroup);
    const card = isSeen ? await priced(cell, cell.inGroup) : undefined;
    await end(cell);
    await cell.act();
    if (card) await cell.press(cell.inGroup, card.message_id, payOf(card));
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

const ordered = (cell: Cell, userId: number, change: Record<string, unknown>) =>
  createOrders(cell.desk.engine, {
    ...{ customerId: cell.team, channel: "telegram", idempotencyKey: undefined },
    by: { kind: "member", userId },
    request: request(change),
  });

/** An order that rests; of the actor where they may have one, as of before they lost the right. */
async function resting(cell: Cell, isOwn: boolean) {
  const isAble = isOwn && reaches(cell.role, "trader");
  const userId = isAble ? cell.actor.id : cell.otherId;
  const rests = manual({ price: 45, receiver: [isOwn ? OWN : OTHERS] });
  const { orderIds, batchId } = await ordered(cell, userId, rests);
  return { id: must(orderIds[0], "an order"), batchId };
}

export const ofOther = async (cell: Cell) => (await resting(cell, false)).id;

/** Delivered: the button that extends it. */
async function delivered(cell: Cell, wallet: string): Promise<string> {
  const { batchId } = await ordered(cell, cell.otherId, { receiver: [wallet] });
  const ends = () =>
    cell.rows(`SELECT max(l.expires_at) AS at FROM leg l JOIN orders o ON o.id = l.order_id
      WHERE o.batch_id = '${batchId}' AND o.status = 'completed'`);
  const [row] = await until("it is delivered", ends, ([one]) => one?.at);
  return encodeTap({ on: "extend", batchId, endsAt: Number(row?.at) });
}

const extended =
  (place: "actor" | "inGroup", isAbove = false): Way =>
  async (cell) => {
    const data = await delivered(cell, OWN);
    if (isAbove) await cell.limit({ alone_limit_sun: sun(3_000_000) });
    await bought(cell, cell[place], () => cell.press(cell[place], 1, data), OWN, "book");
  };

/** Nobody has Energy there yet. */
const senderOf = (first: number) => (cell: Cell) =>
  active(cell.isTaken ? 39 : first + ACTORS.indexOf(cell.role));

const sized =
  (place: "actor" | "inGroup", first: number): Way =>
  (cell) => {
    const sender = senderOf(first)(cell);
    return said(place, () => `/usdt ${sender} ${active(20)}`, sender)(cell);
  };

/** Somebody's order above the limit, asked for in the group; the data of its button. */
async function askedBy(cell: Cell, person: Person): Promise<{ copy: Seen; data: string }> {
  await cell.limit({ alone_limit_sun: sun(3_000_000) });
  await cell.say(person, BUY);
  await pays(cell, person);
  const copy = await cell.toCome(person, "Approve");
  return { copy, data: dataOf(copy, "Approve") };
}

/** To what is done to an order that rests, by its buttons and over HTTP. */
function toOrders(isOwn: boolean): Record<string, Action> {
  const whose = isOwn ? "one's own" : "another's";
  const from = isOwn ? "trader" : "approver";
  const byHttp =
    (isPatch: boolean, isOwnKey = false): Way =>
    async (cell) => {
      const { id } = await resting(cell, isOwn);
      await cell.act();
      const body = isPatch ? { price: 46 } : {};
      const at = `/v1/order/${id}${isPatch ? "" : "/cancel"}`;
      await cell.call(isPatch ? "PATCH" : "POST", at, { body, isOwn: isOwnKey });
    };
  const byButton =
    (place: "actor" | "inGroup"): Way =>
    async (cell) => {
      const { batchId } = await resting(cell, isOwn);
      await cell.act();
      await cell.forge({ on: "batch", batchId, act: "cancel" }, cell[place]);
    };
  const http = (isPatch: boolean): Action["ways"] => ({
    "API key": byHttp(isPatch),
    HTTP: byHttp(isPatch, true),
  });
  const rest = { kind: "order", from, doorFrom: { HTTP: "nobody" } } as const;
  return {
    [`cancel ${whose}`]: {
      ...rest,
      ways: {
        "private card": byButton("actor"),
        "group card": byButton("inGroup"),
        ...http(false),
      },
    },
    [`raise ${whose}`]: { ...rest, ways: http(true) },
  };
}

const PRIVATE = { "private card": "approver" } as const;
const REQUEST = { kind: "decide", isInGroup: true } as const;

export const SPENDING: Readonly<Record<string, Action>> = {
  "order within the limits": {
    ...{ kind: "spend", from: "trader", doorFrom: PRIVATE },
    ways: ordering,
  },
  "order above them": {
    ...{ kind: "spend", from: "nobody", asksFrom: "trader" },
    doorFrom: { ...PRIVATE, "API key": "nobody" },
    ways: after(ordering, (cell) => cell.limit({ alone_limit_sun: sun(3_000_000) })),
  },
  "order above what the team may": {
    ...{ kind: "spend", from: "nobody" },
    ways: after(ordering, (cell) => cell.limit({ order_limit_sun: sun(3_000_000) })),
  },
  "order above the key's cap": {
    ...{ kind: "again", from: "nobody" },
    ways: {
      "API key": async (cell) => {
        await cell.act();
        const receiver = [OWN, OTHERS];
        const terms = { type: "Fast", resourceType: "Energy", receiver, resourceAmount: 3_000_000 };
        await cell.call("POST", "/v1/order/create", { body: { ...terms, duration: "30d" } });
      },
    },
  },
  "pay by an old card": {
    ...{ kind: "spend", from: "nobody" },
    ways: {
      "old card": oldCard((cell) => cell.say(cell.inGroup, `/buy 65k energy 3h ${active(22)}`)),
    },
  },
  "pay in a group that is the team's no more": {
    ...{ kind: "spend", from: "nobody" },
    ways: {
      "old card": oldCard((cell) => {
        const { team, groupId } = cell;
        const tapped = { act: "unlinkNow", team, below: -groupId } as const;
        return cell.forge({ on: "team", tapped }, cell.owner);
      }),
    },
  },
  repeat: {
    ...{ kind: "again", from: "trader", doorFrom: PRIVATE },
    ways: {
      "group card": async (cell) => {
        const { id } = await resting(cell, true);
        await said("inGroup", () => `/again ${id}`)(cell);
      },
      "private card": async (cell) => {
        const { id } = await resting(cell, true);
        await said("actor", () => `/again ${id}`)(cell);
      },
    },
  },
  extend: {
    ...{ kind: "again", from: "trader", doorFrom: PRIVATE },
    ways: { "group card": extended("inGroup"), "private card": extended("actor") },
  },
  "extend above the limit": {
    ...{ kind: "again", from: "nobody", asksFrom: "trader", doorFrom: PRIVATE },
    ways: { "group card": extended("inGroup", true), "private card": extended("actor", true) },
  },
  "size a transfer by /usdt": {
    ...{ kind: "again", from: "trader", doorFrom: PRIVATE },
    ways: { "group card": sized("inGroup", 23), "private card": sized("actor", 30) },
  },
  "approve another's": {
    ...{ ...REQUEST, from: "approver" },
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
    ...{ ...REQUEST, from: "nobody" },
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
  "approve one's own": {
    ...{ ...REQUEST, from: "nobody" },
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
  ...toOrders(false),
  ...toOrders(true),
};
