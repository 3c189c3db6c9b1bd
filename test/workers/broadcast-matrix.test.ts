/**
 * Every answer to a broadcast × every kind of transaction × every state it can be in × the first try, another one of the same
 * desk, and one after a restart. What must follow is in matrix/table.ts.
 */
import { describe, expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { payoutExpired } from "../../src/engine/payouts/payouts.js";
import { createResender } from "../../src/workers/resender.js";
import { addressOf } from "../support/addresses.js";
import { everyNth } from "../support/forms.js";
import { payoutRow, sellers, startPayout } from "../support/payouts.js";
import {
  deliver,
  kill,
  legOf,
  mine,
  mineAll,
  passRentals,
  reclaim,
  sign,
  solidify,
} from "../support/steps.js";
import { ANSWERS } from "./matrix/answers.js";
import { CANNOT } from "./matrix/cannot.js";
import { ofASeller, ofThePool, undelegation } from "./matrix/delegations.js";
import { payout } from "./matrix/payouts.js";
import type { Subject } from "./matrix/subject.js";
import { type Row, readTable } from "./matrix/table.js";
import { idle, openWorld, type World } from "./matrix/world.js";

const TABLE = readTable();
const SUBJECTS = [ofThePool, ofASeller, undelegation, payout];
/** In the table: java-tron does not say that of such a transaction. */
const NEVER = "–";

/** Walks the rows of a subject, in the short form a fifth of them, and says for which of them it went otherwise. */
async function walk(rows: readonly Row[], step: (row: Row) => Promise<void>): Promise<void> {
  const otherwise: string[] = [];
  for (const row of everyNth(rows, 5)) {
    await step(row).catch((error: unknown) => otherwise.push(`${row.answer}: ${String(error)}`));
  }
  expect(rows.length).toBeGreaterThan(10);
  expect(otherwise).toEqual([]);
}

/** What a node has taken is sent for good: such answers come last. */
const isTaken = ({ answer }: Row) => /SUCCESS|DUP_TRANSACTION_ERROR/.test(answer);
const TAKEN_LAST = TABLE.toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)));

/** Of a transaction, in chain time, and how much longer a replica may lag behind. */
const LIFE_MS = 120_000;
const DEATH_MARGIN_MS = 60_000;
const REFUSAL_COUNTS_AFTER_BLOCKS = 2;

const rowsOf = ({ name }: Subject) => TABLE.filter(({ ends }) => ends[name] !== NEVER);

/** The transaction reaches a block, and that is solidified. */
async function include({ desk }: World, subject: Subject): Promise<void> {
  await mine(desk, [subject.inBooks(desk).txid ?? ""]);
  await solidify(desk);
}

/** One round of the resender of the process that has sent the first try. */
async function lookOnce(world: World): Promise<void> {
  const resender = createResender(world.context());
  resender.wake();
  await idle(resender);
  await resender.stop();
  world.desk.assertSound();
}

/** Until a refusal counts it changes nothing, and the bytes do not go out again. */
async function passRefusal(world: World, subject: Subject, looks: string[]): Promise<void> {
  const { desk } = world;
  const { txid } = subject.inBooks(desk);
  const looked = subject === payout ? [] : ["capacity"];
  expect(looks).toEqual(looked);
  for (let blocks = 0; blocks < REFUSAL_COUNTS_AFTER_BLOCKS; blocks += 1) {
    await lookOnce(world);
    expect(subject.inBooks(desk)).toMatchObject({ txid, state: subject.states[0], attempts: 1 });
    subject.expectOpen(desk);
    await mine(desk);
  }
  await lookOnce(world);
  expect(looks).toEqual([...looked, ...looked]);
  expect(world.sent.filter((sent) => sent.txid === txid)).toHaveLength(1);
}

describe.each(SUBJECTS)("$name", (subject) => {
  test("first try", async () => {
    const world = await openWorld(await subject.open());
    const before = world.keep();
    await walk(rowsOf(subject), async ({ answer, ends }) => {
      await world.reset(before, answer);
      const looks: string[] = [];
      world.desk.engine.signals.on("capacity", () => looks.push("capacity"));
      await subject.first(world);
      world.desk.assertSound();
      const end = ends[subject.name] ?? "";
      if (subject.refusalWaits && end !== "out") await passRefusal(world, subject, looks);
      await subject.ends[end]?.(world);
      if (end !== "out") return;
      expect(subject.inBooks(world.desk)).toMatchObject({ state: subject.states[1], attempts: 1 });
      await include(world, subject);
      subject.expectDone(world.desk);
    });
  });

  test("in a block before the answer", async () => {
    const world = await openWorld(await subject.open());
    const before = world.keep();
    const leading = TABLE.filter(({ leads }) => leads);
    await walk(leading, async ({ answer }) => {
      await world.reset(before, answer);
      world.meanwhile = ({ txid }) => mine(world.desk, [txid]);
      await subject.first(world);
      await solidify(world.desk);
      subject.expectDone(world.desk);
    });
  });

  test.each(subject.states)("again, while it is %s", async (state) => {
    const world = await openWorld(await subject.open());
    const { desk } = world;
    const planned = world.keep();
    for (const restarts of [false, true]) {
      await world.reset(planned, "");
      // One that has looked before knows that the transaction is not older than itself.
      let resender = createResender(world.context());
      resender.wake();
      await idle(resender);
      await subject.sign(desk);
      if (state === subject.states[1]) await subject.send(desk);
      const { txid } = subject.inBooks(desk);
      let attempts = 1;
      await walk(TAKEN_LAST, async (row) => {
        if (restarts) {
          await resender.stop();
          await desk.restart();
          resender = createResender(world.context());
        }
        world.willAnswer(row.answer);
        resender.wake();
        await idle(resender);
        expect(world.sent).toHaveLength(1);
        attempts += 1;
        desk.assertSound();
        expect(subject.inBooks(desk)).toMatchObject({
          ...{ txid, attempts, state: isTaken(row) ? subject.states[1] : state },
        });
        subject.expectOpen(desk);
      });
      await resender.stop();
      await include(world, subject);
      subject.expectDone(desk);
    }
  });

  test.each(subject.states)("never in a block, while it is %s", async (state) => {
    const world = await openWorld(await subject.open());
    const { desk } = world;
    await subject.sign(desk);
    if (state === subject.states[1]) await subject.send(desk);
    const { timestampMs } = desk.chain.head;
    const look = async (laterMs: number) => {
      await mine(desk, [], true, timestampMs + laterMs - desk.chain.head.timestampMs);
      world.willAnswer("");
      const resender = createResender(world.context());
      resender.wake();
      await idle(resender);
      await resender.stop();
      desk.assertSound();
      expect(world.sent).toEqual([]);
    };
    // Its time is over, and a replica may still lag behind.
    for (const laterMs of [LIFE_MS, LIFE_MS + DEATH_MARGIN_MS - 1]) {
      await look(laterMs);
      expect(subject.inBooks(desk)).toMatchObject({ state, attempts: 1 });
      subject.expectOpen(desk);
    }
    world.knowsSolid = true;
    await look(LIFE_MS + DEATH_MARGIN_MS);
    expect(subject.inBooks(desk)).toMatchObject({ state, attempts: 1 });
    world.knowsSolid = false;
    await look(LIFE_MS + DEATH_MARGIN_MS + 1);
    subject.expectDead(desk);
  });
});

describe.each(SUBJECTS.filter(({ refusalWaits }) => refusalWaits))("$name", (subject) => {
  test("in a block after the answer", async () => {
    const world = await openWorld(await subject.open());
    const before = world.keep();
    const leading = TABLE.filter(({ leads }) => leads);
    for (const emptyBlocks of [0, 1]) {
      await walk(leading, async ({ answer }) => {
        await world.reset(before, answer);
        await subject.first(world);
        const { txid } = subject.inBooks(world.desk);
        for (let blocks = 0; blocks < emptyBlocks; blocks += 1) {
          await mine(world.desk);
          await lookOnce(world);
        }
        await mine(world.desk, [must(txid, "it is out")]);
        await lookOnce(world);
        expect(world.refusals.size).toBe(0);
        await solidify(world.desk);
        await lookOnce(world);
        subject.expectDone(world.desk);
      });
    }
  });
});

test("what is not signed, in a block, or over does not go out again", async () => {
  const world = await openWorld(await ofThePool.open());
  const { desk } = world;
  const wentOut: string[] = [];
  const states: string[] = [];
  const look = async (state: string) => {
    states.push(state);
    world.willAnswer("`SUCCESS`");
    const resender = createResender(world.context());
    resender.wake();
    await idle(resender);
    await resender.stop();
    if (world.sent.length > 0) wentOut.push(state);
  };
  const lookAt = (legId: string) => look(legOf(desk, legId).state);
  const { id } = must(desk.legs()[0], "a leg");
  await lookAt(id);
  await deliver(desk);
  await lookAt(id);
  await solidify(desk);
  await lookAt(id);
  const dying = await desk.order({ receiver: [addressOf(2)] });
  await sign(desk);
  await kill(desk, `${dying}.1`, "receiver_is_contract");
  await lookAt(`${dying}.1`);
  await passRentals(desk);
  await reclaim(desk, id);
  await mineAll(desk);
  await look("undelegation in a block");
  await solidify(desk);
  await lookAt(id);
  const [first, second] = await sellers(desk, 40, 50);
  const dead = await startPayout(desk, must(first, "a seller"));
  await desk.commit(() => payoutExpired(dead, 1));
  const paid = await startPayout(desk, must(second, "another seller"));
  await mine(desk, [payoutRow(desk, paid).txid]);
  await look("payout in a block");
  await solidify(desk);
  await look("payouts paid and dead");
  expect(wentOut).toEqual([]);
  expect(states).toEqual([
    ...["planned", "included", "solidified", "dead", "undelegation in a block", "reclaimed"],
    ...["payout in a block", "payouts paid and dead"],
  ]);
});

test("the table says something of every answer and kind, or it cannot happen for a reason", () => {
  expect(TABLE.map(({ answer }) => answer).sort()).toEqual(Object.keys(ANSWERS).sort());
  for (const { answer, ends } of TABLE) {
    expect(Object.keys(ends)).toEqual(SUBJECTS.map(({ name }) => name));
    for (const { name, ends: known } of SUBJECTS) {
      const cannot = CANNOT[answer]?.[name] !== undefined;
      expect(cannot ? [NEVER] : Object.keys(known), `${answer}, ${name}`).toContain(ends[name]);
    }
  }
});
