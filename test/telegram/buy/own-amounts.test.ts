/** Wallets with amounts of their own: who is asked about, what an answer sets, and what keeps each. */
import { expect, test } from "vitest";
import { amountsOf, type Draft, noticeIn } from "../../../src/telegram/buy/draft.js";
import { wallets } from "../wallets.js";
import { A, B, C, on, opened, quotedDraft, tap, units } from "./drafts.js";

const FIELDS = { type: "Fast", resource: "energy", duration: "1h" } as const;
const own = (...given: [string, number | undefined][]) =>
  given.map(([address, amount]) => ({ address, amount }));
const say = (draft: Draft, verdicts: ReturnType<typeof own>, messageId = 5) =>
  on(draft, { kind: "receivers", verdicts, messageId }).state;
const amounts = ({ data }: Draft) => amountsOf(data);

const asked = opened({ fields: FIELDS });
const two = say(asked, own([A, 65_000], [B, 131_000]));
const some = say(asked, own([A, 131_000], [B, undefined], [C, undefined]));

test("where each has one, none is asked for", () => {
  expect(two.step).toBe("confirm");
  expect(amounts(two)).toEqual([65_000, 131_000]);
  expect(two.data.amount).toBeUndefined();
});

test("those that all have alike are the common one", () => {
  const { data } = say(asked, own([A, 65_000], [B, 65_000]));
  expect(data).toMatchObject({ amount: 65_000, amounts: {} });
});

test("an answer is for those that have none, also when it is edited", () => {
  expect(some.step).toBe("amount");
  const answered = on(some, units(65_000, 20)).state;
  expect(answered.step).toBe("confirm");
  expect(amounts(answered)).toEqual([131_000, 65_000, 65_000]);
  expect(amounts(on(answered, units(70_000, 20)).state)).toEqual([131_000, 70_000, 70_000]);
});

test("asked anew it sets all of them; the way back keeps each", () => {
  const changing = tap(two, { kind: "jump", step: "amount" }).state;
  expect(amounts(tap(changing, { kind: "back" }).state)).toEqual([65_000, 131_000]);
  const set = tap(changing, { kind: "amount", amount: 70_000 }).state;
  expect(set.data).toMatchObject({ amount: 70_000, amounts: {} });
});

test("what can be had is taken for all alike", () => {
  const quoted = quotedDraft({ fields: FIELDS, receivers: [A, B], amounts: two.data.amounts });
  const { data } = tap(quoted, { kind: "take", amount: 40_000 }).state;
  expect(data).toMatchObject({ amount: 40_000, amounts: {} });
});

test("further wallets bring theirs, and other wallets take them along", () => {
  const three = say(two, own([C, 32_000]), 6);
  expect(amounts(three)).toEqual([65_000, 131_000, 32_000]);
  // An edit of the message that brought it.
  expect(amounts(say(three, own([C, 33_000]), 6))).toEqual([65_000, 131_000, 33_000]);
});

test("an amount for a wallet of the card changes that wallet's, and an edit of it again", () => {
  const changed = say(two, own([A, 70_000], [B, undefined]), 7);
  expect(amounts(changed)).toEqual([70_000, 131_000]);
  expect(amounts(say(changed, own([A, 80_000]), 7))).toEqual([80_000, 131_000]);
  const common = opened({ fields: { ...FIELDS, amount: 65_000 }, receivers: [A, B] });
  expect(amounts(say(common, own([B, 131_000]), 7))).toEqual([65_000, 131_000]);
  const small = say(common, own([B, 500]), 7);
  expect(amounts(small)).toEqual([65_000, 65_000]);
  expect(small.data.refused).toEqual([{ address: `${B} 500`, bad: "too little" }]);
});

const whose = { word: "65k, 131k", code: "WHOSE_AMOUNTS", field: "amount", hint: [] } as const;
const asking = (draft: Draft, verdicts: ReturnType<typeof own>, messageId = 5) => {
  const problems = [{ ...whose, hint: [] }];
  return on(draft, { kind: "receivers", verdicts, problems, messageId }).state;
};

test("where it is not certain whose they are, the common amount is not taken for them", () => {
  const known = opened({ fields: { ...FIELDS, amount: 32_000 } });
  const asked = asking(known, own([A, undefined], [B, undefined]));
  expect(asked).toMatchObject({ step: "amount", data: { amount: undefined, problems: [whose] } });
  const answered = on(asked, units(65_000, 20)).state;
  expect(answered).toMatchObject({ step: "confirm", data: { amount: 65_000, problems: [] } });
});

test("one tap takes them as most would read them; what is too little for the resource is asked for", () => {
  const problem = { ...whose, hint: [`${A} 65000`, `${B} 131000`] };
  const event = (problems: (typeof problem)[]) =>
    ({
      kind: "receivers",
      verdicts: own([A, undefined], [B, undefined]),
      problems,
      messageId: 5,
    }) as const;
  const open = on(asked, event([problem])).state;
  const taken = tap(open, { kind: "inOrder" }).state;
  expect(taken).toMatchObject({ step: "confirm", data: { problems: [] } });
  expect(amounts(taken)).toEqual([65_000, 131_000]);
  const small = on(asked, event([{ ...problem, hint: [`${A} 1500`, `${B} 131000`] }])).state;
  const partly = tap(small, { kind: "inOrder" }).state;
  expect(partly).toMatchObject({
    step: "amount",
    data: { at: { notice: { code: "AMOUNT_TOO_SMALL" } } },
  });
  expect(partly.data.amounts).toEqual({ [B]: 131_000 });
  expect(tap(asking(asked, own([A, undefined])), { kind: "inOrder" }).effects).toEqual([]);
});

test("sent again with clear amounts, the list answers", () => {
  const unclear = asking(asked, own([A, undefined], [B, undefined]));
  const answered = say(unclear, own([A, 65_000], [B, 131_000]), 6);
  expect(answered.step).toBe("confirm");
  expect(amounts(answered)).toEqual([65_000, 131_000]);
  expect(answered.data).toMatchObject({ problems: [], refused: [] });
});

test("wallets that have theirs keep it when further ones are asked about", () => {
  const known = opened({ fields: { ...FIELDS, amount: 32_000 }, receivers: [A] });
  const asked = asking(known, own([B, undefined], [C, undefined]), 7);
  expect(asked.step).toBe("amount");
  expect(asked.data.amounts).toEqual({ [A]: 32_000 });
  expect(amounts(on(asked, units(65_000, 20)).state)).toEqual([32_000, 65_000, 65_000]);
});

test("a list that is not clear asks also about wallets that the card has already", () => {
  const known = quotedDraft({ fields: { ...FIELDS, amount: 65_000 }, receivers: [A, B, C] });
  const problems = [{ ...whose, hint: [] }];
  const verdicts = own([A, undefined], [B, undefined]);
  const open = on(known, { kind: "receivers", verdicts, problems, messageId: 9 }).state;
  expect(open).toMatchObject({ step: "amount", data: { problems } });
  expect(amounts(open)).toBeUndefined();
  expect(amounts(on(open, units(131_000, 10)).state)).toEqual([131_000, 131_000, 65_000]);
});

test("what was left over of a list is said on the card that follows, once", () => {
  const unknown = { word: "TAbcdefghijkl", code: "UNKNOWN_WORD" as const, hint: [] };
  const known = opened({ fields: { ...FIELDS, amount: 32_000 } });
  const said = on(known, {
    ...{ kind: "receivers", verdicts: own([A, undefined]), messageId: 5 },
    problems: [unknown],
  } as const).state;
  expect(said).toMatchObject({ step: "confirm", data: { problems: [unknown] } });
  expect(on(said, units(65_000, 20)).state.data.problems).toEqual([]);
});

test("one that is too small for the resource is not taken", () => {
  const { step, data } = say(asked, [
    { address: A, amount: 31_000 },
    { address: B, amount: 65_000 },
  ]);
  expect(step).toBe("confirm");
  expect(data.receivers).toEqual([B]);
  expect(data.refused).toEqual([{ address: `${A} 31000`, bad: "too little" }]);
});

test("before the resource is known, it is judged when it is", () => {
  const unknown = opened({
    fields: { type: "Fast" },
    receivers: [A, B],
    amounts: { [A]: 5_000, [B]: 65_000 },
  });
  const { step, data } = tap(unknown, { kind: "resource", resource: "energy" }).state;
  expect(step).toBe("amount");
  expect(noticeIn(data)).toEqual({
    code: "AMOUNT_TOO_SMALL",
    details: { minimum: 32_000, said: 5_000 },
  });
  expect(data).toMatchObject({ receivers: [A, B], amount: undefined, amounts: { [B]: 65_000 } });
  const bandwidth = tap(unknown, { kind: "resource", resource: "bandwidth" }).state;
  expect(amounts(bandwidth)).toEqual([5_000, 65_000]);
});

test("nobody gets the common one instead of their own", () => {
  const draft = opened({
    fields: { type: "Fast", resource: "bandwidth", amount: 65_000, duration: "1h" },
    receivers: [A, B],
    amounts: { [A]: 5_000 },
  });
  const { data } = tap(draft, { kind: "resource", resource: "energy" }).state;
  expect(data).toMatchObject({ amount: undefined, amounts: {} });
});

test("a part is no larger than the least of them", () => {
  const manual = opened({
    fields: { ...FIELDS, type: "Manual", price: 55, allowPartial: true, partialMin: 50_000 },
  });
  const { data } = say(manual, own([A, 40_000], [B, 65_000]));
  expect(data.partialMin).toBeUndefined();
});

test("wallets beyond 20 keep theirs", () => {
  const all = wallets(22);
  const { data } = say(
    asked,
    all.map((address, at) => ({ address, amount: 40_000 + at })),
  );
  expect(data.waiting.map((one) => data.amounts[one])).toEqual([40_020, 40_021]);
});
