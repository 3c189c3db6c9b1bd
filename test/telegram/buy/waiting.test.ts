/** Wallets beyond 20: kept with the draft as long as the answer they came with, and handed on once. */
import { describe, expect, test } from "vitest";
import { reduce, withoutWaiting } from "../../../src/telegram/buy/reduce.js";
import { mistyped, wallet, wallets } from "../wallets.js";
import { NOW, opened, quotedDraft } from "./drafts.js";

const good = (addresses: readonly string[]) => addresses.map((address) => ({ address }));

function answer(
  draft: ReturnType<typeof opened>,
  verdicts: { address: string; bad?: "checksum" }[],
) {
  return reduce(draft, { kind: "receivers", verdicts, messageId: 5 }, NOW).state;
}

describe("wallets beyond 20", () => {
  const all = wallets(57);
  const first = answer(opened({ fields: { type: "Fast", resource: "energy" } }), good(all));

  test("wait in their order", () => {
    expect(first.data.receivers).toEqual(all.slice(0, 20));
    expect(first.data.waiting).toEqual(all.slice(20));
    expect(first.data.beyondLimit).toBe(37);
  });

  test("wait no more after another answer", () => {
    const { data } = answer(first, good(all.slice(0, 3)));
    expect(data).toMatchObject({ receivers: all.slice(0, 3), waiting: [], beyondLimit: 0 });
  });

  test("wait with the receivers they came with while an answer has no good one", () => {
    const { data } = answer(first, [{ address: mistyped(wallet(1)), bad: "checksum" }]);
    expect(data.receivers).toEqual(first.data.receivers);
    expect(data.waiting).toEqual(first.data.waiting);
  });

  test("are handed on by a paid draft, which changes in nothing else", () => {
    const paid = reduce(quotedDraft({ waiting: all.slice(20) }), { kind: "paid" }, NOW).state;
    const left = withoutWaiting(paid);
    expect(left).toEqual({
      ...paid,
      version: paid.version + 1,
      data: { ...paid.data, waiting: [], beyondLimit: 0 },
    });
  });

  test("a card can be opened with them", () => {
    const draft = opened({ receivers: all.slice(0, 20), waiting: all.slice(20), beyondLimit: 37 });
    expect(draft.data.waiting).toHaveLength(37);
  });
});

test("of a file of rubbish 40 lines are kept, and the others are counted by what is wrong", () => {
  const bad = wallets(1_000).map((address) => ({
    address: mistyped(address),
    bad: "checksum" as const,
  }));
  const { data } = answer(opened({ fields: { type: "Fast", resource: "energy" } }), bad);
  expect(data.refused).toHaveLength(40);
  expect(data.alsoRefused).toEqual({ checksum: 960 });
});
