/** The runner of flows, by a flow that is made up: what becomes of taps that are old, come twice, at once, or meet a card that changes. */
import { Api } from "grammy";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { DeskError } from "../../../src/domain/errors.js";
import { sun } from "../../../src/domain/money.js";
import { saveDrawn, takeUpCards } from "../../../src/engine/chat/outbox.js";
import { telegramUser } from "../../../src/engine/chat/telegram-users.js";
import { findCardOfFlow } from "../../../src/store/chat/cards.js";
import { findFlow } from "../../../src/store/chat/flows.js";
import { CustomerPace } from "../../../src/telegram/kit/customer-pace.js";
import type { BotDeps } from "../../../src/telegram/kit/deps.js";
import {
  changed,
  type Reduction,
  type Tap,
  type ToastEffect,
  tapped,
  unchanged,
} from "../../../src/telegram/kit/reduction.js";
import { createScreen, type Screen, type Writing } from "../../../src/telegram/kit/runner.js";
import type { FlowCodec, FlowState } from "../../../src/telegram/kit/state.js";
import { Sender } from "../../../src/telegram/transport/sender.js";
import { TapAnswer } from "../../../src/telegram/transport/tap-answer.js";
import { TIMINGS } from "../../../src/telegram/transport/timings.js";
import { newUpdate, USER } from "../../engine/faults/updates.js";
import { openDesk } from "../../support/desk.js";
import { paidCredit } from "../../support/terms.js";

type Data = { readonly number: number; readonly failed?: boolean };
type Count = FlowState<"open" | "closed" | "replaced", "count", Data>;
/** Adds one; adds what is looked up; adds one, and one more when that is written; adds one with what the screen writes. */
type Action = "one" | "looked" | "twice" | "written";
type Event = { readonly kind: "add"; readonly number: number } | { readonly kind: "failed" };
type Effect =
  | ToastEffect<"notYours" | "stale" | "over">
  | { readonly kind: "look" }
  | { readonly kind: "more" }
  | { readonly kind: "write" };

const KEPT: FlowCodec<Count> = {
  kind: "count",
  statuses: ["open", "closed", "replaced"],
  steps: ["count"],
  data: { parse: (json) => json as Data },
};
const ID = "count".padEnd(24, "0");

/** How often the reducer ran, since a test began to count. */
let reduced = 0;

function reduce(count: Count, event: Event | Tap<Action>): Reduction<Count, Effect> {
  reduced += 1;
  const add = (number: number, ...effects: Effect[]) =>
    changed(count, { data: { number: count.data.number + number } }, ...effects);
  if (event.kind === "failed") return changed(count, { data: { ...count.data, failed: true } });
  if (event.kind === "add") return add(event.number);
  return tapped(count, event, "over", (action) => {
    if (action === "looked") return unchanged(count, { kind: "look" });
    if (action === "written") return add(1, { kind: "write" });
    return action === "one" ? add(1) : add(1, { kind: "more" });
  });
}

/** What is looked up, from the state that it is for. */
type LookUp = (count: Count) => Promise<number>;

/** What the screen writes of its own, with the card. */
type Write = NonNullable<Writing<Count>["phase"]>;

const NOTHING: Write = () => expect.unreachable();

function screenOf(lookUp: LookUp, write: Write): Screen<Count, Action, Event> {
  return createScreen<Count, Action, Event, Effect>({
    codec: KEPT,
    reduce,
    words: () => ({ notYours: "not yours", stale: "stale", over: "over" }),
    gone: "over",
    draw: () => expect.unreachable(),
    cancelledAs: "closed",
    async prepare(_, count, effects) {
      if (!effects.some(({ kind }) => kind === "look")) return undefined;
      return { kind: "add", number: await lookUp(count) };
    },
    refused: () => ({ event: { kind: "failed" } }),
    write: async (_, __, { effects }) =>
      effects.some(({ kind }) => kind === "write") ? { phase: write } : undefined,
    follow: async (_, __, effects) =>
      effects.some(({ kind }) => kind === "more") ? { kind: "add", number: 1 } : undefined,
  });
}

/** A card at version 1 that counts from 0; nothing is sent but the answers to taps. */
async function counting(lookUp: LookUp = () => expect.unreachable(), write = NOTHING) {
  const desk = await openDesk();
  const { engine } = desk;
  const said: string[] = [];
  const api = new Api("1:a");
  api.config.use(async (_, method, payload) => {
    expect(method).toBe("answerCallbackQuery");
    said.push("text" in payload ? String(payload.text) : "");
    return { ok: true, result: true } as never;
  });
  const logger = pino({ level: "silent" });
  const sender = new Sender({
    ...{ engine, api, logger, timings: TIMINGS, wordsFor: async () => undefined },
    draw: async () => undefined,
    write: () => expect.unreachable(),
  });
  await sender.stop();
  const door: BotDeps = {
    ...{ engine, api, logger, sender, fetchFile: () => expect.unreachable() },
    bot: { id: 1, username: "bot" },
    settings: {
      ...{
        firstCredit: { amountSun: sun(0), kind: "payment" },
        quoteTtlMs: 1,
        presets: { energy: [], bandwidth: [] },
      },
      ...{ operatorContact: undefined, txUrlPrefix: "" },
    },
    orderPace: new CustomerPace(engine.admission.create),
    quotePace: new CustomerPace(engine.admission.quote),
    readFirstMs: () => 0,
  };
  onTestFinished(async () => {
    await Promise.all([door.orderPace.stop(), door.quotePace.stop()]);
  });
  const place = { chatId: USER, threadId: undefined, isGroup: false };
  const callOf = async (userId: number, updateId?: number) => {
    const who = { userId, name: "@trader", clientLanguage: "en" };
    const known = await telegramUser(engine, who, paidCredit(sun(0)));
    const user = {
      ...known,
      own_customer_id: known.customer_id,
      stranger_to: undefined,
      may_order: true,
    };
    const id = updateId ?? (await newUpdate(desk));
    return { updateId: id, place, user, messageId: 1, answer: new TapAnswer(door, "1") };
  };
  const flow = screenOf(lookUp, write);
  const call = await callOf(USER);
  const { customer_id: customerId } = call.user;
  const opened = await flow.open(door, call, {
    ...{ id: ID, version: 1, ownerUserId: USER, customerId, ...place },
    ...{ status: "open", step: "count", data: { number: 0 } },
  });
  expect(opened).toBe(true);
  const tap = async (action: Action, version: number, { by = USER, updateId = 0 } = {}) => {
    const call = await callOf(by, updateId || undefined);
    await flow.tap(door, call, { flowId: ID, version, action });
    await call.answer.end();
    return said.at(-1);
  };
  const now = async () => {
    const row = await engine.database.read(() => findFlow(ID));
    return row && [row.version, JSON.parse(row.data)];
  };
  const isDone = (updateId: number) =>
    desk.rows(`SELECT done_at FROM inbox WHERE update_id = ${updateId}`)[0]?.done_at !== null;
  return { desk, tap, now, isDone };
}

test("a tap is applied once, however often its update comes", async () => {
  const { desk, tap, now, isDone } = await counting();
  const updateId = await newUpdate(desk);
  expect(await tap("one", 1, { updateId })).toBe("");
  expect(await now()).toEqual([2, { number: 1 }]);
  expect(isDone(updateId)).toBe(true);
  await tap("one", 2, { updateId });
  expect(await now()).toEqual([2, { number: 1 }]);
});

test("of two taps on one version one counts", async () => {
  const { desk, tap, now } = await counting();
  const updates = [await newUpdate(desk), await newUpdate(desk)];
  const said = await Promise.all(updates.map((updateId) => tap("one", 1, { updateId })));
  expect(said).toContain("stale");
  expect(await now()).toEqual([2, { number: 1 }]);
});

test("a tap on an old card has it drawn anew, a stranger's learns nothing", async () => {
  const { desk, tap, now } = await counting();
  await tap("one", 1);
  await takeUpCards(desk.engine);
  const card = await desk.engine.database.read(() => findCardOfFlow(ID));
  if (!card) throw new Error("it has a card");
  await saveDrawn(desk.engine, card, { messageId: 5, hash: "shown", watching: true, sum: null });
  expect(await tap("one", 1, { by: USER + 1 })).toBe("not yours");
  expect(await desk.engine.database.read(() => findCardOfFlow(ID))).toMatchObject({
    dirty: 0,
    drawn_hash: "shown",
  });
  expect(await tap("one", 1)).toBe("stale");
  expect(await desk.engine.database.read(() => findCardOfFlow(ID))).toMatchObject({
    dirty: 1,
    drawn_hash: null,
  });
  expect(await now()).toEqual([2, { number: 1 }]);
});

test("what is looked up is written with the tap, and what follows is written after it", async () => {
  const { tap, now } = await counting(async () => 7);
  await tap("looked", 1);
  expect(await now()).toEqual([2, { number: 7 }]);
  await tap("twice", 2);
  expect(await now()).toEqual([4, { number: 9 }]);
});

test("what was looked up for a card that has changed meanwhile is not written: the tap begins anew", async () => {
  const seen: number[] = [];
  const { desk, tap, now, isDone } = await counting(async ({ version }) => {
    seen.push(version);
    if (seen.length === 1) await tap("one", 1);
    return 7;
  });
  const updateId = await newUpdate(desk);
  expect(await tap("looked", 1, { updateId })).toBe("stale");
  expect([seen, isDone(updateId)]).toEqual([[1], true]);
  expect(await now()).toEqual([2, { number: 1 }]);
});

test("an event is reduced once, and once more where the card has changed meanwhile", async () => {
  const { tap } = await counting();
  reduced = 0;
  await tap("one", 1);
  expect(reduced).toBe(1);
  await Promise.all([tap("one", 2), tap("one", 2)]);
  expect(reduced).toBe(4);
});

const NOTE =
  "INSERT INTO setting (key, value, updated_at, updated_by) VALUES ('noted', 'yes', 0, 'test')";

test("what a screen writes is written with its card, and what follows comes after the commit", async () => {
  const seen: unknown[] = [];
  const { desk, tap, now } = await counting(undefined, function* () {
    yield { sql: NOTE, params: [] };
    return () => seen.push(desk.rows("SELECT version FROM flow"), desk.rows(NOTED));
  });
  expect(await tap("written", 1)).toBe("");
  expect(seen).toEqual([[{ version: 2 }], [{ value: "yes" }]]);
  await tap("written", 1);
  expect(seen).toHaveLength(2);
  expect(await now()).toEqual([2, { number: 1 }]);
});

const NOTED = "SELECT value FROM setting WHERE key = 'noted'";

test("what a screen writes and is refused has not happened; the refusal is on the card", async () => {
  const { desk, tap, now, isDone } = await counting(undefined, function* () {
    yield { sql: NOTE, params: [] };
    throw new DeskError("BUSY", "Too much at once.");
  });
  const updateId = await newUpdate(desk);
  await tap("written", 1, { updateId });
  expect(desk.rows(NOTED)).toEqual([]);
  expect(await now()).toEqual([3, { number: 1, failed: true }]);
  expect(isDone(updateId)).toBe(true);
});

test("what a screen wrote is not followed when the update comes once more", async () => {
  let follows = 0;
  const { desk, tap } = await counting(undefined, function* () {
    yield { sql: NOTE.replace("INSERT", "INSERT OR REPLACE"), params: [] };
    return () => {
      follows += 1;
    };
  });
  const updateId = await newUpdate(desk);
  await tap("written", 1, { updateId });
  await tap("written", 2, { updateId });
  expect(follows).toBe(1);
});

test("a refusal is put on the card; any other error leaves the update to be tried again", async () => {
  const errors = [new DeskError("BUSY", "Too much at once."), new Error("a bug")];
  const { desk, tap, now, isDone } = await counting(async () => {
    throw errors.shift();
  });
  await tap("looked", 1);
  expect(await now()).toEqual([2, { number: 0, failed: true }]);
  const updateId = await newUpdate(desk);
  await expect(tap("looked", 2, { updateId })).rejects.toThrow("a bug");
  expect(isDone(updateId)).toBe(false);
  expect(await now()).toEqual([2, { number: 0, failed: true }]);
});

test("a tap on a card that is forgotten is answered", async () => {
  const { desk, tap } = await counting();
  await desk.database.commit(function* () {
    yield { sql: "DELETE FROM card", params: [] };
    yield { sql: "DELETE FROM flow", params: [] };
  });
  expect(await tap("one", 1)).toBe("over");
});
