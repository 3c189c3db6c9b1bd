/** Cards and messages: what is left together goes out in its order, and of many cards others have a turn between them. */
import { setImmediate as turn } from "node:timers/promises";
import { Api } from "grammy";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { redrawAfterStart, redrawCards } from "../../src/engine/chat/outbox.js";
import { insertCard } from "../../src/store/chat/cards.js";
import { enqueueAll } from "../../src/store/chat/outbox.js";
import { Sender } from "../../src/telegram/transport/sender.js";
import { TIMINGS } from "../../src/telegram/transport/timings.js";
import { type Desk, openDesk } from "../support/desk.js";

const CARDS = 8;
/** A card of a large call takes so long on a slow machine: by then others are to have their turn. */
const SLOW_MS = 20;

test("a message that was left together with a card goes out after it, whoever looks meanwhile", async () => {
  const desk = await openDesk();
  const { batch_id } = desk.orderRow(await desk.order());
  await desk.database.commit(function* () {
    const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
    yield* insertCard({ id: "card".padEnd(24, "0"), flow_id: null, batch_id, ...where });
    const card = { text: "question", entities: [], keyboard: [] };
    yield* enqueueAll([{ key: "a", chatId: 1, payload: JSON.stringify({ card, chatId: 1 }) }], 1);
  });
  const sent: string[] = [];
  const api = new Api("1:a");
  api.config.use(async (_, __, payload) => {
    sent.push("text" in payload ? String(payload.text) : "");
    return { ok: true, result: { message_id: sent.length } } as never;
  });
  const card = { text: "card", entities: [], keyboard: [] };
  let turns = 0;
  const sender = new Sender({
    ...{
      engine: desk.engine,
      timings: { ...TIMINGS, chatPauseMs: 1 },
      wordsFor: async () => undefined,
    },
    async draw() {
      while (turns < 20) await turn();
      return { card, watching: true, urgency: "answer" };
    },
    write: () => expect.unreachable(),
    ...{ api, logger: pino({ level: "silent" }) },
  });
  onTestFinished(() => sender.stop());
  for (; sent.length < 2; turns += 1) {
    sender.wake();
    await turn();
  }
  expect(sent).toEqual(["card", "question"]);
});

test("of cards that are slow to draw each has a turn of the event loop of its own", async () => {
  const desk = await openDesk();
  const { batch_id } = desk.orderRow(await desk.order());
  await desk.database.commit(function* () {
    for (let at = 0; at < CARDS; at += 1) {
      const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
      yield* insertCard({ id: `card${at}`.padEnd(24, "0"), flow_id: null, batch_id, ...where });
    }
  });
  let turns = 0;
  const drawnIn: number[] = [];
  const draw = async () => {
    for (const endMs = performance.now() + SLOW_MS; performance.now() < endMs; );
    drawnIn.push(turns);
    return undefined;
  };
  const sender = new Sender({
    ...{ engine: desk.engine, draw, timings: TIMINGS, wordsFor: async () => undefined },
    write: () => expect.unreachable(),
    ...{ api: new Api("1:a"), logger: pino({ level: "silent" }) },
  });
  onTestFinished(() => sender.stop());
  sender.wake();
  while (drawnIn.length < CARDS) {
    await turn();
    turns += 1;
  }
  expect(new Set(drawnIn).size).toBe(CARDS);
});

test("a card that changes while it is drawn is drawn again afterwards, and not beside", async () => {
  const desk = await openDesk();
  const { batch_id } = desk.orderRow(await desk.order());
  const id = "card".padEnd(24, "0");
  await desk.database.commit(() => {
    const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
    return insertCard({ id, flow_id: null, batch_id, ...where });
  });
  const drawn: (() => void)[] = [];
  const draw = () => new Promise<undefined>((done) => drawn.push(() => done(undefined)));
  const sender = new Sender({
    ...{ engine: desk.engine, draw, timings: TIMINGS, wordsFor: async () => undefined },
    write: () => expect.unreachable(),
    ...{ api: new Api("1:a"), logger: pino({ level: "silent" }) },
  });
  onTestFinished(() => sender.stop());
  sender.wake();
  await expect.poll(() => drawn.length).toBe(1);
  await redrawCards(desk.engine, [id]);
  sender.wake();
  await expect.poll(() => isDirty(desk, id)).toBe(0);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(drawn).toHaveLength(1);
  drawn[0]?.();
  await expect.poll(() => drawn.length).toBe(2);
});

test("after a start only those cards go out whose screen may not be what they are, behind the first answer and the newest first", async () => {
  const desk = await openDesk();
  const { batch_id } = desk.orderRow(await desk.order());
  const ids = ["same", "under way", "changed"].map((name) => name.padEnd(24, "0"));
  const [, underWay, changed] = ids as [string, string, string];
  const where = { owner_user_id: 1, chat_id: 1, thread_id: null, reply_to: null };
  await desk.database.commit(function* () {
    for (const id of ids) yield* insertCard({ id, flow_id: null, batch_id, ...where });
  });
  const cardOf = (text: string) => ({ text, entities: [], keyboard: [] });
  const texts = new Map(ids.map((id) => [id, id]));
  const start = (isHeld: boolean) => {
    const calls: string[] = [];
    let draws = 0;
    /** At the last drawing of each. */
    const hashes = new Map<string, unknown>();
    /** Calls that have no answer yet. */
    let held: (() => void)[] = [];
    const hold = () => {
      isHeld = true;
    };
    const letGo = () => {
      isHeld = false;
      for (const goOn of held) goOn();
      held = [];
    };
    const api = new Api("1:a");
    api.config.use(async (_, method, payload) => {
      calls.push(`${method} ${"text" in payload ? payload.text : ""}`);
      if (isHeld) await new Promise<void>((goOn) => held.push(goOn));
      return { ok: true, result: { message_id: calls.length } } as never;
    });
    const sender = new Sender({
      ...{ engine: desk.engine, timings: { ...TIMINGS, chatPauseMs: 1 } },
      async draw({ id }) {
        draws += 1;
        hashes.set(id, desk.rows(`SELECT drawn_hash FROM card WHERE id = '${id}'`)[0]?.drawn_hash);
        // Others look meanwhile, and find nothing.
        sender.wake();
        for (let turns = 0; turns < 5; turns += 1) await turn();
        return { card: cardOf(texts.get(id) ?? ""), watching: true, urgency: "final" };
      },
      ...{ wordsFor: async () => undefined, write: () => expect.unreachable() },
      ...{ api, logger: pino({ level: "silent" }) },
    });
    onTestFinished(() => sender.stop());
    onTestFinished(letGo);
    sender.wake();
    return { sender, calls, hashes, draws: () => draws, hold, letGo };
  };
  const before = start(false);
  await expect.poll(() => shownOf(desk)).toBe(3);
  before.hold();
  texts.set(underWay, "half");
  await redrawCards(desk.engine, [underWay]);
  before.sender.wake();
  await expect.poll(() => before.calls.at(-1)).toBe("editMessageText half");
  // What goes out was drawn last of all: nobody waited for anything between.
  expect(before.hashes.get(underWay)).toBeNull();
  // Nobody learns what became of it, and the card is again what it was.
  texts.set(underWay, underWay);
  texts.set(changed, "changed meanwhile");
  await redrawAfterStart(desk.engine);
  const { sender, calls, draws, letGo } = start(true);
  // Each is drawn when it is found, and the first once more when it goes out.
  await expect.poll(() => draws()).toBe(4);
  await turn();
  const place = { chatId: 1, threadId: undefined, isGroup: false };
  const answered = sender.sendOnce(place, cardOf("an answer"));
  letGo();
  expect(await answered).toBe(true);
  await expect.poll(() => calls.length).toBe(3);
  expect(calls).toEqual([
    `editMessageText ${underWay}`,
    "sendMessage an answer",
    "editMessageText changed meanwhile",
  ]);
});

const shownOf = (desk: Desk) =>
  desk.rows("SELECT id FROM card WHERE drawn_hash IS NOT NULL").length;

const isDirty = (desk: Desk, id: string) =>
  desk.rows(`SELECT dirty FROM card WHERE id = '${id}'`)[0]?.dirty;
