/** The reducer of /withdraw: by a table what leads where, and by any sequence of events that nothing is sent unread. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import type { Verdict } from "../../../src/telegram/intake/findings.js";
import { readWithdrawalLine } from "../../../src/telegram/intake/withdrawal-line.js";
import type { WithdrawingAction } from "../../../src/telegram/kit/buttons.js";
import {
  reduceWithdrawing,
  sentSum,
  WITHDRAWING_CODEC,
  WITHDRAWING_NOTICES,
  type Withdrawing,
  type WithdrawingEffect,
  type WithdrawingEvent,
} from "../../../src/telegram/money/withdrawing-state.js";
import { addressOf } from "../../support/addresses.js";
import { POLICY } from "../../support/terms.js";
import { mistyped } from "../wallets.js";

const TRX = 1_000_000;
const OWNER = 7001;
const [COLD, HOT] = [address(addressOf(1)), address(addressOf(2))];
const TERMS = {
  ...{ feeSun: TRX, activationSun: 0, minimumSun: TRX, withdrawableSun: 100 * TRX },
  ...{ isNewAddress: false, needsApproval: false },
};
const DATA = {
  address: { wallets: [COLD, HOT], asksAgain: false },
  amount: { wallets: [COLD, HOT], asksAgain: false, address: COLD, terms: TERMS },
  confirm: {
    ...{ wallets: [COLD, HOT], asksAgain: false, address: COLD, terms: TERMS },
    amountSun: 10 * TRX,
  },
};
type Step = Withdrawing["step"];

const at = (step: Step, data: Partial<Withdrawing["data"]> = {}): Withdrawing => ({
  ...{ id: "0198c0de00000000000000e1", version: 7, ownerUserId: OWNER },
  ...{ customerId: "c".repeat(24), chatId: OWNER, threadId: undefined, isGroup: false },
  ...{ status: "open", step },
  data: { ...DATA[step], ...data },
});

const tap = (action: WithdrawingAction, by = OWNER, version = 7) =>
  ({ kind: "tap", version, action, by }) as const;

const read = (text: string, unknown: readonly Verdict[] = []): WithdrawingEvent => {
  const line = readWithdrawalLine(text);
  return { kind: "read", ...line, wallets: [...line.wallets, ...unknown], said: line.said ?? text };
};

const look = (to: string, trx?: number) => ({
  ...{ kind: "look", address: to },
  amountSun: trx === undefined ? undefined : trx * TRX,
});

const creation = (feeSun = TRX) => ({
  ...{ id: "0198c0de00000000000000f1", at: 1, dueAt: 1, feeSun: sun(feeSun) },
  terms: POLICY.withdrawals,
});

describe("taps", () => {
  test.each<[Step, WithdrawingAction, object | undefined]>([
    ["address", { kind: "wallet", at: 1 }, look(HOT)],
    ["address", { kind: "wallet", at: 2 }, undefined],
    ["amount", { kind: "wallet", at: 1 }, undefined],
    ["amount", { kind: "all" }, look(COLD, 99)],
    ["amount", { kind: "amount", amount: 12.5 * TRX }, look(COLD, 12.5)],
    ["confirm", { kind: "amount", amount: 12.5 * TRX }, undefined],
    ["address", { kind: "all" }, undefined],
    ["confirm", { kind: "all" }, undefined],
    ["amount", { kind: "send" }, undefined],
  ])("at %s: %o asks for %o", (step, action, effect) => {
    const { state, effects } = reduceWithdrawing(at(step), tap(action));
    expect(effects).toEqual(effect ? [effect] : []);
    expect(state).toEqual(at(step));
  });

  test.each<[Step, Step]>([
    ["confirm", "amount"],
    ["amount", "address"],
    ["address", "address"],
  ])("back leads from %s to %s", (from, to) => {
    expect(reduceWithdrawing(at(from), tap({ kind: "back" })).state.step).toBe(to);
  });

  test("the first one asks once more, the second one is made ready; back takes the question away", () => {
    const asked = reduceWithdrawing(at("confirm"), tap({ kind: "send" })).state;
    expect(asked).toMatchObject({ step: "confirm", version: 8, data: { asksAgain: true } });
    const sent = reduceWithdrawing(asked, tap({ kind: "send" }, OWNER, 8));
    expect(sent.effects).toEqual([{ kind: "prepare", address: COLD, amountSun: 10 * TRX }]);
    expect(sent.state).toBe(asked);
    const back = reduceWithdrawing(asked, tap({ kind: "back" }, OWNER, 8)).state;
    expect(back).toMatchObject({ step: "confirm", data: { asksAgain: false } });
  });

  test.each<[string, Withdrawing, ReturnType<typeof tap>]>([
    ["notYours", at("confirm"), tap({ kind: "send" }, 1)],
    ["stale", at("confirm"), tap({ kind: "send" }, OWNER, 6)],
    ["over", { ...at("confirm"), status: "closed" }, tap({ kind: "send" })],
  ])("%s is said", (toast, state, event) => {
    const reduction = reduceWithdrawing(state, event);
    expect(reduction.state).toBe(state);
    expect(reduction.effects[0]).toMatchObject({ kind: "toast", toast });
  });
});

describe("texts", () => {
  test.each<[Step, string, object | string]>([
    ["address", COLD, look(COLD)],
    ["address", `10 ${COLD}`, look(COLD, 10)],
    ["address", `${COLD} 12.5 TRX`, look(COLD, 12.5)],
    ["address", "10", "NO_ADDRESS then 10"],
    ["address", "hello", "NO_ADDRESS"],
    ["address", `0,5 ${COLD}`, { ...look(COLD), notice: "NOT_AMOUNT", said: "0,5" }],
    ["address", mistyped(COLD), "BAD_ADDRESS"],
    ["address", `${COLD} ${HOT}`, "SEVERAL"],
    ["address", "0x52908400098527886E0F7030069857D2E4169EE7", "ETHEREUM"],
    ["amount", "10 trx", look(COLD, 10)],
    ["amount", "1,000.0", look(COLD, 1_000)],
    ["address", "41" + "52908400098527886E0F7030069857D2E4169EE7", "HEX"],
    ["amount", "0", "NOT_AMOUNT"],
    ["amount", "ten", "NOT_AMOUNT"],
    ["amount", HOT, look(HOT)],
    ["confirm", "11", look(COLD, 11)],
  ])("at %s: %s", (step, text, expected) => {
    const { state, effects } = reduceWithdrawing(at(step), read(text));
    if (typeof expected === "object") return expect(effects).toEqual([expected]);
    const [notice, , trx] = expected.split(" ");
    if (trx === undefined) return expect(state.data.notice?.code).toBe(notice);
    return expect(state.data).toMatchObject({ amountSun: Number(trx) * TRX });
  });

  test.each<[Step, string, string]>([
    ["address", `1.000 ${HOT}`, HOT],
    ["amount", "12,500", COLD],
    ["confirm", "1,000", COLD],
  ])("at %s, an amount with two readings is asked about: %s", (step, text, to) => {
    const state = at(step);
    const { effects } = reduceWithdrawing(state, read(text));
    const [effect] = effects;
    const [said = ""] = text.split(" ");
    expect(effect).toMatchObject({ kind: "look", address: to, notice: "TWO_READINGS", said });
    if (effect?.kind !== "look") return;
    const looked = reduceWithdrawing(state, { ...effect, kind: "looked", terms: TERMS }).state;
    expect(looked.step).toBe("amount");
    expect(looked.data.amountSun).toBeUndefined();
    const readings = text.startsWith("12") ? ["12.5", "12500"] : ["1", "1000"];
    expect(looked.data.notice).toEqual({ code: "TWO_READINGS", said, readings });
  });

  test("an amount with two readings is no amount before the wallet is known", () => {
    const { state } = reduceWithdrawing(at("address", { amountSun: 10 * TRX }), read("1.000"));
    expect(state.step).toBe("address");
    expect(state.data.amountSun).toBeUndefined();
    expect(state.data.notice).toMatchObject({ code: "TWO_READINGS", readings: ["1", "1000"] });
  });

  test("an unknown name is said", () => {
    const unknown = [{ address: "cold9", bad: "no such name" }] as const;
    const { state } = reduceWithdrawing(at("address"), read("\ufffc", unknown));
    expect(state.data.notice?.code).toBe("NO_SUCH_NAME");
  });
});

describe("what it would cost", () => {
  const looked = (trx: number | undefined, terms = TERMS, notice?: "FEE_CHANGED") =>
    reduceWithdrawing(at("address"), {
      ...{ kind: "looked", address: HOT, terms, notice },
      amountSun: trx === undefined ? undefined : Math.round(trx * TRX),
    }).state;

  test.each<[number | undefined, Step, string | undefined]>([
    [undefined, "amount", undefined],
    [1, "confirm", undefined],
    [99, "confirm", undefined],
    [99.000001, "amount", "TOO_LARGE"],
    [0.999999, "amount", "TOO_SMALL"],
  ])("%s TRX: %s, %s", (trx, step, notice) => {
    const state = looked(trx);
    expect(state.step).toBe(step);
    expect(state.data).toMatchObject({ address: HOT, asksAgain: false });
    expect(state.data.notice?.code).toBe(notice);
  });

  test("a fee that leaves less than the minimum asks for another address", () => {
    const state = looked(undefined, { ...TERMS, feeSun: 2 * TRX, withdrawableSun: 2.5 * TRX });
    expect(state.step).toBe("address");
    expect(state.data.address).toBeUndefined();
    expect(state.data.notice?.code).toBe("FEE_TAKES_ALL");
  });

  test("a fee that has risen is shown before anything is sent", () => {
    const asked = at("confirm", { asksAgain: true });
    const risen = reduceWithdrawing(asked, { kind: "ready", creation: creation(2 * TRX) });
    expect(risen.effects).toEqual([{ ...look(COLD, 10), notice: "FEE_CHANGED" }]);
    expect(looked(10, TERMS, "FEE_CHANGED").data).toMatchObject({
      ...{ asksAgain: false, notice: { code: "FEE_CHANGED" } },
    });
    const same = reduceWithdrawing(asked, { kind: "ready", creation: creation() });
    expect(same.effects).toEqual([{ kind: "withdraw", creation: creation() }]);
  });
});

test.each(WITHDRAWING_NOTICES)("a refusal (%s) never leaves the second question open", (notice) => {
  const asked = at("confirm", { asksAgain: true });
  const { state } = reduceWithdrawing(asked, { kind: "refused", notice, withdrawableSun: 5 });
  expect(state).toMatchObject({ status: "open", data: { asksAgain: false } });
  expect(state.data.notice?.code).toBe(notice);
});

const actions: fc.Arbitrary<WithdrawingAction> = fc.oneof(
  fc.constantFrom<WithdrawingAction>({ kind: "all" }, { kind: "send" }, { kind: "back" }),
  fc.nat(3).map((place) => ({ kind: "wallet" as const, at: place })),
  fc.constantFrom(1, 1_000).map((trx) => ({ kind: "amount" as const, amount: trx * TRX })),
);
const trxSun = fc.integer({ min: 0, max: 120 }).map((trx) => trx * TRX);
const events = fc.oneof(
  { weight: 4, arbitrary: actions.map((action) => ({ kind: "tap", action }) as const) },
  fc.constantFrom(COLD, "10", "99.5", "hello", `5 ${HOT}`).map((text) => read(text)),
  fc.constantFrom(...WITHDRAWING_NOTICES).map((notice) => ({ kind: "refused", notice }) as const),
  trxSun.map((feeSun) => ({ kind: "ready", creation: creation(feeSun) }) as const),
);

test("in any order of events nothing is sent but what a second tap was asked for, at the fee that was shown", () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 30 }), trxSun, (all, withdrawableSun) => {
      let state: Withdrawing = at("address");
      for (const event of all) {
        const { version } = state;
        const given = event.kind === "tap" ? tap(event.action, OWNER, version) : event;
        const before = state;
        const { state: after, effects } = reduceWithdrawing(state, given);
        for (const effect of effects) assertSound(before, effect);
        state = after;
        const wish = effects.find((one) => one.kind === "look");
        if (wish?.kind === "look") {
          const terms = { ...TERMS, withdrawableSun };
          state = reduceWithdrawing(state, { ...wish, kind: "looked", terms }).state;
        }
        expect(WITHDRAWING_CODEC.data.parse(JSON.parse(JSON.stringify(state.data)))).toEqual(
          JSON.parse(JSON.stringify(state.data)),
        );
        if (state.step !== "confirm") expect(sentSum(state)).toBeUndefined();
      }
    }),
  );
});

function assertSound(before: Withdrawing, effect: WithdrawingEffect): void {
  const { asksAgain, address: to, amountSun, terms } = before.data;
  if (effect.kind === "prepare") {
    expect(asksAgain).toBe(true);
    expect([effect.address, effect.amountSun]).toEqual([to, amountSun]);
  }
  if (effect.kind === "withdraw") {
    expect(effect.creation.feeSun).toBeLessThanOrEqual(terms?.feeSun ?? -1);
  }
}
